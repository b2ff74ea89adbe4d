//===- checkpoint_saver.cpp - saves the variables, done wrong -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"
#include "runtime_hook/session/saver.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace hooktidy::examples::broken {

using namespace hooktidy::runtime;

namespace {

class CheckpointSaverHook : public SessionRunHook {
public:
  CheckpointSaverHook(std::string directory, std::int64_t every_steps)
      : directory_(std::move(directory)), every_steps_(every_steps) {}

  void begin(Graph &graph) override {
    step_ = global_step(graph);
    // BREACH hook-non-idempotent-begin: a second session on this graph adds it again.
    start_ = graph.add_identity("checkpoint_saver/start", step_);
    // BREACH hook-session-use-in-begin: there is no session yet, and one of the hook's
    // own does not see what the real one restores.
    Session session(graph);
    session.run({graph.add_variables_initializer("checkpoint_saver/init")});
  }

  void after_create_session(Session &session, Coordinator &) override {
    // BREACH hook-graph-mutation-after-begin: it looks like session code, but a saver
    // adds operations.
    saver_ = std::make_unique<Saver>(Graph::current());
    last_saved_ = session.run({start_})[0].as_int64();
    // BREACH hook-cleanup-only-in-end: an error skips `end`, and then the program ends
    // with the thread's std::terminate. It should be the coordinator's.
    stopped_ = false;
    cleaner_ = std::thread([this] {
      while (!stopped_)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({step_});
  }

  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    const std::int64_t step = values.results[0].as_int64();
    if (step < last_saved_ + every_steps_)
      return;
    saver_->save(context.session(), directory_, step);
    last_saved_ = step;
  }

  void end(Session &session) override {
    saver_->save(session, directory_, session.run({step_})[0].as_int64());
    stopped_ = true;
    cleaner_.join();
  }

private:
  const std::string directory_;
  const std::int64_t every_steps_;
  Tensor step_;
  Tensor start_;
  std::unique_ptr<Saver> saver_;
  std::int64_t last_saved_ = 0;
  std::atomic<bool> stopped_{false};
  std::thread cleaner_;
};

} // namespace

std::unique_ptr<SessionRunHook> make_checkpoint_saver(std::string directory,
                                                      std::int64_t every_steps) {
  return std::make_unique<CheckpointSaverHook>(std::move(directory), every_steps);
}

} // namespace hooktidy::examples::broken
