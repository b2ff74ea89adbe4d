//===- kernel.cpp - kernel contexts and the registry ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/kernel.h"

#include "runtime_hook/graph/builtin_kernels.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/node.h"

namespace hooktidy::runtime {

SessionState::~SessionState() = default;
Kernel::~Kernel() = default;

KernelContext::KernelContext(const Graph &graph, const Operation &operation,
                             std::vector<TensorValue> inputs, SessionState &state)
    : graph_(graph), operation_(operation), inputs_(std::move(inputs)), state_(state) {}

const TensorValue &KernelContext::attribute(const std::string &name) const {
  return internal::node_attribute(operation_, name);
}

const TensorValue &internal::node_attribute(const Operation &operation,
                                            const std::string &name) {
  for (const auto &attribute : operation.node()->attributes)
    if (attribute.first == name)
      return attribute.second;
  throw InternalError("operation '" + operation.name() + "' has no attribute '" + name +
                      "'");
}

void KernelRegistry::register_kernel(const std::string &type,
                                     std::shared_ptr<const Kernel> kernel) {
  if (!kernel)
    throw InvalidArgumentError("a null kernel was registered for '" + type + "'");
  if (find(type))
    throw AlreadyExistsError("type '" + type + "' has a kernel");
  kernels_.emplace_back(type, std::move(kernel));
}

const Kernel *KernelRegistry::find(const std::string &type) const {
  for (const auto &entry : kernels_)
    if (entry.first == type)
      return entry.second.get();
  return nullptr;
}

const KernelRegistry &KernelRegistry::builtin() {
  static const KernelRegistry registry = [] {
    KernelRegistry kernels;
    internal::register_value_kernels(kernels);
    internal::register_math_kernels(kernels);
    return kernels;
  }();
  return registry;
}

} // namespace hooktidy::runtime
