//===- ResourceDirectory.cpp - where Clang's own headers are --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool that is not installed beside a compiler has to look for the
// compiler's headers. Without this, every file fails with "'stddef.h' not
// found", from deep inside the standard library.
//
//===----------------------------------------------------------------------===//

#include "driver/ResourceDirectory.h"

#include "Error.h"
#include "driver/ParseUnit.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace fs = std::filesystem;

namespace hooktidy {

static bool hasHeaders(const std::string &directory) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(directory) / "include" / "stddef.h", ignored);
}

/// The first line that a command prints, or nothing if it fails.
static std::string firstLineOf(const std::string &command) {
  struct Close {
    void operator()(std::FILE *pipe) const { pclose(pipe); }
  };
  std::unique_ptr<std::FILE, Close> pipe(popen((command + " 2>/dev/null").c_str(), "r"));
  std::array<char, 4096> line{};
  if (!pipe || !std::fgets(line.data(), line.size(), pipe.get()))
    return {};
  std::string text = line.data();
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
    text.pop_back();
  return text;
}

std::string findResourceDirectory(const std::string &requested) {
  if (!requested.empty()) {
    if (!hasHeaders(requested))
      throw ToolError("--resource-dir " + quotedPath(requested) +
                      " has no include/stddef.h; give what 'clang -print-resource-dir' "
                      "prints");
    return fs::absolute(requested).string();
  }
  const std::string builtIn = HOOKTIDY_RESOURCE_DIR;
  if (hasHeaders(builtIn))
    return builtIn;
  std::string version = llvmVersion();
  std::string major = version.substr(0, version.find('.'));
  for (const std::string &compiler : {"clang-" + major, std::string("clang")}) {
    std::string directory = firstLineOf(compiler + " -print-resource-dir");
    // Another major's headers use builtins that this parser does not have.
    bool isSameMajor = fs::path(directory).filename().string().rfind(major, 0) == 0;
    if (isSameMajor && hasHeaders(directory))
      return directory;
  }
  throw ToolError("cannot find the headers of Clang " + major + " (looked in " +
                  quotedPath(builtIn) + " and asked clang-" + major +
                  " and clang on PATH); install clang-" + major +
                  " or name its directory with --resource-dir");
}

} // namespace hooktidy
