//===- SignalBlock.h - requests to stop, taken at safe points ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_SIGNALBLOCK_H
#define HOOKTIDY_TOOL_DRIVER_SIGNALBLOCK_H

#include <csignal>

namespace hooktidy {

/// While one exists, SIGINT, SIGTERM and SIGHUP wait: the tool asks for them
/// where it can end its workers and leave no half-written file.
class SignalBlock {
public:
  SignalBlock();
  ~SignalBlock();
  SignalBlock(const SignalBlock &) = delete;
  SignalBlock &operator=(const SignalBlock &) = delete;

private:
  sigset_t previous;
};

/// The waiting signal, taken off the queue, or 0.
int takeStopSignal();

/// For a new process that is to be stopped as usual.
void unblockStopSignals();

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_SIGNALBLOCK_H
