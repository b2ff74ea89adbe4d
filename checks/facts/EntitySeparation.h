//===- EntitySeparation.h - programs that share names -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A compile database may hold several programs. Two of them may define functions
// of one name, which their facts would take for one function.

#ifndef HOOKTIDY_FACTS_ENTITYSEPARATION_H
#define HOOKTIDY_FACTS_ENTITYSEPARATION_H

#include "facts/Facts.h"

#include <vector>

namespace hooktidy {

/// Renames, in the units that define it, every function that an earlier unit
/// defines at another place: the calls of such a unit reach its own definition.
/// Functions that units share through a header are at one place and stay.
void separateDefinitions(std::vector<TranslationUnitFacts> &units);

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_ENTITYSEPARATION_H
