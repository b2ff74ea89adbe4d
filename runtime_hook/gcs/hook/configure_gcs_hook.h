//===- configure_gcs_hook.h - gs:// for monitored sessions ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_CONFIGURE_GCS_HOOK_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_CONFIGURE_GCS_HOOK_H

#include "runtime_hook/gcs/cache/block_cache_params.h"
#include "runtime_hook/gcs/credentials/secret_string.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/session/session_run_hook.h"

#include <cstdint>
#include <optional>

namespace hooktidy::runtime::gcs {

/// Sets up credentials and block cache of gs:// for every session that a MonitoredSession
/// makes, before anything is run on it.
///
///   ConfigureGcsHook hook(R"({"type": "authorized_user", "client_id": "...",
///                             "client_secret": "...", "refresh_token": "..."})",
///                         BlockCacheParams(16 << 20));
///   MonitoredSession session({&hook}, options);
///
/// The sessions need the kernels of register_gcs_kernels.
class ConfigureGcsHook final : public SessionRunHook {
public:
  /// `credentials` is the text of a credentials file; none: those that the machine has.
  ///
  /// Throws InvalidArgumentError unless it is a JSON object with a "refresh_token" or a
  /// "private_key" and without null values. What else a token needs is found out when the
  /// session is created.
  explicit ConfigureGcsHook(
      std::optional<credentials::SecretString> credentials = std::nullopt,
      std::optional<BlockCacheParams> block_cache = std::nullopt);

  /// Adds the operations, once per graph.
  void begin(Graph &graph) override;

  /// Runs them: credentials first, then the cache. Throws InvalidArgumentError if the
  /// credentials are incomplete, UnauthenticatedError if they are refused,
  /// RetriesExhaustedError if the token server is not there.
  void after_create_session(Session &session, Coordinator &coordinator) override;

private:
  const std::optional<credentials::SecretString> credentials_;
  const std::optional<BlockCacheParams> block_cache_;
  /// The graph that the operations below are of; no graph has the id 0.
  std::uint64_t graph_id_ = 0;
  Tensor credentials_json_;
  Operation configure_credentials_;
  Operation configure_block_cache_;
};

/// The same for one session, without a hook. The operations are added to the default
/// graph, which must be the session's: throws FailedPreconditionError if it is not, or if
/// it is final and does not have them. For a monitored session use the hook.
void configure_gcs(Session &session,
                   const std::optional<credentials::SecretString> &credentials,
                   const std::optional<BlockCacheParams> &block_cache = std::nullopt);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_HOOK_CONFIGURE_GCS_HOOK_H
