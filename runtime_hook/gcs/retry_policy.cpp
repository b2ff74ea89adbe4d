//===- retry_policy.cpp - exponential back-off ----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/retry_policy.h"

#include "runtime_hook/gcs/errors.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <random>
#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

RandomSource make_random_source() {
  struct Generator {
    std::mutex mutex;
    std::minstd_rand engine{std::random_device{}()};
  };
  return [generator = std::make_shared<Generator>()] {
    const std::lock_guard<std::mutex> lock(generator->mutex);
    return std::uniform_real_distribution<double>()(generator->engine);
  };
}

} // namespace

bool is_retriable(const Error &error) noexcept {
  if (dynamic_cast<const RetriesExhaustedError *>(&error))
    return false;
  return error.code() == ErrorCode::kUnavailable ||
         error.code() == ErrorCode::kDeadlineExceeded ||
         error.code() == ErrorCode::kUnknown;
}

RetryPolicy::RetryPolicy(const RetryOptions &options, const Clock *clock,
                         RandomSource random)
    : options_(options), clock_(clock ? *clock : Clock::system()),
      random_(random ? std::move(random) : make_random_source()) {}

std::chrono::milliseconds RetryPolicy::delay(int retry) const {
  if (options_.initial_delay.count() <= 0)
    return std::chrono::milliseconds(0);
  std::chrono::milliseconds backoff = options_.initial_delay;
  for (int i = 0; i < retry && backoff < options_.max_delay; ++i)
    backoff *= 2;
  const auto jitter = static_cast<std::chrono::milliseconds::rep>(
      random_() * static_cast<double>(options_.max_jitter.count()));
  return std::min(backoff, options_.max_delay) + std::chrono::milliseconds(jitter);
}

RetryPolicy::Attempts::Attempts(const RetryPolicy &policy, std::string what)
    : policy_(policy), what_(std::move(what)), start_(policy.clock_.now()) {}

void RetryPolicy::Attempts::restart() {
  retries_ = 0;
  start_ = policy_.clock_.now();
}

void RetryPolicy::Attempts::wait_after(const Error &error) {
  if (!is_retriable(error))
    throw;
  const RetryOptions &options = policy_.options_;
  std::chrono::milliseconds delay = policy_.delay(retries_);
  if (const auto *busy = dynamic_cast<const BusyError *>(&error))
    delay = std::max<std::chrono::milliseconds>(
        delay,
        std::min<std::chrono::milliseconds>(busy->retry_after(), options.max_delay));
  const auto elapsed = policy_.clock_.now() - start_;
  if (retries_ >= options.max_retries || elapsed + delay > options.max_elapsed)
    throw RetriesExhaustedError(what_ + ": gave up after " +
                                std::to_string(retries_ + 1) +
                                (retries_ == 0 ? " attempt" : " attempts") +
                                "; the last one failed so: " + error.message());
  ++retries_;
  if (delay.count() > 0)
    policy_.clock_.sleep_for(delay);
}

} // namespace hooktidy::runtime::gcs
