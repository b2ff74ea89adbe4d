//===- block_cache.h - aligned blocks of remote files -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Invariants, all under one mutex that is never held while a block is fetched:
//  - blocks_ holds finished blocks only. A fetch that is going on is in flights_, so
//    nothing that evicts, removes or flushes can meet a half-made block.
//  - cached_bytes_ is the sum of the sizes of blocks_: it changes where a block enters or
//    leaves, and nowhere else.
//  - A block is a value that readers share. Dropping it from the cache frees it when the
//    last reader is done with it.
//  - A fetch that is going on when its file is removed or the cache flushed still serves
//    those who waited for it, but is not kept. A read that begins afterwards fetches
//    anew.
//  - Nothing stays behind for a failed fetch, or for a file without blocks.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_BLOCK_CACHE_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_BLOCK_CACHE_H

#include "runtime_hook/session/clock.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace hooktidy::runtime::gcs {

/// One version of a remote file. Blocks of different generations never mix.
struct FileVersion {
  std::string name;
  std::int64_t generation = 0;
};

struct BlockCacheOptions {
  /// 0: the cache is off.
  std::size_t block_size = 0;
  /// Of all blocks together, not counting those that are being fetched or read. 0: off.
  std::size_t max_bytes = 0;
  /// A file is dropped when one of its blocks is older. 0: never.
  std::chrono::seconds max_staleness{0};
};

/// Keeps blocks of files in memory; the least recently used ones go first. Thread-safe.
/// Many readers of a block that is not there cause one fetch. If that fails, one waiter
/// after another tries again.
class BlockCache {
public:
  /// Puts up to `size` bytes from `offset` on into `buffer` and returns how many there
  /// were; fewer mean that the file ends. Throws on failure. Must be thread-safe.
  using Fetcher = std::function<std::size_t(const FileVersion &file, std::uint64_t offset,
                                            char *buffer, std::size_t size)>;

  struct Stats {
    std::uint64_t hits = 0;
    std::uint64_t fetches = 0;
    std::size_t cached_bytes = 0;
    std::size_t cached_blocks = 0;
  };

  /// Null clock: Clock::system().
  BlockCache(const BlockCacheOptions &options, Fetcher fetcher,
             const Clock *clock = nullptr);
  ~BlockCache();
  BlockCache(const BlockCache &) = delete;
  BlockCache &operator=(const BlockCache &) = delete;

  bool enabled() const noexcept;
  const BlockCacheOptions &options() const noexcept { return options_; }

  /// Reads like Fetcher does, through the cache. When it is off, or `size` is larger than
  /// all of it, the fetcher is called with these very arguments.
  ///
  /// Throws OutOfRangeError if `offset` is not inside the file, InternalError if a block
  /// is shorter than the others say the file is, and what the fetcher throws.
  std::size_t read(const FileVersion &file, std::uint64_t offset, char *buffer,
                   std::size_t size);

  /// Drops blocks of other generations of the file. Returns false if there were any.
  bool keep_only(const FileVersion &file);
  /// Drops all blocks of a file.
  void remove_file(const std::string &name);
  void flush();

  Stats stats() const;

private:
  struct Key {
    std::string name;
    std::int64_t generation;
    std::uint64_t index;

    friend bool operator<(const Key &a, const Key &b) {
      return std::tie(a.name, a.generation, a.index) <
             std::tie(b.name, b.generation, b.index);
    }
  };
  struct Block;
  struct Entry;
  struct Flight;
  using Blocks = std::map<Key, Entry>;
  using Order = std::list<Blocks::iterator>;
  using Lock = std::unique_lock<std::mutex>;

  std::shared_ptr<const Block> get_block(const Key &key);
  std::shared_ptr<const Block> find_block(const Key &key);
  std::shared_ptr<const Block> fetch_block(const Key &key, Lock &lock);
  std::shared_ptr<const Block> load_block(const Key &key) const;
  void insert_block(const Key &key, const std::shared_ptr<const Block> &block);
  void check_is_last(const Key &key, const Block &block);
  Blocks::iterator erase_block(Blocks::iterator at);
  void erase_file(const std::string &name);
  void drop_stale_files();
  void trim();

  const BlockCacheOptions options_;
  const Fetcher fetcher_;
  const Clock &clock_;

  mutable std::mutex mutex_;
  Blocks blocks_;
  std::map<Key, std::shared_ptr<Flight>> flights_;
  /// Most recently used first.
  Order by_use_;
  /// Most recently fetched first.
  Order by_age_;
  std::size_t cached_bytes_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t fetches_ = 0;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_BLOCK_CACHE_H
