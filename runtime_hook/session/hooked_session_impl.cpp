//===- hooked_session_impl.cpp - what a hooked session does ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/hooked_session_impl.h"

#include "runtime_hook/graph/graph_access.h"
#include "runtime_hook/session/run_request.h"
#include "runtime_hook/session/session_creator.h"

#include <algorithm>
#include <cstdio>

namespace hooktidy::runtime {

namespace {

/// Marks that a callback is running, and makes the session's graph the default one.
class CallbackScope {
public:
  CallbackScope(bool &flag, Graph &graph, Checker *checker, HookPhase phase,
                const SessionRunHook &hook)
      : flag_(flag), default_graph_(graph),
        frame_(checker, phase, &hook, typeid(hook), &graph) {
    flag_ = true;
  }
  ~CallbackScope() { flag_ = false; }
  CallbackScope(const CallbackScope &) = delete;
  CallbackScope &operator=(const CallbackScope &) = delete;

private:
  bool &flag_;
  Graph::DefaultScope default_graph_;
  internal::CallbackFrame frame_;
};

/// Takes over a stop request however the run ends: what one hook asked for is not lost
/// because another one fails.
class StopRequestKeeper {
public:
  StopRequestKeeper(const SessionRunContext &context, bool &stop_requested)
      : context_(context), stop_requested_(stop_requested) {}
  ~StopRequestKeeper() { stop_requested_ |= context_.stop_requested(); }
  StopRequestKeeper(const StopRequestKeeper &) = delete;
  StopRequestKeeper &operator=(const StopRequestKeeper &) = delete;

private:
  const SessionRunContext &context_;
  bool &stop_requested_;
};

void keep_first(std::exception_ptr &first, std::exception_ptr next) noexcept {
  if (!first)
    first = std::move(next);
}

std::unique_ptr<SessionCreator> default_creator(const MonitoredSessionOptions &options) {
  if (options.creator)
    return nullptr;
  return std::make_unique<ChiefSessionCreator>(Scaffold(), options.checkpoint_dir);
}

/// For errors that no caller can be given.
void report(const std::exception_ptr &error) noexcept {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception &known) {
    std::fprintf(stderr, "hooktidy runtime: leaving a session failed: %s\n",
                 known.what());
  } catch (...) {
    std::fputs("hooktidy runtime: leaving a session failed\n", stderr);
  }
}

} // namespace

//===-- Construction and recovery -----------------------------------------===//

HookedSession::Impl::Impl(std::vector<SessionRunHook *> hooks,
                          const MonitoredSessionOptions &options, bool recover)
    : hooks_(std::move(hooks)), options_(options), recover_(recover),
      clock_(options.clock ? *options.clock : Clock::system()),
      graph_(options.graph ? *options.graph : Graph::current()),
      was_final_(graph_.finalized()), exceptions_in_flight_(std::uncaught_exceptions()),
      own_creator_(default_creator(options)),
      creator_(own_creator_ ? *own_creator_ : *options.creator),
      checker_(Checker::active()) {
  check_hooks();
  try {
    start();
  } catch (...) {
    abandon();
    throw;
  }
}

HookedSession::Impl::~Impl() {
  if (closed_)
    return;
  if (const std::exception_ptr error = finish(/*call_end=*/!left_by_error()))
    report(error);
}

void HookedSession::Impl::check_hooks() const {
  for (auto hook = hooks_.begin(); hook != hooks_.end(); ++hook) {
    if (!*hook)
      throw InvalidArgumentError("a hook is null");
    if (std::find(hooks_.begin(), hook, *hook) != hook)
      throw InvalidArgumentError("a hook is listed twice; make two objects of it");
  }
}

void HookedSession::Impl::start() {
  const Graph::DefaultScope default_graph(graph_);
  reach(FaultPoint::kEarlierBegin);
  trace("begin");
  for (SessionRunHook *hook : hooks_) {
    const CallbackScope scope(in_callback_, graph_, checker_, HookPhase::kBegin, *hook);
    hook->begin(graph_);
  }
  reach(FaultPoint::kBegin);
  {
    const internal::CallbackFrame frame(checker_, HookPhase::kRuntime, nullptr,
                                        typeid(creator_));
    creator_.prepare(graph_);
  }
  graph_.finalize();
  create_session();
}

void HookedSession::Impl::create_session() {
  for (;;) {
    try {
      create_session_once();
      return;
    } catch (const Error &error) {
      if (!is_recoverable(error) || !wait_before_retry())
        throw;
    }
  }
}

void HookedSession::Impl::create_session_once() {
  reach(FaultPoint::kCreateSession);
  session_ = creator_.create_session(graph_);
  coordinator_ = std::make_unique<Coordinator>();
  try {
    reach(FaultPoint::kEarlierAfterCreateSession);
    trace("after_create_session");
    for (SessionRunHook *hook : hooks_) {
      const CallbackScope scope(in_callback_, graph_, checker_,
                                HookPhase::kAfterCreateSession, *hook);
      hook->after_create_session(*session_, *coordinator_);
    }
    reach(FaultPoint::kAfterCreateSession);
  } catch (...) {
    drop_session();
    throw;
  }
}

void HookedSession::Impl::close_session() noexcept {
  if (session_)
    session_->close();
  if (session_ && checker_)
    internal::CheckerAccess::keep(*checker_, std::move(session_));
  session_.reset();
  coordinator_.reset();
}

void HookedSession::Impl::drop_session() noexcept {
  std::exception_ptr ignored;
  join_threads(ignored);
  close_session();
}

bool HookedSession::Impl::is_recoverable(const Error &error) const noexcept {
  return recover_ && is_preemption(error);
}

bool HookedSession::Impl::wait_before_retry() {
  const RecoveryOptions &recovery = options_.recovery;
  if (++failures_in_a_row_ >= recovery.max_attempts)
    return false;
  std::chrono::milliseconds wait = recovery.initial_backoff;
  for (int i = 1; i < failures_in_a_row_ && wait < recovery.max_backoff; ++i)
    wait *= 2;
  clock_.sleep_for(std::min(wait, recovery.max_backoff));
  return true;
}

//===-- Running -----------------------------------------------------------===//

void HookedSession::Impl::check_may_run() const {
  if (closed_)
    throw FailedPreconditionError("run() was called on a closed session");
  if (in_callback_)
    throw FailedPreconditionError("a hook ran the session that runs the hook; use the "
                                  "raw session that the callback is given");
  if (stop_requested_)
    throw FailedPreconditionError("run() was called even after a stop was requested; "
                                  "ask should_stop() before");
}

/// Executes `attempt` on a session; again, from its start, whenever that is lost.
template <typename Attempt> auto HookedSession::Impl::recovering(Attempt attempt) {
  for (;;) {
    try {
      if (!session_)
        create_session();
      const auto result = attempt();
      failures_in_a_row_ = 0;
      return result;
    } catch (const Error &error) {
      if (is_clean_exit(error))
        clean_exit_ = internal::ErrorMark(error);
      if (!is_recoverable(error) || !session_)
        throw;
      drop_session();
      if (!wait_before_retry())
        throw;
    }
  }
}

std::vector<TensorValue> HookedSession::Impl::run(const SessionRunArgs &args,
                                                  RunMetadata *metadata) {
  check_may_run();
  return recovering([&] {
    try {
      return run_once(args, metadata);
    } catch (...) {
      rethrow_root_cause();
      throw;
    }
  });
}

/// A run that fails because a thread of the session was preempted is a preemption.
void HookedSession::Impl::rethrow_root_cause() const {
  const std::exception_ptr reported = coordinator_ ? coordinator_->error() : nullptr;
  if (!reported)
    return;
  try {
    std::rethrow_exception(reported);
  } catch (const Error &error) {
    if (is_preemption(error))
      throw;
  } catch (...) {
    return;
  }
}

std::vector<TensorValue> HookedSession::Impl::run_once(const SessionRunArgs &args,
                                                       RunMetadata *metadata) {
  RunMetadata own_metadata;
  RunMetadata &run_metadata = metadata ? *metadata : own_metadata;
  run_metadata = RunMetadata();
  SessionRunContext context(args, *session_);
  const StopRequestKeeper keeper(context, stop_requested_);

  internal::RunRequest request(args);
  ask_hooks(context, request);
  const std::vector<TensorValue> values = run_raw(request, run_metadata);
  tell_hooks(context, request, values, run_metadata);
  reach(FaultPoint::kAfterRun);
  return request.caller_part(values);
}

void HookedSession::Impl::ask_hooks(SessionRunContext &context,
                                    internal::RunRequest &request) {
  reach(FaultPoint::kEarlierBeforeRun);
  trace("before_run");
  for (SessionRunHook *hook : hooks_) {
    const CallbackScope scope(in_callback_, graph_, checker_, HookPhase::kBeforeRun,
                              *hook);
    if (const std::optional<SessionRunArgs> wanted = hook->before_run(context))
      request.add_hook(*wanted);
    else
      request.add_hook();
  }
  reach(FaultPoint::kBeforeRun);
  request.finish();
}

std::vector<TensorValue> HookedSession::Impl::run_raw(const internal::RunRequest &request,
                                                      RunMetadata &metadata) {
  try {
    reach(FaultPoint::kRun);
    return session_->run(request.fetches(), request.feeds(), request.options(),
                         &metadata);
  } catch (const Error &error) {
    trace_failed_run(error_code_name(error.code()));
    throw;
  } catch (...) {
    trace_failed_run(error_code_name(ErrorCode::kUnknown));
    throw;
  }
}

void HookedSession::Impl::tell_hooks(SessionRunContext &context,
                                     const internal::RunRequest &request,
                                     const std::vector<TensorValue> &values,
                                     const RunMetadata &metadata) {
  reach(FaultPoint::kEarlierAfterRun);
  trace("after_run");
  for (std::size_t i = 0; i < hooks_.size(); ++i) {
    const SessionRunValues results{RunResults(request.hook_part(values, i)),
                                   request.options(), metadata};
    const CallbackScope scope(in_callback_, graph_, checker_, HookPhase::kAfterRun,
                              *hooks_[i]);
    hooks_[i]->after_run(context, results);
  }
}

class HookedSession::Impl::StepContextImpl final : public StepContext {
public:
  explicit StepContextImpl(Impl &impl) : impl_(impl) {}

  Session &session() override {
    if (!impl_.session_)
      throw FailedPreconditionError("a step function uses a session that it has closed");
    return *impl_.session_;
  }

  std::vector<TensorValue> run_with_hooks(const std::vector<Operation> &fetches,
                                          const Feeds &feeds) override {
    impl_.check_may_run();
    return impl_.run_once(SessionRunArgs(fetches, feeds), nullptr);
  }

  void request_stop() override {
    impl_.stop_requested_ = true;
    throw StopIteration("a step function requested a stop");
  }

private:
  Impl &impl_;
};

void HookedSession::Impl::run_step(StepFunction &function) {
  check_may_run();
  recovering([&] {
    StepContextImpl context(*this);
    try {
      function(context);
    } catch (...) {
      rethrow_root_cause();
      throw;
    }
    return true;
  });
}

bool HookedSession::Impl::should_stop() {
  if (closed_ || !session_ || stop_requested_)
    return true;
  const std::exception_ptr reported = coordinator_->error();
  // A hook that asks must not have its session replaced under its feet.
  if (!reported || in_callback_)
    return coordinator_->should_stop();
  try {
    std::rethrow_exception(reported);
  } catch (const Error &error) {
    if (!recover_)
      throw;
    if (!is_preemption(error))
      return true;
  } catch (...) {
    if (!recover_)
      throw;
    return true;
  }
  drop_session();
  if (!wait_before_retry())
    std::rethrow_exception(reported);
  create_session();
  return false;
}

void HookedSession::Impl::reach(FaultPoint point) {
  if (options_.faults)
    options_.faults->reach(point);
}

void HookedSession::Impl::trace(const char *event) {
  if (checker_)
    internal::CheckerAccess::add_to_trace(*checker_, event);
}

void HookedSession::Impl::trace_failed_run(const char *code) {
  if (checker_)
    trace((std::string("run fails (") + code + ")").c_str());
}

//===-- Leaving -----------------------------------------------------------===//

void HookedSession::Impl::close() {
  if (closed_)
    throw FailedPreconditionError("the session is already closed");
  if (in_callback_)
    throw FailedPreconditionError("a hook closed the session that runs the hook; "
                                  "request a stop instead");
  if (const std::exception_ptr error = finish(/*call_end=*/true))
    std::rethrow_exception(error);
}

void HookedSession::Impl::abandon() noexcept {
  if (!closed_ && !in_callback_)
    finish(/*call_end=*/false);
}

/// True while an exception passes through the scope of the session, unless it is one
/// that came out of this session and means the end of the input.
bool HookedSession::Impl::left_by_error() const noexcept {
  return std::uncaught_exceptions() > exceptions_in_flight_ && !clean_exit_.alive();
}

std::exception_ptr HookedSession::Impl::finish(bool call_end) noexcept {
  closed_ = true;
  std::exception_ptr first_error;
  if (call_end && session_ && !session_->closed()) {
    trace("end");
    call_end_of_hooks(first_error);
  }
  join_threads(first_error);
  close_session();
  if (!was_final_)
    internal::GraphAccess::unfinalize(graph_);
  return first_error;
}

void HookedSession::Impl::call_end_of_hooks(std::exception_ptr &first_error) noexcept {
  const auto keep_error_of = [&](auto action) {
    try {
      action();
    } catch (...) {
      keep_first(first_error, std::current_exception());
    }
  };
  keep_error_of([&] { reach(FaultPoint::kEarlierEnd); });
  for (SessionRunHook *hook : hooks_) {
    // There is none if recovery failed; a hook may have closed it by mistake.
    if (!session_ || session_->closed())
      return;
    const CallbackScope scope(in_callback_, graph_, checker_, HookPhase::kEnd, *hook);
    keep_error_of([&] { hook->end(*session_); });
  }
  keep_error_of([&] { reach(FaultPoint::kEnd); });
}

void HookedSession::Impl::join_threads(std::exception_ptr &first_error) noexcept {
  if (!coordinator_)
    return;
  try {
    coordinator_->request_stop();
    coordinator_->join(options_.stop_grace_period, /*ignore_live_threads=*/true);
  } catch (const Error &error) {
    if (!is_recoverable(error))
      keep_first(first_error, std::current_exception());
  } catch (...) {
    keep_first(first_error, std::current_exception());
  }
}

} // namespace hooktidy::runtime
