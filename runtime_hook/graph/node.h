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
  std::vector<Tensor> inputs;
  std::vector<Operation> control_inputs;
  std::vector<std::pair<std::string, TensorValue>> attributes;
  std::optional<DataType> output;
};

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_NODE_H
