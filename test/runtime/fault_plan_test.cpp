//===- fault_plan_test.cpp - plans, and lifecycles turned into plans ------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/replay/replay.h"

namespace hooktidy::runtime::testing {
namespace {

class IdleSubject : public ReplaySubject {
public:
  void build_model(Graph &graph) override {
    EXPECT_EQ(&Graph::current(), &graph);
    ++graphs;
  }
  std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) override {
    std::vector<std::unique_ptr<SessionRunHook>> hooks;
    hooks.push_back(checker.make_hook<SessionRunHook>());
    return hooks;
  }

  int graphs = 0;
};

/// The lifecycle as replayed, without "construct" and "destroy".
Log replayed(const Log &steps) {
  IdleSubject subject;
  return replay(subject, FaultPlan::from_trace(steps)).trace;
}

/// Checks that a lifecycle is replayed as it was told.
void expect_same(const Log &steps) {
  Log expected;
  for (const std::string &step : steps)
    if (step != "construct" && step != "destroy")
      expected.push_back(step);
  Log got = replayed(steps);
  got.resize(std::min(got.size(), expected.size()));
  EXPECT_EQ(got, expected);
}

class FaultPlanTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (!Checker::available())
      GTEST_SKIP() << "built without HOOKTIDY_CHECKED_MODE";
  }
};

TEST_F(FaultPlanTest, lifecycles_are_replayed) {
  expect_same({"construct", "begin", "after_create_session", "before_run", "after_run",
               "end", "destroy"});
  expect_same({"begin", "after_create_session", "before_run", "after_run", "before_run",
               "run fails (Aborted)", "after_create_session", "before_run", "after_run"});
  expect_same({"begin", "after_create_session", "before_run", "run fails (Unavailable)",
               "after_create_session"});
  expect_same({"begin", "after_create_session", "after_create_session",
               "after_create_session", "before_run"});
  expect_same({"begin", "after_create_session", "before_run", "after_run",
               "after_create_session", "before_run"});
  expect_same({"begin", "begin", "after_create_session"});
  expect_same({"begin", "after_create_session", "before_run", "run fails (OutOfRange)",
               "end", "begin", "after_create_session", "before_run", "after_run"});
  expect_same({"begin", "after_create_session", "before_run", "run fails (Internal)",
               "before_run", "after_run"});
  expect_same({"begin", "after_create_session", "before_run", "after_run", "begin",
               "after_create_session"});
  expect_same({"construct", "begin", "after_create_session", "destroy"});
}

TEST_F(FaultPlanTest, session_left_by_an_error_has_no_end) {
  EXPECT_EQ(
      replayed({"begin", "after_create_session", "before_run", "run fails", "destroy"}),
      (Log{"begin", "after_create_session", "before_run", "run fails (Internal)"}));
  EXPECT_EQ(
      replayed({"begin", "after_create_session", "before_run", "after_run", "destroy"}),
      (Log{"begin", "after_create_session", "before_run", "after_run"}));
  EXPECT_EQ(replayed({"begin", "destroy"}), Log{"begin"});
}

TEST_F(FaultPlanTest, hook_that_is_never_used_has_a_lifecycle) {
  EXPECT_EQ(FaultPlan::from_trace({"construct"}).sessions, 0);
  EXPECT_EQ(replayed({"construct", "destroy"}), Log());
}

TEST_F(FaultPlanTest, what_is_told_between_the_steps) {
  EXPECT_EQ(
      replayed({"construct", "begin", "an error leaves the session",
                "the hook is used again", "begin", "after_create_session", "before_run",
                "run fails", "the session is re-created", "after_create_session"}),
      (Log{"begin", "begin", "after_create_session", "before_run", "run fails (Aborted)",
           "after_create_session", "before_run", "after_run", "end"}));
}

TEST_F(FaultPlanTest, what_is_no_lifecycle_is_refused) {
  const std::vector<Log> wrong{{},
                               {"the hook is used again"},
                               {"begin", "dance"},
                               {"before_run"},
                               {"begin", "after_create_session", "after_run"},
                               {"begin", "run fails"},
                               {"begin", "end", "before_run"}};
  for (const Log &steps : wrong)
    expect_error(ErrorCode::kInvalidArgument, [&] { FaultPlan::from_trace(steps); });
}

TEST_F(FaultPlanTest, standard_plans_reach_every_transition) {
  std::vector<std::pair<std::string, std::string>> seen;
  for (const FaultPlan &plan : FaultPlan::standard()) {
    IdleSubject subject;
    const ReplayResult result = replay(subject, plan);
    EXPECT_TRUE(result.breaches.empty()) << plan.name;
    EXPECT_EQ(subject.graphs, plan.same_graph ? 1 : plan.sessions) << plan.name;
    Log steps = result.trace;
    steps.push_back("destroy");
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
      seen.emplace_back(steps[i].substr(0, steps[i].find(' ')),
                        steps[i + 1].substr(0, steps[i + 1].find(' ')));
  }
  const std::vector<std::pair<std::string, std::string>> wanted{
      {"begin", "after_create_session"},
      {"begin", "destroy"},
      {"after_create_session", "before_run"},
      {"after_create_session", "after_create_session"},
      {"before_run", "after_run"},
      {"before_run", "run"},
      {"run", "after_create_session"},
      {"run", "end"},
      {"run", "begin"},
      {"run", "destroy"},
      {"after_run", "before_run"},
      {"after_run", "after_create_session"},
      {"after_run", "end"},
      {"end", "begin"},
      {"end", "destroy"}};
  for (const auto &transition : wanted)
    EXPECT_TRUE(std::find(seen.begin(), seen.end(), transition) != seen.end())
        << transition.first << " -> " << transition.second;
}

TEST_F(FaultPlanTest, errors_that_reach_the_caller_are_reported) {
  IdleSubject subject;
  FaultPlan plan;
  plan.go_on_after_errors = true;
  plan.faults = {{FaultPoint::kRun, 1, ErrorCode::kInternal, 2}};
  const ReplayResult result = replay(subject, plan);
  EXPECT_EQ(result.errors, (Log{"Internal: injected fault", "Internal: injected fault"}));
  EXPECT_EQ(result.trace.back(), "end");
}

/// What a hook sees of a fault in step `at`; and that its error reaches the caller.
Log seen_of_fault(FaultPoint point, int at, ErrorCode code = ErrorCode::kInternal) {
  IdleSubject subject;
  FaultPlan plan;
  plan.runs = 2;
  plan.faults = {{point, at, code, 1}};
  const ReplayResult result = replay(subject, plan);
  const bool recovered = code == ErrorCode::kAborted && result.errors.empty();
  EXPECT_TRUE(recovered || result.errors == Log{"Internal: injected fault"})
      << fault_point_name(point);
  return result.trace;
}

TEST_F(FaultPlanTest, errors_in_earlier_and_later_hooks) {
  EXPECT_EQ(seen_of_fault(FaultPoint::kEarlierBegin, 1), Log{});
  EXPECT_EQ(seen_of_fault(FaultPoint::kBegin, 1), Log{"begin"});
  EXPECT_EQ(seen_of_fault(FaultPoint::kEarlierAfterCreateSession, 1), Log{"begin"});
  Log seen{"begin", "after_create_session"};
  EXPECT_EQ(seen_of_fault(FaultPoint::kAfterCreateSession, 1), seen);
  EXPECT_EQ(seen_of_fault(FaultPoint::kEarlierBeforeRun, 1), seen);
  seen.push_back("before_run");
  EXPECT_EQ(seen_of_fault(FaultPoint::kBeforeRun, 1), seen);
  EXPECT_EQ(seen_of_fault(FaultPoint::kEarlierAfterRun, 1), seen);
  seen.push_back("after_run");
  EXPECT_EQ(seen_of_fault(FaultPoint::kAfterRun, 1), seen);
  seen.insert(seen.end(), {"before_run", "after_run", "end"});
  EXPECT_EQ(seen_of_fault(FaultPoint::kEarlierEnd, 1), seen);
  EXPECT_EQ(seen_of_fault(FaultPoint::kEnd, 1), seen);
}

TEST_F(FaultPlanTest, session_lost_by_earlier_and_later_hooks) {
  const Log rest{"after_create_session", "before_run", "after_run",
                 "before_run",           "after_run",  "end"};
  const std::vector<std::pair<FaultPoint, Log>> cases{
      {FaultPoint::kEarlierAfterCreateSession, {"begin"}},
      {FaultPoint::kAfterCreateSession, {"begin", "after_create_session"}},
      {FaultPoint::kEarlierBeforeRun, {"begin", "after_create_session"}},
      {FaultPoint::kBeforeRun, {"begin", "after_create_session", "before_run"}},
      {FaultPoint::kEarlierAfterRun, {"begin", "after_create_session", "before_run"}},
      {FaultPoint::kAfterRun,
       {"begin", "after_create_session", "before_run", "after_run"}}};
  for (const auto &[point, before] : cases) {
    Log expected = before;
    expected.insert(expected.end(), rest.begin(), rest.end());
    EXPECT_EQ(seen_of_fault(point, 1, ErrorCode::kAborted), expected)
        << fault_point_name(point);
  }
}

TEST_F(FaultPlanTest, errors_that_are_not_the_runtimes_own) {
  IdleSubject subject;
  FaultPlan plan;
  plan.faults = {{FaultPoint::kRun, 2, ErrorCode::kAborted, 1, /*foreign=*/true}};
  const ReplayResult result = replay(subject, plan);
  EXPECT_EQ(result.errors, Log{"injected fault"});
  EXPECT_EQ(result.trace.back(), "run fails (Unknown)");
}

/// The traces of all plans, by their names.
std::vector<std::pair<std::string, Log>> thorough_traces() {
  std::vector<std::pair<std::string, Log>> traces;
  for (const FaultPlan &plan : FaultPlan::thorough()) {
    IdleSubject subject;
    const ReplayResult result = replay(subject, plan);
    EXPECT_TRUE(result.breaches.empty()) << plan.name;
    EXPECT_EQ(subject.graphs, plan.same_graph ? 1 : plan.sessions) << plan.name;
    traces.emplace_back(plan.name, result.trace);
  }
  return traces;
}

TEST_F(FaultPlanTest, thorough_plans_have_everything) {
  const auto traces = thorough_traces();
  const auto trace_of = [&](const std::string &name) {
    for (const auto &trace : traces)
      if (trace.first == name)
        return trace.second;
    ADD_FAILURE() << "no plan '" << name << "'";
    return Log();
  };
  for (const char *graphs : {"one graph", "two graphs"}) {
    const Log trace = trace_of(std::string("begin twice on ") + graphs);
    EXPECT_EQ(Log(trace.begin(), trace.begin() + 3),
              (Log{"begin", "begin", "after_create_session"}));
  }
  EXPECT_EQ(trace_of("hooks used on two graphs"),
            trace_of("hooks used twice on one graph"));
  for (const char *error : {"Aborted", "Unavailable", "OutOfRange", "StopIteration",
                            "Internal", "std::runtime_error"})
    for (const std::size_t step : {1, 2, 3}) {
      const Log trace = trace_of("run " + std::to_string(step) + " fails with " + error);
      // begin, after_create_session, two callbacks in each run.
      EXPECT_EQ(trace.at(2 + 2 * (step - 1) + 1).substr(0, 9), "run fails");
    }
  for (const char *hook : {"an earlier", "a later"})
    for (const char *phase :
         {"begin", "after_create_session", "before_run", "after_run", "end"}) {
      const std::string where = std::string(" in ") + hook + " hook's " + phase;
      trace_of("Aborted" + where);
      // After the error, the whole of a lifecycle.
      for (const char *again : {", used again", ", used on another graph"}) {
        const Log trace = trace_of("error" + where + again);
        ASSERT_GE(trace.size(), 9u);
        EXPECT_EQ(Log(trace.end() - 9, trace.end() - 6),
                  (Log{"begin", "after_create_session", "before_run"}));
        EXPECT_EQ(trace.back(), "end");
      }
    }
}

} // namespace
} // namespace hooktidy::runtime::testing
