//===- saver.h - checkpoints on disk ----------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_SAVER_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_SAVER_H

#include "runtime_hook/graph/operation.h"

#include <cstdint>
#include <string>

namespace hooktidy::runtime {

class Graph;
class Session;

/// Saves and restores the variables of a graph with operations of that graph.
/// Thread-safe once constructed.
class Saver {
public:
  /// Adds the save and restore operations to the graph, so a hook makes its saver in
  /// begin(). All variables that the graph has when it is run are saved, those made
  /// later included. Throws FailedPreconditionError on a final graph.
  explicit Saver(Graph &graph);

  /// A saver with the operations that an earlier saver added to the graph, if any.
  static Saver get_or_create(Graph &graph);

  /// Writes `<directory>/model-<step>.ckpt` and makes it the latest checkpoint; returns
  /// its path. Each file appears whole under its name or not at all. Throws
  /// NotFoundError if the directory does not exist, ResourceExhaustedError if the disk
  /// is full, PermissionDeniedError, or FailedPreconditionError if a variable has no
  /// value.
  std::string save(Session &session, const std::string &directory,
                   std::int64_t step) const;

  /// Sets the variables from a checkpoint. Throws NotFoundError if the file or a
  /// variable in it is missing, DataLossError if it is damaged.
  void restore(Session &session, const std::string &path) const;

private:
  Saver() = default;

  Tensor path_;
  Operation save_;
  Operation restore_;
};

/// Path of the latest checkpoint of a directory; empty if there is none. Throws
/// DataLossError if the file that names it is damaged.
std::string latest_checkpoint(const std::string &directory);

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_SAVER_H
