//===- Progress.h - a line that says how far it is --------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_REPORT_PROGRESS_H
#define HOOKTIDY_TOOL_REPORT_PROGRESS_H

#include <cstddef>
#include <string>

namespace hooktidy {

/// One line on a terminal's standard error, rewritten in place and erased in
/// the end. Prints nothing elsewhere.
class Progress {
public:
  Progress(std::size_t total, bool isWanted);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// `done` files are done, the last of them `file`.
  void show(std::size_t done, const std::string &file);

private:
  std::size_t total;
  bool isShown;
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_REPORT_PROGRESS_H
