//===- block_cache.cpp - aligned blocks of remote files -------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/cache/block_cache.h"

#include "runtime_hook/graph/error.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <utility>

namespace hooktidy::runtime::gcs {

/// The bytes of one block; fewer than the block size at the end of a file.
struct BlockCache::Block {
  /// Not a vector: that would fill the memory before it is overwritten.
  std::unique_ptr<char[]> data;
  std::size_t size = 0;
};

struct BlockCache::Entry {
  std::shared_ptr<const Block> block;
  Clock::TimePoint fetched_at;
  Order::iterator use;
  Order::iterator age;
};

/// A fetch that is going on. Only its fetcher writes to it, under the mutex.
struct BlockCache::Flight {
  std::condition_variable landed_or_failed;
  bool over = false;
  /// Null if it failed.
  std::shared_ptr<const Block> block;
};

BlockCache::BlockCache(const BlockCacheOptions &options, Fetcher fetcher,
                       const Clock *clock)
    : options_(options), fetcher_(std::move(fetcher)),
      clock_(clock ? *clock : Clock::system()) {}

BlockCache::~BlockCache() = default;

bool BlockCache::enabled() const noexcept {
  return options_.block_size > 0 && options_.max_bytes > 0;
}

std::size_t BlockCache::read(const FileVersion &file, std::uint64_t offset, char *buffer,
                             std::size_t size) {
  if (size == 0)
    return 0;
  if (!enabled() || size > options_.max_bytes)
    return fetcher_(file, offset, buffer, size);
  if (offset > std::numeric_limits<std::uint64_t>::max() - size)
    throw OutOfRangeError("'" + file.name + "': offset " + std::to_string(offset) +
                          " is behind the end of the file");
  std::size_t done = 0;
  while (done < size) {
    const std::uint64_t at = offset + done;
    const std::size_t inside = static_cast<std::size_t>(at % options_.block_size);
    const auto block = get_block({file.name, file.generation, at / options_.block_size});
    if (inside >= block->size) {
      if (done == 0)
        throw OutOfRangeError("'" + file.name + "': offset " + std::to_string(offset) +
                              " is behind the end of the file");
      break;
    }
    const std::size_t part = std::min(size - done, block->size - inside);
    std::memcpy(buffer + done, block->data.get() + inside, part);
    done += part;
    if (block->size < options_.block_size)
      break;
  }
  return done;
}

std::shared_ptr<const BlockCache::Block> BlockCache::get_block(const Key &key) {
  Lock lock(mutex_);
  for (;;) {
    drop_stale_files();
    if (auto block = find_block(key)) {
      ++hits_;
      check_is_last(key, *block);
      return block;
    }
    const auto flying = flights_.find(key);
    if (flying == flights_.end())
      return fetch_block(key, lock);
    const std::shared_ptr<Flight> flight = flying->second;
    flight->landed_or_failed.wait(lock, [&] { return flight->over; });
    if (flight->block) {
      ++hits_;
      check_is_last(key, *flight->block);
      return flight->block;
    }
  }
}

std::shared_ptr<const BlockCache::Block> BlockCache::find_block(const Key &key) {
  const auto found = blocks_.find(key);
  if (found == blocks_.end())
    return nullptr;
  by_use_.splice(by_use_.begin(), by_use_, found->second.use);
  return found->second.block;
}

/// Called and left with the mutex held, which is open during the fetch.
std::shared_ptr<const BlockCache::Block> BlockCache::fetch_block(const Key &key,
                                                                 Lock &lock) {
  const auto flight = std::make_shared<Flight>();
  flights_[key] = flight;
  ++fetches_;
  // However the fetch ends, the waiters hear of it. A removal may have taken the flight
  // off the map meanwhile, and another one may have begun there.
  const auto land = [&](const std::shared_ptr<const Block> &block) {
    const auto flying = flights_.find(key);
    const bool kept = flying != flights_.end() && flying->second == flight;
    if (kept)
      flights_.erase(flying);
    flight->block = block;
    flight->over = true;
    flight->landed_or_failed.notify_all();
    return kept;
  };
  lock.unlock();
  std::shared_ptr<const Block> block;
  try {
    block = load_block(key);
  } catch (...) {
    lock.lock();
    land(nullptr);
    throw;
  }
  lock.lock();
  const bool kept = land(block);
  if (kept)
    insert_block(key, block);
  check_is_last(key, *block);
  return block;
}

std::shared_ptr<const BlockCache::Block> BlockCache::load_block(const Key &key) const {
  Block block;
  block.data.reset(new char[options_.block_size]);
  block.size = fetcher_({key.name, key.generation}, key.index * options_.block_size,
                        block.data.get(), options_.block_size);
  if (block.size > options_.block_size)
    throw InternalError("'" + key.name + "': a fetch gave more than a block");
  if (block.size < options_.block_size) {
    std::unique_ptr<char[]> exact(new char[block.size]);
    if (block.size > 0)
      std::memcpy(exact.get(), block.data.get(), block.size);
    block.data = std::move(exact);
  }
  return std::make_shared<const Block>(std::move(block));
}

/// An empty block is not kept: it costs no bytes, so no limit would ever remove it.
void BlockCache::insert_block(const Key &key, const std::shared_ptr<const Block> &block) {
  if (block->size == 0)
    return;
  // All that can fail comes first, so that an entry is complete or not there.
  Order use(1, blocks_.end());
  Order age(1, blocks_.end());
  const auto at =
      blocks_.emplace(key, Entry{block, clock_.now(), use.begin(), age.begin()}).first;
  use.front() = at;
  age.front() = at;
  by_use_.splice(by_use_.begin(), use);
  by_age_.splice(by_age_.begin(), age);
  cached_bytes_ += block->size;
  trim();
}

/// A file has one short block, the last. A block behind a short one proves that one of
/// them is of another state of the file; none is kept, so that a later read gets it
/// right.
void BlockCache::check_is_last(const Key &key, const Block &block) {
  if (block.size == options_.block_size)
    return;
  const auto next = blocks_.upper_bound(key);
  if (next == blocks_.end() || next->first.name != key.name ||
      next->first.generation != key.generation)
    return;
  erase_file(key.name);
  throw InternalError("'" + key.name + "': block " + std::to_string(key.index) +
                      " is short, but is not the last one; the file changed while it was "
                      "read");
}

BlockCache::Blocks::iterator BlockCache::erase_block(Blocks::iterator at) {
  cached_bytes_ -= at->second.block->size;
  by_use_.erase(at->second.use);
  by_age_.erase(at->second.age);
  return blocks_.erase(at);
}

void BlockCache::erase_file(const std::string &name) {
  const Key first{name, std::numeric_limits<std::int64_t>::min(), 0};
  auto at = blocks_.lower_bound(first);
  while (at != blocks_.end() && at->first.name == name)
    at = erase_block(at);
  auto flying = flights_.lower_bound(first);
  while (flying != flights_.end() && flying->first.name == name)
    flying = flights_.erase(flying);
}

/// With the oldest block its whole file goes: the rest would be of an older state than
/// what replaces that block.
void BlockCache::drop_stale_files() {
  if (options_.max_staleness.count() <= 0)
    return;
  const Clock::TimePoint now = clock_.now();
  while (!by_age_.empty() &&
         now - by_age_.back()->second.fetched_at > options_.max_staleness) {
    const std::string name = by_age_.back()->first.name;
    erase_file(name);
  }
}

void BlockCache::trim() {
  while (cached_bytes_ > options_.max_bytes)
    erase_block(by_use_.back());
}

bool BlockCache::keep_only(const FileVersion &file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  bool only = true;
  auto at = blocks_.lower_bound({file.name, std::numeric_limits<std::int64_t>::min(), 0});
  while (at != blocks_.end() && at->first.name == file.name) {
    if (at->first.generation == file.generation) {
      ++at;
    } else {
      at = erase_block(at);
      only = false;
    }
  }
  return only;
}

void BlockCache::remove_file(const std::string &name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  erase_file(name);
}

void BlockCache::flush() {
  const std::lock_guard<std::mutex> lock(mutex_);
  blocks_.clear();
  flights_.clear();
  by_use_.clear();
  by_age_.clear();
  cached_bytes_ = 0;
}

BlockCache::Stats BlockCache::stats() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return Stats{hits_, fetches_, cached_bytes_, blocks_.size()};
}

} // namespace hooktidy::runtime::gcs
