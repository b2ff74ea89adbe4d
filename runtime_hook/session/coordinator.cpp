//===- coordinator.cpp - stops and joins threads --------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/coordinator.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace hooktidy::runtime {

namespace {

struct RegisteredThread {
  /// Joins the user's thread, which has no timed join of its own, and then says so.
  std::thread waiter;
  bool done = false;
};

} // namespace

/// Shared with the waiters, which may outlive the coordinator.
struct Coordinator::State {
  explicit State(std::vector<ErrorCode> codes) : clean_stop_codes(std::move(codes)) {}

  const std::vector<ErrorCode> clean_stop_codes;
  std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;
  bool joined = false;
  std::exception_ptr error;
  std::vector<std::shared_ptr<RegisteredThread>> threads;

  bool all_done() const {
    return std::all_of(threads.begin(), threads.end(),
                       [](const auto &thread) { return thread->done; });
  }

  bool is_clean_stop(const std::exception_ptr &reported) const {
    try {
      std::rethrow_exception(reported);
    } catch (const Error &error) {
      return std::find(clean_stop_codes.begin(), clean_stop_codes.end(), error.code()) !=
             clean_stop_codes.end();
    } catch (...) {
      return false;
    }
  }

  /// Joins what is done and gives up on the rest; returns how many are still alive.
  std::size_t release_threads(std::unique_lock<std::mutex> &lock) {
    std::vector<std::shared_ptr<RegisteredThread>> released;
    released.swap(threads);
    std::size_t alive = 0;
    std::vector<std::thread> finished;
    for (const auto &thread : released) {
      if (thread->done) {
        finished.push_back(std::move(thread->waiter));
      } else {
        ++alive;
        thread->waiter.detach();
      }
    }
    lock.unlock();
    for (std::thread &waiter : finished)
      waiter.join();
    lock.lock();
    return alive;
  }
};

Coordinator::Coordinator(std::vector<ErrorCode> clean_stop_codes)
    : state_(std::make_shared<State>(std::move(clean_stop_codes))) {}

Coordinator::~Coordinator() {
  request_stop();
  std::unique_lock<std::mutex> lock(state_->mutex);
  state_->changed.wait(lock, [this] { return state_->all_done(); });
  state_->release_threads(lock);
}

void Coordinator::request_stop() {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->stop = true;
  state_->changed.notify_all();
}

void Coordinator::request_stop(std::exception_ptr error) {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    if (!state_->joined) {
      if (!state_->stop && error && !state_->is_clean_stop(error))
        state_->error = error;
      state_->stop = true;
      state_->changed.notify_all();
      return;
    }
  }
  if (error)
    std::rethrow_exception(error);
}

void Coordinator::report(const std::shared_ptr<State> &state, std::exception_ptr error) {
  std::lock_guard<std::mutex> lock(state->mutex);
  if (!state->stop && !state->is_clean_stop(error))
    state->error = error;
  state->stop = true;
  state->changed.notify_all();
}

bool Coordinator::should_stop() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->stop;
}

bool Coordinator::wait_for_stop(std::chrono::milliseconds limit) const {
  std::unique_lock<std::mutex> lock(state_->mutex);
  return state_->changed.wait_for(lock, limit, [this] { return state_->stop; });
}

std::exception_ptr Coordinator::error() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->error;
}

void Coordinator::rethrow_requested_error() const {
  if (std::exception_ptr kept = error())
    std::rethrow_exception(kept);
}

void Coordinator::register_thread(std::thread thread) {
  if (!thread.joinable())
    throw InvalidArgumentError("a thread that is not joinable was registered");
  auto registered = std::make_shared<RegisteredThread>();
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->threads.push_back(registered);
  registered->waiter =
      std::thread([state = state_, registered, thread = std::move(thread)]() mutable {
        thread.join();
        std::lock_guard<std::mutex> done_lock(state->mutex);
        registered->done = true;
        state->changed.notify_all();
      });
}

void Coordinator::join(std::chrono::milliseconds grace_period, bool ignore_live_threads) {
  std::unique_lock<std::mutex> lock(state_->mutex);
  // Threads may also end by themselves, without anybody asking for a stop.
  state_->changed.wait(lock, [this] { return state_->stop || state_->all_done(); });
  state_->stop = true;
  state_->changed.wait_for(lock, grace_period, [this] { return state_->all_done(); });
  const std::size_t alive = state_->release_threads(lock);
  state_->joined = true;
  const std::exception_ptr error = state_->error;
  lock.unlock();
  if (error)
    std::rethrow_exception(error);
  if (alive > 0 && !ignore_live_threads)
    throw DeadlineExceededError(std::to_string(alive) +
                                " threads are still running after the grace period; "
                                "let them return when should_stop() is true");
}

bool Coordinator::joined() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->joined;
}

} // namespace hooktidy::runtime
