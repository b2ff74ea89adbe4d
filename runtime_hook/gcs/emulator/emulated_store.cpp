//===- emulated_store.cpp - buckets in memory -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/emulator/emulated_store.h"

#include <algorithm>

namespace hooktidy::runtime::gcs {

void EmulatedStore::add_bucket(const std::string &bucket) {
  const std::lock_guard<std::mutex> lock(mutex_);
  buckets_[bucket];
}

bool EmulatedStore::has_bucket(const std::string &bucket) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return buckets_.count(bucket) != 0;
}

std::int64_t EmulatedStore::put(const std::string &bucket, const std::string &name,
                                std::string bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return put_locked(bucket, name, std::move(bytes));
}

std::int64_t EmulatedStore::put_locked(const std::string &bucket, const std::string &name,
                                       std::string bytes) {
  buckets_[bucket][name] = EmulatedObject{
      std::make_shared<const std::string>(std::move(bytes)), ++last_generation_};
  return last_generation_;
}

std::optional<EmulatedObject> EmulatedStore::find(const std::string &bucket,
                                                  const std::string &name) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto objects = buckets_.find(bucket);
  if (objects == buckets_.end())
    return std::nullopt;
  const auto object = objects->second.find(name);
  if (object == objects->second.end())
    return std::nullopt;
  return object->second;
}

bool EmulatedStore::remove(const std::string &bucket, const std::string &name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto objects = buckets_.find(bucket);
  return objects != buckets_.end() && objects->second.erase(name) != 0;
}

EmulatedStore::Listing EmulatedStore::list(const std::string &bucket,
                                           const std::string &prefix, bool one_level,
                                           const std::string &first,
                                           std::size_t page_size) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  Listing listing;
  const auto objects = buckets_.find(bucket);
  if (objects == buckets_.end())
    return listing;
  for (auto at = objects->second.lower_bound(std::max(prefix, first));
       at != objects->second.end(); ++at) {
    const std::string &name = at->first;
    if (name.compare(0, prefix.size(), prefix) != 0)
      break;
    const std::size_t slash =
        one_level ? name.find('/', prefix.size()) : std::string::npos;
    const std::string directory =
        slash == std::string::npos ? std::string() : name.substr(0, slash + 1);
    if (!directory.empty() && !listing.prefixes.empty() &&
        listing.prefixes.back() == directory)
      continue;
    if (listing.names.size() + listing.prefixes.size() == page_size) {
      listing.next = name;
      break;
    }
    if (directory.empty())
      listing.names.push_back(name);
    else
      listing.prefixes.push_back(directory);
  }
  return listing;
}

std::string EmulatedStore::start_upload(const std::string &bucket,
                                        const std::string &name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::string id = "upload-" + std::to_string(uploads_.size() + 1);
  uploads_[id] = Upload{bucket, name, {}, false};
  return id;
}

void EmulatedStore::limit_upload_step(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  upload_step_ = bytes;
}

std::optional<EmulatedStore::UploadState>
EmulatedStore::continue_upload(const std::string &id, std::size_t offset,
                               const std::string &bytes, std::size_t total) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = uploads_.find(id);
  if (found == uploads_.end())
    return std::nullopt;
  Upload &upload = found->second;
  if (!upload.complete && offset <= upload.bytes.size()) {
    const std::size_t known = upload.bytes.size() - offset;
    if (known < bytes.size()) {
      const std::size_t fresh = bytes.size() - known;
      upload.bytes.append(bytes, known,
                          upload_step_ == 0 ? fresh : std::min(fresh, upload_step_));
    }
    if (upload.bytes.size() == total) {
      put_locked(upload.bucket, upload.name, upload.bytes);
      upload.complete = true;
    }
  }
  return UploadState{upload.bytes.size(), upload.complete, upload.bucket, upload.name};
}

} // namespace hooktidy::runtime::gcs
