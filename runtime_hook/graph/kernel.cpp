//===- kernel.cpp - kernel contexts and the registry ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/kernel.h"

#include "runtime_hook/graph/builtin_kernels.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/graph/node.h"

namespace hooktidy::runtime {

SessionState::~SessionState() = default;
Kernel::~Kernel() = default;

KernelContext::KernelContext(const Graph &graph, const internal::Node &node,
                             std::vector<TensorValue> inputs, SessionState &state)
    : graph_(graph), node_(node), inputs_(std::move(inputs)), state_(state) {}

const std::string &KernelContext::name() const noexcept { return node_.name; }

Operation KernelContext::operation() const { return graph_.operation(name()); }

const std::string &KernelContext::file_name() const {
  const TensorValue &input = inputs().at(0);
  if (input.is_secret())
    throw InvalidArgumentError("operation '" + name() +
                               "': a secret cannot be the name of a file, since errors "
                               "and logs name files; give the name as a plain string");
  return input.as_string();
}

const TensorValue &KernelContext::attribute(const std::string &name) const {
  return node_.attribute(name);
}

const TensorValue &internal::Node::attribute(const std::string &attribute_name) const {
  for (const auto &attribute : attributes)
    if (attribute.first == attribute_name)
      return attribute.second;
  throw InternalError("operation '" + name + "' has no attribute '" + attribute_name +
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
