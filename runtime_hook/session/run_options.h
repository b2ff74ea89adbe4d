//===- run_options.h - options and by-products of one run -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_RUN_OPTIONS_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_RUN_OPTIONS_H

#include "runtime_hook/graph/tensor_value.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

/// How much RunMetadata tells about the operations that ran.
enum class TraceLevel : std::uint8_t { kNone, kSoftware, kHardware, kFull };

/// What to watch while a run is going on.
struct DebugOptions {
  /// Operations whose values are copied to RunMetadata::watched, by name.
  std::vector<std::string> tensor_watches;
  bool reset_disk_byte_usage = false;
  bool report_tensor_allocations_upon_oom = false;
};

/// Options of one run. A hook adds its own through SessionRunArgs::options; the rules
/// of merging are those of merge_run_options.
struct RunOptions {
  TraceLevel trace_level = TraceLevel::kNone;
  /// 0: no limit. DeadlineExceededError when it runs out between two operations.
  std::int64_t timeout_in_ms = 0;
  int inter_op_thread_pool = 0;
  /// Fill RunMetadata::partition_graphs.
  bool output_partition_graphs = false;
  DebugOptions debug_options;
};

/// By-products of one run.
struct RunMetadata {
  /// Names of the operations that ran, in order; from TraceLevel::kSoftware on.
  std::vector<std::string> executed_operations;
  /// One text per partition: "<type> <name>" lines.
  std::vector<std::string> partition_graphs;
  std::vector<std::pair<std::string, TensorValue>> watched;
};

/// Merges what a hook asks for into `options`: numbers take the larger value, switches
/// are or-ed, watches are appended.
void merge_run_options(RunOptions &options, const RunOptions &wanted);

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_RUN_OPTIONS_H
