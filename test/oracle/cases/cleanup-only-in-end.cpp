//===- cleanup-only-in-end.cpp - not given back after an error ------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session_run_hook.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

namespace oracle_case {

using namespace hooktidy::runtime;

namespace bad {

class Thread : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    stop_ = false;
    thread_ = std::thread([this] {
      while (!stop_)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  }
  void end(Session &) override {
    stop_ = true;
    thread_.join();
  }

private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

class File : public SessionRunHook {
public:
  void begin(Graph &) override { file_ = std::fopen("events", "a"); }
  void end(Session &) override { std::fclose(file_); }

private:
  std::FILE *file_ = nullptr;
};

class Lock : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    mutex_.lock();
    return std::nullopt;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    mutex_.unlock();
  }

private:
  std::mutex mutex_;
};

class FileOfEachRun : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    file_ = std::fopen("events", "a");
    return std::nullopt;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    std::fclose(file_);
  }

private:
  std::FILE *file_ = nullptr;
};

} // namespace bad

namespace good {

class ThreadOfTheCoordinator : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &coordinator) override {
    std::thread thread([&coordinator] {
      while (!coordinator.should_stop())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    coordinator.register_thread(std::move(thread));
  }
};

class FileClosedInTheDestructor : public SessionRunHook {
public:
  ~FileClosedInTheDestructor() override { close(); }
  void begin(Graph &) override {
    close();
    file_ = std::fopen("events", "a");
  }
  void end(Session &) override { close(); }

private:
  void close() {
    if (file_)
      std::fclose(file_);
    file_ = nullptr;
  }

  std::FILE *file_ = nullptr;
};

class GuardOfARun : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++runs_;
    return std::nullopt;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++completed_;
  }

private:
  std::mutex mutex_;
  int runs_ = 0;
  int completed_ = 0;
};

} // namespace good

} // namespace oracle_case
