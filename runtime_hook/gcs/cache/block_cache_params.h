//===- block_cache_params.h - what a user says about the cache --*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_BLOCK_CACHE_PARAMS_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_BLOCK_CACHE_PARAMS_H

#include <cstdint>
#include <string>

namespace hooktidy::runtime::gcs {

/// Sizes of the block cache that ConfigureGcsHook sets up. Immutable and always valid.
class BlockCacheParams {
public:
  static constexpr std::int64_t kDefaultBlockSize = std::int64_t{128} << 20;
  /// Larger numbers are mistakes: no machine has that much memory.
  static constexpr std::int64_t kMaxSize = std::int64_t{1} << 46;
  static constexpr std::int64_t kMaxStaleness = std::int64_t{10} * 365 * 24 * 3600;

  /// 0 stands for the default: blocks of 128 MiB, twice the block size in all, and blocks
  /// that never get stale. `max_staleness` is in seconds.
  ///
  /// Throws InvalidArgumentError if a number is negative or absurdly large, or if not
  /// even one block fits into the cache (every read would then fetch a block and drop
  /// it).
  explicit BlockCacheParams(std::int64_t block_size = 0, std::int64_t max_bytes = 0,
                            std::int64_t max_staleness = 0);

  std::int64_t block_size() const noexcept { return block_size_; }
  std::int64_t max_bytes() const noexcept { return max_bytes_; }
  std::int64_t max_staleness() const noexcept { return max_staleness_; }

  friend bool operator==(const BlockCacheParams &a, const BlockCacheParams &b) noexcept {
    return a.block_size_ == b.block_size_ && a.max_bytes_ == b.max_bytes_ &&
           a.max_staleness_ == b.max_staleness_;
  }
  friend bool operator!=(const BlockCacheParams &a, const BlockCacheParams &b) noexcept {
    return !(a == b);
  }

private:
  std::int64_t block_size_;
  std::int64_t max_bytes_;
  std::int64_t max_staleness_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_BLOCK_CACHE_PARAMS_H
