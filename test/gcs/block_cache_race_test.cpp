//===- block_cache_race_test.cpp - the block cache under many threads -----===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The five defects named D1 to D5 are those of a well-known cache of the same contract,
// found by running it; each has a test here that fails on it.
//
//===----------------------------------------------------------------------===//

#include "test_support.h"

#include "runtime_hook/gcs/cache/block_cache.h"

#include <condition_variable>
#include <cstring>
#include <future>
#include <random>
#include <thread>

namespace hooktidy::runtime::gcs {
namespace {

using std::chrono::seconds;

/// A fetch that waits until the test lets it go on.
class Gate {
public:
  void pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
  }
  void wait_for_arrivals(int count) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ >= count; });
  }
  void open() {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0;
  bool open_ = false;
};

constexpr std::size_t kBlock = 16;

char read_byte(BlockCache &cache, std::uint64_t offset,
               const FileVersion &file = {"f", 1}) {
  char byte = 0;
  cache.read(file, offset, &byte, 1);
  return byte;
}

/// Fetches blocks of the letter `letter`, the first one through a gate.
struct GatedFile {
  BlockCache::Fetcher fetcher() {
    return [this](const FileVersion &, std::uint64_t, char *buffer, std::size_t size) {
      const char current = letter;
      if (++fetches == 1)
        gate.pass();
      std::memset(buffer, current, size);
      return size;
    };
  }
  Gate gate;
  std::atomic<int> fetches{0};
  std::atomic<char> letter{'a'};
};

TEST(BlockCacheRaceTest, D1FlushDuringAFetch) {
  GatedFile file;
  BlockCache cache({kBlock, 2 * kBlock, seconds(0)}, file.fetcher());
  auto reader = std::async(std::launch::async, [&] { return read_byte(cache, 0); });
  file.gate.wait_for_arrivals(1);
  cache.flush();
  file.gate.open();
  EXPECT_EQ(reader.get(), 'a');
  EXPECT_EQ(cache.stats().cached_bytes, 0u);
  EXPECT_EQ(cache.stats().cached_blocks, 0u);
}

TEST(BlockCacheRaceTest, D2RemovalDuringAFetch) {
  GatedFile file;
  BlockCache cache({kBlock, 2 * kBlock, seconds(0)}, file.fetcher());
  auto reader = std::async(std::launch::async, [&] { return read_byte(cache, 0); });
  file.gate.wait_for_arrivals(1);
  cache.remove_file("f");
  EXPECT_EQ(cache.stats().cached_bytes, 0u);
  // What is read from now on must not be of the time before the removal.
  file.letter = 'b';
  EXPECT_EQ(read_byte(cache, 0), 'b');
  EXPECT_EQ(cache.stats().cached_bytes, kBlock);
  file.gate.open();
  EXPECT_EQ(reader.get(), 'a');
  EXPECT_EQ(cache.stats().cached_bytes, kBlock);
  EXPECT_EQ(read_byte(cache, 0), 'b');
}

TEST(BlockCacheRaceTest, D2RemovalAfterAFailedFetch) {
  bool fail = true;
  BlockCache cache(
      {kBlock, 2 * kBlock, seconds(0)},
      [&](const FileVersion &, std::uint64_t, char *buffer, std::size_t size) {
        if (fail)
          throw UnavailableError("not now");
        std::memset(buffer, 'x', size);
        return size;
      });
  EXPECT_EQ(code_of([&] { read_byte(cache, 0); }), ErrorCode::kUnavailable);
  cache.remove_file("f");
  EXPECT_EQ(cache.stats().cached_bytes, 0u);
  fail = false;
  read_byte(cache, 0);
  EXPECT_EQ(cache.stats().cached_bytes, kBlock);
  read_byte(cache, kBlock);
  read_byte(cache, 2 * kBlock);
  EXPECT_EQ(cache.stats().cached_bytes, 2 * kBlock);
}

TEST(BlockCacheRaceTest, D3BlocksCountAtTimeZero) {
  FakeClock clock;
  ASSERT_EQ(clock.now().time_since_epoch().count(), 0);
  GatedFile file;
  file.gate.open();
  BlockCache cache({kBlock, 2 * kBlock, seconds(5)}, file.fetcher(), &clock);
  read_byte(cache, 0);
  EXPECT_EQ(cache.stats().cached_bytes, kBlock);
  for (std::uint64_t block = 1; block < 10; ++block)
    read_byte(cache, block * kBlock);
  EXPECT_EQ(cache.stats().cached_bytes, 2 * kBlock);
}

TEST(BlockCacheRaceTest, D4EvictionDuringAFetch) {
  GatedFile file;
  BlockCache cache({kBlock, 2 * kBlock, seconds(0)}, file.fetcher());
  auto reader = std::async(std::launch::async, [&] { return read_byte(cache, 0); });
  file.gate.wait_for_arrivals(1);
  for (std::uint64_t block = 1; block < 10; ++block)
    read_byte(cache, block * kBlock);
  EXPECT_EQ(cache.stats().cached_bytes, 2 * kBlock);
  file.gate.open();
  EXPECT_EQ(reader.get(), 'a');
  EXPECT_EQ(cache.stats().cached_bytes, 2 * kBlock);
  EXPECT_EQ(cache.stats().cached_blocks, 2u);
}

TEST(BlockCacheRaceTest, D5NothingStaysBehindForFailures) {
  BlockCache cache({kBlock, 2 * kBlock, seconds(0)},
                   [](const FileVersion &, std::uint64_t, char *,
                      std::size_t) -> std::size_t { throw UnavailableError("never"); });
  for (int i = 0; i < 1000; ++i) {
    const FileVersion file{"f" + std::to_string(i), i};
    EXPECT_TRUE(cache.keep_only(file));
    EXPECT_EQ(code_of([&] { read_byte(cache, 0, file); }), ErrorCode::kUnavailable);
  }
  EXPECT_EQ(cache.stats().cached_blocks, 0u);
  EXPECT_EQ(cache.stats().cached_bytes, 0u);
}

TEST(BlockCacheRaceTest, ReadersOfOneBlockCauseOneFetch) {
  GatedFile file;
  BlockCache cache({kBlock, 2 * kBlock, seconds(0)}, file.fetcher());
  std::vector<std::future<char>> readers;
  for (int i = 0; i < 64; ++i)
    readers.push_back(
        std::async(std::launch::async, [&] { return read_byte(cache, 3); }));
  file.gate.wait_for_arrivals(1);
  file.gate.open();
  for (auto &reader : readers)
    EXPECT_EQ(reader.get(), 'a');
  EXPECT_EQ(file.fetches, 1);
}

TEST(BlockCacheRaceTest, DifferentBlocksAreFetchedAtTheSameTime) {
  Gate gate;
  BlockCache cache(
      {kBlock, 4 * kBlock, seconds(0)},
      [&](const FileVersion &, std::uint64_t, char *buffer, std::size_t size) {
        gate.pass();
        std::memset(buffer, 'x', size);
        return size;
      });
  std::vector<std::future<char>> readers;
  for (std::uint64_t block = 0; block < 4; ++block)
    readers.push_back(std::async(
        std::launch::async, [&, block] { return read_byte(cache, block * kBlock); }));
  gate.wait_for_arrivals(4);
  gate.open();
  for (auto &reader : readers)
    EXPECT_EQ(reader.get(), 'x');
}

TEST(BlockCacheRaceTest, WaitersTryAgainAfterAFailure) {
  Gate gate;
  std::atomic<int> fetches{0};
  BlockCache cache(
      {kBlock, 2 * kBlock, seconds(0)},
      [&](const FileVersion &, std::uint64_t, char *buffer, std::size_t size) {
        gate.pass();
        if (++fetches <= 3)
          throw UnavailableError("not yet");
        std::memset(buffer, 'x', size);
        return size;
      });
  std::vector<std::future<bool>> readers;
  for (int i = 0; i < 16; ++i)
    readers.push_back(std::async(std::launch::async, [&] {
      try {
        return read_byte(cache, 0) == 'x';
      } catch (const UnavailableError &) {
        return false;
      }
    }));
  gate.wait_for_arrivals(1);
  gate.open();
  int served = 0;
  for (auto &reader : readers)
    served += reader.get() ? 1 : 0;
  EXPECT_EQ(served, 13);
  EXPECT_EQ(fetches, 4);
}

TEST(BlockCacheRaceTest, WaitersTryAgainAfterAnyException) {
  Gate gate;
  std::atomic<int> fetches{0};
  BlockCache cache(
      {kBlock, 2 * kBlock, seconds(0)},
      [&](const FileVersion &, std::uint64_t, char *buffer, std::size_t size) {
        gate.pass();
        if (++fetches == 1)
          throw 42;
        std::memset(buffer, 'x', size);
        return size;
      });
  auto first = std::async(std::launch::async, [&] { return read_byte(cache, 0); });
  gate.wait_for_arrivals(1);
  auto second = std::async(std::launch::async, [&] { return read_byte(cache, 0); });
  gate.open();
  EXPECT_THROW(first.get(), int);
  EXPECT_EQ(second.get(), 'x');
}

/// Readers, removals, flushes and failures all at once. What counts is what the
/// sanitizers say, that every byte is right and that the books are in order afterwards.
TEST(BlockCacheRaceTest, EverythingAtOnce) {
  constexpr std::size_t kLimit = 8 * kBlock;
  std::atomic<int> fetches{0};
  BlockCache cache(
      {kBlock, kLimit, seconds(1000)},
      [&](const FileVersion &file, std::uint64_t offset, char *buffer, std::size_t size) {
        if (++fetches % 7 == 0)
          throw UnavailableError("not now");
        for (std::size_t i = 0; i < size; ++i)
          buffer[i] = static_cast<char>(offset + i + file.name.size());
        return size;
      });
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (unsigned seed = 0; seed < 8; ++seed)
    threads.emplace_back([&, seed] {
      std::minstd_rand random(seed + 1);
      for (int i = 0; i < 2000; ++i) {
        const FileVersion file{std::string(1 + random() % 3, 'f'), 1};
        const std::uint64_t offset = random() % (16 * kBlock);
        const unsigned choice = random() % 40;
        if (choice == 0)
          cache.flush();
        else if (choice == 1)
          cache.remove_file(file.name);
        else if (choice == 2)
          cache.keep_only({file.name, 2});
        char bytes[3 * kBlock];
        try {
          const std::size_t got = cache.read(file, offset, bytes, sizeof bytes);
          for (std::size_t k = 0; k < got; ++k)
            if (bytes[k] != static_cast<char>(offset + k + file.name.size()))
              ++wrong;
        } catch (const UnavailableError &) {
        }
        if (cache.stats().cached_bytes > kLimit)
          ++wrong;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(cache.stats().cached_bytes, cache.stats().cached_blocks * kBlock);
  cache.flush();
  EXPECT_EQ(cache.stats().cached_bytes, 0u);
}

} // namespace
} // namespace hooktidy::runtime::gcs
