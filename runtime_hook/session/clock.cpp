//===- clock.cpp - time that tests can replace ----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/clock.h"

#include <thread>

namespace hooktidy::runtime {

Clock::~Clock() = default;

namespace {

class SystemClock final : public Clock {
public:
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
  void sleep_for(std::chrono::milliseconds duration) const override {
    std::this_thread::sleep_for(duration);
  }
};

} // namespace

const Clock &Clock::system() {
  static const SystemClock clock;
  return clock;
}

} // namespace hooktidy::runtime
