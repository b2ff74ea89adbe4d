//===- block_cache_params.cpp - what a user says about the cache ----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/cache/block_cache_params.h"

#include "runtime_hook/graph/error.h"

namespace hooktidy::runtime::gcs {

namespace {

std::int64_t checked(const char *name, std::int64_t value, std::int64_t limit) {
  if (value < 0)
    throw InvalidArgumentError(std::string("'") + name + "' of the block cache is " +
                               std::to_string(value) +
                               "; give a positive number, or 0 for the default");
  if (value > limit)
    throw InvalidArgumentError(std::string("'") + name + "' of the block cache is " +
                               std::to_string(value) + ", more than the limit of " +
                               std::to_string(limit));
  return value;
}

} // namespace

BlockCacheParams::BlockCacheParams(std::int64_t block_size, std::int64_t max_bytes,
                                   std::int64_t max_staleness)
    : block_size_(checked("block_size", block_size, kMaxSize / 2)),
      max_bytes_(checked("max_bytes", max_bytes, kMaxSize)),
      max_staleness_(checked("max_staleness", max_staleness, kMaxStaleness)) {
  if (block_size_ == 0)
    block_size_ = kDefaultBlockSize;
  if (max_bytes_ == 0)
    max_bytes_ = 2 * block_size_;
  if (max_bytes_ < block_size_)
    throw InvalidArgumentError("'max_bytes' of the block cache is " +
                               std::to_string(max_bytes_) + ", but one block has " +
                               std::to_string(block_size_) +
                               "; make the cache larger or the blocks smaller");
}

} // namespace hooktidy::runtime::gcs
