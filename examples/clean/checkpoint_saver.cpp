//===- checkpoint_saver.cpp - saves the variables every so many steps -----===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"
#include "runtime_hook/session/saver.h"

namespace hooktidy::examples::clean {

using namespace hooktidy::runtime;

namespace {

class CheckpointSaverHook : public SessionRunHook {
public:
  CheckpointSaverHook(std::string directory, std::int64_t every_steps)
      : directory_(std::move(directory)), every_steps_(every_steps) {}

  // A saver adds operations, so it is made here, and only once for each graph: the hook
  // may be used for a second session on this graph, or on another one.
  void begin(Graph &graph) override {
    if (graph_id_ != graph.id()) {
      saver_.emplace(graph);
      graph_id_ = graph.id();
    }
    step_ = global_step(graph);
  }

  void after_create_session(Session &session, Coordinator &) override {
    last_saved_ = session.run({step_})[0].as_int64();
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

  // Only a last save: nothing here has to be given back, since an error skips this.
  void end(Session &session) override {
    saver_->save(session, directory_, session.run({step_})[0].as_int64());
  }

private:
  const std::string directory_;
  const std::int64_t every_steps_;
  std::uint64_t graph_id_ = 0;
  std::optional<Saver> saver_;
  Tensor step_;
  std::int64_t last_saved_ = 0;
};

} // namespace

std::unique_ptr<SessionRunHook> make_checkpoint_saver(std::string directory,
                                                      std::int64_t every_steps) {
  return std::make_unique<CheckpointSaverHook>(std::move(directory), every_steps);
}

} // namespace hooktidy::examples::clean
