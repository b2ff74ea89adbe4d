//===- non-idempotent-begin.cpp - adds again on the same graph ------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_run_hook.h"

#include <set>

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class NoGuard : public SessionRunHook {
public:
  void begin(Graph &graph) override { one_ = graph.add_constant("one", 1); }

private:
  Tensor one_;
};

class GuardOfOneSession : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!made_)
      one_ = graph.add_constant("one", 1);
    made_ = true;
  }
  void end(Session &) override { made_ = false; }

private:
  bool made_ = false;
  Tensor one_;
};

class GuardedInPart : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ != &graph)
      one_ = graph.add_constant("one", 1);
    graph_ = &graph;
    twice_ = graph.add_identity("again", one_);
  }

private:
  const Graph *graph_ = nullptr;
  Tensor one_;
  Tensor twice_;
};

} // namespace bad

namespace good {

class RemembersTheGraph : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ == &graph)
      return;
    graph_ = &graph;
    one_ = graph.add_constant("one", 1);
  }

private:
  const Graph *graph_ = nullptr;
  Tensor one_;
};

class RemembersAllGraphs : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (begun_.insert(&graph).second)
      graph.add_constant("one", 1);
  }

private:
  std::set<const Graph *> begun_;
};

class LooksOnly : public SessionRunHook {
public:
  void begin(Graph &graph) override { step_ = global_step(graph); }

private:
  Tensor step_;
};

} // namespace good

} // namespace oracle_case
