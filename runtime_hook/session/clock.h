//===- clock.h - time that tests can replace --------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_CLOCK_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_CLOCK_H

#include <chrono>

namespace hooktidy::runtime {

/// Where the runtime takes the time from and how it waits. Derived classes must be
/// thread-safe.
class Clock {
public:
  using TimePoint = std::chrono::steady_clock::time_point;

  virtual ~Clock();
  virtual TimePoint now() const = 0;
  virtual void sleep_for(std::chrono::milliseconds duration) const = 0;

  /// The steady clock of the system.
  static const Clock &system();
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_CLOCK_H
