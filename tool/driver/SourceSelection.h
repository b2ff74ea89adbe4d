//===- SourceSelection.h - which files are checked, and how they compile -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_SOURCESELECTION_H
#define HOOKTIDY_TOOL_DRIVER_SOURCESELECTION_H

#include "CommandLine.h"
#include "driver/ParseUnit.h"

#include <string>
#include <vector>

namespace hooktidy {

/// What `hooktidy check` was asked to check.
struct SourceSelection {
  /// One or more for each file, ready to parse.
  std::vector<CompileCommand> commands;
  /// Files without a compile command, and what to do about it.
  struct Unavailable {
    std::string file;
    std::string reason;
  };
  std::vector<Unavailable> unavailable;
  /// What the user should know, such as where flags were taken from.
  std::vector<std::string> notices;
  /// Entries of the compile database that are no C++.
  std::size_t skipped = 0;
};

/// Finds the compile commands. Throws ToolError if a file is not there, if
/// there is no compile database, or if it is broken.
SourceSelection selectSources(const CheckOptions &options);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_SOURCESELECTION_H
