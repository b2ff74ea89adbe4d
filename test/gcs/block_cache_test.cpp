//===- block_cache_test.cpp - what the block cache promises ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/cache/block_cache.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hooktidy::runtime::gcs {
namespace {

using std::chrono::seconds;

/// A file of bytes 0, 1, 2, ... that counts what is fetched of it.
class CountingFile {
public:
  explicit CountingFile(std::size_t size) : bytes_(size, '\0') {
    std::iota(bytes_.begin(), bytes_.end(), '\0');
  }

  BlockCache::Fetcher fetcher() {
    return [this](const FileVersion &file, std::uint64_t offset, char *buffer,
                  std::size_t size) {
      fetches.push_back({file.name, file.generation, offset, size});
      if (offset >= bytes_.size())
        return std::size_t{0};
      const std::size_t got = std::min<std::size_t>(size, bytes_.size() - offset);
      std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), got, buffer);
      return got;
    };
  }

  std::string part(std::size_t offset, std::size_t size) const {
    return offset >= bytes_.size() ? "" : bytes_.substr(offset, size);
  }

  struct Fetch {
    std::string name;
    std::int64_t generation;
    std::uint64_t offset;
    std::size_t size;
  };
  std::vector<Fetch> fetches;

private:
  std::string bytes_;
};

std::string read(BlockCache &cache, std::uint64_t offset, std::size_t size,
                 const FileVersion &file = {"f", 1}) {
  std::string buffer(size, '?');
  buffer.resize(cache.read(file, offset, buffer.data(), size));
  return buffer;
}

TEST(BlockCacheTest, IsCacheEnabled) {
  CountingFile file(0);
  const auto enabled = [&](std::size_t block_size, std::size_t max_bytes) {
    return BlockCache({block_size, max_bytes, seconds(0)}, file.fetcher()).enabled();
  };
  EXPECT_FALSE(enabled(0, 0));
  EXPECT_FALSE(enabled(16, 0));
  EXPECT_FALSE(enabled(0, 32));
  EXPECT_TRUE(enabled(16, 32));
}

TEST(BlockCacheTest, ReadOfNothingAsksForNothing) {
  CountingFile file(16);
  BlockCache cache({16, 32, seconds(0)}, file.fetcher());
  EXPECT_EQ(read(cache, 5, 0), "");
  EXPECT_TRUE(file.fetches.empty());
}

TEST(BlockCacheTest, PassThrough) {
  const std::pair<std::size_t, std::size_t> sizes[] = {{0, 0}, {16, 0}, {0, 32}, {4, 8}};
  for (const auto &[block_size, max_bytes] : sizes) {
    CountingFile file(100);
    BlockCache cache({block_size, max_bytes, seconds(0)}, file.fetcher());
    EXPECT_EQ(read(cache, 3, 9), file.part(3, 9));
    ASSERT_EQ(file.fetches.size(), 1u);
    EXPECT_EQ(file.fetches[0].offset, 3u);
    EXPECT_EQ(file.fetches[0].size, 9u);
    EXPECT_EQ(cache.stats().cached_blocks, 0u);
  }
}

TEST(BlockCacheTest, BlockAlignment) {
  CountingFile file(11);
  for (std::size_t block_size = 2; block_size <= 4; ++block_size)
    for (std::size_t offset = 0; offset < 10; ++offset)
      for (std::size_t size = block_size - 2; size <= block_size + 2; ++size) {
        BlockCache cache({block_size, 1024, seconds(0)}, file.fetcher());
        EXPECT_EQ(read(cache, offset, size), file.part(offset, size))
            << block_size << " " << offset << " " << size;
        for (const auto &fetch : file.fetches) {
          EXPECT_EQ(fetch.offset % block_size, 0u);
          EXPECT_EQ(fetch.size, block_size);
        }
        file.fetches.clear();
      }
}

TEST(BlockCacheTest, CacheHits) {
  CountingFile file(256 * 16);
  BlockCache cache({16, 256 * 16, seconds(0)}, file.fetcher());
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t block = 0; block < 256; ++block)
      ASSERT_EQ(read(cache, block * 16, 16), file.part(block * 16, 16));
  EXPECT_EQ(file.fetches.size(), 256u);
  EXPECT_EQ(cache.stats().hits, 256u);
  EXPECT_EQ(cache.stats().cached_bytes, 256u * 16);
}

TEST(BlockCacheTest, OutOfRange) {
  CountingFile file(24);
  BlockCache cache({16, 64, seconds(0)}, file.fetcher());
  EXPECT_EQ(read(cache, 0, 16), file.part(0, 16));
  EXPECT_EQ(code_of([&] { read(cache, 28, 16); }), ErrorCode::kOutOfRange);
  EXPECT_EQ(file.fetches.size(), 2u);
  EXPECT_EQ(read(cache, 16, 16), file.part(16, 8));
  EXPECT_EQ(file.fetches.size(), 2u);
}

TEST(BlockCacheTest, OffsetThatOverflows) {
  CountingFile file(24);
  BlockCache cache({16, 64, seconds(0)}, file.fetcher());
  const auto far = std::numeric_limits<std::uint64_t>::max() - 3;
  EXPECT_EQ(code_of([&] { read(cache, far, 8); }), ErrorCode::kOutOfRange);
}

TEST(BlockCacheTest, BlocksBehindTheEndAreNotKept) {
  CountingFile file(16);
  BlockCache cache({16, 64, seconds(0)}, file.fetcher());
  for (int i = 1; i < 100; ++i)
    EXPECT_EQ(code_of([&] { read(cache, 16 * static_cast<std::size_t>(i), 1); }),
              ErrorCode::kOutOfRange);
  EXPECT_EQ(cache.stats().cached_blocks, 0u);
}

TEST(BlockCacheTest, Inconsistent) {
  int fetches = 0;
  BlockCache cache({16, 64, seconds(0)},
                   [&](const FileVersion &, std::uint64_t, char *buffer, std::size_t) {
                     ++fetches;
                     *buffer = 'x';
                     return std::size_t{1};
                   });
  EXPECT_EQ(read(cache, 16, 1), "x");
  EXPECT_EQ(code_of([&] { read(cache, 0, 1); }), ErrorCode::kInternal);
  // The blocks that contradict each other are gone, so the cache is not stuck.
  EXPECT_EQ(read(cache, 0, 1), "x");
  EXPECT_EQ(fetches, 3);
}

TEST(BlockCacheTest, Lru) {
  CountingFile file(64);
  BlockCache cache({16, 32, seconds(0)}, file.fetcher());
  const auto fetches_for = [&](std::size_t block) {
    const std::size_t before = file.fetches.size();
    read(cache, block * 16, 1);
    return file.fetches.size() - before;
  };
  EXPECT_EQ(fetches_for(0), 1u);
  EXPECT_EQ(fetches_for(0), 0u);
  EXPECT_EQ(fetches_for(1), 1u);
  EXPECT_EQ(fetches_for(0), 0u); // 1 is the older one now
  EXPECT_EQ(fetches_for(2), 1u); // drops 1
  EXPECT_EQ(fetches_for(0), 0u);
  EXPECT_EQ(fetches_for(1), 1u); // drops 2
  EXPECT_EQ(fetches_for(0), 0u);
  EXPECT_EQ(fetches_for(2), 1u);
  EXPECT_EQ(cache.stats().cached_bytes, 32u);
}

TEST(BlockCacheTest, MaxStaleness) {
  CountingFile file(16);
  FakeClock clock;
  BlockCache cache({8, 16, seconds(2)}, file.fetcher(), &clock);
  for (int second = 0; second < 10; ++second) {
    read(cache, 0, 1);
    EXPECT_EQ(file.fetches.size(), static_cast<std::size_t>(second / 3 + 1)) << second;
    clock.advance(seconds(1));
  }
}

TEST(BlockCacheTest, NoStaleness) {
  CountingFile file(16);
  FakeClock clock;
  BlockCache cache({8, 16, seconds(0)}, file.fetcher(), &clock);
  read(cache, 0, 1);
  clock.advance(std::chrono::hours(365 * 24));
  read(cache, 0, 1);
  EXPECT_EQ(file.fetches.size(), 1u);
}

TEST(BlockCacheTest, StaleBlockTakesItsFileAlong) {
  CountingFile file(32);
  FakeClock clock;
  BlockCache cache({8, 64, seconds(2)}, file.fetcher(), &clock);
  read(cache, 0, 1, {"a", 1});
  clock.advance(seconds(1));
  read(cache, 8, 1, {"a", 1});
  read(cache, 0, 1, {"b", 1});
  clock.advance(seconds(2));
  read(cache, 0, 1, {"b", 1}); // "a" is stale by its first block, "b" is not yet
  EXPECT_EQ(cache.stats().cached_blocks, 1u);
  clock.advance(seconds(1));
  read(cache, 0, 1, {"c", 1});
  EXPECT_EQ(cache.stats().cached_blocks, 1u);
  EXPECT_EQ(cache.stats().cached_bytes, 8u);
}

TEST(BlockCacheTest, RemoveFile) {
  CountingFile file(32);
  BlockCache cache({8, 64, seconds(0)}, file.fetcher());
  for (const char *name : {"a", "b", "ab"})
    read(cache, 0, 16, {name, 1});
  cache.remove_file("a");
  file.fetches.clear();
  read(cache, 0, 16, {"b", 1});
  read(cache, 0, 16, {"ab", 1});
  EXPECT_TRUE(file.fetches.empty());
  read(cache, 0, 16, {"a", 1});
  EXPECT_EQ(file.fetches.size(), 2u);
}

TEST(BlockCacheTest, Flush) {
  CountingFile file(16);
  BlockCache cache({16, 16, seconds(0)}, file.fetcher());
  read(cache, 0, 16);
  cache.flush();
  EXPECT_EQ(cache.stats().cached_bytes, 0u);
  read(cache, 0, 16);
  EXPECT_EQ(file.fetches.size(), 2u);
}

TEST(BlockCacheTest, GenerationsDoNotMix) {
  CountingFile file(16);
  BlockCache cache({8, 64, seconds(0)}, file.fetcher());
  EXPECT_TRUE(cache.keep_only({"f", 1}));
  read(cache, 0, 8, {"f", 1});
  read(cache, 0, 8, {"f", 1});
  EXPECT_EQ(file.fetches.size(), 1u);
  EXPECT_TRUE(cache.keep_only({"f", 1}));
  EXPECT_FALSE(cache.keep_only({"f", 2}));
  EXPECT_EQ(cache.stats().cached_blocks, 0u);
  read(cache, 0, 8, {"f", 2});
  EXPECT_EQ(file.fetches.size(), 2u);
  EXPECT_EQ(file.fetches.back().generation, 2);
}

TEST(BlockCacheTest, FetchThatGivesTooMuch) {
  BlockCache cache({8, 64, seconds(0)}, [](const FileVersion &, std::uint64_t, char *,
                                           std::size_t size) { return size + 1; });
  EXPECT_EQ(code_of([&] { read(cache, 0, 8); }), ErrorCode::kInternal);
}

TEST(BlockCacheParamsTest, Defaults) {
  const auto sizes = [](const BlockCacheParams &params) {
    return std::vector<std::int64_t>{params.block_size(), params.max_bytes(),
                                     params.max_staleness()};
  };
  using Sizes = std::vector<std::int64_t>;
  EXPECT_EQ(sizes(BlockCacheParams()), (Sizes{134217728, 268435456, 0}));
  EXPECT_EQ(sizes(BlockCacheParams(0, 0, 0)), (Sizes{134217728, 268435456, 0}));
  EXPECT_EQ(sizes(BlockCacheParams(16)), (Sizes{16, 32, 0}));
  EXPECT_EQ(sizes(BlockCacheParams(16, 16, 3)), (Sizes{16, 16, 3}));
}

TEST(BlockCacheParamsTest, RefusesWhatCannotWork) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::vector<std::int64_t>> wrong = {
      {-1, 0, 0}, {0, -1, 0},    {0, 0, -1},    {10, 5, 0},
      {0, 16, 0}, {kHuge, 0, 0}, {1, kHuge, 0}, {1, 2, kHuge}};
  for (const auto &sizes : wrong)
    EXPECT_EQ(code_of([&] { BlockCacheParams(sizes[0], sizes[1], sizes[2]); }),
              ErrorCode::kInvalidArgument)
        << sizes[0] << " " << sizes[1] << " " << sizes[2];
}

} // namespace
} // namespace hooktidy::runtime::gcs
