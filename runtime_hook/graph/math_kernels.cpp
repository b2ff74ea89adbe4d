//===- math_kernels.cpp - kernels that compute ----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/builtin_kernels.h"
#include "runtime_hook/graph/error.h"

#include <numeric>

namespace hooktidy::runtime::internal {

namespace {

[[noreturn]] void refuse(const KernelContext &context, const std::string &why) {
  throw InvalidArgumentError("operation '" + context.name() + "': " + why);
}

/// Combines element by element; a scalar goes with every shape.
template <typename Element, typename Combine>
TensorValue combine(const KernelContext &context, const Shape &shape_a,
                    const std::vector<Element> &a, const Shape &shape_b,
                    const std::vector<Element> &b, Combine combine_elements) {
  if (!shape_a.empty() && !shape_b.empty() && shape_a != shape_b)
    refuse(context, "the shapes of the operands differ");
  const Shape &shape = shape_a.empty() ? shape_b : shape_a;
  std::vector<Element> result(shape_a.empty() ? b.size() : a.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = combine_elements(a[shape_a.empty() ? 0 : i], b[shape_b.empty() ? 0 : i]);
  return TensorValue(shape, std::move(result));
}

/// Integers wrap around as in the hardware instead of overflowing.
struct Plus {
  float operator()(float a, float b) const { return a + b; }
  std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                     static_cast<std::uint64_t>(b));
  }
  std::string operator()(const std::string &a, const std::string &b) const {
    return a + b;
  }
};

struct Minus {
  float operator()(float a, float b) const { return a - b; }
  std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) -
                                     static_cast<std::uint64_t>(b));
  }
};

struct Times {
  float operator()(float a, float b) const { return a * b; }
  std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) *
                                     static_cast<std::uint64_t>(b));
  }
};

template <typename Combine>
TensorValue numeric(const KernelContext &context, const TensorValue &a,
                    const TensorValue &b) {
  if (a.dtype() == DataType::kFloat)
    return combine(context, a.shape(), a.floats(), b.shape(), b.floats(), Combine());
  return combine(context, a.shape(), a.ints(), b.shape(), b.ints(), Combine());
}

template <typename Combine> TensorValue numeric(const KernelContext &context) {
  return numeric<Combine>(context, context.inputs()[0], context.inputs()[1]);
}

TensorValue add(const KernelContext &context) {
  const TensorValue &a = context.inputs()[0];
  const TensorValue &b = context.inputs()[1];
  if (a.is_secret() || b.is_secret())
    refuse(context, "a secret cannot be added to, since the sum would be none; feed the "
                    "whole text as a secret");
  if (a.dtype() == DataType::kString)
    return combine(context, a.shape(), a.strings(), b.shape(), b.strings(), Plus());
  return numeric<Plus>(context);
}

TensorValue assign_add(const KernelContext &context) {
  const std::string &variable = context.attribute("variable").as_string();
  const TensorValue old = read_variable(context.state(), variable);
  const TensorValue &value = context.inputs()[0];
  if (old.shape() != value.shape())
    refuse(context, "the value does not have the variable's shape");
  TensorValue sum = numeric<Plus>(context, old, value);
  context.state().set(variable, sum);
  return sum;
}

template <typename Element>
TensorValue multiply_matrices(const std::vector<Element> &a,
                              const std::vector<Element> &b, std::int64_t rows,
                              std::int64_t inner, std::int64_t columns) {
  std::vector<Element> result(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t k = 0; k < inner; ++k)
      for (std::int64_t j = 0; j < columns; ++j) {
        Element &sum = result[static_cast<std::size_t>(i * columns + j)];
        sum = Plus()(sum, Times()(a[static_cast<std::size_t>(i * inner + k)],
                                  b[static_cast<std::size_t>(k * columns + j)]));
      }
  return TensorValue(Shape{rows, columns}, std::move(result));
}

TensorValue matmul(const KernelContext &context) {
  const TensorValue &a = context.inputs()[0];
  const TensorValue &b = context.inputs()[1];
  if (a.shape().size() != 2 || b.shape().size() != 2)
    refuse(context, "both operands must be matrices");
  if (a.shape()[1] != b.shape()[0])
    refuse(context, "the inner extents differ: " + std::to_string(a.shape()[1]) +
                        " and " + std::to_string(b.shape()[0]));
  const std::int64_t rows = a.shape()[0], inner = a.shape()[1], columns = b.shape()[1];
  if (a.dtype() == DataType::kFloat)
    return multiply_matrices(a.floats(), b.floats(), rows, inner, columns);
  return multiply_matrices(a.ints(), b.ints(), rows, inner, columns);
}

TensorValue reduce_mean(const KernelContext &context) {
  const std::vector<float> &elements = context.inputs()[0].floats();
  if (elements.empty())
    refuse(context, "an empty tensor has no mean");
  const double sum = std::accumulate(elements.begin(), elements.end(), 0.0);
  return TensorValue(sum / static_cast<double>(elements.size()));
}

} // namespace

void register_math_kernels(KernelRegistry &registry) {
  const std::pair<const char *, FunctionKernel::Function> kernels[] = {
      {"Add", add},
      {"Subtract", numeric<Minus>},
      {"Multiply", numeric<Times>},
      {"AssignAdd", assign_add},
      {"MatMul", matmul},
      {"ReduceMean", reduce_mean},
  };
  for (const auto &kernel : kernels)
    registry.register_kernel(kernel.first,
                             std::make_shared<FunctionKernel>(kernel.second));
}

} // namespace hooktidy::runtime::internal
