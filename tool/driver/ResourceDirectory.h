//===- ResourceDirectory.h - where Clang's own headers are ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_RESOURCEDIRECTORY_H
#define HOOKTIDY_TOOL_DRIVER_RESOURCEDIRECTORY_H

#include <string>

namespace hooktidy {

/// The directory of Clang's own headers (stddef.h and the like): `requested`,
/// else the one known when hooktidy was built, else that of `clang-<major>` or
/// `clang` on PATH. Throws ToolError if none has the headers.
std::string findResourceDirectory(const std::string &requested);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_RESOURCEDIRECTORY_H
