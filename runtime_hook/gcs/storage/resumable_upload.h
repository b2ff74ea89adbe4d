//===- resumable_upload.h - restartable uploads -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_RESUMABLE_UPLOAD_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_RESUMABLE_UPLOAD_H

#include "runtime_hook/gcs/storage/connection.h"
#include "runtime_hook/gcs/storage/gcs_path.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hooktidy::runtime::gcs {

/// What is uploaded. It is read again where an upload has to go back.
class UploadSource {
public:
  virtual ~UploadSource();
  virtual std::uint64_t size() const = 0;
  /// `size` bytes from `offset` on, valid until the next call. Throws
  /// FailedPreconditionError if they are not there any more.
  virtual std::string_view read(std::uint64_t offset, std::size_t size) = 0;
};

/// Bytes in memory.
class MemorySource final : public UploadSource {
public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::string_view read(std::uint64_t offset, std::size_t size) override {
    return bytes_.substr(offset, size);
  }

private:
  const std::string_view bytes_;
};

/// A local file, in pieces.
class FileSource final : public UploadSource {
public:
  /// Throws NotFoundError or PermissionDeniedError.
  explicit FileSource(std::string path);
  ~FileSource() override;
  FileSource(const FileSource &) = delete;
  FileSource &operator=(const FileSource &) = delete;

  std::uint64_t size() const override { return size_; }
  std::string_view read(std::uint64_t offset, std::size_t size) override;

private:
  const std::string path_;
  const int file_;
  std::uint64_t size_ = 0;
  std::string buffer_;
};

/// Makes the object anew, or replaces it. It appears whole when the last byte is there,
/// or not at all. After an interruption the service is asked how much it has, and the
/// upload goes on there; if the upload's session is lost, it begins anew.
///
/// Throws RetriesExhaustedError if there is no progress, PermissionDeniedError and so on.
void upload_object(GcsConnection &connection, const GcsPath &path, UploadSource &source);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_RESUMABLE_UPLOAD_H
