//===- builtin_kernels.h - kernels of the Graph::add_* builders -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_BUILTIN_KERNELS_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_BUILTIN_KERNELS_H

#include "runtime_hook/graph/kernel.h"

#include <string>

namespace hooktidy::runtime::internal {

/// A kernel without state of its own.
class FunctionKernel : public Kernel {
public:
  using Function = TensorValue (*)(const KernelContext &context);

  explicit FunctionKernel(Function function) noexcept : function_(function) {}
  TensorValue compute(const KernelContext &context) const override {
    return function_(context);
  }

private:
  Function function_;
};

/// Placeholders, constants, variables, files, iterators, NoOp.
void register_value_kernels(KernelRegistry &registry);

/// Arithmetic.
void register_math_kernels(KernelRegistry &registry);

/// Saving and restoring of variables; for Saver.
TensorValue save_variables(const KernelContext &context);
TensorValue restore_variables(const KernelContext &context);

/// The value of a variable. Throws FailedPreconditionError if it has none.
TensorValue read_variable(const SessionState &state, const std::string &name);

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_BUILTIN_KERNELS_H
