//===- value_kernels.cpp - kernels that hold, read and store values -------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/builtin_kernels.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/file_io.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/graph/node.h"

namespace hooktidy::runtime::internal {

namespace {

TensorValue placeholder(const KernelContext &context) {
  throw FailedPreconditionError("placeholder '" + context.name() + "' was not fed");
}

TensorValue constant(const KernelContext &context) { return context.attribute("value"); }

TensorValue no_op(const KernelContext &) { return TensorValue(); }

TensorValue identity(const KernelContext &context) { return context.inputs()[0]; }

TensorValue variable(const KernelContext &context) {
  return read_variable(context.state(), context.name());
}

TensorValue initialize_variables(const KernelContext &context) {
  for (const Tensor &variable : context.graph().variables())
    context.state().set(variable.name(), variable.node()->attribute("initial"));
  return TensorValue();
}

TensorValue assign(const KernelContext &context) {
  if (context.inputs()[0].is_secret())
    throw InvalidArgumentError("operation '" + context.name() +
                               "': a variable cannot hold a secret, since checkpoints "
                               "would; feed it to each run that needs it");
  context.state().set(context.attribute("variable").as_string(), context.inputs()[0]);
  return context.inputs()[0];
}

TensorValue read_file(const KernelContext &context) {
  return read_whole_file(context.file_name());
}

template <typename Element>
TensorValue slice(const std::vector<Element> &elements, const Shape &shape,
                  std::int64_t row) {
  const auto width =
      static_cast<std::ptrdiff_t>(elements.size() / static_cast<std::size_t>(shape[0]));
  const auto first = elements.begin() + row * width;
  return TensorValue(Shape(shape.begin() + 1, shape.end()),
                     std::vector<Element>(first, first + width));
}

TensorValue iterator(const KernelContext &context) {
  const std::string &name = context.name();
  const TensorValue &rows = context.attribute("rows");
  const TensorValue position = context.state().get(name);
  const std::int64_t row = position.has_value() ? position.as_int64() : 0;
  if (row >= rows.shape()[0])
    throw OutOfRangeError("iterator '" + name + "' has no more rows");
  context.state().set(name, row + 1);
  switch (rows.dtype()) {
  case DataType::kFloat:
    return slice(rows.floats(), rows.shape(), row);
  case DataType::kInt64:
    return slice(rows.ints(), rows.shape(), row);
  case DataType::kString:
    return slice(rows.strings(), rows.shape(), row);
  }
  throw InternalError("iterator '" + name + "' has rows of an unknown type");
}

} // namespace

TensorValue read_variable(const SessionState &state, const std::string &name) {
  TensorValue value = state.get(name);
  if (!value.has_value())
    throw FailedPreconditionError("variable '" + name +
                                  "' has no value; run its initializer or restore a "
                                  "checkpoint first");
  return value;
}

void register_value_kernels(KernelRegistry &registry) {
  const std::pair<const char *, FunctionKernel::Function> kernels[] = {
      {"Placeholder", placeholder},
      {"Constant", constant},
      {"NoOp", no_op},
      {"Identity", identity},
      {"Variable", variable},
      {"InitializeVariables", initialize_variables},
      {"Assign", assign},
      {"ReadFile", read_file},
      {"Iterator", iterator},
      {"SaveVariables", save_variables},
      {"RestoreVariables", restore_variables},
  };
  for (const auto &kernel : kernels)
    registry.register_kernel(kernel.first,
                             std::make_shared<FunctionKernel>(kernel.second));
}

} // namespace hooktidy::runtime::internal
