//===- replay.cpp - drives hooks through a fault plan ---------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/replay/replay.h"

#include "runtime_hook/replay/replay_listener.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/session_creator.h"

#include <algorithm>
#include <dirent.h>
#include <thread>

namespace hooktidy::runtime {

namespace {

/// Nobody wants to wait in a replay.
class NoWaitClock final : public Clock {
public:
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
  void sleep_for(std::chrono::milliseconds) const override {}
};

/// Threads and open files of this process, as the kernel counts them.
struct Census {
  int threads = count("/proc/self/task");
  int files = count("/proc/self/fd");

  /// The census when no thread is left over any more, or after a while. The kernel may
  /// list a thread a little longer than join() waits for it.
  static Census settled(const Census &before) {
    Census now;
    for (int i = 0; i < 200 && now.threads > before.threads; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      now = Census();
    }
    return now;
  }

  static int count(const char *directory) {
    int entries = 0;
    if (DIR *opened = ::opendir(directory)) {
      while (::readdir(opened))
        ++entries;
      ::closedir(opened);
    }
    return entries;
  }
};

void record_left_over(Checker &checker, int count, const char *what) {
  if (count > 0)
    checker.record({kCleanupOnlyInEnd,
                    "destroy",
                    "hooks",
                    "leaves " + std::to_string(count) + " " + what + " behind",
                    {}});
}

class Replay {
public:
  Replay(ReplaySubject &subject, const FaultPlan &plan)
      : subject_(subject), plan_(plan), faults_(plan.faults) {}

  ReplayResult run(internal::ReplayListener *listener) {
    const Checker::Scope scope(checker_);
    const Census before;
    {
      new_graph();
      const std::vector<std::unique_ptr<SessionRunHook>> hooks = make_hooks();
      std::vector<SessionRunHook *> borrowed;
      for (const auto &hook : hooks)
        borrowed.push_back(hook.get());
      for (int session = 0; session < plan_.sessions; ++session) {
        if (session > 0 && !plan_.same_graph)
          new_graph();
        keep_error([&] { use(borrowed); });
      }
      if (listener)
        listener->sessions_done(result());
    }
    const Census after = Census::settled(before);
    record_left_over(checker_, after.threads - before.threads, "threads");
    record_left_over(checker_, after.files - before.files, "open files");
    return result();
  }

private:
  ReplayResult result() const {
    ReplayResult result;
    result.breaches = checker_.breaches();
    result.trace = checker_.trace();
    result.errors = errors_;
    return result;
  }

  void new_graph() {
    graphs_.push_back(std::make_unique<Graph>());
    const Graph::DefaultScope scope(*graphs_.back());
    subject_.build_model(*graphs_.back());
  }

  std::vector<std::unique_ptr<SessionRunHook>> make_hooks() {
    const Graph::DefaultScope scope(*graphs_.back());
    return subject_.make_hooks(checker_);
  }

  void use(const std::vector<SessionRunHook *> &hooks) {
    ChiefSessionCreator creator({}, {}, subject_.kernels());
    MonitoredSessionOptions options;
    options.creator = &creator;
    options.graph = graphs_.back().get();
    options.clock = &clock_;
    options.faults = &faults_;
    with_session(hooks, options, [&](MonitoredSession &session) {
      for (int run = 0; run < plan_.runs && !session.should_stop(); ++run) {
        if (plan_.go_on_after_errors)
          keep_error([&] { subject_.step(session); });
        else
          subject_.step(session);
      }
    });
  }

  template <typename Action> void keep_error(Action action) {
    try {
      action();
    } catch (const std::exception &error) {
      errors_.emplace_back(error.what());
    } catch (...) {
      errors_.emplace_back("an error of an unknown type");
    }
  }

  ReplaySubject &subject_;
  const FaultPlan &plan_;
  FaultInjector faults_;
  const NoWaitClock clock_;
  Checker checker_;
  std::vector<std::unique_ptr<Graph>> graphs_;
  std::vector<std::string> errors_;
};

} // namespace

ReplaySubject::~ReplaySubject() = default;
void ReplaySubject::build_model(Graph &) {}
const KernelRegistry *ReplaySubject::kernels() { return nullptr; }
void ReplaySubject::step(HookedSession &session) { session.run({}); }

bool ReplayResult::breaches_rule(const std::string &rule) const {
  return std::any_of(breaches.begin(), breaches.end(),
                     [&](const Breach &breach) { return breach.rule == rule; });
}

ReplayResult replay(ReplaySubject &subject, const FaultPlan &plan) {
  return internal::replay(subject, plan, nullptr);
}

ReplayResult internal::replay(ReplaySubject &subject, const FaultPlan &plan,
                              ReplayListener *listener) {
  return Replay(subject, plan).run(listener);
}

} // namespace hooktidy::runtime
