//===- conformance_hooked_session_test.cpp - rows on one run with hooks ---===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

namespace hooktidy::runtime::testing {
namespace {

using HookedSessionRows = SessionTest;

TEST_F(HookedSessionRows, run_passes_all_arguments) {
  const Tensor input = graph.add_placeholder("input", DataType::kInt64);
  const Tensor sum = graph.add_add("sum", input, input);
  MonitoredSession session({}, options);
  RunOptions run_options;
  run_options.trace_level = TraceLevel::kFull;
  RunMetadata metadata;
  EXPECT_EQ(value(session.run({sum}, {{input, 2}}, run_options, &metadata)), 4);
  EXPECT_EQ(metadata.executed_operations, Log{"sum"});
}

TEST_F(HookedSessionRows, calls_hooks_begin_end) {
  ScriptedHook hook(log);
  Session *raw = nullptr;
  hook.on_before = [&](SessionRunContext &context) -> std::optional<SessionRunArgs> {
    EXPECT_EQ(context.original_args().fetches, std::vector<Operation>{train});
    EXPECT_TRUE(context.original_args().feeds.empty());
    raw = &context.session();
    return std::nullopt;
  };
  hook.on_after = [&](SessionRunContext &context, const SessionRunValues &values) {
    EXPECT_EQ(&context.session(), raw);
    EXPECT_TRUE(values.results.empty());
    expect_error(ErrorCode::kFailedPrecondition, [&] { values.results[0]; });
    EXPECT_EQ(values.options.trace_level, TraceLevel::kNone);
    EXPECT_TRUE(values.run_metadata.executed_operations.empty());
  };
  SingularMonitoredSession session({&hook}, options);
  session.run({train});
  EXPECT_EQ(raw, session.raw_session());
  EXPECT_EQ(log, (Log{"hook.begin", "hook.after_create_session", "hook.before_run",
                      "hook.after_run"}));
}

TEST_F(HookedSessionRows, callbacks_are_called_in_list_order) {
  ScriptedHook a(log, "a"), b(log, "b");
  with_session({&a, &b}, options, [&](MonitoredSession &session) { session.run({}); });
  EXPECT_EQ(log, (Log{"a.begin", "b.begin", "a.after_create_session",
                      "b.after_create_session", "a.before_run", "b.before_run",
                      "a.after_run", "b.after_run", "a.end", "b.end"}));
}

TEST_F(HookedSessionRows, should_stop) {
  ScriptedHook hook(log);
  MonitoredSession session({&hook}, options);
  session.run({train});
  EXPECT_FALSE(session.should_stop());
  hook.on_after = [](SessionRunContext &context, const SessionRunValues &) {
    context.request_stop();
  };
  session.run({train});
  EXPECT_TRUE(session.should_stop());
  const std::string text =
      expect_error(ErrorCode::kFailedPrecondition, [&] { session.run({train}); });
  EXPECT_TRUE(contains(text, "even after a stop was requested")) << text;
}

TEST_F(HookedSessionRows, stop_in_before_run_does_not_cancel_the_run) {
  ScriptedHook hook(log);
  hook.on_before = [](SessionRunContext &context) -> std::optional<SessionRunArgs> {
    context.request_stop();
    return std::nullopt;
  };
  MonitoredSession session({&hook}, options);
  EXPECT_EQ(value(session.run({train})), 1);
  EXPECT_TRUE(session.should_stop());
}

TEST_F(HookedSessionRows, fetches_hook_requests) {
  const Tensor five = graph.add_constant("five", 5);
  const Tensor six = graph.add_constant("six", 6);
  ScriptedHook a(log, "a"), none(log, "none"), b(log, "b");
  a.on_before = [&](SessionRunContext &) { return SessionRunArgs({five}); };
  b.on_before = [&](SessionRunContext &) { return SessionRunArgs({six, five}); };
  a.on_after = [](SessionRunContext &, const SessionRunValues &values) {
    ASSERT_EQ(values.results.size(), 1u);
    EXPECT_EQ(values.results[0].as_int64(), 5);
  };
  b.on_after = [](SessionRunContext &, const SessionRunValues &values) {
    ASSERT_EQ(values.results.size(), 2u);
    EXPECT_EQ(values.results[0].as_int64(), 6);
    EXPECT_EQ(values.results[1].as_int64(), 5);
  };
  MonitoredSession session({&a, &none, &b}, options);
  const std::vector<TensorValue> values = session.run({train});
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(value(values), 1);
}

/// Two placeholders, their sum, and hooks that feed them.
class HookFeedRows : public SessionTest {
protected:
  HookFeedRows() {
    a.on_before = [this](SessionRunContext &) { return SessionRunArgs({}, {{x, 5}}); };
    b.on_before = [this](SessionRunContext &) {
      return SessionRunArgs({}, {{b_feeds, 10}});
    };
  }

  Tensor x = graph.add_placeholder("x", DataType::kInt64);
  Tensor y = graph.add_placeholder("y", DataType::kInt64);
  Tensor sum = graph.add_add("sum", x, y);
  Tensor b_feeds = y;
  ScriptedHook a{log, "a"};
  ScriptedHook b{log, "b"};
};

TEST_F(HookFeedRows, only_hooks_have_feeds) {
  MonitoredSession session({&a, &b}, options);
  EXPECT_EQ(value(session.run({sum})), 15);
}

TEST_F(HookFeedRows, both_hooks_and_user_have_feeds) {
  const Tensor z = graph.add_placeholder("z", DataType::kInt64);
  const Tensor total = graph.add_add("total", sum, z);
  MonitoredSession session({&a, &b}, options);
  const Feeds feeds{{z, 100}};
  EXPECT_EQ(value(session.run({total}, feeds)), 115);
  EXPECT_EQ(feeds.size(), 1u);
}

TEST_F(HookFeedRows, hooks_feed_conflicts) {
  b_feeds = x;
  ScriptedHook last(log, "last");
  MonitoredSession session({&a, &b, &last}, options);
  const std::string text = expect_error(ErrorCode::kInvalidArgument, [&] {
    session.run({sum}, {{y, 1}});
  });
  EXPECT_TRUE(contains(text, "Same tensor is fed by two hooks: 'x'")) << text;
  // Found before later hooks are asked.
  EXPECT_EQ(std::count(log.begin(), log.end(), "last.before_run"), 0);
}

TEST_F(HookFeedRows, hooks_and_user_feed_conflicts) {
  MonitoredSession session({&a, &b}, options);
  const std::string text = expect_error(ErrorCode::kInvalidArgument, [&] {
    session.run({sum}, {{x, 1}});
  });
  EXPECT_TRUE(contains(text, "Same tensor is fed by a hook and the caller: 'x'")) << text;
  // Found after all hooks were asked.
  EXPECT_EQ(log.back(), "b.before_run");
}

using RunOptionsRows = SessionTest;

RunOptions hook_options(TraceLevel level, std::int64_t timeout, bool graphs,
                        const char *watch, bool oom) {
  RunOptions options;
  options.trace_level = level;
  options.timeout_in_ms = timeout;
  options.output_partition_graphs = graphs;
  options.debug_options.tensor_watches = {watch};
  options.debug_options.report_tensor_allocations_upon_oom = oom;
  return options;
}

TEST_F(RunOptionsRows, merge_run_options_from_hooks) {
  ScriptedHook a(log, "a"), b(log, "b");
  a.on_before = [](SessionRunContext &) {
    return SessionRunArgs({}, {},
                          hook_options(TraceLevel::kHardware, 30000, false, "a", false));
  };
  b.on_before = [](SessionRunContext &) {
    return SessionRunArgs({}, {},
                          hook_options(TraceLevel::kFull, 60000, true, "b", true));
  };
  b.on_after = [](SessionRunContext &, const SessionRunValues &values) {
    EXPECT_EQ(values.options.trace_level, TraceLevel::kFull);
    EXPECT_EQ(values.options.timeout_in_ms, 60000);
    EXPECT_TRUE(values.options.output_partition_graphs);
    EXPECT_EQ(values.options.debug_options.tensor_watches, (Log{"a", "b"}));
    EXPECT_TRUE(values.options.debug_options.report_tensor_allocations_upon_oom);
  };
  MonitoredSession session({&a, &b}, options);
  session.run({train});
}

TEST_F(RunOptionsRows, merge_caller_and_hook_run_options) {
  ScriptedHook hook(log);
  hook.on_before = [](SessionRunContext &context) {
    // What the caller asked for, not what came of it.
    EXPECT_EQ(context.original_args().options.timeout_in_ms, 60000);
    return SessionRunArgs({}, {},
                          hook_options(TraceLevel::kSoftware, 0, false, "hook", false));
  };
  hook.on_after = [](SessionRunContext &, const SessionRunValues &values) {
    EXPECT_EQ(values.options.trace_level, TraceLevel::kFull);
    EXPECT_EQ(values.options.timeout_in_ms, 60000);
    EXPECT_EQ(values.options.debug_options.tensor_watches, (Log{"caller", "hook"}));
  };
  MonitoredSession session({&hook}, options);
  const RunOptions mine = hook_options(TraceLevel::kFull, 60000, true, "caller", false);
  session.run({train}, {}, mine);
  EXPECT_EQ(mine.debug_options.tensor_watches, Log{"caller"});
}

TEST_F(RunOptionsRows, options_do_not_accumulate_on_retry) {
  ScriptedHook hook(log);
  int runs = 0;
  hook.on_before = [](SessionRunContext &) {
    return SessionRunArgs({}, {},
                          hook_options(TraceLevel::kNone, 0, false, "hook", false));
  };
  hook.on_after = [&](SessionRunContext &, const SessionRunValues &values) {
    EXPECT_EQ(values.options.debug_options.tensor_watches, (Log{"caller", "hook"}));
    if (++runs == 1)
      throw AbortedError("lost");
  };
  MonitoredSession session({&hook}, options);
  const RunOptions mine = hook_options(TraceLevel::kNone, 0, false, "caller", false);
  session.run({train}, {}, mine);
  session.run({train}, {}, mine);
  EXPECT_EQ(runs, 3);
}

using ConstructionRows = SessionTest;

TEST_F(ConstructionRows, graph_is_finalized) {
  ScriptedHook hook(log);
  hook.on_begin = [&](Graph &begun) {
    EXPECT_EQ(&begun, &graph);
    EXPECT_EQ(&Graph::current(), &graph);
    EXPECT_FALSE(begun.finalized());
  };
  hook.on_created = [&](Session &session, Coordinator &) {
    EXPECT_TRUE(session.graph().finalized());
    expect_error(ErrorCode::kFailedPrecondition, [&] { graph.add_constant("late", 1); });
  };
  MonitoredSession session({&hook}, options);
  expect_error(ErrorCode::kFailedPrecondition, [&] { graph.add_constant("late", 1); });
}

TEST_F(ConstructionRows, what_begin_adds_is_initialized_and_seen_by_later_hooks) {
  ScriptedHook a(log, "a"), b(log, "b");
  Tensor added;
  a.on_begin = [&](Graph &begun) { added = begun.add_variable("added", 3); };
  b.on_begin = [&](Graph &begun) { EXPECT_TRUE(begun.find_operation("added")); };
  a.on_created = [&](Session &session, Coordinator &) {
    EXPECT_EQ(session.run({added})[0].as_int64(), 3);
  };
  MonitoredSession session({&a, &b}, options);
  EXPECT_EQ(value(session.run({added})), 3);
}

TEST_F(ConstructionRows, graph_is_the_default_one_of_the_constructor) {
  Graph other;
  const auto scope = other.as_default();
  const Tensor constant = other.add_constant("c", 1);
  MonitoredSession session({}, MonitoredSessionOptions());
  EXPECT_EQ(&session.graph(), &other);
  EXPECT_EQ(value(session.run({constant})), 1);
}

TEST_F(ConstructionRows, custom_saving) {
  // Without a directory nothing is saved, so a second session starts anew.
  ScriptedHook hook(log);
  for (int i = 0; i < 2; ++i) {
    log.clear();
    with_session({&hook}, options, [&](MonitoredSession &session) {
      session.run({train});
      EXPECT_EQ(value(session.run({train})), 2);
    });
    EXPECT_EQ(std::count(log.begin(), log.end(), "hook.begin"), 1);
  }
}

TEST_F(ConstructionRows, scaffold_uses_passed_values) {
  Scaffold scaffold;
  const Tensor start = graph.add_placeholder("start", DataType::kInt64);
  scaffold.init_op = graph.add_assign("init", step, start);
  scaffold.init_feeds = {{start, 7}};
  scaffold.local_init_op = train;
  ChiefSessionCreator creator(scaffold);
  options.creator = &creator;
  MonitoredSession session({}, options);
  EXPECT_EQ(value(session.run({step})), 8);
}

TEST_F(ConstructionRows, variable_without_value_is_an_error) {
  Scaffold scaffold;
  scaffold.init_op = graph.add_no_op("nothing");
  ChiefSessionCreator creator(scaffold);
  options.creator = &creator;
  const std::string text = expect_error(ErrorCode::kFailedPrecondition,
                                        [&] { MonitoredSession session({}, options); });
  EXPECT_TRUE(contains(text, "'global_step'")) << text;
}

TEST_F(ConstructionRows, duplicate_hook_object) {
  ScriptedHook hook(log);
  expect_error(ErrorCode::kInvalidArgument, [&] {
    MonitoredSession session({&hook, &hook}, options);
  });
  expect_error(ErrorCode::kInvalidArgument,
               [&] { MonitoredSession session({nullptr}, options); });
  EXPECT_TRUE(log.empty());
  EXPECT_FALSE(graph.finalized());
}

TEST_F(ConstructionRows, one_shot_hook_list) {
  // The list is copied: what becomes of the caller's does not matter.
  ScriptedHook hook(log);
  std::vector<SessionRunHook *> hooks{&hook};
  MonitoredSession session(hooks, options);
  hooks.clear();
  session.run({train});
  EXPECT_EQ(log.back(), "hook.after_run");
}

TEST_F(ConstructionRows, hook_may_not_run_its_own_hooked_session) {
  ScriptedHook hook(log);
  MonitoredSession *outer = nullptr;
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    outer->run({train});
    return std::nullopt;
  };
  MonitoredSession session({&hook}, options);
  outer = &session;
  const std::string text =
      expect_error(ErrorCode::kFailedPrecondition, [&] { session.run({train}); });
  EXPECT_TRUE(contains(text, "raw session")) << text;
  hook.on_before = [&](SessionRunContext &) -> std::optional<SessionRunArgs> {
    outer->close();
    return std::nullopt;
  };
  expect_error(ErrorCode::kFailedPrecondition, [&] { session.run({train}); });
}

} // namespace
} // namespace hooktidy::runtime::testing
