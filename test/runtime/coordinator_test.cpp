//===- coordinator_test.cpp - stopping and joining threads ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include <atomic>

namespace hooktidy::runtime::testing {
namespace {

using std::chrono::milliseconds;

std::exception_ptr unknown(const char *text) {
  return std::make_exception_ptr(UnknownError(text));
}

TEST(CoordinatorTest, stop_request_reaches_threads_and_join_waits_for_them) {
  Coordinator coordinator;
  std::atomic<int> ended{0};
  for (int i = 0; i < 3; ++i)
    coordinator.register_thread(std::thread([&] {
      while (!coordinator.wait_for_stop(milliseconds(1))) {
      }
      ++ended;
    }));
  EXPECT_FALSE(coordinator.should_stop());
  coordinator.request_stop();
  EXPECT_TRUE(coordinator.should_stop());
  coordinator.join();
  EXPECT_EQ(ended, 3);
  EXPECT_TRUE(coordinator.joined());
}

TEST(CoordinatorTest, join_returns_when_threads_end_by_themselves) {
  Coordinator coordinator;
  coordinator.register_thread(std::thread([] {}));
  coordinator.join();
  EXPECT_TRUE(coordinator.should_stop());
}

TEST(CoordinatorTest, first_error_is_kept_and_thrown_by_join) {
  Coordinator coordinator;
  coordinator.start_thread([] { throw UnknownError("first"); });
  while (!coordinator.should_stop())
    std::this_thread::yield();
  coordinator.request_stop(unknown("second"));
  EXPECT_EQ(expect_error(ErrorCode::kUnknown, [&] { coordinator.join(); }), "first");
  EXPECT_EQ(
      expect_error(ErrorCode::kUnknown, [&] { coordinator.rethrow_requested_error(); }),
      "first");
}

TEST(CoordinatorTest, errors_after_a_plain_stop_are_not_kept) {
  Coordinator coordinator;
  coordinator.request_stop();
  coordinator.request_stop(unknown("late"));
  EXPECT_EQ(coordinator.error(), nullptr);
  coordinator.join();
}

TEST(CoordinatorTest, clean_stop_codes_are_a_plain_stop) {
  Coordinator coordinator({ErrorCode::kOutOfRange});
  coordinator.request_stop(std::make_exception_ptr(OutOfRangeError("end")));
  EXPECT_TRUE(coordinator.should_stop());
  coordinator.join();
}

TEST(CoordinatorTest, an_error_after_join_is_thrown_at_the_caller) {
  Coordinator coordinator;
  coordinator.request_stop();
  coordinator.join();
  expect_error(ErrorCode::kUnknown, [&] { coordinator.request_stop(unknown("late")); });
}

TEST(CoordinatorTest, join_gives_up_after_the_grace_period) {
  auto release = std::make_shared<std::atomic<bool>>(false);
  const auto stubborn = [release] {
    while (!*release)
      std::this_thread::sleep_for(milliseconds(1));
  };
  {
    Coordinator coordinator;
    coordinator.start_thread(stubborn);
    coordinator.request_stop();
    expect_error(ErrorCode::kDeadlineExceeded,
                 [&] { coordinator.join(milliseconds(10)); });
  }
  {
    Coordinator coordinator;
    coordinator.start_thread(stubborn);
    coordinator.request_stop();
    coordinator.join(milliseconds(10), /*ignore_live_threads=*/true);
  }
  *release = true;
}

TEST(CoordinatorTest, destructor_stops_and_joins) {
  std::atomic<bool> ended{false};
  {
    Coordinator coordinator;
    coordinator.start_thread([&] {
      while (!coordinator.wait_for_stop(milliseconds(1))) {
      }
      ended = true;
    });
  }
  EXPECT_TRUE(ended);
}

TEST(CoordinatorTest, refuses_a_thread_that_is_none) {
  Coordinator coordinator;
  expect_error(ErrorCode::kInvalidArgument,
               [&] { coordinator.register_thread(std::thread()); });
}

} // namespace
} // namespace hooktidy::runtime::testing
