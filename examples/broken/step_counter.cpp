//===- step_counter.cpp - steps per second, done wrong --------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

#include <chrono>
#include <cstdio>

namespace hooktidy::examples::broken {

using namespace hooktidy::runtime;

namespace {

class StepCounterHook : public SessionRunHook {
public:
  // BREACH hook-graph-mutation-in-constructor: nobody knows yet on which graph the hook
  // will be used; here the variable lands in whatever is the default graph.
  explicit StepCounterHook(std::int64_t every_steps)
      : every_steps_(every_steps),
        runs_(Graph::current().add_variable("step_counter/runs", 0)),
        start_(std::chrono::steady_clock::now()) {}

  // WRONG, no check yet: the clock is not started again here, so a second session counts
  // the time of the first one.
  void begin(Graph &graph) override { step_ = global_step(graph); }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({step_});
  }

  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    const std::int64_t step = values.results[0].as_int64();
    if (step % every_steps_ == 0)
      report(context.session(), step);
  }

private:
  void report(Session &session, std::int64_t step) {
    // BREACH hook-graph-mutation-after-begin: called from after_run, where the graph is
    // final; a new operation each time, besides.
    Graph &graph = Graph::current();
    const Tensor increment = graph.add_assign_add(
        "step_counter/increment", runs_, graph.add_constant("step_counter/one", 1));
    session.run({increment});
    const std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start_;
    std::printf("step %lld after %.3f s\n", static_cast<long long>(step),
                elapsed.count());
  }

  const std::int64_t every_steps_;
  Tensor runs_;
  std::chrono::steady_clock::time_point start_;
  Tensor step_;
};

} // namespace

std::unique_ptr<SessionRunHook> make_step_counter(std::int64_t every_steps) {
  return std::make_unique<StepCounterHook>(every_steps);
}

} // namespace hooktidy::examples::broken
