// RUN: %check_hook %s hook-block-cache --off

#include "runtime_hook/gcs/hook/configure_gcs_hook.h"

#include <memory>
#include <optional>

using namespace hooktidy::runtime::gcs;

constexpr std::int64_t MiB = 1 << 20;
enum Sizes : int { Small = 4, Large = 64 };

void parameters() {
  BlockCacheParams inverted(10, 5);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'block_size' is 10, more than 'max_bytes', which is 5 [hook-block-cache]
  BlockCacheParams byDefault(0, 64 * MiB);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'block_size' is 134217728 by default, more than 'max_bytes', which is 67108864 [hook-block-cache]
  BlockCacheParams negative{-1};
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'block_size' is -1, less than 0 [hook-block-cache]
  BlockCacheParams huge(MiB, std::int64_t{1} << 47);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'max_bytes' is 140737488355328, more than 70368744177664 [hook-block-cache]
  BlockCacheParams stale(MiB, 2 * MiB, -60);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'max_staleness' is -60, less than 0 [hook-block-cache]
  BlockCacheParams enumerators(Large, Small);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'block_size' is 64, more than 'max_bytes', which is 4 [hook-block-cache]
  // 3000 MiB are too many for an int, and the shift goes below zero.
  BlockCacheParams overflow(3000 << 20);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: this block cache cannot work: 'block_size' is -1149239296, less than 0 [hook-block-cache]
}

void elsewhere() {
  int limit = 5;
  auto made = std::make_unique<BlockCacheParams>(10, limit);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: this block cache cannot work: 'block_size' is 10, more than 'max_bytes', which is 5 [hook-block-cache]
  std::optional<BlockCacheParams> optional;
  optional.emplace(10, 5);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: this block cache cannot work: 'block_size' is 10, more than 'max_bytes', which is 5 [hook-block-cache]
  ConfigureGcsHook hook(std::nullopt, BlockCacheParams(10, 5));
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: this block cache cannot work: 'block_size' is 10, more than 'max_bytes', which is 5 [hook-block-cache]
}
