//===- CheckReport.h - what a run of hooktidy check found -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_REPORT_CHECKREPORT_H
#define HOOKTIDY_TOOL_REPORT_CHECKREPORT_H

#include "engine/Finding.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hooktidy {

/// A file that was not analysed, and why.
struct FailedFile {
  std::string file;
  /// In a few words, e.g. "does not compile".
  std::string reason;
  /// The compiler's first error; no message if it is not about the code.
  Place place;
  std::string error;
};

/// Everything that the report writers print.
struct CheckReport {
  AnalysisResult result;
  std::vector<FailedFile> failedFiles;
  /// Files that were analysed in full.
  std::size_t analysedFiles = 0;
  /// Entries of the compile database that are no C++.
  std::size_t skippedFiles = 0;
  double parseSeconds = 0;
  double analysisSeconds = 0;
  /// Paths are printed relative to this directory.
  std::string directory;
};

/// `file` as it is printed: relative to `directory` if it is in it.
std::string displayPath(const std::string &file, const std::string &directory);

/// "file:line:column", without what is not known.
std::string displayPlace(const Place &place, const std::string &directory);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_REPORT_CHECKREPORT_H
