//===- monitored_session.h - sessions with hooks ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_MONITORED_SESSION_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_MONITORED_SESSION_H

#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/session/clock.h"
#include "runtime_hook/session/run_options.h"
#include "runtime_hook/session/session_run_hook.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

class FaultInjector;
class SessionCreator;

/// How often and how fast a lost session is replaced.
struct RecoveryOptions {
  /// Failures in a row, without a run that succeeded, before the error is passed on.
  int max_attempts = 10;
  /// Waiting time before the second attempt; doubles with each further one. The first
  /// attempt comes at once.
  std::chrono::milliseconds initial_backoff{100};
  std::chrono::milliseconds max_backoff{30000};
};

/// Options of a hooked session. What pointers point to must outlive the session.
struct MonitoredSessionOptions {
  /// Null: Graph::current() when the session is constructed.
  Graph *graph = nullptr;
  /// Null: a ChiefSessionCreator with `checkpoint_dir`.
  SessionCreator *creator = nullptr;
  std::string checkpoint_dir;
  /// How long close() waits for the coordinator's threads.
  std::chrono::milliseconds stop_grace_period = std::chrono::seconds(120);
  RecoveryOptions recovery;
  /// Null: Clock::system().
  const Clock *clock = nullptr;
  /// Throws where its plan says so; for tests.
  FaultInjector *faults = nullptr;
};

/// What a step function is given; see HookedSession::run_step_fn.
class StepContext {
public:
  virtual ~StepContext();
  /// The raw session: running it runs no hook.
  virtual Session &session() = 0;
  /// A run with hooks.
  virtual std::vector<TensorValue> run_with_hooks(const std::vector<Operation> &fetches,
                                                  const Feeds &feeds = {}) = 0;
  /// Stops the session: throws StopIteration.
  [[noreturn]] virtual void request_stop() = 0;
};

/// What MonitoredSession and SingularMonitoredSession have in common.
///
/// A hooked session and its hooks are for one thread at a time.
class HookedSession {
public:
  HookedSession(const HookedSession &) = delete;
  HookedSession &operator=(const HookedSession &) = delete;

  /// Closes the session if close() was not called: with `end` on every hook when the
  /// scope is left normally, or by an OutOfRangeError or StopIteration that came out of
  /// this session; without `end` when it is left by any other exception. Errors are
  /// written to the standard error stream; call close() to get them.
  virtual ~HookedSession();

  /// Runs the fetches together with what the hooks ask for; returns the caller's part.
  ///
  /// Throws FailedPreconditionError after a stop was requested or after close();
  /// InvalidArgumentError if two hooks, or a hook and the caller, feed one tensor; and
  /// what the session and the hooks throw, except what recovery deals with.
  std::vector<TensorValue> run(const std::vector<Operation> &fetches,
                               const Feeds &feeds = {}, const RunOptions &options = {},
                               RunMetadata *metadata = nullptr);

  /// Calls `function(StepContext &)`. After the loss of the session it is called again
  /// from its start, with the new session.
  template <typename Function> void run_step_fn(Function &&function) {
    StepFunctionOf<Function> step(function);
    run_step(step);
  }

  /// True once no further run() is wanted: a hook asked for a stop, a thread reported an
  /// error, or the session is closed.
  bool should_stop();

  /// Calls `end` on every hook, stops and joins the coordinator's threads, closes the
  /// raw session and makes the graph mutable again if it was so before. If several parts
  /// fail all of them are still done, and the first error is thrown. Throws
  /// FailedPreconditionError when called a second time.
  void close();

  /// The same without `end`, for leaving on an error. Does nothing if closed.
  void abandon() noexcept;

  const Graph &graph() const noexcept;

protected:
  HookedSession(std::vector<SessionRunHook *> hooks,
                const MonitoredSessionOptions &options, bool recover);

  /// The raw session; null after close() or while there is none.
  Session *raw_session_or_null() const noexcept;

private:
  struct StepFunction {
    virtual void operator()(StepContext &context) = 0;

  protected:
    ~StepFunction() = default;
  };
  template <typename Function> struct StepFunctionOf final : StepFunction {
    explicit StepFunctionOf(Function &function) : function_(function) {}
    void operator()(StepContext &context) override { function_(context); }
    Function &function_;
  };
  class Impl;

  void run_step(StepFunction &function);

  std::unique_ptr<Impl> impl_;
};

/// A hooked session that replaces its raw session when that is lost (Aborted or
/// Unavailable) and executes the interrupted run again.
///
/// Construction, in this order: every hook's begin(), with the graph as the default one;
/// SessionCreator::prepare; the graph is finalized; the session is created and its
/// variables get values; every hook's after_create_session(). If any of it throws, what
/// was done is undone and the error passed on.
class MonitoredSession : public HookedSession {
public:
  /// The hooks are borrowed and called in this order. Throws InvalidArgumentError if one
  /// is null or is listed twice.
  explicit MonitoredSession(std::vector<SessionRunHook *> hooks = {},
                            const MonitoredSessionOptions &options = {});
};

/// A hooked session that passes every error on to the caller.
class SingularMonitoredSession : public HookedSession {
public:
  /// See MonitoredSession.
  explicit SingularMonitoredSession(std::vector<SessionRunHook *> hooks = {},
                                    const MonitoredSessionOptions &options = {});

  /// Null after close().
  Session *raw_session() const noexcept { return raw_session_or_null(); }
};

/// Runs `body(session)` on a new session and closes it. An OutOfRangeError or
/// StopIteration from the body, wherever it was thrown, is the clean end of the input:
/// `end` is called and the error is not passed on. Any other exception skips `end` and is
/// passed on.
template <typename SessionType = MonitoredSession, typename Body>
void with_session(std::vector<SessionRunHook *> hooks,
                  const MonitoredSessionOptions &options, Body &&body) {
  SessionType session(std::move(hooks), options);
  try {
    body(session);
  } catch (const Error &error) {
    if (!is_clean_exit(error)) {
      session.abandon();
      throw;
    }
  } catch (...) {
    session.abandon();
    throw;
  }
  session.close();
}

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_MONITORED_SESSION_H
