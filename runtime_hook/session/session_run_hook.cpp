//===- session_run_hook.cpp - defaults of the callbacks -------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_run_hook.h"

#include "runtime_hook/graph/error.h"
#include "runtime_hook/replay/callback_frame.h"

namespace hooktidy::runtime {

const TensorValue &RunResults::operator[](std::size_t index) const {
  if (index >= values_.size())
    throw FailedPreconditionError("result " + std::to_string(index) +
                                  " was read, but before_run asked for " +
                                  std::to_string(values_.size()) + " fetches");
  return values_[index];
}

SessionRunHook::~SessionRunHook() {
#ifdef HOOKTIDY_CHECKED_MODE
  internal::CheckerAccess::hook_destroyed(*this);
#endif
}
void SessionRunHook::begin(Graph &) {}
void SessionRunHook::after_create_session(Session &, Coordinator &) {}
std::optional<SessionRunArgs> SessionRunHook::before_run(SessionRunContext &) {
  return std::nullopt;
}
void SessionRunHook::after_run(SessionRunContext &, const SessionRunValues &) {}
void SessionRunHook::end(Session &) {}

} // namespace hooktidy::runtime
