//===- conformance_recovery_test.cpp - rows on lost sessions --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/graph/error.h"
#include "runtime_hook/replay/fault_plan.h"
#include "runtime_hook/session/checkpoint_saver_hook.h"

namespace hooktidy::runtime::testing {
namespace {

/// A hook that throws from before_run in given runs, and a count of sessions.
class RecoveryRows : public SessionTest {
protected:
  RecoveryRows() {
    hook.on_created = [this](Session &session, Coordinator &created) {
      ++sessions;
      raw = &session;
      coordinator = &created;
    };
  }

  template <typename Exception> void throw_in_run(int run) {
    hook.on_before = [this, run](SessionRunContext &) -> std::optional<SessionRunArgs> {
      if (++runs == run)
        throw Exception("lost");
      return std::nullopt;
    };
  }

  ScriptedHook hook{log};
  Session *raw = nullptr;
  Coordinator *coordinator = nullptr;
  int sessions = 0;
  int runs = 0;
};

/// Fails to initialise so many times.
class FailingCreator : public ChiefSessionCreator {
public:
  explicit FailingCreator(int failures, ErrorCode code = ErrorCode::kAborted)
      : failures_(failures), code_(code) {}

  int attempts = 0;

protected:
  void init_session(Session &) override {
    if (++attempts <= failures_)
      throw_error(code_, "initialisation");
  }

private:
  const int failures_;
  const ErrorCode code_;
};

TEST_F(RecoveryRows, retry_initialization_on_aborted_error) {
  FailingCreator creator(1);
  options.creator = &creator;
  MonitoredSession session({&hook}, options);
  EXPECT_EQ(creator.attempts, 2);
  EXPECT_EQ(sessions, 1);
  EXPECT_EQ(value(session.run({train})), 1);
}

TEST_F(RecoveryRows, retry_on_aborted_error) {
  throw_in_run<AbortedError>(4);
  MonitoredSession session({&hook}, options);
  for (int i = 1; i <= 3; ++i)
    EXPECT_EQ(value(session.run({train})), i);
  // A fresh session, in its initial state; the same call succeeds.
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(sessions, 2);
  EXPECT_EQ(std::count(log.begin(), log.end(), "hook.begin"), 1);
  EXPECT_FALSE(session.should_stop());
}

TEST_F(RecoveryRows, retry_on_unavailable_error) {
  throw_in_run<UnavailableError>(4);
  MonitoredSession session({&hook}, options);
  for (int i = 1; i <= 3; ++i)
    session.run({train});
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(sessions, 2);
}

class LostWorker : public AbortedError {
public:
  using AbortedError::AbortedError;
};

TEST_F(RecoveryRows, retry_on_subclass_of_aborted_error) {
  throw_in_run<LostWorker>(1);
  MonitoredSession session({&hook}, options);
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(sessions, 2);
}

TEST_F(RecoveryRows, recover_and_retry_on_aborted_error) {
  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  saving.every = Every::steps(2);
  CheckpointSaverHook saver(saving);
  throw_in_run<AbortedError>(4);
  options.checkpoint_dir = directory.path();
  MonitoredSession session({&saver, &hook}, options);
  for (int i = 1; i <= 3; ++i)
    session.run({train});
  // Saved at step 2, so it goes on from there.
  EXPECT_EQ(value(session.run({train})), 3);
}

TEST_F(RecoveryRows, recovery) {
  const TemporaryDirectory directory;
  CheckpointSaverOptions saving;
  saving.directory = directory.path();
  saving.every = Every::steps(1);
  CheckpointSaverHook saver(saving);
  options.checkpoint_dir = directory.path();
  with_session({&saver}, options, [&](MonitoredSession &session) {
    for (int i = 1; i <= 3; ++i)
      session.run({train});
  });
  with_session({}, options, [&](MonitoredSession &session) {
    EXPECT_EQ(value(session.run({step})), 3);
  });
}

TEST_F(RecoveryRows, recoverable_session_recovery) {
  // Sessions are replaced one after another until the creator's own error escapes.
  class Creator : public SessionCreator {
  public:
    std::unique_ptr<Session> create_session(const Graph &graph) override {
      if (++made > 3)
        throw InvalidArgumentError("no more sessions");
      return std::make_unique<Session>(graph);
    }
    int made = 0;
  } creator;
  options.creator = &creator;
  const Tensor constant = graph.add_constant("c", 1);
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    if (++runs % 2 == 0)
      throw AbortedError("every second run");
    return std::nullopt;
  };
  MonitoredSession session({&hook}, options);
  session.run({constant});
  session.run({constant});
  EXPECT_EQ(creator.made, 2);
  session.run({constant});
  EXPECT_EQ(creator.made, 3);
  EXPECT_EQ(expect_error(ErrorCode::kInvalidArgument, [&] { session.run({constant}); }),
            "no more sessions");
  EXPECT_TRUE(session.should_stop());
  log.clear();
  session.close();
  EXPECT_TRUE(log.empty()) << "end() has no session to be called with";
}

TEST_F(RecoveryRows, recovery_from_coordinator_exception) {
  MonitoredSession session({&hook}, options);
  session.run({train});
  coordinator->start_thread([] { throw AbortedError("thread"); });
  ASSERT_TRUE(coordinator->wait_for_stop(std::chrono::seconds(60)));
  EXPECT_FALSE(session.should_stop());
  EXPECT_EQ(sessions, 2);
  EXPECT_EQ(value(session.run({train})), 1);
}

TEST_F(RecoveryRows, should_stop_in_a_callback_replaces_nothing) {
  MonitoredSession *outer = nullptr;
  hook.on_before = [&](SessionRunContext &context) -> std::optional<SessionRunArgs> {
    if (++runs == 1) {
      coordinator->request_stop(std::make_exception_ptr(AbortedError("thread")));
      EXPECT_TRUE(outer->should_stop());
    }
    EXPECT_FALSE(context.session().closed());
    return std::nullopt;
  };
  MonitoredSession session({&hook}, options);
  outer = &session;
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(sessions, 1);
}

TEST_F(RecoveryRows, recovery_from_non_preemption_in_coordinator) {
  MonitoredSession session({&hook}, options);
  coordinator->start_thread([] { throw UnknownError("thread"); });
  ASSERT_TRUE(coordinator->wait_for_stop(std::chrono::seconds(60)));
  EXPECT_TRUE(session.should_stop());
  EXPECT_EQ(sessions, 1);
  EXPECT_EQ(expect_error(ErrorCode::kUnknown, [&] { session.close(); }), "thread");
}

TEST_F(RecoveryRows, recovery_from_session_getting_stuck) {
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    if (++runs == 1) {
      coordinator->request_stop(std::make_exception_ptr(AbortedError("root cause")));
      throw CancelledError("main thread");
    }
    return std::nullopt;
  };
  MonitoredSession session({&hook}, options);
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(sessions, 2);
}

TEST_F(RecoveryRows, preemption_reported_at_close_is_no_error) {
  MonitoredSession session({&hook}, options);
  coordinator->request_stop(std::make_exception_ptr(AbortedError("late")));
  session.close();
}

TEST_F(RecoveryRows, after_run_failure_executes_the_step_again) {
  hook.on_after = [&](SessionRunContext &, const SessionRunValues &) {
    if (++runs == 2)
      throw AbortedError("lost");
  };
  MonitoredSession session({&hook}, options);
  session.run({train});
  session.run({train});
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(sessions, 2);
}

TEST_F(RecoveryRows, stop_request_survives_recovery) {
  hook.on_after = [&](SessionRunContext &context, const SessionRunValues &) {
    if (++runs == 1) {
      context.request_stop();
      throw AbortedError("lost");
    }
  };
  MonitoredSession session({&hook}, options);
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(runs, 2);
  EXPECT_TRUE(session.should_stop());
}

TEST_F(RecoveryRows, throwing_after_create_session) {
  // The session is closed, its threads are joined, and hooks hear of the next one.
  ScriptedHook second(log, "second");
  Session *first = nullptr;
  bool joined = false;
  hook.on_created = [&](Session &, Coordinator &created) {
    created.start_thread([&joined, &created] {
      created.wait_for_stop(std::chrono::seconds(60));
      joined = true;
    });
  };
  second.on_created = [&](Session &session, Coordinator &) {
    if (!first) {
      first = &session;
      throw UnavailableError("not yet");
    }
    EXPECT_TRUE(joined);
  };
  MonitoredSession session({&hook, &second}, options);
  EXPECT_EQ(log, (Log{"hook.begin", "second.begin", "hook.after_create_session",
                      "second.after_create_session", "hook.after_create_session",
                      "second.after_create_session"}));
  EXPECT_EQ(value(session.run({train})), 1);
}

TEST_F(RecoveryRows, after_create_session_is_retried_with_back_off_and_a_limit) {
  hook.on_created = [&](Session &, Coordinator &) {
    ++sessions;
    throw UnavailableError("never");
  };
  options.recovery.max_attempts = 6;
  options.recovery.initial_backoff = std::chrono::milliseconds(100);
  options.recovery.max_backoff = std::chrono::milliseconds(500);
  expect_error(ErrorCode::kUnavailable,
               [&] { MonitoredSession session({&hook}, options); });
  EXPECT_EQ(sessions, 6);
  EXPECT_EQ(clock.sleeps, (std::vector<long>{100, 200, 400, 500, 500}));
  EXPECT_FALSE(graph.finalized()) << "a constructor that throws undoes what it did";
}

TEST_F(RecoveryRows, other_errors_of_after_create_session_are_passed_on) {
  hook.on_created = [&](Session &, Coordinator &) { throw UnknownError("fatal"); };
  expect_error(ErrorCode::kUnknown, [&] { MonitoredSession session({&hook}, options); });
  EXPECT_EQ(log, (Log{"hook.begin", "hook.after_create_session"}));
  EXPECT_FALSE(graph.finalized());
}

TEST_F(RecoveryRows, a_run_that_always_fails_is_given_up) {
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    throw AbortedError("always");
  };
  options.recovery.max_attempts = 3;
  MonitoredSession session({&hook}, options);
  expect_error(ErrorCode::kAborted, [&] { session.run({train}); });
  EXPECT_EQ(sessions, 3);
  EXPECT_EQ(clock.sleeps.size(), 2u);
}

TEST_F(RecoveryRows, a_successful_run_resets_the_count_of_failures) {
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    if (++runs % 2 == 1)
      throw AbortedError("every other");
    return std::nullopt;
  };
  options.recovery.max_attempts = 2;
  MonitoredSession session({&hook}, options);
  for (int i = 0; i < 5; ++i)
    session.run({train});
  EXPECT_EQ(sessions, 6);
}

TEST_F(RecoveryRows, singular_session_handles_initialization) {
  SingularMonitoredSession session({&hook}, options);
  EXPECT_EQ(value(session.run({step})), 0);
}

TEST_F(RecoveryRows, singular_session_graph_and_raw_session) {
  SingularMonitoredSession session({&hook}, options);
  EXPECT_EQ(&session.graph(), &graph);
  EXPECT_EQ(session.raw_session(), raw);
  EXPECT_EQ(&raw->graph(), &graph);
}

TEST_F(RecoveryRows, singular_session_do_not_handle_aborted_error) {
  throw_in_run<AbortedError>(1);
  SingularMonitoredSession session({&hook}, options);
  expect_error(ErrorCode::kAborted, [&] { session.run({train}); });
  EXPECT_EQ(sessions, 1);
  EXPECT_EQ(value(session.run({train})), 1);
}

TEST_F(RecoveryRows, singular_session_exit_cleanly_on_out_of_range_exception) {
  throw_in_run<OutOfRangeError>(2);
  with_session<SingularMonitoredSession>({&hook}, options,
                                         [&](SingularMonitoredSession &session) {
                                           for (;;)
                                             session.run({train});
                                         });
  EXPECT_EQ(log.back(), "hook.end");
}

TEST_F(RecoveryRows,
       singular_session_regular_exception_reported_to_coord_pass_through_run) {
  SingularMonitoredSession session({&hook}, options);
  coordinator->request_stop(std::make_exception_ptr(UnknownError("thread")));
  EXPECT_EQ(value(session.run({train})), 1);
  expect_error(ErrorCode::kUnknown, [&] { session.should_stop(); });
  expect_error(ErrorCode::kUnknown, [&] { session.close(); });
}

TEST_F(RecoveryRows, faults_of_a_plan_are_carried_out) {
  FaultInjector faults({{FaultPoint::kRun, 2, ErrorCode::kAborted, 1}});
  options.faults = &faults;
  MonitoredSession session({&hook}, options);
  session.run({train});
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_EQ(sessions, 2);
}

} // namespace
} // namespace hooktidy::runtime::testing
