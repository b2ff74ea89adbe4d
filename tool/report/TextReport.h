//===- TextReport.h - the report for people ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_REPORT_TEXTREPORT_H
#define HOOKTIDY_TOOL_REPORT_TEXTREPORT_H

#include "report/CheckReport.h"

#include <string>

namespace hooktidy {

/// The findings in Clang's style: place, message, check; the source line; the
/// notes. Empty if there are none.
std::string writeTextReport(const CheckReport &report, bool useColor);

/// What could not be analysed, one line each. Empty if all was.
std::string writeFailures(const CheckReport &report);

/// One line: how many findings, in how many files.
std::string writeSummary(const CheckReport &report);

/// What the analysis saw and what it did not, for --stats.
std::string writeStatistics(const CheckReport &report);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_REPORT_TEXTREPORT_H
