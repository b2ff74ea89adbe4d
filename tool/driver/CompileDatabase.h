//===- CompileDatabase.h - compile_commands.json ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_COMPILEDATABASE_H
#define HOOKTIDY_TOOL_DRIVER_COMPILEDATABASE_H

#include "driver/ParseUnit.h"

#include <map>
#include <string>
#include <vector>

namespace hooktidy {

/// `path` made absolute and without `.` and `..`; links are kept.
std::string absolutePath(const std::string &path, const std::string &directory = "");

/// The commands of a compile database.
class CompileDatabase {
public:
  /// Reads the database `path`, or compile_commands.json in the directory
  /// `path`. Throws ToolError with file, line and column of what is wrong.
  static CompileDatabase load(const std::string &path);

  /// The database for code in `directory`: the nearest one upwards, beside the
  /// code, in build/ or in build/*/ (of those the last one written). Empty if
  /// there is none.
  static std::string find(const std::string &directory);

  /// All commands for a file, which may be spelled through a link.
  std::vector<CompileCommand> commandsFor(const std::string &absoluteFile) const;

  const std::vector<CompileCommand> &commands() const { return allCommands; }
  const std::string &path() const { return databasePath; }

private:
  void add(CompileCommand command);

  std::string databasePath;
  std::vector<CompileCommand> allCommands;
  std::map<std::string, std::vector<std::size_t>> byFile;
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_COMPILEDATABASE_H
