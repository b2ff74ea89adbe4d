//===- checkpoint_saver_hook.cpp - checkpoints during a run ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/checkpoint_saver_hook.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace hooktidy::runtime {

CheckpointSaverHook::CheckpointSaverHook(CheckpointSaverOptions options)
    : options_(std::move(options)), timer_(options_.every, options_.clock) {}

void CheckpointSaverHook::begin(Graph &graph) {
  // A second session on this graph uses the operations that are there.
  if (graph_id_ != graph.id()) {
    saver_ = Saver::get_or_create(graph);
    graph_id_ = graph.id();
  }
  step_ = global_step(graph);
  timer_.reset();
}

void CheckpointSaverHook::after_create_session(Session &session, Coordinator &) {
  save(session, session.run({step_})[0].as_int64());
}

std::optional<SessionRunArgs> CheckpointSaverHook::before_run(SessionRunContext &) {
  return SessionRunArgs({step_});
}

void CheckpointSaverHook::after_run(SessionRunContext &context,
                                    const SessionRunValues &values) {
  // The fetched step may be from before this run's increment; read it again if close.
  if (!timer_.is_due(values.results[0].as_int64() + 1))
    return;
  const std::int64_t step = context.session().run({step_})[0].as_int64();
  if (timer_.is_due(step))
    save(context.session(), step);
}

void CheckpointSaverHook::end(Session &session) {
  const std::int64_t step = session.run({step_})[0].as_int64();
  if (timer_.last_step() != step)
    save(session, step);
}

void CheckpointSaverHook::save(Session &session, std::int64_t step) {
  const std::string path = saver_->save(session, options_.directory, step);
  timer_.act(step);
  // A step that is reached again after a recovery overwrites its file.
  saved_.erase(std::remove(saved_.begin(), saved_.end(), path), saved_.end());
  saved_.push_back(path);
  saved(path);
  while (options_.max_to_keep > 0 && saved_.size() > options_.max_to_keep) {
    const std::string oldest = std::move(saved_.front());
    saved_.erase(saved_.begin());
    std::remove(oldest.c_str());
    removed(oldest);
  }
}

void CheckpointSaverHook::saved(const std::string &) {}
void CheckpointSaverHook::removed(const std::string &) {}

} // namespace hooktidy::runtime
