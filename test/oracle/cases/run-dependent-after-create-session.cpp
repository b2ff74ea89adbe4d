//===- run-dependent-after-create-session.cpp - reads what a run has left -===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/replay/watched.h"
#include "runtime_hook/session/session_run_hook.h"

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class ComparesWithTheLastStep : public SessionRunHook {
public:
  void begin(Graph &graph) override { step_ = global_step(graph); }
  void after_create_session(Session &session, Coordinator &) override {
    if (session.run({step_})[0].as_int64() < last_step_)
      ++lost_;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({step_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    last_step_ = values.results[0].as_int64();
  }

private:
  Tensor step_;
  HOOKTIDY_WATCHED(std::int64_t) last_step_ = 0;
  int lost_ = 0;
};

class SavesWithTheLastSession : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    if (session_)
      session_->run({});
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    session_ = &context.session();
    return std::nullopt;
  }

private:
  HOOKTIDY_WATCHED(Session *) session_ = nullptr;
};

} // namespace bad

namespace good {

class ReadsTheSession : public SessionRunHook {
public:
  void begin(Graph &graph) override { step_ = global_step(graph); }
  void after_create_session(Session &session, Coordinator &) override {
    last_step_ = session.run({step_})[0].as_int64();
    first_step_ = last_step_;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({step_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    last_step_ = values.results[0].as_int64();
  }

private:
  Tensor step_;
  HOOKTIDY_WATCHED(std::int64_t) last_step_ = 0;
  HOOKTIDY_WATCHED(std::int64_t) first_step_ = 0;
};

class SetInBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    step_ = global_step(graph);
    every_ = 10;
  }
  void after_create_session(Session &session, Coordinator &) override {
    next_ = session.run({step_})[0].as_int64() + every_;
  }

private:
  Tensor step_;
  HOOKTIDY_WATCHED(std::int64_t) every_ = 0;
  HOOKTIDY_WATCHED(std::int64_t) next_ = 0;
};

} // namespace good

} // namespace oracle_case
