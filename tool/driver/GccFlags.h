//===- GccFlags.h - flags that only GCC knows -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_GCCFLAGS_H
#define HOOKTIDY_TOOL_DRIVER_GCCFLAGS_H

#include <string_view>
#include <vector>

namespace hooktidy {

/// A family of GCC flags that Clang's driver refuses as unknown. None of them
/// changes what a program means to hooktidy; `reason` says why.
struct GccFlag {
  /// A glob after "-f" or "-fno-", "-m" or "-mno-".
  std::string_view glob;
  std::string_view reason;
};

/// What comes after "-f" or "-fno-".
const std::vector<GccFlag> &gccLanguageFlags();

/// What comes after "-m" or "-mno-".
const std::vector<GccFlag> &gccMachineFlags();

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_GCCFLAGS_H
