//===- CheckSelection.h - which checks run ----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_CHECKSELECTION_H
#define HOOKTIDY_TOOL_DRIVER_CHECKSELECTION_H

#include "contract/Contract.h"

#include <set>
#include <string>
#include <vector>

namespace hooktidy {

/// Names of all checks of `contracts`.
std::vector<std::string> checkNames(const std::vector<Contract> &contracts);

/// The checks that are on by default, changed by `globs` from left to right:
/// "glob" turns on, "-glob" turns off. Throws ToolError for a glob that names
/// no check, and if no check is left.
std::set<std::string> selectChecks(const std::string &globs,
                                   const std::vector<Contract> &contracts);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_CHECKSELECTION_H
