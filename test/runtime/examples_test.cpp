//===- examples_test.cpp - the examples under faults ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "examples/hooks.h"
#include "examples/tiny_model.h"
#include "runtime_hook/replay/replay.h"

#include <set>
#include <thread>

namespace hooktidy::examples {
namespace {

using namespace hooktidy::runtime;
using runtime::testing::kThreadSanitizer;
using runtime::testing::TemporaryDirectory;
using Maker = std::function<std::unique_ptr<SessionRunHook>()>;

/// Trains the tiny model with hooks that the makers make.
class Training : public ReplaySubject {
public:
  explicit Training(std::vector<Maker> makers) : makers_(std::move(makers)) {}

  void build_model(Graph &graph) override { train_ = build_tiny_model(graph); }
  std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) override {
    std::vector<std::unique_ptr<SessionRunHook>> hooks;
    for (const Maker &make : makers_)
      hooks.push_back(checker.make_hook_by(make));
    return hooks;
  }
  const KernelRegistry *kernels() override { return &example_kernels(); }
  void step(HookedSession &session) override { session.run({train_}); }

private:
  const std::vector<Maker> makers_;
  Operation train_;
};

class ExamplesTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (!Checker::available())
      GTEST_SKIP() << "built without HOOKTIDY_CHECKED_MODE";
    // ThreadSanitizer starts a thread of its own with the first one of the program.
    std::thread([] {}).join();
  }

  /// Rules that the hook breaches under some plan.
  std::set<std::string> breached_rules(const Maker &make) {
    std::set<std::string> rules;
    ::testing::internal::CaptureStdout();
    for (const FaultPlan &plan : FaultPlan::standard()) {
      Training training({make});
      ::testing::internal::CaptureStderr();
      const ReplayResult result = replay_isolated(training, plan, /*limit_in_seconds=*/2);
      ::testing::internal::GetCapturedStderr();
      for (const Breach &breach : result.breaches)
        rules.insert(breach.rule);
    }
    ::testing::internal::GetCapturedStdout();
    return rules;
  }

  const TemporaryDirectory directory_;
};

TEST_F(ExamplesTest, clean_hooks_breach_nothing_under_any_plan) {
  const std::string path = directory_.path();
  // Told when the output of the hooks is no longer held back, or it would be, too.
  std::vector<std::string> problems;
  ::testing::internal::CaptureStdout();
  for (const FaultPlan &plan : FaultPlan::thorough()) {
    Training training({[] { return clean::make_configure_gcs("{}"); },
                       [] { return clean::make_step_counter(1); },
                       [&] { return clean::make_summary_writer(path + "/events"); },
                       [] { return clean::make_early_stopping(2); },
                       [&] { return clean::make_checkpoint_saver(path, 1); }});
    const ReplayResult result = replay(training, plan);
    for (const Breach &breach : result.breaches)
      problems.push_back(plan.name + ": " + breach.to_string());
    // Nothing but what the plan does on purpose fails.
    for (const std::string &error : result.errors)
      if (!runtime::testing::contains(error, "injected fault"))
        problems.push_back(plan.name + ": " + error);
  }
  ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(problems, std::vector<std::string>());
}

/// Broken hooks are tried in a child process: they may end it, or hang.
class BrokenExamplesTest : public ExamplesTest {
protected:
  void SetUp() override {
    ExamplesTest::SetUp();
    if (kThreadSanitizer)
      GTEST_SKIP() << "ThreadSanitizer does not support threads after fork";
  }
};

TEST_F(BrokenExamplesTest, step_counter) {
  EXPECT_EQ(
      breached_rules([] { return broken::make_step_counter(1); }),
      (std::set<std::string>{kGraphMutationInConstructor, kGraphMutationAfterBegin}));
}

TEST_F(BrokenExamplesTest, checkpoint_saver) {
  const std::string path = directory_.path();
  EXPECT_EQ(breached_rules([&] { return broken::make_checkpoint_saver(path, 1); }),
            (std::set<std::string>{kNonIdempotentBegin, kSessionUseInBegin,
                                   kGraphMutationAfterBegin, kCleanupOnlyInEnd}));
}

TEST_F(BrokenExamplesTest, summary_writer) {
  const std::string path = directory_.path() + "/events";
  EXPECT_EQ(breached_rules([&] { return broken::make_summary_writer(path); }),
            (std::set<std::string>{kGraphMutationAfterBegin, kCleanupOnlyInEnd}));
}

TEST_F(BrokenExamplesTest, early_stopping) {
  EXPECT_EQ(
      breached_rules([] { return broken::make_early_stopping(2); }),
      (std::set<std::string>{kNonIdempotentBegin, kRunDependentAfterCreateSession}));
}

TEST_F(BrokenExamplesTest, configure_gcs) {
  std::set<std::string> rules =
      breached_rules([] { return broken::make_configure_gcs("{}"); });
  EXPECT_EQ(rules, std::set<std::string>{kNonIdempotentBegin});
  rules = breached_rules([] { return broken::make_configure_gcs(""); });
  EXPECT_TRUE(rules.count(kGraphMutationAfterBegin));
}

} // namespace
} // namespace hooktidy::examples
