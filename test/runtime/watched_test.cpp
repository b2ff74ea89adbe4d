//===- watched_test.cpp - members that the checked mode sees --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/replay/replay.h"
#include "runtime_hook/replay/watched.h"

namespace hooktidy::runtime::testing {
namespace {

/// Reads in after_create_session what a run left behind.
class StaleHook : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override { sum_ += best_; }
  void after_run(SessionRunContext &, const SessionRunValues &) override { best_ = 5; }

private:
  HOOKTIDY_WATCHED(int) best_ = 0;
  int sum_ = 0;
};

/// Reads it only to reset it.
class ResettingHook : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    if (best_ != 0)
      best_ = 0;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { ++best_; }

private:
  HOOKTIDY_WATCHED(int) best_ = 0;
};

template <typename Hook> class Subject : public ReplaySubject {
public:
  std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) override {
    std::vector<std::unique_ptr<SessionRunHook>> hooks;
    hooks.push_back(checker.make_hook<Hook>());
    return hooks;
  }
};

FaultPlan lost_in_second_run() {
  FaultPlan plan;
  plan.faults = {{FaultPoint::kRun, 2, ErrorCode::kAborted, 1}};
  return plan;
}

TEST(WatchedTest, run_dependent_after_create_session) {
  if (!Checker::available())
    GTEST_SKIP() << "built without HOOKTIDY_CHECKED_MODE";
  Subject<StaleHook> subject;
  EXPECT_TRUE(replay(subject, FaultPlan()).breaches.empty());
  const ReplayResult result = replay(subject, lost_in_second_run());
  ASSERT_EQ(result.breaches.size(), 1u);
  EXPECT_EQ(result.breaches[0].rule, kRunDependentAfterCreateSession);
  EXPECT_EQ(result.breaches[0].phase, "after_create_session");
}

TEST(WatchedTest, reading_to_reset_is_fine) {
  Subject<ResettingHook> subject;
  EXPECT_TRUE(replay(subject, lost_in_second_run()).breaches.empty());
}

TEST(WatchedTest, behaves_like_its_type) {
  Watched<int> number = 3;
  ++number;
  number += 2;
  number -= 1;
  --number;
  EXPECT_EQ(number, 4);
  Watched<int> copy = number;
  copy = 9;
  number = copy;
  EXPECT_EQ(number.get(), 9);
  Watched<std::optional<int>> maybe;
  maybe = 4;
  EXPECT_EQ(*maybe.get(), 4);
}

} // namespace
} // namespace hooktidy::runtime::testing
