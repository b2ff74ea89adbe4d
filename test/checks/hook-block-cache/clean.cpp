// RUN: %check_hook %s hook-block-cache

#include "runtime_hook/gcs/hook/configure_gcs_hook.h"

#include <cstdlib>
#include <memory>

using namespace hooktidy::runtime::gcs;

constexpr std::int64_t MiB = 1 << 20;

void parameters() {
  BlockCacheParams defaults;
  BlockCacheParams zeros(0, 0, 0);
  BlockCacheParams block(16);
  BlockCacheParams equal(16, 16);
  BlockCacheParams noLimit(512 * MiB, 0);
  BlockCacheParams fits(0, 128 * MiB);
  BlockCacheParams largest(std::int64_t{1} << 45, std::int64_t{1} << 46, 315360000);
  BlockCacheParams wide(std::int64_t{3000} << 20);
  BlockCacheParams copy = fits;
}

void computed(std::int64_t size, bool isSmall) {
  BlockCacheParams given(size, 5);
  BlockCacheParams chosen(isSmall ? 10 : 1, 5);
  std::int64_t block = 10;
  if (isSmall)
    block = 1;
  BlockCacheParams assigned(block, 5);
  std::int64_t grown = -1;
  grown += 2;
  BlockCacheParams added(grown);
  BlockCacheParams parsed(std::atoi("16"), 32);
}

// Another class of that name means something else.
namespace mine {
struct CacheParams {
  CacheParams(int block, int limit) : block(block), limit(limit) {}
  int block;
  int limit;
};
CacheParams params(10, 5);
} // namespace mine
