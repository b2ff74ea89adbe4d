//===- JsonReport.h - the report for programs -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_REPORT_JSONREPORT_H
#define HOOKTIDY_TOOL_REPORT_JSONREPORT_H

#include "report/CheckReport.h"

#include <string>

namespace hooktidy {

/// Version of the JSON form. It changes when a reader of the old form would
/// misread the new one; new members alone do not change it.
constexpr int JsonReportVersion = 1;

/// The whole report as one JSON object.
std::string writeJsonReport(const CheckReport &report);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_REPORT_JSONREPORT_H
