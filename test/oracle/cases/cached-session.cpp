//===- cached-session.cpp - uses what was lent to an earlier callback -----===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_run_hook.h"

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class TakesTheFirstSession : public SessionRunHook {
public:
  void begin(Graph &graph) override { step_ = global_step(graph); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    if (!session_)
      session_ = &context.session();
    last_step_ = session_->run({step_})[0].as_int64();
    return std::nullopt;
  }

private:
  Tensor step_;
  Session *session_ = nullptr;
  std::int64_t last_step_ = 0;
};

} // namespace bad

namespace good {

class TakesEachSession : public SessionRunHook {
public:
  void begin(Graph &graph) override { step_ = global_step(graph); }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    last_step_ = session_->run({step_})[0].as_int64();
    return std::nullopt;
  }

private:
  Tensor step_;
  Session *session_ = nullptr;
  std::int64_t last_step_ = 0;
};

class AsksTheContext : public SessionRunHook {
public:
  void begin(Graph &graph) override { step_ = global_step(graph); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    last_step_ = context.session().run({step_})[0].as_int64();
    return std::nullopt;
  }

private:
  Tensor step_;
  std::int64_t last_step_ = 0;
};

} // namespace good

} // namespace oracle_case
