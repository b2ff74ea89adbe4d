//===- Output.cpp - where a report goes -----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Output.h"

#include "Error.h"
#include "driver/SignalBlock.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace hooktidy {

static bool writeAll(int file, const std::string &text) {
  std::size_t at = 0;
  while (at < text.size()) {
    ssize_t count = write(file, text.data() + at, text.size() - at);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    at += static_cast<std::size_t>(count);
  }
  return true;
}

[[noreturn]] static void fail(const std::string &where, int error) {
  throw ToolError("cannot write the report to " + where + ": " + std::strerror(error));
}

/// Devices and pipes are written to directly; they cannot be replaced.
static bool isReplaceable(const std::string &file) {
  std::error_code ignored;
  fs::file_status status = fs::status(file, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
}

static std::string directoryOf(const std::string &file) {
  std::string directory = fs::path(file).parent_path().string();
  return directory.empty() ? "." : directory;
}

void requireWritable(const std::string &file) {
  if (file.empty())
    return;
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    fail(quotedPath(file), EISDIR);
  if (access(isReplaceable(file) ? directoryOf(file).c_str() : file.c_str(), W_OK) != 0)
    fail(quotedPath(file), errno);
}

static void writeDirectly(const std::string &text, const std::string &file) {
  int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  bool isWritten = descriptor >= 0 && writeAll(descriptor, text);
  int error = errno;
  if (descriptor >= 0)
    close(descriptor);
  if (!isWritten)
    fail(quotedPath(file), error);
}

static void replaceFile(const std::string &text, const std::string &file) {
  // Through a link, so that the link stays.
  std::string target = fs::weakly_canonical(file).string();
  std::string temporary = target + ".XXXXXX";
  int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    fail(quotedPath(file), errno);
  mode_t mask = umask(0);
  umask(mask);
  bool isWritten = writeAll(descriptor, text) && fchmod(descriptor, 0666 & ~mask) == 0;
  int error = errno;
  if (close(descriptor) != 0 && isWritten) {
    isWritten = false;
    error = errno;
  }
  if (isWritten && std::rename(temporary.c_str(), target.c_str()) != 0) {
    isWritten = false;
    error = errno;
  }
  if (!isWritten) {
    unlink(temporary.c_str());
    fail(quotedPath(file), error);
  }
}

void writeOutput(const std::string &text, const std::string &file) {
  SignalBlock block;
  if (file.empty()) {
    if (!writeAll(STDOUT_FILENO, text))
      fail("standard output", errno);
  } else if (isReplaceable(file)) {
    replaceFile(text, file);
  } else {
    writeDirectly(text, file);
  }
}

void writeError(const std::string &text) {
  (void)!write(STDERR_FILENO, text.data(), text.size());
}

} // namespace hooktidy
