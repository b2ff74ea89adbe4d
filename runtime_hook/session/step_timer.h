//===- step_timer.h - when a hook acts --------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_STEP_TIMER_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_STEP_TIMER_H

#include "runtime_hook/session/clock.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace hooktidy::runtime {

/// How often a hook acts: every so many steps, or after so much time.
class Every {
public:
  /// Throws InvalidArgumentError unless it is positive.
  static Every steps(std::int64_t steps);
  static Every interval(std::chrono::milliseconds interval);

private:
  friend class StepTimer;
  Every() = default;

  /// 0: the other one counts.
  std::int64_t steps_ = 0;
  std::chrono::milliseconds interval_{0};
};

/// Says when a hook has to act. Null clock: Clock::system().
class StepTimer {
public:
  /// Since the last time that the hook acted.
  struct Elapsed {
    std::int64_t steps;
    std::chrono::duration<double> time;
  };

  explicit StepTimer(Every every, const Clock *clock = nullptr);

  /// Forgets the past; for begin().
  void reset() { last_step_.reset(); }

  /// True at the first step asked for, and when enough steps or time have gone by.
  bool is_due(std::int64_t step) const;

  /// The hook acts at this step. Nothing has elapsed the first time.
  std::optional<Elapsed> act(std::int64_t step);

  /// The last step acted at.
  std::optional<std::int64_t> last_step() const { return last_step_; }

private:
  Every every_;
  const Clock *clock_;
  std::optional<std::int64_t> last_step_;
  Clock::TimePoint last_time_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_STEP_TIMER_H
