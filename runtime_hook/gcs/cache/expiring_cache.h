//===- expiring_cache.h - values that are true for a while ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_EXPIRING_CACHE_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_EXPIRING_CACHE_H

#include "runtime_hook/session/clock.h"

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace hooktidy::runtime::gcs {

/// Remembers values by name, the most recently used ones, each for some time.
/// Thread-safe.
template <typename Value> class ExpiringCache {
public:
  /// Age 0: remembers nothing. Entries 0: no limit.
  ExpiringCache(std::chrono::milliseconds max_age, std::size_t max_entries,
                const Clock &clock)
      : max_age_(max_age), max_entries_(max_entries), clock_(clock) {}

  std::optional<Value> find(const std::string &name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = entries_.find(name);
    if (found == entries_.end())
      return std::nullopt;
    if (clock_.now() - found->second.made_at > max_age_) {
      by_use_.erase(found->second.use);
      entries_.erase(found);
      return std::nullopt;
    }
    by_use_.splice(by_use_.begin(), by_use_, found->second.use);
    return found->second.value;
  }

  void insert(const std::string &name, const Value &value) {
    if (max_age_.count() <= 0)
      return;
    const std::lock_guard<std::mutex> lock(mutex_);
    erase_locked(name);
    by_use_.push_front(name);
    entries_.insert({name, Entry{value, clock_.now(), by_use_.begin()}});
    if (max_entries_ > 0 && entries_.size() > max_entries_)
      erase_locked(std::string(by_use_.back()));
  }

  void erase(const std::string &name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    erase_locked(name);
  }

  void clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_.clear();
    by_use_.clear();
  }

private:
  struct Entry {
    Value value;
    Clock::TimePoint made_at;
    std::list<std::string>::iterator use;
  };

  void erase_locked(const std::string &name) {
    const auto found = entries_.find(name);
    if (found == entries_.end())
      return;
    by_use_.erase(found->second.use);
    entries_.erase(found);
  }

  const std::chrono::milliseconds max_age_;
  const std::size_t max_entries_;
  const Clock &clock_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::list<std::string> by_use_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_CACHE_EXPIRING_CACHE_H
