//===- gcs_file_system.cpp - gs:// files ----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/storage/gcs_file_system.h"

#include "runtime_hook/gcs/cache/expiring_cache.h"
#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/storage/connection.h"
#include "runtime_hook/gcs/storage/gcs_path.h"
#include "runtime_hook/gcs/storage/object_api.h"
#include "runtime_hook/gcs/storage/resumable_upload.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

/// An object that changes more often than it can be read is not worth more attempts.
constexpr int kMaxRestarts = 3;

/// What the names of all objects below a directory begin with.
std::string prefix_of(const GcsPath &path) {
  if (path.object.empty() || path.object.back() == '/')
    return path.object;
  return path.object + "/";
}

} // namespace

RandomAccessFile::~RandomAccessFile() = default;

class GcsFileSystem::Impl {
public:
  explicit Impl(const GcsOptions &options)
      : connection(options),
        stats(connection.options().stat_cache_max_age,
              connection.options().stat_cache_max_entries, connection.clock()),
        cache_(make_cache(connection.options().block_cache)) {}

  std::shared_ptr<BlockCache> cache() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return cache_;
  }

  void set_block_cache(const BlockCacheParams &params) {
    const BlockCacheOptions wanted{static_cast<std::size_t>(params.block_size()),
                                   static_cast<std::size_t>(params.max_bytes()),
                                   std::chrono::seconds(params.max_staleness())};
    // Declared first: the old cache is freed after the mutex is open again.
    std::shared_ptr<BlockCache> cache = make_cache(wanted);
    const std::lock_guard<std::mutex> lock(mutex_);
    const BlockCacheOptions &present = cache_->options();
    if (present.block_size != wanted.block_size ||
        present.max_bytes != wanted.max_bytes ||
        present.max_staleness != wanted.max_staleness)
      cache_.swap(cache);
  }

  /// The object may be another one now.
  void forget(const GcsPath &path) {
    const std::string name = path.to_string();
    stats.erase(name);
    cache()->remove_file(name);
  }

  ObjectMetadata look_up(const GcsPath &path) {
    const ObjectMetadata found = get_object_metadata(connection, path);
    stats.insert(path.to_string(), found);
    return found;
  }

  GcsConnection connection;
  ExpiringCache<ObjectMetadata> stats;

private:
  std::shared_ptr<BlockCache> make_cache(const BlockCacheOptions &options) {
    return std::make_shared<BlockCache>(
        options,
        [this](const FileVersion &file, std::uint64_t offset, char *buffer,
               std::size_t size) {
          return read_object(connection, parse_object_path(file.name), file.generation,
                             offset, buffer, size);
        },
        &connection.clock());
  }

  mutable std::mutex mutex_;
  std::shared_ptr<BlockCache> cache_;
};

namespace {

template <typename Impl> class GcsFile final : public RandomAccessFile {
public:
  GcsFile(std::shared_ptr<Impl> impl, GcsPath path, const ObjectMetadata &metadata)
      : impl_(std::move(impl)), path_(std::move(path)), name_(path_.to_string()),
        metadata_(metadata) {}

  const std::string &path() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return metadata_.size; }
  std::int64_t generation() const noexcept override { return metadata_.generation; }

  std::size_t read(std::uint64_t offset, char *buffer, std::size_t size) override {
    if (offset >= metadata_.size)
      return 0;
    size =
        static_cast<std::size_t>(std::min<std::uint64_t>(size, metadata_.size - offset));
    const std::size_t got = read_cached(offset, buffer, size);
    if (got == size)
      return got;
    impl_->forget(path_);
    throw InternalError("reading '" + name_ + "': the object has " +
                        std::to_string(metadata_.size) + " bytes, but only " +
                        std::to_string(offset + got) + " of them came");
  }

private:
  std::size_t read_cached(std::uint64_t offset, char *buffer, std::size_t size) {
    try {
      return impl_->cache()->read({name_, metadata_.generation}, offset, buffer, size);
    } catch (const ObjectChangedError &) {
      impl_->forget(path_);
      throw;
    } catch (const NotFoundError &) {
      impl_->forget(path_);
      throw;
    } catch (const OutOfRangeError &) {
      // A block was empty that should not be; to a session this error would mean that
      // its input is used up.
      return 0;
    }
  }

  const std::shared_ptr<Impl> impl_;
  const GcsPath path_;
  const std::string name_;
  const ObjectMetadata metadata_;
};

} // namespace

GcsFileSystem::GcsFileSystem(const GcsOptions &options)
    : impl_(std::make_shared<Impl>(options)) {}
GcsFileSystem::~GcsFileSystem() = default;

std::unique_ptr<RandomAccessFile> GcsFileSystem::open(std::string_view path) {
  GcsPath parsed = parse_object_path(path);
  const ObjectMetadata metadata = impl_->look_up(parsed);
  impl_->cache()->keep_only({parsed.to_string(), metadata.generation});
  return std::make_unique<GcsFile<Impl>>(impl_, std::move(parsed), metadata);
}

std::string GcsFileSystem::read_all(std::string_view path) {
  for (int restarts = 0;; ++restarts) {
    const std::unique_ptr<RandomAccessFile> file = open(path);
    std::string bytes;
    if (file->size() > bytes.max_size())
      throw ResourceExhaustedError("'" + file->path() + "' does not fit into memory");
    bytes.resize(static_cast<std::size_t>(file->size()));
    try {
      file->read(0, bytes.data(), bytes.size());
      return bytes;
    } catch (const ObjectChangedError &) {
      if (restarts == kMaxRestarts)
        throw;
    }
  }
}

FileStatus GcsFileSystem::stat(std::string_view path) {
  const GcsPath parsed = parse_path(path);
  const FileStatus directory{0, 0, {}, true};
  if (parsed.object.empty()) {
    if (bucket_exists(impl_->connection, parsed.bucket))
      return directory;
    throw NotFoundError("'" + parsed.to_string() + "': there is no such bucket");
  }
  if (parsed.object.back() != '/') {
    try {
      const auto known = impl_->stats.find(parsed.to_string());
      const ObjectMetadata found = known ? *known : impl_->look_up(parsed);
      return FileStatus{found.size, found.generation, found.updated, false};
    } catch (const NotFoundError &) {
      impl_->forget(parsed);
    }
  }
  if (!list_objects(impl_->connection, parsed.bucket, {prefix_of(parsed), false, 1})
           .empty())
    return directory;
  throw NotFoundError("'" + parsed.to_string() +
                      "': there is no such object or directory");
}

bool GcsFileSystem::exists(std::string_view path) {
  try {
    stat(path);
    return true;
  } catch (const NotFoundError &) {
    return false;
  }
}

std::vector<std::string> GcsFileSystem::list(std::string_view path, ListMode mode) {
  const GcsPath parsed = parse_path(path);
  const std::string prefix = prefix_of(parsed);
  std::vector<std::string> names = list_objects(impl_->connection, parsed.bucket,
                                                {prefix, mode == ListMode::kChildren, 0});
  for (std::string &name : names)
    name.erase(0, prefix.size());
  // The directory's own marker is an object whose name is the prefix.
  names.erase(std::remove(names.begin(), names.end(), std::string()), names.end());
  return names;
}

void GcsFileSystem::write(std::string_view path, std::string_view bytes) {
  const GcsPath parsed = parse_object_path(path);
  MemorySource source(bytes);
  upload_object(impl_->connection, parsed, source);
  impl_->forget(parsed);
}

void GcsFileSystem::upload_file(std::string_view path, const std::string &local_path) {
  const GcsPath parsed = parse_object_path(path);
  FileSource source(local_path);
  upload_object(impl_->connection, parsed, source);
  impl_->forget(parsed);
}

void GcsFileSystem::remove(std::string_view path) {
  const GcsPath parsed = parse_object_path(path);
  delete_object(impl_->connection, parsed);
  impl_->forget(parsed);
}

void GcsFileSystem::set_credentials(const credentials::SecretString &json) {
  impl_->connection.set_credentials(json);
}

void GcsFileSystem::set_token_provider(std::shared_ptr<TokenProvider> provider) {
  impl_->connection.set_token_provider(std::move(provider));
}

void GcsFileSystem::set_block_cache(const BlockCacheParams &params) {
  impl_->set_block_cache(params);
}

void GcsFileSystem::flush_caches() {
  impl_->stats.clear();
  impl_->cache()->flush();
}

BlockCache::Stats GcsFileSystem::cache_stats() const { return impl_->cache()->stats(); }

} // namespace hooktidy::runtime::gcs
