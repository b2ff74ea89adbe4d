//===- test_support.h - what the tests of gs:// share -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_GCS_TEST_SUPPORT_H
#define HOOKTIDY_TEST_GCS_TEST_SUPPORT_H

#include "runtime_hook/gcs/emulator/gcs_emulator.h"
#include "runtime_hook/gcs/storage/gcs_file_system.h"
#include "runtime_hook/graph/error.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hooktidy::runtime::gcs {

/// A clock that moves when somebody sleeps or a test says so.
class FakeClock final : public Clock {
public:
  TimePoint now() const override {
    return TimePoint(std::chrono::milliseconds(now_.load()));
  }
  void sleep_for(std::chrono::milliseconds duration) const override {
    now_ += duration.count();
    const std::lock_guard<std::mutex> lock(mutex_);
    sleeps_.push_back(duration.count());
  }

  void advance(std::chrono::milliseconds time) { now_ += time.count(); }
  std::vector<std::int64_t> sleeps() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return sleeps_;
  }

private:
  mutable std::atomic<std::int64_t> now_{0};
  mutable std::mutex mutex_;
  mutable std::vector<std::int64_t> sleeps_;
};

class MemoryLog final : public LogSink {
public:
  void write(const std::string &line) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    lines_.push_back(line);
  }
  std::vector<std::string> lines() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return lines_;
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

using Variables = std::map<std::string, std::string>;

inline Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](const char *name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  };
}

/// The code of the runtime error that the function throws; fails the test if there is
/// none.
template <typename Function> ErrorCode code_of(Function &&function) {
  try {
    function();
  } catch (const Error &error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::kUnknown;
}

/// The text of the runtime error that the function throws; fails the test if there is
/// none.
template <typename Function> std::string message_of(Function &&function) {
  try {
    function();
  } catch (const Error &error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// An emulator, and options for it that wait on a fake clock only.
class EmulatorTest : public testing::Test {
protected:
  EmulatorTest() {
    options_.endpoint = emulator_.endpoint();
    options_.emulator = true;
    options_.platform.clock = &clock_;
    options_.platform.random = [] { return 0.0; };
    options_.platform.environment = environment_of({});
    options_.platform.log = &log_;
  }

  void enable_cache(std::size_t block_size, std::size_t max_bytes,
                    std::chrono::seconds max_staleness = std::chrono::seconds(0)) {
    options_.block_cache = {block_size, max_bytes, max_staleness};
  }

  static EmulatedFault fault(EmulatedFault::Kind kind, const std::string &method,
                             const std::string &target_part, int times = 1) {
    EmulatedFault fault;
    fault.kind = kind;
    fault.method = method;
    fault.target_part = target_part;
    fault.times = times;
    return fault;
  }
  static EmulatedFault answer(int status, const std::string &method,
                              const std::string &target_part, int times = 1) {
    EmulatedFault answered =
        fault(EmulatedFault::Kind::kAnswer, method, target_part, times);
    answered.status = status;
    return answered;
  }

  std::size_t downloads() const { return emulator_.count_requests("GET", "/download/"); }

  FakeClock clock_;
  MemoryLog log_;
  GcsEmulator emulator_;
  GcsOptions options_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_TEST_GCS_TEST_SUPPORT_H
