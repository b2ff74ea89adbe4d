//===- ParseUnit.h - one compile command to facts ---------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_PARSEUNIT_H
#define HOOKTIDY_TOOL_DRIVER_PARSEUNIT_H

#include "facts/Facts.h"

#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// How one file is compiled.
struct CompileCommand {
  std::string directory;
  /// Absolute path.
  std::string file;
  std::vector<std::string> arguments;
};

/// Why a translation unit has no facts.
struct ParseError {
  /// Absolute path, or empty if the error has no place in a file.
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string message;
};

/// Facts of a translation unit, or the first error in it.
struct ParsedUnit {
  std::optional<TranslationUnitFacts> facts;
  ParseError error;
};

/// Once per process, before the first parseUnit.
void prepareParser();

/// Parses one translation unit; `command` has been through cleanArguments.
/// Changes the working directory of the process.
ParsedUnit parseUnit(const CompileCommand &command);

/// The version of the LLVM libraries, such as "19.1.7".
std::string llvmVersion();

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_PARSEUNIT_H
