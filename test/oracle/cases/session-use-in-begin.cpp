//===- session-use-in-begin.cpp - there is none yet -----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_run_hook.h"

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class LeftOver : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (session_)
      session_->run({global_step(graph)});
  }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
  }
  void end(Session &) override { session_ = nullptr; }

private:
  Session *session_ = nullptr;
};

class ThroughAHelper : public SessionRunHook {
public:
  void begin(Graph &) override { flush(); }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
  }
  void end(Session &) override {
    flush();
    session_ = nullptr;
  }

private:
  void flush() {
    if (session_ != nullptr)
      session_->run({});
  }

  Session *session_ = nullptr;
};

class OnASessionOfItsOwn : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    Session session(graph);
    session.run({});
  }
};

} // namespace bad

namespace good {

class ForgetsTheLastOne : public SessionRunHook {
public:
  void begin(Graph &) override {
    session_ = nullptr;
    flush();
  }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
    flush();
  }

private:
  void flush() {
    if (session_)
      session_->run({});
  }

  Session *session_ = nullptr;
};

class OnAGraphOfItsOwn : public SessionRunHook {
public:
  void begin(Graph &) override {
    Graph graph;
    const Tensor one = graph.add_constant("one", 1);
    Session session(graph);
    session.run({one});
  }
};

} // namespace good

} // namespace oracle_case
