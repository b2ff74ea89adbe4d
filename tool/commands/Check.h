//===- Check.h - hooktidy check ---------------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_COMMANDS_CHECK_H
#define HOOKTIDY_TOOL_COMMANDS_CHECK_H

#include "CommandLine.h"

namespace hooktidy {

/// Parses the files, links their facts, checks them and prints the report.
ExitCode runCheck(const CheckOptions &options);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_COMMANDS_CHECK_H
