//===- monitored_session.cpp - sessions with hooks ------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/monitored_session.h"

#include "runtime_hook/session/hooked_session_impl.h"

namespace hooktidy::runtime {

StepContext::~StepContext() = default;

HookedSession::HookedSession(std::vector<SessionRunHook *> hooks,
                             const MonitoredSessionOptions &options, bool recover)
    : impl_(std::make_unique<Impl>(std::move(hooks), options, recover)) {}

HookedSession::~HookedSession() = default;

std::vector<TensorValue> HookedSession::run(const std::vector<Operation> &fetches,
                                            const Feeds &feeds, const RunOptions &options,
                                            RunMetadata *metadata) {
  return impl_->run(SessionRunArgs(fetches, feeds, options), metadata);
}

void HookedSession::run_step(StepFunction &function) { impl_->run_step(function); }
bool HookedSession::should_stop() { return impl_->should_stop(); }
void HookedSession::close() { impl_->close(); }
void HookedSession::abandon() noexcept { impl_->abandon(); }
const Graph &HookedSession::graph() const noexcept { return impl_->graph(); }
Session *HookedSession::raw_session_or_null() const noexcept { return impl_->session(); }

MonitoredSession::MonitoredSession(std::vector<SessionRunHook *> hooks,
                                   const MonitoredSessionOptions &options)
    : HookedSession(std::move(hooks), options, /*recover=*/true) {}

SingularMonitoredSession::SingularMonitoredSession(std::vector<SessionRunHook *> hooks,
                                                   const MonitoredSessionOptions &options)
    : HookedSession(std::move(hooks), options, /*recover=*/false) {}

} // namespace hooktidy::runtime
