//===- ClangCompat.h - differences between LLVM versions --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that asks for the LLVM version (14 to 22).
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_CLANGCOMPAT_H
#define HOOKTIDY_EXTRACT_CLANGCOMPAT_H

#include "clang/AST/Decl.h"
#include "clang/AST/LambdaCapture.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"

#include <string>

namespace hooktidy::compat {

inline bool isPureVirtual(const clang::FunctionDecl &function) {
#if CLANG_VERSION_MAJOR >= 18
  return function.isPureVirtual();
#else
  return function.isPure();
#endif
}

/// The real path of a file, or its name if it has none.
inline std::string canonicalPath(clang::SourceManager &sources, clang::FileID file) {
#if CLANG_VERSION_MAJOR >= 18
  if (clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file))
    return sources.getFileManager().getCanonicalName(*entry).str();
#else
  if (const clang::FileEntry *entry = sources.getFileEntryForID(file))
    return sources.getFileManager().getCanonicalName(entry).str();
#endif
  return {};
}

} // namespace hooktidy::compat

#endif // HOOKTIDY_EXTRACT_CLANGCOMPAT_H
