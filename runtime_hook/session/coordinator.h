//===- coordinator.h - stops and joins threads ------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_COORDINATOR_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_COORDINATOR_H

#include "runtime_hook/graph/error.h"

#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

/// Tells a group of threads to stop, keeps the first error that one of them reports,
/// and joins those that were registered. Thread-safe.
class Coordinator {
public:
  /// Errors with one of `clean_stop_codes` are a plain stop when reported.
  explicit Coordinator(std::vector<ErrorCode> clean_stop_codes = {});

  /// Requests a stop and waits, without a limit, for the registered threads. Those that
  /// a join() gave up on are left to themselves.
  ~Coordinator();
  Coordinator(const Coordinator &) = delete;
  Coordinator &operator=(const Coordinator &) = delete;

  /// Asks all threads to stop.
  void request_stop();
  /// The same because of an error; the first error is kept. After join(), rethrows it
  /// at the caller instead.
  void request_stop(std::exception_ptr error);

  bool should_stop() const;
  /// Waits for a stop request; false if there was none in that time.
  bool wait_for_stop(std::chrono::milliseconds limit) const;

  /// The error kept, or null.
  std::exception_ptr error() const;
  void rethrow_requested_error() const;

  /// Takes a running thread over; join() waits for it. Throws InvalidArgumentError if
  /// it is not joinable.
  void register_thread(std::thread thread);

  /// Runs `function` on a new registered thread; what it throws is reported.
  template <typename Function> void start_thread(Function function) {
    register_thread(
        std::thread([state = state_, function = std::move(function)]() mutable {
          try {
            function();
          } catch (...) {
            report(state, std::current_exception());
          }
        }));
  }

  /// Waits for a stop request and then for the registered threads, at most
  /// `grace_period` from the stop on. Rethrows the kept error. Throws
  /// DeadlineExceededError if threads are still alive, unless `ignore_live_threads`.
  void join(std::chrono::milliseconds grace_period = std::chrono::seconds(120),
            bool ignore_live_threads = false);
  bool joined() const;

private:
  struct State;

  static void report(const std::shared_ptr<State> &state, std::exception_ptr error);

  std::shared_ptr<State> state_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_COORDINATOR_H
