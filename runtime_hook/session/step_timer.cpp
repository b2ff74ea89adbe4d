//===- step_timer.cpp - when a hook acts ----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/step_timer.h"

#include "runtime_hook/graph/error.h"

namespace hooktidy::runtime {

Every Every::steps(std::int64_t steps) {
  if (steps <= 0)
    throw InvalidArgumentError("a number of steps must be positive, not " +
                               std::to_string(steps));
  Every every;
  every.steps_ = steps;
  return every;
}

Every Every::interval(std::chrono::milliseconds interval) {
  if (interval.count() <= 0)
    throw InvalidArgumentError("an interval must be positive, not " +
                               std::to_string(interval.count()) + " ms");
  Every every;
  every.interval_ = interval;
  return every;
}

StepTimer::StepTimer(Every every, const Clock *clock)
    : every_(every), clock_(clock ? clock : &Clock::system()) {}

bool StepTimer::is_due(std::int64_t step) const {
  if (!last_step_)
    return true;
  if (every_.steps_ > 0)
    return step >= *last_step_ + every_.steps_;
  return step != *last_step_ && clock_->now() >= last_time_ + every_.interval_;
}

std::optional<StepTimer::Elapsed> StepTimer::act(std::int64_t step) {
  const Clock::TimePoint now = clock_->now();
  std::optional<Elapsed> elapsed;
  if (last_step_)
    elapsed = Elapsed{step - *last_step_, now - last_time_};
  last_step_ = step;
  last_time_ = now;
  return elapsed;
}

} // namespace hooktidy::runtime
