//===- ExitCode.h - what the tool's exit codes mean -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_EXITCODE_H
#define HOOKTIDY_TOOL_EXITCODE_H

namespace hooktidy {

/// The exit codes of every command. They are an interface: scripts and CI
/// tell "has findings" from "did not run" by them.
enum class ExitCode : int {
  Clean = 0,
  Findings = 1,
  /// Usage, configuration or internal error: nothing was checked.
  CouldNotRun = 2,
  /// Some file could not be analysed; the findings of the rest are reported.
  Incomplete = 3,
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_EXITCODE_H
