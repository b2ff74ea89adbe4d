//===- VersionHandshake.cpp - refuses another clang-tidy ------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin loaded by a clang-tidy of another LLVM version lists its checks,
// finds nothing, and lets clang-tidy exit with 0: an all-clear for code that
// nobody looked at. So the plugin compares versions before anything else of it
// runs.
//
// Invariants:
//  * It runs before every other initialiser of the plugin, by its priority.
//  * It uses nothing of LLVM but clang::getClangFullVersion(), which has had the
//    same symbol in all versions, and that weakly: a clang-tidy without it is
//    refused as well.
//  * Functions of LLVM are bound on first use (see CMakeLists.txt), so that one
//    which another version does not have cannot stop the plugin from being
//    loaded and saying this sentence.
//
// Known hole: objects of LLVM that the plugin refers to (the virtual table of
// ClangTidyCheck and a few more) are looked up when it is loaded. All versions
// from 14 to 22 have them; test/tool/version-handshake.test tries every pair. A
// later version without one of them would fail to load the plugin, which
// clang-tidy says itself.
//
//===----------------------------------------------------------------------===//

#include "clang/Basic/Version.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace clang {
[[gnu::weak]] std::string getClangFullVersion();
} // namespace clang

namespace {

/// EX_CONFIG of sysexits.h: neither clang-tidy's "clean" nor its "findings".
constexpr int VersionMismatchExit = 78;

/// "19.1" of "Debian clang version 19.1.7 (3)" and of "19.1.7". Releases of one
/// major and minor version have the same interface.
std::string majorAndMinor(const std::string &text) {
  const std::string marker = "clang version ";
  std::size_t at = text.find(marker);
  at = at == std::string::npos ? 0 : at + marker.size();
  std::size_t dot = text.find('.', at);
  std::size_t end = text.find_first_not_of("0123456789", dot + 1);
  return dot == std::string::npos ? text : text.substr(at, end - at);
}

[[gnu::constructor(101)]] void compareVersions() {
  const std::string own = CLANG_VERSION_STRING;
  std::string host =
      clang::getClangFullVersion ? clang::getClangFullVersion() : "unknown";
  if (majorAndMinor(host) == majorAndMinor(own))
    return;
  std::fprintf(stderr,
               "hooktidy: this plugin is for clang-tidy %s and was loaded by '%s'; load "
               "hooktidy-tidy-<major>.so with clang-tidy-<major> of the same version\n",
               own.c_str(), host.c_str());
  std::fflush(stderr);
  std::_Exit(VersionMismatchExit);
}

} // namespace
