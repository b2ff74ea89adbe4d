//===- replay_listener.h - what a replay tells while it is going on *- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_REPLAY_REPLAY_LISTENER_H
#define HOOKTIDY_RUNTIME_HOOK_REPLAY_REPLAY_LISTENER_H

#include "runtime_hook/replay/replay.h"

namespace hooktidy::runtime::internal {

class ReplayListener {
public:
  /// All sessions are over; the hooks are destroyed next, which may end the process.
  virtual void sessions_done(const ReplayResult &so_far) = 0;

protected:
  ~ReplayListener() = default;
};

/// replay() with a listener, which may be null.
ReplayResult replay(ReplaySubject &subject, const FaultPlan &plan,
                    ReplayListener *listener);

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_REPLAY_REPLAY_LISTENER_H
