//===- line_model.cpp - a line through points -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/line_model.h"

#include "runtime_hook/graph/error.h"

#include <memory>
#include <sstream>
#include <vector>

namespace hooktidy::examples {

using namespace hooktidy::runtime;

namespace {

constexpr char kParsePoints[] = "ParsePoints";

/// Gives a matrix with a point in each row.
class ParsePoints final : public Kernel {
public:
  TensorValue compute(const KernelContext &context) const override {
    std::istringstream text(context.inputs()[0].as_string());
    std::vector<float> numbers;
    for (float number = 0; text >> number;)
      numbers.push_back(number);
    if (!text.eof() || numbers.empty() || numbers.size() % 2 != 0)
      throw InvalidArgumentError("operation '" + context.name() +
                                 "': the text must have two numbers in each line");
    const Shape shape{static_cast<std::int64_t>(numbers.size() / 2), 2};
    return TensorValue(shape, std::move(numbers));
  }
};

Tensor add_column(Graph &graph, const std::string &name, const Tensor &points,
                  std::vector<float> selector) {
  return graph.add_matmul(
      name, points,
      graph.add_constant(name + "_selector",
                         TensorValue(Shape{2, 1}, std::move(selector))));
}

/// Moves the variable down its slope: the mean of the products, times two, is the
/// derivative of the loss.
Tensor add_update(Graph &graph, const Tensor &variable, const Tensor &products) {
  constexpr float kRate = 0.1f;
  const Tensor mean = graph.add_reduce_mean("mean", products);
  return graph.add_assign_add(
      "update", variable,
      graph.add_multiply("delta", mean, graph.add_constant("factor", -2 * kRate)));
}

} // namespace

LineModel build_line_model(Graph &graph, const Tensor &text) {
  OperationSpec parse;
  parse.type = kParsePoints;
  parse.name = "points";
  parse.inputs = {text};
  parse.output = DataType::kFloat;
  const Tensor points = graph.add_operation(parse).output();
  const Tensor x = add_column(graph, "x", points, {1, 0});
  const Tensor y = add_column(graph, "y", points, {0, 1});

  LineModel model;
  model.slope = graph.add_variable("slope", 0.0f);
  model.offset = graph.add_variable("offset", 0.0f);
  const Tensor y_hat =
      graph.add_add("y_hat", graph.add_multiply("scaled", x, model.slope), model.offset);
  const Tensor error = graph.add_subtract("error", y_hat, y);
  model.loss = graph.add_reduce_mean("loss", graph.add_multiply("squares", error, error));
  model.step = graph.add_assign_add("count", get_or_create_global_step(graph),
                                    graph.add_constant("one", 1));
  model.train = graph.add_no_op(
      "train", {add_update(graph, model.slope, graph.add_multiply("slopes", error, x)),
                add_update(graph, model.offset, error), model.step});
  return model;
}

void register_line_kernels(KernelRegistry &registry) {
  registry.register_kernel(kParsePoints, std::make_shared<ParsePoints>());
}

} // namespace hooktidy::examples
