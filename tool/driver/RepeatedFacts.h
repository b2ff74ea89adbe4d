//===- RepeatedFacts.h - facts that another unit has told -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions and classes of a header are the same in every translation unit
// that includes it. Kept once, they do not make memory grow with the number of
// units.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_REPEATEDFACTS_H
#define HOOKTIDY_TOOL_DRIVER_REPEATEDFACTS_H

#include "facts/Facts.h"

#include <cstdint>
#include <unordered_set>

namespace hooktidy {

/// Remembers, by hash, what was told. The same entity under other flags, with
/// another body, is something else.
class RepeatedFacts {
public:
  /// Removes from `facts` what an earlier call was given.
  void remove(TranslationUnitFacts &facts);

private:
  std::unordered_set<std::uint64_t> told;
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_REPEATEDFACTS_H
