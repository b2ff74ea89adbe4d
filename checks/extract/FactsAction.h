//===- FactsAction.h - parse a unit only for its facts ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_FACTSACTION_H
#define HOOKTIDY_EXTRACT_FACTSACTION_H

#include "facts/Facts.h"

#include "clang/Frontend/FrontendAction.h"

#include <memory>
#include <optional>

namespace hooktidy {

/// Parses a translation unit, leaving out function bodies in system headers, and
/// sets `facts`, which must outlive the action. They stay empty if the unit has
/// errors.
std::unique_ptr<clang::FrontendAction>
makeFactsAction(std::optional<TranslationUnitFacts> &facts);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_FACTSACTION_H
