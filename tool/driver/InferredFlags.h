//===- InferredFlags.h - compile commands for files that have none -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_INFERREDFLAGS_H
#define HOOKTIDY_TOOL_DRIVER_INFERREDFLAGS_H

#include "driver/ParseUnit.h"

#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// A command taken over from another file.
struct InferredCommand {
  CompileCommand command;
  /// As Clang tells it: "inferred from file".
  std::string origin;
};

/// The command of that file in `commands` whose name and place are most like
/// `file`'s, changed to compile `file`.
std::optional<InferredCommand> inferCommand(const std::vector<CompileCommand> &commands,
                                            const std::string &file);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_INFERREDFLAGS_H
