//===- tiny_model.cpp - a model that trains in no time --------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/tiny_model.h"

#include "examples/hooks.h"
#include "runtime_hook/graph/error.h"

#include <memory>

namespace hooktidy::examples {

using namespace hooktidy::runtime;

Operation build_tiny_model(Graph &graph) {
  const Tensor x =
      graph.add_constant("x", TensorValue(Shape{3}, std::vector<float>{1, 2, 3}));
  const Tensor y =
      graph.add_constant("y", TensorValue(Shape{3}, std::vector<float>{2, 4, 6}));
  const Tensor w = graph.add_variable("w", 0.0f);
  const Tensor error = graph.add_subtract("error", graph.add_multiply("y_hat", x, w), y);
  graph.add_reduce_mean(kLossName, graph.add_multiply("squares", error, error));

  // d loss / d w = 2 * mean(error * x)
  const Tensor slope = graph.add_reduce_mean("slope", graph.add_multiply("", error, x));
  const Tensor delta =
      graph.add_multiply("delta", slope, graph.add_constant("rate", -0.1f));
  const Tensor step = get_or_create_global_step(graph);
  return graph.add_no_op(
      "train", {graph.add_assign_add("update", w, delta),
                graph.add_assign_add("count", step, graph.add_constant("one", 1))});
}

namespace {

/// Stands for a process-wide file system that is given its credentials.
class ConfigureCredentials final : public Kernel {
public:
  TensorValue compute(const KernelContext &context) const override {
    if (context.inputs()[0].as_string().empty())
      throw InvalidArgumentError("the credentials are empty");
    return TensorValue();
  }
};

} // namespace

const KernelRegistry &example_kernels() {
  static const KernelRegistry kernels = [] {
    KernelRegistry registry = KernelRegistry::builtin();
    registry.register_kernel("GcsConfigureCredentials",
                             std::make_shared<ConfigureCredentials>());
    return registry;
  }();
  return kernels;
}

} // namespace hooktidy::examples
