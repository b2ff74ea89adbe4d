//===- session.h - runs operations of a graph -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_H

#include "runtime_hook/graph/operation.h"
#include "runtime_hook/session/run_options.h"

#include <memory>
#include <vector>

namespace hooktidy::runtime {

class Graph;
class KernelRegistry;

/// Runs operations of one graph and owns the values of its variables. This is the raw
/// session: running it does not run hooks. Thread-safe; runs are executed one at a time.
class Session {
public:
  /// `graph` and `kernels` must outlive the session; null: KernelRegistry::builtin().
  explicit Session(const Graph &graph, const KernelRegistry *kernels = nullptr);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  const Graph &graph() const noexcept;

  /// Runs the operations in the order given, and before each of them what it depends
  /// on; no operation runs twice. Returns one value for each fetch.
  ///
  /// Throws FailedPreconditionError if the session is closed, a variable was not
  /// initialised or a placeholder is not fed; InvalidArgumentError if an operation is
  /// null or of another graph, a tensor is fed twice or with the wrong element type;
  /// UnimplementedError if a type has no kernel; DeadlineExceededError after
  /// RunOptions::timeout_in_ms; and whatever the kernels throw.
  std::vector<TensorValue> run(const std::vector<Operation> &fetches,
                               const Feeds &feeds = {}, const RunOptions &options = {},
                               RunMetadata *metadata = nullptr);

  /// Frees the variables. Further runs throw. A second call does nothing.
  void close();
  bool closed() const;

private:
  struct Impl;

  std::unique_ptr<Impl> impl_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_H
