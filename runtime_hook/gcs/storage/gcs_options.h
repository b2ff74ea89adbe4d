//===- gcs_options.h - options of the gs:// reader --------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_OPTIONS_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_OPTIONS_H

#include "runtime_hook/gcs/cache/block_cache.h"
#include "runtime_hook/gcs/environment.h"
#include "runtime_hook/gcs/http/http_client.h"
#include "runtime_hook/gcs/platform.h"
#include "runtime_hook/gcs/retry_policy.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

namespace hooktidy::runtime::gcs {

/// The default values are those of the service; from_environment() is what to use.
struct GcsOptions {
  /// Scheme, host and port.
  std::string endpoint = "https://storage.googleapis.com";
  /// No credentials are looked for; those that are configured are used.
  bool emulator = false;

  /// Off unless it is given a size.
  BlockCacheOptions block_cache{std::size_t{64} << 20, 0, std::chrono::seconds(0)};
  /// For how long the size and generation of an object are believed; 0: not at all.
  std::chrono::seconds stat_cache_max_age{5};
  /// 0: no limit.
  std::size_t stat_cache_max_entries = 1024;

  RetryOptions retry;
  std::chrono::milliseconds connection_timeout{std::chrono::seconds(120)};
  std::chrono::milliseconds idle_timeout{std::chrono::seconds(60)};
  std::chrono::milliseconds metadata_timeout{std::chrono::hours(1)};
  std::chrono::milliseconds read_timeout{std::chrono::hours(1)};
  std::chrono::milliseconds write_timeout{std::chrono::hours(1)};
  /// Goes with every request to the endpoint; an empty name: none does.
  std::pair<std::string, std::string> additional_header;

  /// Sent at once; rounded up to a multiple of the service's 256 KiB.
  std::size_t upload_chunk_size = std::size_t{16} << 20;
  /// Names per page of a list; 0: the server's choice.
  int list_page_size = 0;

  Platform platform;

  /// What the environment variables say, see docs/gcs.md. A value that cannot be used is
  /// left out with a warning, except STORAGE_EMULATOR_HOST: without it a test would talk
  /// to the real service, so that one throws InvalidArgumentError.
  static GcsOptions from_environment(const Platform &platform = {});

  HttpTimeouts metadata_timeouts() const;
  HttpTimeouts read_timeouts() const;
  HttpTimeouts write_timeouts() const;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_OPTIONS_H
