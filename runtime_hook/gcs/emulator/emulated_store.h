//===- emulated_store.h - buckets in memory ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_EMULATOR_EMULATED_STORE_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_EMULATOR_EMULATED_STORE_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime::gcs {

struct EmulatedObject {
  /// Shared, so that a read copies no more than it was asked for.
  std::shared_ptr<const std::string> bytes;
  std::int64_t generation = 0;
};

/// Buckets, objects and unfinished uploads. Thread-safe.
class EmulatedStore {
public:
  void add_bucket(const std::string &bucket);
  bool has_bucket(const std::string &bucket) const;

  std::int64_t put(const std::string &bucket, const std::string &name, std::string bytes);
  std::optional<EmulatedObject> find(const std::string &bucket,
                                     const std::string &name) const;
  bool remove(const std::string &bucket, const std::string &name);

  struct Listing {
    std::vector<std::string> names;
    std::vector<std::string> prefixes;
    /// Empty after the last page.
    std::string next;
  };
  /// Names from `first` on that begin with `prefix`.
  Listing list(const std::string &bucket, const std::string &prefix, bool one_level,
               const std::string &first, std::size_t page_size) const;

  std::string start_upload(const std::string &bucket, const std::string &name);
  /// No limit: 0.
  void limit_upload_step(std::size_t bytes);

  struct UploadState {
    std::size_t received = 0;
    bool complete = false;
    std::string bucket;
    std::string name;
  };
  /// Takes bytes that begin at `offset` of `total`. None if there is no such upload.
  std::optional<UploadState> continue_upload(const std::string &id, std::size_t offset,
                                             const std::string &bytes, std::size_t total);

private:
  using Bucket = std::map<std::string, EmulatedObject>;
  struct Upload {
    std::string bucket;
    std::string name;
    std::string bytes;
    bool complete = false;
  };

  std::int64_t put_locked(const std::string &bucket, const std::string &name,
                          std::string bytes);

  mutable std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
  std::map<std::string, Upload> uploads_;
  std::size_t upload_step_ = 0;
  std::int64_t last_generation_ = 0;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_EMULATOR_EMULATED_STORE_H
