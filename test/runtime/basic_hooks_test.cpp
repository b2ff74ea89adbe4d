//===- basic_hooks_test.cpp - the hooks that most programs want -----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/session/basic_hooks.h"

#include <limits>

namespace hooktidy::runtime::testing {
namespace {

class BasicHooksTest : public SessionTest {
protected:
  std::int64_t train_until_stop(std::vector<SessionRunHook *> hooks) {
    std::int64_t last = 0;
    with_session(std::move(hooks), options, [&](MonitoredSession &session) {
      while (!session.should_stop())
        last = value(session.run({train}));
    });
    return last;
  }

  LinesSink sink;
};

/// These are rows of the conformance table.
class StopAtStepRows : public BasicHooksTest {};

TEST_F(StopAtStepRows, last_step) {
  StopAtStepHook hook{StopAtStepHook::LastStep{4}};
  EXPECT_EQ(train_until_stop({&hook}), 4);
  EXPECT_EQ(train_until_stop({&hook}), 4);
}

TEST_F(StopAtStepRows, num_steps) {
  StopAtStepHook hook{StopAtStepHook::NumSteps{3}};
  EXPECT_EQ(train_until_stop({&hook}), 3);
  // Used again: counted anew.
  EXPECT_EQ(train_until_stop({&hook}), 3);
}

TEST_F(StopAtStepRows, num_steps_are_counted_from_the_first_session) {
  StopAtStepHook stop{StopAtStepHook::NumSteps{3}};
  ScriptedHook lossy(log);
  int runs = 0;
  lossy.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    if (++runs == 3)
      throw AbortedError("lost");
    return std::nullopt;
  };
  EXPECT_EQ(train_until_stop({&stop, &lossy}), 3);
  EXPECT_EQ(runs, 6);
}

TEST_F(BasicHooksTest, stop_at_step_sees_a_step_counted_after_the_fetch) {
  StopAtStepHook hook{StopAtStepHook::LastStep{1}};
  MonitoredSession session({&hook}, options);
  // Nothing orders the hook's fetch and the training operation.
  session.run({step, train});
  EXPECT_TRUE(session.should_stop());
}

TEST_F(BasicHooksTest, missing_tensors_are_named_in_begin) {
  Graph empty;
  options.graph = &empty;
  StopAtStepHook stop{StopAtStepHook::LastStep{1}};
  const std::string text = expect_error(
      ErrorCode::kNotFound, [&] { MonitoredSession session({&stop}, options); });
  EXPECT_TRUE(contains(text, "'global_step'")) << text;
  LoggingTensorHook logging({"loss"}, Every::steps(1));
  expect_error(ErrorCode::kNotFound,
               [&] { MonitoredSession session({&logging}, options); });
}

TEST_F(BasicHooksTest, every_must_be_positive) {
  expect_error(ErrorCode::kInvalidArgument, [] { Every::steps(0); });
  expect_error(ErrorCode::kInvalidArgument,
               [] { Every::interval(std::chrono::milliseconds(-1)); });
}

TEST_F(BasicHooksTest, step_counter) {
  StepCounterHook hook(Every::steps(2), sink, &clock);
  MonitoredSession session({&hook}, options);
  for (int i = 0; i < 5; ++i) {
    clock.time += std::chrono::milliseconds(250);
    session.run({train});
  }
  EXPECT_EQ(sink.lines, (Log{"global_step/sec: 4", "global_step/sec: 4"}));
}

TEST_F(BasicHooksTest, logging_tensor_by_runs) {
  LoggingTensorHook hook({"global_step", "one"}, Every::steps(2), /*at_end=*/true, sink);
  with_session({&hook}, options, [&](MonitoredSession &session) {
    for (int i = 0; i < 4; ++i)
      session.run({train});
  });
  EXPECT_EQ(sink.lines, (Log{"global_step = int64: 1, one = int64: 1",
                             "global_step = int64: 3, one = int64: 1",
                             "global_step = int64: 4, one = int64: 1"}));
}

TEST_F(BasicHooksTest, logging_tensor_by_time) {
  LoggingTensorHook hook({"one"}, Every::interval(std::chrono::seconds(1)), false, sink,
                         &clock);
  MonitoredSession session({&hook}, options);
  for (int i = 0; i < 4; ++i) {
    session.run({train});
    clock.time += std::chrono::milliseconds(500);
  }
  EXPECT_EQ(sink.lines.size(), 2u);
}

TEST_F(BasicHooksTest, nan_tensor) {
  const Tensor loss = graph.add_placeholder("loss", DataType::kFloat);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  NanTensorHook throwing("loss");
  NanTensorHook stopping("loss", NanTensorHook::OnNan::kStop, sink);
  {
    MonitoredSession session({&throwing}, options);
    session.run({loss}, {{loss, 1.0f}});
    EXPECT_THROW(session.run({loss}, {{loss, nan}}), NanLossError);
    session.abandon();
  }
  MonitoredSession session({&stopping}, options);
  session.run({loss}, {{loss, nan}});
  EXPECT_TRUE(session.should_stop());
  EXPECT_EQ(sink.lines.size(), 1u);
}

TEST_F(BasicHooksTest, final_ops) {
  const Tensor input = graph.add_placeholder("input", DataType::kInt64);
  graph.add_add("final", step, input);
  FinalOpsHook hook({"final"}, {{"input", 10}});
  with_session({&hook}, options,
               [&](MonitoredSession &session) { session.run({train}); });
  ASSERT_EQ(hook.values().size(), 1u);
  EXPECT_EQ(hook.values()[0].as_int64(), 11);
}

TEST_F(BasicHooksTest, final_ops_that_need_input_are_explained) {
  graph.add_iterator("input", TensorValue(Shape{0}, std::vector<float>{}));
  FinalOpsHook hook({"input"});
  MonitoredSession session({&hook}, options);
  const std::string text =
      expect_error(ErrorCode::kFailedPrecondition, [&] { session.close(); });
  EXPECT_TRUE(contains(text, "variables only")) << text;
}

} // namespace
} // namespace hooktidy::runtime::testing
