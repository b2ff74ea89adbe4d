//===- bench_hooks.cpp - what hooks cost per step -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Prints the time of MonitoredSession::run over the time of the same raw Session::run,
// measured in turns in this run, without hooks, with one and with ten, with the checked
// mode off and on. Idle hooks override all callbacks and ask for nothing; the others ask
// for a fetch and read it.
// Usage: bench_hooks [repetitions]
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/replay/checker.h"
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/session.h"
#include "test/bench/ratios.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

namespace hooktidy::runtime {
namespace {

class IdleHook : public SessionRunHook {
public:
  void begin(Graph &) override {}
  void after_create_session(Session &, Coordinator &) override {}
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return std::nullopt;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {}
  void end(Session &) override {}
};

class FetchingHook : public SessionRunHook {
public:
  explicit FetchingHook(const Operation &fetch) : fetch_(fetch) {}
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({fetch_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    last_ = values.results[0].as_int64();
  }

private:
  const Operation fetch_;
  std::int64_t last_ = 0;
};

/// A graph with one training operation, and how often to run it for a time of about 10
/// ms.
struct Step {
  const char *name;
  Operation (*build)(Graph &graph);
  int runs;
};

Operation count(Graph &graph) {
  return graph.add_assign_add("train", graph.add_variable("count", 0),
                              graph.add_constant("one", 1));
}

Operation multiply(Graph &graph) {
  constexpr int size = 128;
  const TensorValue matrix(Shape{size, size}, std::vector<float>(size * size, 0.5f));
  return graph.add_matmul("train", graph.add_constant("a", matrix),
                          graph.add_constant("b", matrix));
}

using Hooks = std::vector<std::unique_ptr<SessionRunHook>>;

double over_bare_run(const Step &step, int number, bool fetching, bool checked,
                     int repetitions) {
  Graph graph;
  const Tensor global_step = get_or_create_global_step(graph);
  const Operation train = step.build(graph);
  const Operation init = graph.add_variables_initializer("init");
  Hooks hooks;
  std::vector<SessionRunHook *> borrowed;
  for (int i = 0; i < number; ++i) {
    if (fetching)
      hooks.push_back(std::make_unique<FetchingHook>(global_step));
    else
      hooks.push_back(std::make_unique<IdleHook>());
    borrowed.push_back(hooks.back().get());
  }
  Checker checker;
  std::optional<Checker::Scope> scope;
  if (checked)
    scope.emplace(checker);
  MonitoredSessionOptions options;
  options.graph = &graph;
  MonitoredSession hooked(borrowed, options);
  Session bare(graph);
  bare.run({init});
  return bench::median_ratio(
      repetitions,
      [&] {
        for (int i = 0; i < step.runs; ++i)
          bare.run({train});
      },
      [&] {
        for (int i = 0; i < step.runs; ++i)
          hooked.run({train});
      });
}

void print_row(const Step &step, int number, bool fetching, int repetitions) {
  const double off = over_bare_run(step, number, fetching, false, repetitions);
  const double on = over_bare_run(step, number, fetching, true, repetitions);
  std::printf("%-28s %2d %-9s %9.2f %9.2f\n", step.name, number,
              fetching ? "fetching" : "idle", off, on);
}

void run(int repetitions) {
  const Step steps[] = {{"add 1 to a variable", count, 4000},
                        {"multiply 128 x 128 matrices", multiply, 10}};
  std::printf("%-28s %-12s %9s %9s\n", "step, over its bare run", "hooks", "unchecked",
              "checked");
  for (const Step &step : steps) {
    for (const int number : {0, 1, 10})
      print_row(step, number, /*fetching=*/false, repetitions);
    for (const int number : {1, 10})
      print_row(step, number, /*fetching=*/true, repetitions);
  }
}

} // namespace
} // namespace hooktidy::runtime

int main(int argc, char **argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 15;
  hooktidy::runtime::run(repetitions > 0 ? repetitions : 15);
  return 0;
}
