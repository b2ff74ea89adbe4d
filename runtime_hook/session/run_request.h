//===- run_request.h - one run, put together from all who want something *- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_RUN_REQUEST_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_RUN_REQUEST_H

#include "runtime_hook/session/session_run_hook.h"

#include <cstddef>
#include <vector>

namespace hooktidy::runtime::internal {

/// The caller's request and those of the hooks, merged. Nobody's own object is changed.
class RunRequest {
public:
  explicit RunRequest(const SessionRunArgs &caller)
      : caller_(caller), fetches_(caller.fetches), options_(caller.options) {}

  /// Adds what the next hook asks for. Throws InvalidArgumentError if an earlier hook
  /// feeds one of its tensors.
  void add_hook(const SessionRunArgs &args);
  /// Adds a hook that asks for nothing.
  void add_hook() { ends_.push_back(fetches_.size()); }

  /// Adds the caller's feeds. Throws InvalidArgumentError if a hook feeds one of them.
  void finish();

  const std::vector<Operation> &fetches() const { return fetches_; }
  const Feeds &feeds() const { return feeds_; }
  const RunOptions &options() const { return options_; }

  /// The part of the values that belongs to the caller, or to a hook.
  std::vector<TensorValue> caller_part(const std::vector<TensorValue> &values) const;
  std::vector<TensorValue> hook_part(const std::vector<TensorValue> &values,
                                     std::size_t hook) const;

private:
  const SessionRunArgs &caller_;
  std::vector<Operation> fetches_;
  Feeds feeds_;
  RunOptions options_;
  /// Where each hook's part of the fetches ends; the first begins after the caller's.
  std::vector<std::size_t> ends_;
};

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_RUN_REQUEST_H
