//===- conformance_leaving_test.cpp - rows on leaving a session -----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include <atomic>
#include <stdexcept>

namespace hooktidy::runtime::testing {
namespace {

class EndOfEpoch : public OutOfRangeError {
public:
  EndOfEpoch() : OutOfRangeError("epoch") {}
};

/// A hook that throws from before_run in the second run.
class LeavingRows : public SessionTest {
protected:
  template <typename Exception> void throw_in_second_run(Exception exception) {
    hook.on_before = [this,
                      exception](SessionRunContext &) -> std::optional<SessionRunArgs> {
      if (++runs == 2)
        throw exception;
      return std::nullopt;
    };
  }

  bool ended() const { return std::count(log.begin(), log.end(), "hook.end") == 1; }

  ScriptedHook hook{log};
  int runs = 0;
};

TEST_F(LeavingRows, exit_cleanly_on_out_of_range_exception) {
  throw_in_second_run(OutOfRangeError("no more"));
  with_session({&hook}, options, [&](MonitoredSession &session) {
    for (;;)
      session.run({train});
  });
  EXPECT_TRUE(ended());
  EXPECT_EQ(runs, 2);
}

TEST_F(LeavingRows, exit_cleanly_on_stop_iteration_exception) {
  throw_in_second_run(StopIteration("stop"));
  with_session({&hook}, options, [&](MonitoredSession &session) {
    for (;;)
      session.run({train});
  });
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, out_of_range_subclass) {
  throw_in_second_run(EndOfEpoch());
  with_session({&hook}, options, [&](MonitoredSession &session) {
    for (;;)
      session.run({train});
  });
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, scope_left_by_out_of_range_calls_end) {
  throw_in_second_run(EndOfEpoch());
  expect_error(ErrorCode::kOutOfRange, [&] {
    MonitoredSession session({&hook}, options);
    for (;;)
      session.run({train});
  });
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, scope_left_by_another_exception_skips_end) {
  EXPECT_THROW(
      {
        MonitoredSession session({&hook}, options);
        session.run({train});
        throw std::runtime_error("user");
      },
      std::runtime_error);
  EXPECT_FALSE(ended());
}

TEST_F(LeavingRows, an_error_after_a_caught_end_of_input_skips_end) {
  throw_in_second_run(OutOfRangeError("no more"));
  EXPECT_THROW(
      {
        MonitoredSession session({&hook}, options);
        session.run({train});
        expect_error(ErrorCode::kOutOfRange, [&] { session.run({train}); });
        throw std::runtime_error("user");
      },
      std::runtime_error);
  EXPECT_FALSE(ended());
}

TEST_F(LeavingRows, scope_left_normally_calls_end) {
  { MonitoredSession session({&hook}, options); }
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, caught_out_of_range_leaves_the_session_usable) {
  throw_in_second_run(OutOfRangeError("no more"));
  MonitoredSession session({&hook}, options);
  session.run({train});
  expect_error(ErrorCode::kOutOfRange, [&] { session.run({train}); });
  EXPECT_FALSE(session.should_stop());
  EXPECT_EQ(value(session.run({train})), 2);
}

TEST_F(LeavingRows, end_runs_for_hooks_whose_after_run_was_skipped) {
  ScriptedHook other(log, "other");
  hook.on_after = [](SessionRunContext &, const SessionRunValues &) {
    throw OutOfRangeError("no more");
  };
  with_session({&hook, &other}, options,
               [&](MonitoredSession &session) { session.run({train}); });
  EXPECT_EQ(std::count(log.begin(), log.end(), "other.after_run"), 0);
  EXPECT_EQ(log.back(), "other.end");
}

TEST_F(LeavingRows, regular_exception_pass_through_run) {
  throw_in_second_run(std::runtime_error("regular"));
  EXPECT_THROW(with_session({&hook}, options,
                            [&](MonitoredSession &session) {
                              for (;;)
                                session.run({train});
                            }),
               std::runtime_error);
  EXPECT_FALSE(ended());
  EXPECT_FALSE(graph.finalized());
}

TEST_F(LeavingRows, regular_exception_reported_to_coord_pass_through_run) {
  Coordinator *coordinator = nullptr;
  hook.on_created = [&](Session &, Coordinator &created) { coordinator = &created; };
  MonitoredSession session({&hook}, options);
  session.run({train});
  coordinator->request_stop(std::make_exception_ptr(UnknownError("thread")));
  EXPECT_TRUE(session.should_stop());
  EXPECT_EQ(value(session.run({train})), 2);
  EXPECT_EQ(expect_error(ErrorCode::kUnknown, [&] { session.close(); }), "thread");
  EXPECT_TRUE(session.should_stop());
}

TEST_F(LeavingRows, regular_exception_reported_to_coord_pass_through_return) {
  Coordinator *coordinator = nullptr;
  hook.on_created = [&](Session &, Coordinator &created) { coordinator = &created; };
  EXPECT_EQ(expect_error(ErrorCode::kUnknown,
                         [&] {
                           with_session({&hook}, options, [&](MonitoredSession &session) {
                             session.run({train});
                             coordinator->request_stop(
                                 std::make_exception_ptr(UnknownError("thread")));
                           });
                         }),
            "thread");
}

TEST_F(LeavingRows, stop_cleanly_when_no_exception_in_with_body) {
  with_session<SingularMonitoredSession>({&hook}, options,
                                         [&](SingularMonitoredSession &session) {
                                           session.run({train});
                                           EXPECT_FALSE(session.should_stop());
                                         });
  EXPECT_TRUE(ended());
  SingularMonitoredSession session({}, options);
  EXPECT_NE(session.raw_session(), nullptr);
  session.close();
  EXPECT_EQ(session.raw_session(), nullptr);
  EXPECT_TRUE(session.should_stop());
}

TEST_F(LeavingRows, raises_regular_exceptions_in_with_body) {
  EXPECT_THROW(with_session({&hook}, options,
                            [](MonitoredSession &) { throw std::logic_error("body"); }),
               std::logic_error);
  expect_error(ErrorCode::kInternal, [&] {
    with_session({&hook}, options,
                 [](MonitoredSession &) { throw InternalError("body"); });
  });
  EXPECT_FALSE(ended());
}

TEST_F(LeavingRows, end_of_input_thrown_by_the_body_itself_is_clean) {
  with_session({&hook}, options,
               [](MonitoredSession &) { throw OutOfRangeError("body"); });
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, graph_finalized_during_run_unfinalized_after_exit) {
  with_session({}, options, [&](MonitoredSession &) { EXPECT_TRUE(graph.finalized()); });
  EXPECT_FALSE(graph.finalized());
  graph.add_constant("later", 1);
}

TEST_F(LeavingRows, keep_finalized_graph_as_finalized) {
  with_session({}, options, [](MonitoredSession &) {});
  graph.finalize();
  with_session({}, options, [&](MonitoredSession &session) { session.run({train}); });
  EXPECT_TRUE(graph.finalized());
}

TEST_F(LeavingRows, close_acts_on_the_graph_of_the_session) {
  Graph other;
  const auto scope = other.as_default();
  with_session({}, options, [](MonitoredSession &) {});
  EXPECT_FALSE(graph.finalized());
}

TEST_F(LeavingRows, with_statement_and_close) {
  const std::string text = expect_error(ErrorCode::kFailedPrecondition, [&] {
    with_session({&hook}, options, [](MonitoredSession &session) { session.close(); });
  });
  EXPECT_TRUE(contains(text, "already closed")) << text;
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, end_on_second_close) {
  MonitoredSession session({&hook}, options);
  session.close();
  expect_error(ErrorCode::kFailedPrecondition, [&] { session.close(); });
  EXPECT_TRUE(ended());
  expect_error(ErrorCode::kFailedPrecondition, [&] { session.run({train}); });
  EXPECT_TRUE(session.should_stop());
}

TEST_F(LeavingRows, end_gets_an_open_session_or_is_not_called) {
  hook.on_end = [&](Session &session) { EXPECT_EQ(session.run({step}).size(), 1u); };
  { MonitoredSession session({&hook}, options); }
  EXPECT_TRUE(ended());
  log.clear();
  hook.on_before = [](SessionRunContext &context) -> std::optional<SessionRunArgs> {
    context.session().close();
    return std::nullopt;
  };
  MonitoredSession session({&hook}, options);
  expect_error(ErrorCode::kFailedPrecondition, [&] { session.run({train}); });
  session.close();
  EXPECT_FALSE(ended());
}

TEST_F(LeavingRows, close_after_a_caught_error_calls_end) {
  throw_in_second_run(std::runtime_error("caught"));
  MonitoredSession session({&hook}, options);
  session.run({train});
  EXPECT_THROW(session.run({train}), std::runtime_error);
  session.close();
  EXPECT_TRUE(ended());
}

TEST_F(LeavingRows, end_order) {
  ScriptedHook second(log, "second");
  with_session({&hook, &second}, options, [](MonitoredSession &) {});
  const Log tail(log.end() - 2, log.end());
  EXPECT_EQ(tail, (Log{"hook.end", "second.end"}));
}

TEST_F(LeavingRows, throwing_end) {
  ScriptedHook second(log, "second");
  hook.on_end = [](Session &) { throw UnknownError("first"); };
  second.on_end = [](Session &) { throw UnknownError("second"); };
  SingularMonitoredSession session({&hook, &second}, options);
  EXPECT_EQ(expect_error(ErrorCode::kUnknown, [&] { session.close(); }), "first");
  EXPECT_EQ(log.back(), "second.end");
  EXPECT_EQ(session.raw_session(), nullptr);
  EXPECT_FALSE(graph.finalized());
}

TEST_F(LeavingRows, throwing_end_in_a_destructor_is_reported) {
  hook.on_end = [](Session &) { throw UnknownError("disk full"); };
  ::testing::internal::CaptureStderr();
  { MonitoredSession session({&hook}, options); }
  EXPECT_TRUE(contains(::testing::internal::GetCapturedStderr(), "disk full"));
}

TEST_F(LeavingRows, throwing_begin) {
  ScriptedHook second(log, "second");
  hook.on_begin = [](Graph &) { throw AbortedError("not retried"); };
  expect_error(ErrorCode::kAborted, [&] {
    MonitoredSession session({&hook, &second}, options);
  });
  EXPECT_EQ(log, Log{"hook.begin"});
  EXPECT_FALSE(graph.finalized());
}

TEST_F(LeavingRows, begin_called_twice) {
  // The same hook on the same graph: an idempotent begin leaves the graph alone.
  std::uint64_t made_for = 0;
  hook.on_begin = [&](Graph &begun) {
    if (made_for == begun.id())
      return;
    begun.add_constant("once", 1);
    made_for = begun.id();
  };
  with_session({&hook}, options, [](MonitoredSession &) {});
  const std::size_t size = graph.num_operations();
  with_session({&hook}, options, [](MonitoredSession &) {});
  EXPECT_EQ(graph.num_operations(), size);
}

TEST_F(LeavingRows, hook_reuse_over_two_sessions) {
  with_session({&hook}, options,
               [&](MonitoredSession &session) { session.run({train}); });
  const Log first = log;
  log.clear();
  with_session({&hook}, options,
               [&](MonitoredSession &session) { session.run({train}); });
  EXPECT_EQ(log, first);
}

TEST_F(LeavingRows, stop_threads_on_close) {
  bool stopped = false;
  hook.on_created = [&](Session &, Coordinator &coordinator) {
    coordinator.start_thread([&] {
      while (!coordinator.wait_for_stop(std::chrono::milliseconds(1))) {
      }
      stopped = true;
    });
  };
  MonitoredSession session({&hook}, options);
  session.run({train});
  EXPECT_FALSE(session.should_stop());
  session.close();
  EXPECT_TRUE(stopped);
}

TEST_F(LeavingRows, stop_threads_on_close_after_exception) {
  std::atomic<bool> stopped{false};
  hook.on_created = [&](Session &, Coordinator &coordinator) {
    coordinator.start_thread([&] {
      while (!coordinator.wait_for_stop(std::chrono::milliseconds(1))) {
      }
      stopped = true;
    });
  };
  throw_in_second_run(UnknownError("main thread"));
  MonitoredSession session({&hook}, options);
  session.run({train});
  expect_error(ErrorCode::kUnknown, [&] { session.run({train}); });
  EXPECT_FALSE(stopped);
  session.close();
  EXPECT_TRUE(stopped);
}

TEST_F(LeavingRows, dont_request_stop_on_exception_in_main_thread) {
  Coordinator *coordinator = nullptr;
  hook.on_created = [&](Session &, Coordinator &created) { coordinator = &created; };
  throw_in_second_run(UnknownError("main thread"));
  MonitoredSession session({&hook}, options);
  session.run({train});
  expect_error(ErrorCode::kUnknown, [&] { session.run({train}); });
  EXPECT_FALSE(coordinator->should_stop());
  EXPECT_FALSE(session.should_stop());
}

TEST_F(LeavingRows, lost_stop_request) {
  ScriptedHook second(log, "second");
  hook.on_after = [](SessionRunContext &context, const SessionRunValues &) {
    context.request_stop();
  };
  second.on_after = [](SessionRunContext &, const SessionRunValues &) {
    throw UnknownError("later hook");
  };
  MonitoredSession session({&hook, &second}, options);
  expect_error(ErrorCode::kUnknown, [&] { session.run({train}); });
  EXPECT_TRUE(session.should_stop());
}

TEST_F(LeavingRows, stop_by_the_coordinator_does_not_forbid_a_run) {
  hook.on_created = [](Session &, Coordinator &coordinator) {
    coordinator.request_stop();
  };
  MonitoredSession session({&hook}, options);
  EXPECT_TRUE(session.should_stop());
  EXPECT_EQ(value(session.run({train})), 1);
}

} // namespace
} // namespace hooktidy::runtime::testing
