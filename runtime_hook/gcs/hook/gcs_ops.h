//===- gcs_ops.h - graph operations for gs:// -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_GCS_OPS_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_GCS_OPS_H

#include "runtime_hook/gcs/cache/block_cache_params.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/graph/kernel.h"

#include <memory>
#include <string>

namespace hooktidy::runtime::gcs {

class GcsFileSystem;

/// Gives the gs:// operations their kernels, which work on this file system. All sessions
/// with this registry share its credentials and its cache. Throws InvalidArgumentError if
/// the file system is null, AlreadyExistsError if the registry has these kernels.
void register_gcs_kernels(KernelRegistry &registry,
                          std::shared_ptr<GcsFileSystem> file_system);

/// The operation that configures credentials, and the placeholder that it is fed through.
/// Credentials are never a constant of the graph: a graph is printed and saved.
struct ConfigureCredentialsOp {
  Tensor json;
  Operation configure;
};

// Each of these adds its operations to the graph unless an earlier call did; a final
// graph that has them is fine. Else they throw FailedPreconditionError on a final graph.

ConfigureCredentialsOp get_or_create_configure_credentials(Graph &graph);
Operation get_or_create_configure_block_cache(Graph &graph,
                                              const BlockCacheParams &params);

/// Adds an operation that gives the contents of a gs:// object. `filename` is a scalar
/// string.
Tensor add_read_gcs_object(Graph &graph, const std::string &name, const Tensor &filename);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_GCS_OPS_H
