//===- SeverityName.h - severities as text ----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_REPORT_SEVERITYNAME_H
#define HOOKTIDY_TOOL_REPORT_SEVERITYNAME_H

#include "contract/Contract.h"

namespace hooktidy {

/// As a contract spells it.
inline const char *severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Advice:
    return "advice";
  }
  return "warning";
}

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_REPORT_SEVERITYNAME_H
