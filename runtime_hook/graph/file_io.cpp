//===- file_io.cpp - files that appear whole or not at all ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/file_io.h"

#include "runtime_hook/graph/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace hooktidy::runtime::internal {

namespace {

[[noreturn]] void fail(const char *doing, const std::string &path, int error) {
  ErrorCode code = ErrorCode::kUnknown;
  const char *advice = "";
  switch (error) {
  case ENOENT:
  case ENOTDIR:
    code = ErrorCode::kNotFound;
    break;
  case EACCES:
  case EPERM:
  case EROFS:
    code = ErrorCode::kPermissionDenied;
    break;
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
    code = ErrorCode::kResourceExhausted;
    advice = "; make room there, or write to another directory";
    break;
  case EMFILE:
  case ENFILE:
    code = ErrorCode::kResourceExhausted;
    break;
  default:
    break;
  }
  throw_error(code, std::string("cannot ") + doing + " '" + path +
                        "': " + std::strerror(error) + advice);
}

class Descriptor {
public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  int get() const noexcept { return number_; }
  /// Closes now; false (with errno) if the system reports a late write error.
  bool close() noexcept {
    const int number = number_;
    number_ = -1;
    return ::close(number) == 0;
  }

private:
  int number_;
};

/// Removes a file unless told that it has become what it was made for.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  ~TemporaryFile() {
    if (!kept_)
      ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  void keep() noexcept { kept_ = true; }

private:
  const std::string path_;
  bool kept_ = false;
};

void write_all(int descriptor, const std::string &contents, const std::string &path) {
  std::size_t done = 0;
  while (done < contents.size()) {
    const ssize_t written =
        ::write(descriptor, contents.data() + done, contents.size() - done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      fail("write", path, errno);
    done += static_cast<std::size_t>(written);
  }
}

/// Creates a file of a new name next to `path`. Unlike mkstemp, it gets the permissions
/// that the user's umask asks for.
int create_beside(const std::string &path, std::string &name) {
  for (int attempt = 0;; ++attempt) {
    name = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0)
      return file;
    if (errno != EEXIST)
      fail("create a file for", path, errno);
  }
}

/// Makes the rename itself durable. Some file systems cannot; then the file is still
/// whole, only perhaps not there after a power cut.
void sync_directory_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "."
                                : slash == 0               ? "/"
                                                           : path.substr(0, slash);
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0)
    ::fsync(opened.get());
}

} // namespace

std::string read_whole_file(const std::string &path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0)
    fail("open", path, errno);
  std::string contents;
  char buffer[1 << 14];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      fail("read", path, errno);
    if (got == 0)
      return contents;
    contents.append(buffer, static_cast<std::size_t>(got));
  }
}

void write_file_atomically(const std::string &path, const std::string &contents) {
  std::string temporary;
  Descriptor file(create_beside(path, temporary));
  TemporaryFile cleanup(temporary);
  write_all(file.get(), contents, path);
  if (::fsync(file.get()) != 0)
    fail("write", path, errno);
  if (!file.close())
    fail("write", path, errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    fail("rename to", path, errno);
  cleanup.keep();
  sync_directory_of(path);
}

} // namespace hooktidy::runtime::internal
