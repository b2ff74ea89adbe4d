//===- tiny_model.h - a model that trains in no time ------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXAMPLES_TINY_MODEL_H
#define HOOKTIDY_EXAMPLES_TINY_MODEL_H

#include "runtime_hook/graph/graph.h"
#include "runtime_hook/graph/kernel.h"

namespace hooktidy::examples {

/// Builds y = w * x with w = 2, its loss under the name kLossName, and a training
/// operation that also counts the global step. Returns the training operation.
runtime::Operation build_tiny_model(runtime::Graph &graph);

/// The built-in kernels and one for the operation of the GCS example.
const runtime::KernelRegistry &example_kernels();

} // namespace hooktidy::examples

#endif // HOOKTIDY_EXAMPLES_TINY_MODEL_H
