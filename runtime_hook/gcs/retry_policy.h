//===- retry_policy.h - exponential back-off --------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_RETRY_POLICY_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_RETRY_POLICY_H

#include "runtime_hook/graph/error.h"
#include "runtime_hook/session/clock.h"

#include <chrono>
#include <functional>
#include <string>

namespace hooktidy::runtime::gcs {

/// How often and how fast to try again.
struct RetryOptions {
  /// After the first attempt.
  int max_retries = 10;
  /// Doubles with every retry. 0: no waiting at all.
  std::chrono::milliseconds initial_delay{100};
  /// Limit of the doubling, and of what a server may ask for.
  std::chrono::milliseconds max_delay{32000};
  /// A random part of this is added to each delay, so that clients that failed together
  /// do not come back together.
  std::chrono::milliseconds max_jitter{1000};
  /// No retry begins after so much time.
  std::chrono::milliseconds max_elapsed{std::chrono::minutes(15)};
};

/// Numbers from [0, 1). Must be thread-safe.
using RandomSource = std::function<double()>;

/// Unavailable, DeadlineExceeded and Unknown, unless retries were made already.
bool is_retriable(const Error &error) noexcept;

/// Tries again what failed for a reason that may go away. Thread-safe.
class RetryPolicy {
public:
  /// Null clock: Clock::system(); no random source: one of its own.
  explicit RetryPolicy(const RetryOptions &options = {}, const Clock *clock = nullptr,
                       RandomSource random = {});

  /// The attempts of one operation; also for loops that are no plain repetition.
  class Attempts {
  public:
    Attempts(const RetryPolicy &policy, std::string what);
    /// Waits before the next attempt. Rethrows `error` (as the exception that is being
    /// handled) if it is not retriable; throws RetriesExhaustedError after the last
    /// attempt. Call it inside the handler.
    void wait_after(const Error &error);
    /// There was progress: counts anew.
    void restart();

  private:
    const RetryPolicy &policy_;
    const std::string what_;
    Clock::TimePoint start_;
    int retries_ = 0;
  };

  /// Calls `attempt` until it does not throw a retriable error. `what` begins the text of
  /// the final error: "reading 'gs://b/o'".
  template <typename Attempt>
  auto run(const std::string &what, Attempt &&attempt) const -> decltype(attempt()) {
    Attempts attempts(*this, what);
    for (;;) {
      try {
        return attempt();
      } catch (const Error &error) {
        attempts.wait_after(error);
      }
    }
  }

  /// The delay before a retry (0 is the first), without what a server asks for.
  std::chrono::milliseconds delay(int retry) const;

private:
  const RetryOptions options_;
  const Clock &clock_;
  const RandomSource random_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_RETRY_POLICY_H
