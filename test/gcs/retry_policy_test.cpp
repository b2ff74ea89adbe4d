//===- retry_policy_test.cpp - when and how often things are tried again --===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/retry_policy.h"

namespace hooktidy::runtime::gcs {
namespace {

using Sleeps = std::vector<std::int64_t>;
using std::chrono::milliseconds;
using std::chrono::seconds;

RetryPolicy policy_on(const Clock &clock, const RetryOptions &options = {},
                      double random = 0.0) {
  return RetryPolicy(options, &clock, [random] { return random; });
}

TEST(RetryPolicyTest, Delays) {
  const FakeClock clock;
  const RetryPolicy policy = policy_on(clock);
  const std::int64_t expected[] = {100,  200,   400,   800,   1600, 3200,
                                   6400, 12800, 25600, 32000, 32000};
  for (int retry = 0; retry < 11; ++retry)
    EXPECT_EQ(policy.delay(retry).count(), expected[retry]) << retry;
  EXPECT_EQ(policy.delay(1000000).count(), 32000);
  EXPECT_EQ(policy_on(clock, {}, 0.5).delay(0).count(), 600);
  EXPECT_EQ(policy_on(clock, {}, 0.999).delay(20).count(), 32999);
}

TEST(RetryPolicyTest, NoInitialDelayNoDelay) {
  const FakeClock clock;
  RetryOptions options;
  options.initial_delay = milliseconds(0);
  EXPECT_EQ(policy_on(clock, options, 0.9).delay(5).count(), 0);
}

TEST(RetryPolicyTest, OwnRandomNumbersAreInRange) {
  const FakeClock clock;
  const RetryPolicy policy({}, &clock);
  for (int i = 0; i < 1000; ++i) {
    const auto delay = policy.delay(0).count();
    EXPECT_GE(delay, 100);
    EXPECT_LT(delay, 1100);
  }
}

TEST(RetryPolicyTest, ImmediateSuccess) {
  const FakeClock clock;
  EXPECT_EQ(policy_on(clock).run("x", [] { return 7; }), 7);
  EXPECT_TRUE(clock.sleeps().empty());
}

TEST(RetryPolicyTest, EventualSuccess) {
  const FakeClock clock;
  int calls = 0;
  const int result = policy_on(clock).run("x", [&] {
    switch (++calls) {
    case 1:
      throw UnavailableError("");
    case 2:
      throw DeadlineExceededError("");
    case 3:
      throw UnknownError("");
    default:
      return calls;
    }
  });
  EXPECT_EQ(result, 4);
  EXPECT_EQ(clock.sleeps(), (Sleeps{100, 200, 400}));
}

TEST(RetryPolicyTest, OtherErrorsPassAtOnce) {
  const FakeClock clock;
  for (int code = 0; code <= static_cast<int>(ErrorCode::kStopIteration); ++code) {
    const auto error = static_cast<ErrorCode>(code);
    if (error == ErrorCode::kUnavailable || error == ErrorCode::kDeadlineExceeded ||
        error == ErrorCode::kUnknown)
      continue;
    EXPECT_EQ(
        code_of([&] { policy_on(clock).run("x", [&] { throw_error(error, ""); }); }),
        error);
  }
  EXPECT_TRUE(clock.sleeps().empty());
}

TEST(RetryPolicyTest, GivesUp) {
  const FakeClock clock;
  int calls = 0;
  std::string message;
  try {
    policy_on(clock).run("reading 'gs://b/o'", [&] {
      ++calls;
      throw UnavailableError("the server answered 503");
    });
    FAIL();
  } catch (const RetriesExhaustedError &error) {
    message = error.message();
    EXPECT_FALSE(is_preemption(error)) << "a session would recover for ever";
    EXPECT_FALSE(is_clean_exit(error));
    EXPECT_FALSE(is_retriable(error)) << "an outer loop would multiply the attempts";
  }
  EXPECT_EQ(calls, 11);
  EXPECT_EQ(message,
            "reading 'gs://b/o': gave up after 11 attempts; the last one failed so: "
            "the server answered 503");
}

TEST(RetryPolicyTest, StopsWhenTheTimeIsUp) {
  const FakeClock clock;
  RetryOptions options;
  options.max_elapsed = seconds(1);
  int calls = 0;
  EXPECT_EQ(code_of([&] {
              policy_on(clock, options).run("x", [&] {
                ++calls;
                clock.sleep_for(milliseconds(400));
                throw UnavailableError("");
              });
            }),
            ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(calls, 2);
}

TEST(RetryPolicyTest, HonoursRetryAfterWithinTheLimit) {
  const FakeClock clock;
  int calls = 0;
  policy_on(clock).run("x", [&] {
    if (++calls == 1)
      throw BusyError("", seconds(7));
    if (calls == 2)
      throw BusyError("", seconds(1000));
  });
  EXPECT_EQ(clock.sleeps(), (Sleeps{7000, 32000}));
}

TEST(RetryPolicyTest, ProgressCountsAnew) {
  const FakeClock clock;
  const RetryPolicy policy = policy_on(clock);
  RetryPolicy::Attempts attempts(policy, "x");
  for (int i = 0; i < 100; ++i) {
    try {
      throw UnavailableError("");
    } catch (const Error &error) {
      attempts.wait_after(error);
    }
    attempts.restart();
  }
  EXPECT_EQ(clock.sleeps(), Sleeps(100, 100));
}

} // namespace
} // namespace hooktidy::runtime::gcs
