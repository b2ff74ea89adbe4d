//===- SignalBlock.cpp - requests to stop, taken at safe points -----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/SignalBlock.h"

#include <initializer_list>

namespace hooktidy {

static sigset_t stopSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&set, signal);
  return set;
}

SignalBlock::SignalBlock() {
  sigset_t set = stopSignals();
  sigprocmask(SIG_BLOCK, &set, &previous);
}

SignalBlock::~SignalBlock() { sigprocmask(SIG_SETMASK, &previous, nullptr); }

int takeStopSignal() {
  sigset_t pending;
  if (sigpending(&pending) != 0)
    return 0;
  for (int candidate : {SIGINT, SIGTERM, SIGHUP})
    if (sigismember(&pending, candidate) == 1) {
      sigset_t one;
      sigemptyset(&one);
      sigaddset(&one, candidate);
      int taken = 0;
      return sigwait(&one, &taken) == 0 ? taken : candidate;
    }
  return 0;
}

void unblockStopSignals() {
  sigset_t set = stopSignals();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace hooktidy
