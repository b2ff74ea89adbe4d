//===- Glob.h - patterns on names and flags ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_GLOB_H
#define HOOKTIDY_TOOL_DRIVER_GLOB_H

#include <string_view>

namespace hooktidy {

/// True if `text` matches `glob`, in which `*` stands for any characters.
bool matchesGlob(std::string_view glob, std::string_view text);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_GLOB_H
