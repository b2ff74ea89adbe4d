//===- test_support.h - what the tests of the runtime share -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_RUNTIME_TEST_SUPPORT_H
#define HOOKTIDY_TEST_RUNTIME_TEST_SUPPORT_H

#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/log_sink.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/session_creator.h"
#include "runtime_hook/session/session_run_hook.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hooktidy::runtime::testing {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
#else
inline constexpr bool kThreadSanitizer = false;
#endif

using Log = std::vector<std::string>;

/// Runs `action`, which must throw an Error of this code; returns its text.
template <typename Action> std::string expect_error(ErrorCode code, Action action) {
  try {
    action();
  } catch (const Error &error) {
    EXPECT_EQ(error_code_name(error.code()), std::string(error_code_name(code)))
        << error.what();
    return error.message();
  }
  ADD_FAILURE() << "no error; expected " << error_code_name(code);
  return std::string();
}

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// A hook that writes "<name>.<callback>" to a log and does what the test tells it.
class ScriptedHook : public SessionRunHook {
public:
  explicit ScriptedHook(Log &log, std::string name = "hook")
      : log_(log), name_(std::move(name)) {}

  void begin(Graph &graph) override {
    log("begin");
    if (on_begin)
      on_begin(graph);
  }
  void after_create_session(Session &session, Coordinator &coordinator) override {
    log("after_create_session");
    if (on_created)
      on_created(session, coordinator);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    log("before_run");
    if (on_before)
      return on_before(context);
    return std::nullopt;
  }
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    log("after_run");
    if (on_after)
      on_after(context, values);
  }
  void end(Session &session) override {
    log("end");
    if (on_end)
      on_end(session);
  }

  std::function<void(Graph &)> on_begin;
  std::function<void(Session &, Coordinator &)> on_created;
  std::function<std::optional<SessionRunArgs>(SessionRunContext &)> on_before;
  std::function<void(SessionRunContext &, const SessionRunValues &)> on_after;
  std::function<void(Session &)> on_end;

private:
  void log(const char *callback) { log_.push_back(name_ + "." + callback); }

  Log &log_;
  const std::string name_;
};

/// Remembers how long it was asked to sleep, and stands still otherwise.
class ManualClock : public Clock {
public:
  TimePoint now() const override { return time; }
  void sleep_for(std::chrono::milliseconds duration) const override {
    sleeps.push_back(duration.count());
  }

  TimePoint time;
  mutable std::vector<long> sleeps;
};

class LinesSink : public LogSink {
public:
  void write(const std::string &line) override { lines.push_back(line); }
  std::vector<std::string> lines;
};

/// A new directory that is removed with everything in it.
class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "hooktidy-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  const std::string &path() const { return path_; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

private:
  std::string path_;
};

/// A graph that is the default one, with a global step, an operation that counts it and
/// a clock that does not wait.
class SessionTest : public ::testing::Test {
protected:
  SessionTest() {
    step = get_or_create_global_step(graph);
    train = graph.add_assign_add("train", step, graph.add_constant("one", 1));
    options.clock = &clock;
  }

  static std::int64_t value(const std::vector<TensorValue> &values) {
    return values.at(0).as_int64();
  }

  Graph graph;
  Graph::DefaultScope default_graph{graph};
  Tensor step;
  Tensor train;
  ManualClock clock;
  MonitoredSessionOptions options;
  Log log;
};

} // namespace hooktidy::runtime::testing

#endif // HOOKTIDY_TEST_RUNTIME_TEST_SUPPORT_H
