//===- Error.h - errors that end the tool -----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_ERROR_H
#define HOOKTIDY_TOOL_ERROR_H

#include "contract/NameSuggestion.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace hooktidy {

/// A path in a message: in quotes and on one line, but whole, however long.
inline std::string quotedPath(std::string_view path) {
  return "'" + onOneLine(path) + "'";
}

/// The tool cannot run: wrong usage, configuration or environment. what() is
/// one line that says what to do.
class ToolError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The user or the system asked the tool to stop.
class Interrupted : public std::runtime_error {
public:
  explicit Interrupted(int signal) : std::runtime_error("interrupted"), signal(signal) {}
  const int signal;
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_ERROR_H
