//===- gcs_file_system.h - gs:// files --------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// No member of these classes throws Aborted or Unavailable: what goes on failing is a
// RetriesExhaustedError. Errors name the path, and quote neither URLs nor tokens.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_FILE_SYSTEM_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_FILE_SYSTEM_H

#include "runtime_hook/gcs/cache/block_cache.h"
#include "runtime_hook/gcs/cache/block_cache_params.h"
#include "runtime_hook/gcs/storage/gcs_options.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy::runtime::gcs {

class TokenProvider;

/// What is under a path.
struct FileStatus {
  std::uint64_t size = 0;
  /// Differs for every state of an object; 0 for a directory.
  std::int64_t generation = 0;
  /// RFC 3339; empty for a directory.
  std::string updated;
  /// A bucket, or a prefix of object names that ends before a '/'.
  bool is_directory = false;
};

/// Which names list() gives.
enum class ListMode : std::uint8_t {
  /// Objects and, with a '/' at their end, directories directly below the path.
  kChildren,
  /// All objects below the path.
  kRecursive,
};

/// Reads one generation of an object: the one that there was when it was opened.
/// Thread-safe; outlives its file system safely.
class RandomAccessFile {
public:
  virtual ~RandomAccessFile();

  virtual const std::string &path() const noexcept = 0;
  virtual std::uint64_t size() const noexcept = 0;
  virtual std::int64_t generation() const noexcept = 0;

  /// Reads `size` bytes, or as many as there are, from `offset` on; 0 at the end.
  ///
  /// Throws ObjectChangedError if the object was replaced meanwhile and the bytes are not
  /// in the cache, NotFoundError if it was removed, InternalError if the object is
  /// shorter than the service says.
  virtual std::size_t read(std::uint64_t offset, char *buffer, std::size_t size) = 0;
};

/// gs:// paths, with a block cache and credentials that can be changed while it is in
/// use. Thread-safe.
class GcsFileSystem {
public:
  /// Credentials are looked for when the first token is needed.
  explicit GcsFileSystem(const GcsOptions &options = GcsOptions::from_environment());
  ~GcsFileSystem();
  GcsFileSystem(const GcsFileSystem &) = delete;
  GcsFileSystem &operator=(const GcsFileSystem &) = delete;

  // Reading. A path that does not exist is a NotFoundError, except for exists() and
  // list().

  std::unique_ptr<RandomAccessFile> open(std::string_view path);
  /// The whole of one generation; begins anew, a few times, if it is replaced meanwhile.
  std::string read_all(std::string_view path);
  FileStatus stat(std::string_view path);
  bool exists(std::string_view path);
  /// Names relative to the path, which is a directory; none if there is nothing.
  std::vector<std::string> list(std::string_view path,
                                ListMode mode = ListMode::kChildren);

  // Writing. Objects appear whole or not at all.

  void write(std::string_view path, std::string_view bytes);
  void upload_file(std::string_view path, const std::string &local_path);
  void remove(std::string_view path);

  // Configuration.

  /// Uses these credentials from now on. They are used once before that: if no token can
  /// be had with them, the earlier ones stay. Throws InvalidArgumentError,
  /// UnauthenticatedError and so on; no text has any of their values.
  void set_credentials(const credentials::SecretString &json);
  /// Uses a token source of one's own from now on.
  void set_token_provider(std::shared_ptr<TokenProvider> provider);
  /// Replaces the block cache by an empty one, unless it has these sizes already. Reads
  /// that are going on end with the old one.
  void set_block_cache(const BlockCacheParams &params);
  /// Forgets all that is cached. What was read with earlier credentials is in the cache
  /// until then.
  void flush_caches();
  BlockCache::Stats cache_stats() const;

private:
  class Impl;

  std::shared_ptr<Impl> impl_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_FILE_SYSTEM_H
