//===- CompilerFlags.h - compile commands that Clang understands -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_COMPILERFLAGS_H
#define HOOKTIDY_TOOL_DRIVER_COMPILERFLAGS_H

#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// Splits a command as a POSIX shell would: blanks, quotes and backslashes.
std::vector<std::string> splitCommand(std::string_view command);

/// Without launchers in front of the compiler (ccache, distcc, `env A=b`, ...).
std::vector<std::string> stripLaunchers(std::vector<std::string> arguments);

/// Replaces each `@file` by the words in that file, read from `directory` if
/// its path is relative. A file that cannot be read leaves its `@file`.
std::vector<std::string> expandResponseFiles(std::vector<std::string> arguments,
                                             const std::string &directory);

/// The command for checking only: without outputs, dependency files, warnings
/// as errors, precompiled headers, plugins, and flags that only GCC knows;
/// without flags that match one of `removeGlobs`; with `resourceDir`.
std::vector<std::string> cleanArguments(const std::vector<std::string> &arguments,
                                        const std::vector<std::string> &removeGlobs,
                                        const std::string &resourceDir);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_COMPILERFLAGS_H
