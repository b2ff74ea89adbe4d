//===- CommandLine.h - the tool's command line ------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_COMMANDLINE_H
#define HOOKTIDY_TOOL_COMMANDLINE_H

#include "ExitCode.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hooktidy {

enum class Format { Text, Json };
enum class ColorMode { Auto, Always, Never };

/// Options of `hooktidy check`.
struct CheckOptions {
  /// A compile database or the directory of one; empty: look for it.
  std::string buildPath;
  /// Files to check; empty: every file of the compile database.
  std::vector<std::string> files;
  /// The flags after `--`; absent: take them from the compile database.
  std::optional<std::vector<std::string>> fixedFlags;
  std::string resourceDir;
  /// Globs as in `-*,hook-graph-*`; empty: the checks that are on by default.
  std::string checks;
  std::vector<std::string> contracts;
  /// Globs of further compiler flags to leave out.
  std::vector<std::string> removeFlags;
  Format format = Format::Text;
  /// Where the report goes; empty: standard output.
  std::string output;
  ColorMode color = ColorMode::Auto;
  bool strict = false;
  bool stats = false;
  bool quiet = false;
  bool allowInferredFlags = false;
  /// Number of worker processes; 0: one per processor.
  unsigned jobs = 0;
  unsigned timeoutSeconds = 300;
  unsigned memoryLimitMegabytes = 4096;
};

/// Options of `hooktidy list`.
struct ListOptions {
  std::vector<std::string> contracts;
  Format format = Format::Text;
};

/// Options of `hooktidy explain`.
struct ExplainOptions {
  std::string check;
  std::vector<std::string> contracts;
};

/// What the command line asks for. ExitCode: nothing more; help or the version
/// was printed, or the command line was wrong and that was printed.
using Command = std::variant<CheckOptions, ListOptions, ExplainOptions, ExitCode>;

Command parseCommandLine(int argc, const char *const *argv);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_COMMANDLINE_H
