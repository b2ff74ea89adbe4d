//===- FactsJson.h - facts on disk ------------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_FACTS_FACTSJSON_H
#define HOOKTIDY_FACTS_FACTSJSON_H

#include "facts/Facts.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace hooktidy {

/// A text that is not facts of this schema version; what() names the reason.
class FactsError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Compact JSON; fields that hold their default are left out.
std::string writeFacts(const TranslationUnitFacts &facts);

/// The inverse of writeFacts. Throws FactsError.
TranslationUnitFacts readFacts(std::string_view json);

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_FACTSJSON_H
