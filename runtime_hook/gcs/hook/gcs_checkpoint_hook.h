//===- gcs_checkpoint_hook.h - checkpoints to gs:// -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_GCS_CHECKPOINT_HOOK_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_GCS_CHECKPOINT_HOOK_H

#include "runtime_hook/session/checkpoint_saver_hook.h"
#include "runtime_hook/session/log_sink.h"

#include <memory>
#include <string>

namespace hooktidy::runtime::gcs {

class GcsFileSystem;

/// A CheckpointSaverHook that keeps a copy of its directory under gs://. Comes after
/// ConfigureGcsHook in the list of hooks: the first checkpoint is saved, and uploaded,
/// when the session was created.
///
/// A checkpoint that cannot be uploaded ends the training with the error of
/// GcsFileSystem; the one that was uploaded before it stays the latest one.
class GcsCheckpointHook final : public CheckpointSaverHook {
public:
  /// `gs_directory` is "gs://BUCKET" or "gs://BUCKET/DIRECTORY". Throws
  /// InvalidArgumentError if it is not, or if the file system is null.
  GcsCheckpointHook(CheckpointSaverOptions options,
                    std::shared_ptr<GcsFileSystem> file_system,
                    const std::string &gs_directory,
                    LogSink &log = LogSink::standard_error());

private:
  void saved(const std::string &path) override;
  /// An old checkpoint that cannot be removed is in nobody's way: that is written to the
  /// log, and the training goes on.
  void removed(const std::string &path) override;

  std::string object_of(const std::string &path) const;

  const std::shared_ptr<GcsFileSystem> file_system_;
  /// Without a '/' at its end.
  const std::string gs_directory_;
  LogSink &log_;
};

/// Copies the latest checkpoint under `gs_directory` into a local directory, where it
/// becomes the latest one, too; returns its local path, or "" if there is none. A
/// ChiefSessionCreator with that directory restores it.
///
/// Throws DataLossError if the checkpoint or the object that names it is damaged, and
/// what GcsFileSystem and the local disk throw; the local directory names the same
/// checkpoint as before then.
std::string fetch_latest_checkpoint(GcsFileSystem &file_system,
                                    const std::string &gs_directory,
                                    const std::string &directory);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_GCS_CHECKPOINT_HOOK_H
