//===- GccFlags.h - flags that only GCC knows -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_GCCFLAGS_H
#define HOOKTIDY_TOOL_DRIVER_GCCFLAGS_H

#include <string_view>

namespace hooktidy {

/// True for a `-f` or `-m` flag that GCC knows and Clang's driver refuses, and
/// that changes nothing of what a program means to hooktidy.
bool isGccOnlyFlag(std::string_view flag);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_GCCFLAGS_H
