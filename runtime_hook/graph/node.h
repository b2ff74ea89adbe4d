//===- node.h - an operation as the graph stores it -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_NODE_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_NODE_H

#include "runtime_hook/graph/operation.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime::internal {

/// Immutable once it is in a graph, so sessions read it without a lock.
struct Node {
  std::string name;
  std::string type;
  std::uint64_t graph_id = 0;
  /// Older nodes of the same store.
  std::vector<const Node *> inputs;
  std::vector<const Node *> control_inputs;
  std::vector<std::pair<std::string, TensorValue>> attributes;
  std::optional<DataType> output;

  /// Throws InternalError if there is no attribute of that name.
  const TensorValue &attribute(const std::string &attribute_name) const;
};

/// All nodes of a graph. Handles share the ownership of the whole store, which makes them
/// safe when the graph is gone, without chains of owners along the edges.
using NodeStore = std::deque<Node>;

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_NODE_H
