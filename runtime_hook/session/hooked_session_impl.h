//===- hooked_session_impl.h - what a hooked session does -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_HOOKED_SESSION_IMPL_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_HOOKED_SESSION_IMPL_H

#include "runtime_hook/replay/checker.h"
#include "runtime_hook/replay/fault_plan.h"
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/monitored_session.h"

#include <exception>
#include <memory>
#include <vector>

namespace hooktidy::runtime {

namespace internal {
class RunRequest;
} // namespace internal

/// The hooks, the graph and the stop request live as long as this object; the raw
/// session and its coordinator are replaced on recovery, always both together.
class HookedSession::Impl {
public:
  Impl(std::vector<SessionRunHook *> hooks, const MonitoredSessionOptions &options,
       bool recover);
  ~Impl();
  Impl(const Impl &) = delete;
  Impl &operator=(const Impl &) = delete;

  std::vector<TensorValue> run(const SessionRunArgs &args, RunMetadata *metadata);
  void run_step(StepFunction &function);
  bool should_stop();
  void close();
  void abandon() noexcept;

  Graph &graph() const noexcept { return graph_; }
  Session *session() const noexcept { return session_.get(); }

private:
  class StepContextImpl;

  // Construction and recovery.
  void check_hooks() const;
  void start();
  void create_session();
  void create_session_once();
  void drop_session() noexcept;
  void close_session() noexcept;
  /// Counts a failure; false if it was one too many. Otherwise waits.
  bool wait_before_retry();

  // Running.
  void check_may_run() const;
  template <typename Attempt> auto recovering(Attempt attempt);
  std::vector<TensorValue> run_once(const SessionRunArgs &args, RunMetadata *metadata);
  void ask_hooks(SessionRunContext &context, internal::RunRequest &request);
  std::vector<TensorValue> run_raw(const internal::RunRequest &request,
                                   RunMetadata &metadata);
  void tell_hooks(SessionRunContext &context, const internal::RunRequest &request,
                  const std::vector<TensorValue> &values, const RunMetadata &metadata);
  void rethrow_root_cause() const;
  bool is_recoverable(const Error &error) const noexcept;

  // Leaving.
  std::exception_ptr finish(bool call_end) noexcept;
  void call_end_of_hooks(std::exception_ptr &first_error) noexcept;
  void join_threads(std::exception_ptr &first_error) noexcept;
  bool left_by_error() const noexcept;

  // For tests and the checked mode.
  void reach(FaultPoint point);
  void trace(const char *event);
  void trace_failed_run(const char *code);

  const std::vector<SessionRunHook *> hooks_;
  const MonitoredSessionOptions options_;
  const bool recover_;
  const Clock &clock_;
  Graph &graph_;
  const bool was_final_;
  const int exceptions_in_flight_;
  const std::unique_ptr<SessionCreator> own_creator_;
  SessionCreator &creator_;

  /// Null unless the checked mode was on at construction.
  Checker *const checker_;

  std::unique_ptr<Session> session_;
  std::unique_ptr<Coordinator> coordinator_;
  bool stop_requested_ = false;
  bool closed_ = false;
  /// A hook's callback is running; the session may not be used from there.
  bool in_callback_ = false;
  int failures_in_a_row_ = 0;
  /// The OutOfRangeError or StopIteration that last came out of this session.
  internal::ErrorMark clean_exit_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_HOOKED_SESSION_IMPL_H
