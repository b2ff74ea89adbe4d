//===- graph-mutation-after-begin.cpp - adds to a final graph -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_run_hook.h"

#include <functional>

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class InAfterCreateSession : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    session.run({Graph::current().add_identity("seen", global_step(Graph::current()))});
  }
};

class TwoCallsDeep : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return request();
  }

private:
  SessionRunArgs request() { return SessionRunArgs({make()}); }
  Operation make() { return Graph::current().add_constant("one", 1); }
};

class WhenFirstNeeded : public SessionRunHook {
public:
  void begin(Graph &graph) override { graph_ = &graph; }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (!made_)
      counter_ = graph_->add_constant("counter", 0);
    made_ = true;
  }

private:
  Graph *graph_ = nullptr;
  bool made_ = false;
  Tensor counter_;
};

class AtTheEnd : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    add_ = [&graph] { return graph.add_constant("last", 1); };
  }
  void end(Session &session) override { session.run({add_()}); }

private:
  std::function<Operation()> add_;
};

} // namespace bad

namespace good {

class InBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ == &graph)
      return;
    graph_ = &graph;
    one_ = make(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({one_});
  }

private:
  static Operation make(Graph &graph) { return graph.add_constant("one", 1); }

  const Graph *graph_ = nullptr;
  Operation one_;
};

class UnlessFinal : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    if (!Graph::current().finalized())
      Graph::current().add_constant("one", 1);
  }
};

class OnItsOwnGraph : public SessionRunHook {
public:
  void end(Session &) override {
    Graph report;
    report.add_constant("steps", 1);
  }
};

} // namespace good

} // namespace oracle_case
