//===- line_model.h - a line through points ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXAMPLES_LINE_MODEL_H
#define HOOKTIDY_EXAMPLES_LINE_MODEL_H

#include "runtime_hook/graph/graph.h"
#include "runtime_hook/graph/kernel.h"

namespace hooktidy::examples {

/// y = slope * x + offset.
struct LineModel {
  /// One step of gradient descent; also counts the global step.
  runtime::Operation train;
  /// The global step after that.
  runtime::Tensor step;
  runtime::Tensor slope;
  runtime::Tensor offset;
  runtime::Tensor loss;
};

/// Builds the model for the points in `text`, a scalar string with "x y" in each line.
LineModel build_line_model(runtime::Graph &graph, const runtime::Tensor &text);

/// The kernel that reads the points. It throws InvalidArgumentError if there are none,
/// or something else than pairs of numbers.
void register_line_kernels(runtime::KernelRegistry &registry);

} // namespace hooktidy::examples

#endif // HOOKTIDY_EXAMPLES_LINE_MODEL_H
