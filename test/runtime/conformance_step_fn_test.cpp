//===- conformance_step_fn_test.cpp - rows on step functions --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

namespace hooktidy::runtime::testing {
namespace {

using StepFnRows = SessionTest;

TEST_F(StepFnRows, step_fn_example) {
  MonitoredSession session({}, options);
  std::int64_t seen = 0;
  session.run_step_fn(
      [&](StepContext &context) { seen = value(context.session().run({train})); });
  EXPECT_EQ(seen, 1);
}

TEST_F(StepFnRows, step_fn_with_hooks) {
  // The raw run of the step function, then before_run, the merged run, after_run.
  const Tensor five = graph.add_constant("five", 5);
  ScriptedHook hook(log);
  hook.on_before = [&](SessionRunContext &) { return SessionRunArgs({five}); };
  hook.on_after = [&](SessionRunContext &, const SessionRunValues &values) {
    EXPECT_EQ(values.results[0].as_int64(), 5);
  };
  MonitoredSession session({&hook}, options);
  log.clear();
  session.run_step_fn([&](StepContext &context) {
    context.session().run({train});
    log.push_back("raw run");
    EXPECT_EQ(value(context.run_with_hooks({train})), 2);
  });
  EXPECT_EQ(log, (Log{"raw run", "hook.before_run", "hook.after_run"}));
}

TEST_F(StepFnRows, step_fn_with_hooks_and_request_stop) {
  ScriptedHook hook(log);
  with_session({&hook}, options, [&](MonitoredSession &session) {
    session.run_step_fn([&](StepContext &context) {
      context.request_stop();
      context.run_with_hooks({train});
    });
  });
  EXPECT_EQ(log, (Log{"hook.begin", "hook.after_create_session", "hook.end"}));
}

TEST_F(StepFnRows, step_request_stop_without_a_with_block) {
  MonitoredSession session({}, options);
  expect_error(ErrorCode::kStopIteration, [&] {
    session.run_step_fn([](StepContext &context) { context.request_stop(); });
  });
  EXPECT_TRUE(session.should_stop());
}

TEST_F(StepFnRows, step_request_stop_in_a_loop) {
  int steps = 0;
  with_session({}, options, [&](MonitoredSession &session) {
    while (!session.should_stop())
      session.run_step_fn([&](StepContext &context) {
        if (++steps == 3)
          context.request_stop();
      });
    ADD_FAILURE() << "the loop is left by StopIteration";
  });
  EXPECT_EQ(steps, 3);
}

TEST_F(StepFnRows, recovers_from_an_exception_in_step_fn) {
  MonitoredSession session({}, options);
  int steps = 0;
  session.run_step_fn([&](StepContext &context) {
    context.session().run({train});
    if (++steps == 1)
      throw AbortedError("lost");
    EXPECT_EQ(value(context.session().run({step})), 1) << "a new session";
  });
  EXPECT_EQ(steps, 2);
}

TEST_F(StepFnRows, recovers_from_an_exception_in_step_fn_after_hooks) {
  ScriptedHook hook(log);
  MonitoredSession session({&hook}, options);
  int steps = 0;
  session.run_step_fn([&](StepContext &context) {
    context.run_with_hooks({train});
    if (++steps == 1)
      throw AbortedError("lost");
  });
  EXPECT_EQ(std::count(log.begin(), log.end(), "hook.after_run"), 2);
}

TEST_F(StepFnRows, raw_session_in_step_fn) {
  // Also after a recovery that happens below run_with_hooks.
  ScriptedHook hook(log);
  int runs = 0;
  hook.on_after = [&](SessionRunContext &, const SessionRunValues &) {
    if (++runs == 1)
      throw AbortedError("lost");
  };
  MonitoredSession session({&hook}, options);
  session.run_step_fn([&](StepContext &context) {
    EXPECT_FALSE(context.session().closed());
    context.run_with_hooks({train});
    EXPECT_FALSE(context.session().closed());
    context.session().run({train});
  });
  EXPECT_EQ(runs, 2);
}

TEST_F(StepFnRows, step_fn_doesnt_recover_when_it_wasnt_asked_to) {
  SingularMonitoredSession session({}, options);
  int steps = 0;
  expect_error(ErrorCode::kAborted, [&] {
    session.run_step_fn([&](StepContext &) {
      ++steps;
      throw AbortedError("lost");
    });
  });
  EXPECT_EQ(steps, 1);
}

TEST_F(StepFnRows, step_fn_exception_from_before_run) {
  ScriptedHook hook(log);
  hook.on_before = [](SessionRunContext &) -> std::optional<SessionRunArgs> {
    throw UnknownError("hook");
  };
  MonitoredSession session({&hook}, options);
  expect_error(ErrorCode::kUnknown, [&] {
    session.run_step_fn([&](StepContext &context) { context.run_with_hooks({train}); });
  });
}

TEST_F(StepFnRows, step_fn_that_closes_the_session) {
  MonitoredSession session({}, options);
  expect_error(ErrorCode::kFailedPrecondition, [&] {
    session.run_step_fn([&](StepContext &context) {
      session.close();
      context.session().run({train});
    });
  });
  MonitoredSession other({}, options);
  expect_error(ErrorCode::kFailedPrecondition, [&] {
    other.run_step_fn([&](StepContext &context) {
      other.close();
      context.run_with_hooks({train});
    });
  });
}

TEST_F(StepFnRows, step_fn_belongs_to_a_class) {
  class Trainer {
  public:
    void operator()(StepContext &context) { context.session().run({}), ++steps; }
    int steps = 0;
  } trainer;
  MonitoredSession session({}, options);
  session.run_step_fn(trainer);
  EXPECT_EQ(trainer.steps, 1);
}

TEST_F(StepFnRows, step_fn_with_hooks_without_recovery) {
  ScriptedHook hook(log);
  SingularMonitoredSession session({&hook}, options);
  session.run_step_fn([&](StepContext &context) {
    context.session().run({train});
    EXPECT_EQ(value(context.run_with_hooks({train})), 2);
  });
  EXPECT_EQ(std::count(log.begin(), log.end(), "hook.after_run"), 1);
}

/// A session that is used by step functions only, through its hooks or past them.
class StepFnRecoveryRows : public SessionTest {
protected:
  StepFnRecoveryRows() {
    hook.on_created = [this](Session &, Coordinator &created) {
      ++sessions;
      coordinator = &created;
    };
  }

  using Step = std::function<std::int64_t(StepContext &)>;
  const Step with_hooks = [this](StepContext &context) {
    return value(context.run_with_hooks({train}));
  };
  const Step past_hooks = [this](StepContext &context) {
    return value(context.session().run({train}));
  };

  static std::int64_t run(MonitoredSession &session, const Step &one_step) {
    std::int64_t result = 0;
    session.run_step_fn([&](StepContext &context) { result = one_step(context); });
    return result;
  }

  void coordinator_exception(const Step &one_step) {
    MonitoredSession session({&hook}, options);
    EXPECT_EQ(run(session, one_step), 1);
    coordinator->start_thread([] { throw AbortedError("thread"); });
    ASSERT_TRUE(coordinator->wait_for_stop(std::chrono::seconds(60)));
    EXPECT_FALSE(session.should_stop());
    EXPECT_EQ(sessions, 2);
    EXPECT_EQ(run(session, one_step), 1);
  }

  void non_preemption_in_coordinator(const Step &one_step) {
    MonitoredSession session({&hook}, options);
    EXPECT_EQ(run(session, one_step), 1);
    coordinator->start_thread([] { throw UnknownError("thread"); });
    ASSERT_TRUE(coordinator->wait_for_stop(std::chrono::seconds(60)));
    EXPECT_TRUE(session.should_stop());
    EXPECT_EQ(sessions, 1);
    EXPECT_EQ(expect_error(ErrorCode::kUnknown, [&] { session.close(); }), "thread");
  }

  void session_getting_stuck(const Step &one_step) {
    MonitoredSession session({&hook}, options);
    int attempts = 0;
    EXPECT_EQ(run(session,
                  [&](StepContext &context) {
                    if (++attempts == 1) {
                      coordinator->request_stop(
                          std::make_exception_ptr(AbortedError("root cause")));
                      throw CancelledError("main thread");
                    }
                    return one_step(context);
                  }),
              1);
    EXPECT_EQ(attempts, 2);
    EXPECT_EQ(sessions, 2);
  }

  ScriptedHook hook{log};
  Coordinator *coordinator = nullptr;
  int sessions = 0;
};

TEST_F(StepFnRecoveryRows, recovery_from_coordinator_exception_when_run_hooks) {
  coordinator_exception(with_hooks);
}

TEST_F(StepFnRecoveryRows, recovery_from_coordinator_exception_with_raw_session) {
  coordinator_exception(past_hooks);
}

TEST_F(StepFnRecoveryRows, recovery_from_non_preemption_in_coordinator_when_run_hooks) {
  non_preemption_in_coordinator(with_hooks);
}

TEST_F(StepFnRecoveryRows, recovery_from_non_preemption_in_coordinator_with_raw_session) {
  non_preemption_in_coordinator(past_hooks);
}

TEST_F(StepFnRecoveryRows, recovery_from_session_getting_stuck_when_run_hooks) {
  session_getting_stuck(with_hooks);
}

TEST_F(StepFnRecoveryRows, recovery_from_session_getting_stuck_with_raw_session) {
  session_getting_stuck(past_hooks);
}

} // namespace
} // namespace hooktidy::runtime::testing
