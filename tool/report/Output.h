//===- Output.h - where a report goes ---------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_REPORT_OUTPUT_H
#define HOOKTIDY_TOOL_REPORT_OUTPUT_H

#include <string>

namespace hooktidy {

/// Throws ToolError if `file` cannot be written, before work is spent on what
/// is to go there. Nothing is written. An empty name is standard output.
void requireWritable(const std::string &file);

/// Writes `text` to standard output, or to `file` as a whole: readers see the
/// old contents or the new ones. Throws ToolError.
void writeOutput(const std::string &text, const std::string &file);

/// Writes to standard error; what cannot be written there is lost.
void writeError(const std::string &text);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_REPORT_OUTPUT_H
