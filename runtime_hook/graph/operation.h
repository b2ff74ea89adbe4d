//===- operation.h - handles on parts of a graph ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_OPERATION_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_OPERATION_H

#include "runtime_hook/graph/tensor_value.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

namespace internal {
struct Node;
} // namespace internal

class Tensor;

/// A handle on one operation of a graph. Cheap to copy; a default-constructed
/// handle is null. A handle outlives its graph safely, but only sessions of
/// that graph run it.
class Operation {
public:
  Operation() noexcept = default;

  /// False for a null handle.
  explicit operator bool() const noexcept { return node_ != nullptr; }

  /// The members below throw FailedPreconditionError on a null handle.
  const std::string &name() const;
  /// The kernel's name, for example "MatMul".
  const std::string &type() const;
  /// Graph::id() of the graph that it belongs to.
  std::uint64_t graph_id() const;
  /// True if running it gives a value.
  bool has_output() const;
  /// The output as something to feed, to fetch or to compute with. Throws
  /// InvalidArgumentError if there is none.
  Tensor output() const;

  friend bool operator==(const Operation &a, const Operation &b) noexcept {
    return a.node_ == b.node_;
  }
  friend bool operator!=(const Operation &a, const Operation &b) noexcept {
    return a.node_ != b.node_;
  }

  /// For the runtime's own code.
  explicit Operation(std::shared_ptr<const internal::Node> node) noexcept;
  const internal::Node *node() const noexcept { return node_.get(); }

private:
  std::shared_ptr<const internal::Node> node_;
};

/// A handle on an operation that has an output: the symbolic tensor.
class Tensor : public Operation {
public:
  Tensor() noexcept = default;

  /// Element type of the output. Throws FailedPreconditionError on a null handle.
  DataType dtype() const;

private:
  friend class Operation;
  explicit Tensor(const Operation &operation) : Operation(operation) {}
};

/// Values to be used instead of what the tensors would compute.
using Feeds = std::vector<std::pair<Tensor, TensorValue>>;

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_OPERATION_H
