//===- graph_access.h - what only the runtime may do to a graph -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_GRAPH_ACCESS_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_GRAPH_ACCESS_H

namespace hooktidy::runtime {

class Graph;

namespace internal {

/// Closing a session makes a graph mutable again; hooks cannot do that.
class GraphAccess {
public:
  static void unfinalize(Graph &graph);
};

} // namespace internal
} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_GRAPH_ACCESS_H
