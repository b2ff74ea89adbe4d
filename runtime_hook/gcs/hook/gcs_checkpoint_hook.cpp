//===- gcs_checkpoint_hook.cpp - checkpoints to gs:// ---------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/hook/gcs_checkpoint_hook.h"

#include "runtime_hook/gcs/storage/gcs_file_system.h"
#include "runtime_hook/gcs/storage/gcs_path.h"
#include "runtime_hook/graph/checkpoint_format.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/file_io.h"

#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

/// The directory without a '/' at its end.
std::string checked_directory(const std::string &gs_directory) {
  std::string directory = parse_path(gs_directory).to_string();
  while (directory.back() == '/')
    directory.pop_back();
  return directory;
}

std::string index_of(const std::string &directory) {
  return directory + "/" + internal::kCheckpointIndex;
}

} // namespace

GcsCheckpointHook::GcsCheckpointHook(CheckpointSaverOptions options,
                                     std::shared_ptr<GcsFileSystem> file_system,
                                     const std::string &gs_directory, LogSink &log)
    : CheckpointSaverHook(std::move(options)), file_system_(std::move(file_system)),
      gs_directory_(checked_directory(gs_directory)), log_(log) {
  if (!file_system_)
    throw InvalidArgumentError("GcsCheckpointHook needs a file system");
}

// Everything is inherited from CheckpointSaverHook, whose callbacks call these two: what
// they do is the same for every session, and nothing of a session is kept.

void GcsCheckpointHook::saved(const std::string &path) {
  const std::string object = object_of(path);
  file_system_->upload_file(object, path);
  // Only now: who reads the name finds the whole checkpoint.
  file_system_->write(index_of(gs_directory_), object.substr(gs_directory_.size() + 1));
}

void GcsCheckpointHook::removed(const std::string &path) {
  try {
    file_system_->remove(object_of(path));
  } catch (const NotFoundError &) {
    // Somebody else tidied up.
  } catch (const Error &error) {
    log_.write(std::string("warning: an old checkpoint stays: ") + error.what());
  }
}

std::string GcsCheckpointHook::object_of(const std::string &path) const {
  return gs_directory_ + path.substr(directory().size());
}

std::string fetch_latest_checkpoint(GcsFileSystem &file_system,
                                    const std::string &gs_directory,
                                    const std::string &directory) {
  const std::string from = checked_directory(gs_directory);
  std::string index;
  try {
    index = file_system.read_all(index_of(from));
  } catch (const NotFoundError &) {
    return std::string();
  }
  const std::string name = internal::checkpoint_name_in(std::move(index), index_of(from));
  const std::string object = from + "/" + name;
  const std::string bytes = file_system.read_all(object);
  internal::decode_checkpoint(bytes, object);
  const std::string path = directory + "/" + name;
  internal::write_file_atomically(path, bytes);
  internal::write_file_atomically(index_of(directory), name);
  return path;
}

} // namespace hooktidy::runtime::gcs
