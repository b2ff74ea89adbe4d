//===- kernel.h - what an operation does when it runs -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_KERNEL_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_KERNEL_H

#include "runtime_hook/graph/operation.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

class Graph;

/// State that a session keeps for its operations, by operation name. Sessions run one
/// operation at a time, so kernels need no lock.
class SessionState {
public:
  virtual ~SessionState();
  /// The value, or an empty one.
  virtual TensorValue get(const std::string &operation) const = 0;
  virtual void set(const std::string &operation, const TensorValue &value) = 0;
};

/// What a kernel sees of one execution.
class KernelContext {
public:
  KernelContext(const Graph &graph, const internal::Node &node,
                std::vector<TensorValue> inputs, SessionState &state);

  const Graph &graph() const noexcept { return graph_; }
  /// The operation's name.
  const std::string &name() const noexcept;
  Operation operation() const;
  const std::vector<TensorValue> &inputs() const noexcept { return inputs_; }
  /// The first input as the name of a file. Throws InvalidArgumentError if it is a
  /// secret: errors name files.
  const std::string &file_name() const;
  /// An attribute. Throws InternalError if the operation has none of that name.
  const TensorValue &attribute(const std::string &name) const;
  SessionState &state() const noexcept { return state_; }

private:
  const Graph &graph_;
  const internal::Node &node_;
  std::vector<TensorValue> inputs_;
  SessionState &state_;
};

/// Computes operations of one type. One kernel object serves all sessions, so
/// compute() must be thread-safe.
class Kernel {
public:
  virtual ~Kernel();
  /// The output; an empty value if the type has none. May throw any Error.
  virtual TensorValue compute(const KernelContext &context) const = 0;
};

/// Kernels by operation type. Not thread-safe while it is being changed.
class KernelRegistry {
public:
  /// An empty registry.
  KernelRegistry() = default;

  /// The kernels of all Graph::add_* builders; copy it to add own ones.
  static const KernelRegistry &builtin();

  /// Throws AlreadyExistsError if the type has a kernel.
  void register_kernel(const std::string &type, std::shared_ptr<const Kernel> kernel);

  /// The kernel, or null.
  const Kernel *find(const std::string &type) const;

private:
  std::vector<std::pair<std::string, std::shared_ptr<const Kernel>>> kernels_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_KERNEL_H
