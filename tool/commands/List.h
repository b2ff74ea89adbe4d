//===- List.h - hooktidy list -----------------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_COMMANDS_LIST_H
#define HOOKTIDY_TOOL_COMMANDS_LIST_H

#include "CommandLine.h"

namespace hooktidy {

/// Prints the checks of the built-in contracts and of those given.
ExitCode runList(const ListOptions &options);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_COMMANDS_LIST_H
