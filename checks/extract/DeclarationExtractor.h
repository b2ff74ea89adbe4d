//===- DeclarationExtractor.h - how methods are written ---------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_DECLARATIONEXTRACTOR_H
#define HOOKTIDY_EXTRACT_DECLARATIONEXTRACTOR_H

#include "extract/UnitContext.h"
#include "facts/Facts.h"

#include <optional>

namespace hooktidy {

/// See FunctionFacts::declaration.
std::optional<DeclarationFacts>
extractDeclarationPlaces(UnitContext &unit, const clang::CXXMethodDecl *method);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_DECLARATIONEXTRACTOR_H
