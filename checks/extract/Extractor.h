//===- Extractor.h - Clang AST to facts -------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_EXTRACTOR_H
#define HOOKTIDY_EXTRACT_EXTRACTOR_H

#include "facts/Facts.h"

namespace clang {
class ASTContext;
}

namespace hooktidy {

/// The facts of the user code (everything outside system headers) of a parsed
/// translation unit. The unit must have no errors.
TranslationUnitFacts extractFacts(clang::ASTContext &context);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_EXTRACTOR_H
