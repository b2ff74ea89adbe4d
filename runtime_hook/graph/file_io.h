//===- file_io.h - files that appear whole or not at all --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_FILE_IO_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_FILE_IO_H

#include <string>

namespace hooktidy::runtime::internal {

/// The contents of a file. Throws NotFoundError, PermissionDeniedError or UnknownError,
/// with the path in the text.
std::string read_whole_file(const std::string &path);

/// Writes to a temporary file in the same directory, syncs it to the disk and renames it.
/// On any error the temporary file is removed and `path` is what it was before. Throws
/// NotFoundError (no such directory), ResourceExhaustedError (disk full, quota, size
/// limit), PermissionDeniedError or UnknownError.
void write_file_atomically(const std::string &path, const std::string &contents);

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_FILE_IO_H
