//===- session_run_hook.h - the hook and what it is given -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The contract of the callbacks, in the order of the lifecycle
//   construct (begin (after_create_session (before_run after_run?)*)* end?)* destroy
// is told in docs/runtime.md, clause by clause; the comments below name the clauses.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_RUN_HOOK_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_RUN_HOOK_H

#include "runtime_hook/graph/graph.h"
#include "runtime_hook/session/run_options.h"
#include "runtime_hook/session/session.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hooktidy::runtime {

class Coordinator;

/// What a hook adds to the next run.
struct SessionRunArgs {
  SessionRunArgs() = default;
  SessionRunArgs(std::vector<Operation> fetches, Feeds feeds = {},
                 RunOptions options = {})
      : fetches(std::move(fetches)), feeds(std::move(feeds)),
        options(std::move(options)) {}

  /// Run along; their values come back as SessionRunValues::results.
  std::vector<Operation> fetches;
  /// A tensor that another hook or the caller feeds too is an error.
  Feeds feeds;
  RunOptions options;
};

/// The values of what one hook asked for, in that order.
class RunResults {
public:
  RunResults() = default;
  explicit RunResults(std::vector<TensorValue> values) : values_(std::move(values)) {}

  /// Throws FailedPreconditionError if before_run did not ask for that many.
  const TensorValue &operator[](std::size_t index) const;
  std::size_t size() const noexcept { return values_.size(); }
  bool empty() const noexcept { return values_.empty(); }
  std::vector<TensorValue>::const_iterator begin() const noexcept {
    return values_.begin();
  }
  std::vector<TensorValue>::const_iterator end() const noexcept { return values_.end(); }

private:
  std::vector<TensorValue> values_;
};

/// What a run gave, for one hook. Valid during after_run only.
struct SessionRunValues {
  /// Values of this hook's own fetches; empty if it asked for none.
  RunResults results;
  /// The options of the run, those of all hooks merged.
  const RunOptions &options;
  /// By-products of the run, shared by all hooks.
  const RunMetadata &run_metadata;
};

/// One run of a hooked session; the same object for before_run and after_run of all
/// hooks. Valid during these callbacks only.
class SessionRunContext {
public:
  SessionRunContext(const SessionRunArgs &original_args, Session &session) noexcept
      : original_args_(original_args), session_(session) {}
  SessionRunContext(const SessionRunContext &) = delete;
  SessionRunContext &operator=(const SessionRunContext &) = delete;

  /// What the caller of run() asked for, without what hooks add.
  const SessionRunArgs &original_args() const noexcept { return original_args_; }
  /// The raw session: running it runs no hook.
  Session &session() const noexcept { return session_; }
  /// No further run() after this one. The run itself and the other hooks go on.
  void request_stop() noexcept { stop_requested_ = true; }
  bool stop_requested() const noexcept { return stop_requested_; }

private:
  const SessionRunArgs &original_args_;
  Session &session_;
  bool stop_requested_ = false;
};

/// Extends the runs of a MonitoredSession. Every callback does nothing by default.
///
/// A hook is called by one thread at a time, and may be used for several sessions, one
/// after another, on one graph or on several.
class SessionRunHook {
public:
  SessionRunHook() = default;
  virtual ~SessionRunHook();
  SessionRunHook(const SessionRunHook &) = delete;
  SessionRunHook &operator=(const SessionRunHook &) = delete;

  /// Called once per MonitoredSession, before there is a session. The only callback
  /// that may add to the graph (clause B1), which is also Graph::current(). A second
  /// call on the same graph must leave the graph as it is (B2).
  virtual void begin(Graph &graph);

  /// Called when a session was created: the first one, and each one that replaces a
  /// lost one (A1). The graph is final (A2); variables have their values; no run has
  /// happened on this session (A3).
  virtual void after_create_session(Session &session, Coordinator &coordinator);

  /// Called before each run; may ask for more to be run and fed (R1).
  virtual std::optional<SessionRunArgs> before_run(SessionRunContext &context);

  /// Called after each run that did not throw (R2).
  virtual void after_run(SessionRunContext &context, const SessionRunValues &values);

  /// Called at most once per MonitoredSession, when it is left without an error or by
  /// OutOfRangeError or StopIteration; never after another error (E1).
  virtual void end(Session &session);
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_RUN_HOOK_H
