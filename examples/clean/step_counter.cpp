//===- step_counter.cpp - steps per second, told from time to time --------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

#include <chrono>
#include <cstdio>

namespace hooktidy::examples::clean {

using namespace hooktidy::runtime;

namespace {

class StepCounterHook : public SessionRunHook {
public:
  explicit StepCounterHook(std::int64_t every_steps) : every_steps_(every_steps) {}

  // Looks the step up in the graph of this session; the constructor cannot know it.
  void begin(Graph &graph) override { step_ = global_step(graph); }

  // The count starts anew with every session: a lost one may have been further on.
  void after_create_session(Session &session, Coordinator &) override {
    last_step_ = session.run({step_})[0].as_int64();
    last_time_ = Clock::now();
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({step_});
  }

  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    const std::int64_t step = values.results[0].as_int64();
    if (step < last_step_ + every_steps_)
      return;
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> elapsed = now - last_time_;
    std::printf("step %lld: %.0f steps per second\n", static_cast<long long>(step),
                static_cast<double>(step - last_step_) / elapsed.count());
    last_step_ = step;
    last_time_ = now;
  }

private:
  using Clock = std::chrono::steady_clock;

  const std::int64_t every_steps_;
  Tensor step_;
  std::int64_t last_step_ = 0;
  Clock::time_point last_time_;
};

} // namespace

std::unique_ptr<SessionRunHook> make_step_counter(std::int64_t every_steps) {
  return std::make_unique<StepCounterHook>(every_steps);
}

} // namespace hooktidy::examples::clean
