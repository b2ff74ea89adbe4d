//===- CheckPages.h - the checks' documentation, built in -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_CHECKPAGES_H
#define HOOKTIDY_TOOL_CHECKPAGES_H

#include <string_view>
#include <vector>

namespace hooktidy {

/// docs/checks/<check>.md.
struct CheckPage {
  std::string_view check;
  std::string_view text;
};

/// All pages; generated when hooktidy is built.
const std::vector<CheckPage> &checkPages();

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_CHECKPAGES_H
