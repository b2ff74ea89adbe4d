//===- FactsCheck.h - indices in facts --------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_FACTS_FACTSCHECK_H
#define HOOKTIDY_FACTS_FACTSCHECK_H

#include "facts/Facts.h"

namespace hooktidy {

/// Checks that every index points at something: files, blocks, parameters and
/// captures. Throws FactsError.
void checkFacts(const TranslationUnitFacts &facts);

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_FACTSCHECK_H
