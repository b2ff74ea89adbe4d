//===- early_stopping.cpp - stops when the loss no longer falls, done wrong ===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

#include <limits>

namespace hooktidy::examples::broken {

using namespace hooktidy::runtime;

namespace {

class EarlyStoppingHook : public SessionRunHook {
public:
  explicit EarlyStoppingHook(int patience) : patience_(patience) {}

  void begin(Graph &graph) override {
    loss_ = graph.tensor(kLossName);
    // WRONG, no check yet: not set on the other path, though after_run compares with it.
    if (patience_ > 0)
      best_ = std::numeric_limits<float>::infinity();
    // BREACH hook-non-idempotent-begin: the test looks like a guard, but the member is
    // false again in every session.
    made_ = false;
    if (!made_)
      stopped_ = graph.add_variable("early_stopping/stopped", 0);
    made_ = true;
  }

  void after_create_session(Session &, Coordinator &) override {
    // BREACH hook-run-dependent-after-create-session: no run has happened; after a
    // recovery this is the session that was lost.
    if (last_session_)
      best_ = last_session_->run({loss_})[0].as_float();
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    last_session_ = &context.session();
    if (++runs_ % 2 == 0)
      return std::nullopt;
    return SessionRunArgs({loss_});
  }

  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    // WRONG, no check yet: every second run nothing was asked for.
    const float loss = values.results[0].as_float();
    if (loss < best_) {
      best_ = loss;
      runs_without_progress_ = 0;
    } else if (++runs_without_progress_ >= patience_) {
      context.request_stop();
    }
  }

private:
  const int patience_;
  bool made_ = false;
  Tensor loss_;
  Tensor stopped_;
  Session *last_session_ = nullptr;
  float best_ = 0;
  int runs_ = 0;
  int runs_without_progress_ = 0;
};

} // namespace

std::unique_ptr<SessionRunHook> make_early_stopping(int patience) {
  return std::make_unique<EarlyStoppingHook>(patience);
}

} // namespace hooktidy::examples::broken
