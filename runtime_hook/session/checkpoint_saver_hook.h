//===- checkpoint_saver_hook.h - checkpoints during a run -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_CHECKPOINT_SAVER_HOOK_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_CHECKPOINT_SAVER_HOOK_H

#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"
#include "runtime_hook/session/step_timer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hooktidy::runtime {

/// Options of CheckpointSaverHook.
struct CheckpointSaverOptions {
  /// Must exist.
  std::string directory;
  Every every = Every::interval(std::chrono::minutes(10));
  /// Older checkpoints of this hook are removed; 0: none is.
  std::size_t max_to_keep = 5;
  const Clock *clock = nullptr;
};

/// Saves all variables when a session was created, from time to time, and at the end.
/// What the session's error text says of a checkpoint that could not be written is that
/// of Saver::save; no partial file is left.
class CheckpointSaverHook : public SessionRunHook {
public:
  explicit CheckpointSaverHook(CheckpointSaverOptions options);

  void begin(Graph &graph) override;
  void after_create_session(Session &session, Coordinator &coordinator) override;
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override;
  void after_run(SessionRunContext &context, const SessionRunValues &values) override;
  void end(Session &session) override;

protected:
  /// Called when a checkpoint is whole on the disk and is the latest one. What it throws
  /// is thrown by the callback that saved.
  virtual void saved(const std::string &path);
  /// Called when an older checkpoint was removed, after saved() for the newer one.
  virtual void removed(const std::string &path);

  const std::string &directory() const noexcept { return options_.directory; }

private:
  void save(Session &session, std::int64_t step);

  const CheckpointSaverOptions options_;
  StepTimer timer_;
  /// The graph that the saver is of; no graph has the id 0.
  std::uint64_t graph_id_ = 0;
  Tensor step_;
  std::optional<Saver> saver_;
  /// Oldest first.
  std::vector<std::string> saved_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_CHECKPOINT_SAVER_HOOK_H
