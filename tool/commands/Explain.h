//===- Explain.h - hooktidy explain -----------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_COMMANDS_EXPLAIN_H
#define HOOKTIDY_TOOL_COMMANDS_EXPLAIN_H

#include "CommandLine.h"

namespace hooktidy {

/// Prints the documentation of a check. For a check of an own contract, which
/// has no page, that is what the contract says of it.
ExitCode runExplain(const ExplainOptions &options);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_COMMANDS_EXPLAIN_H
