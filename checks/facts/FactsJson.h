//===- FactsJson.h - facts on disk ------------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form: an object of which the first key is "schema_version"; all other keys
// are the names of the members in Facts.h, in any order. A location is an array
// [file, line, column]; an enumerator is a string (see FactsFields.h). What is
// left out has its default. Bytes of a string that are no UTF-8 are written as
// the lone surrogates \udc80 to \udcff, byte by byte. Expressions that are
// nested more than 255 deep end in Unknown.
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

/// The inverse of writeFacts. Every index in the result (files, blocks,
/// parameters, captures) points at something. Throws FactsError.
TranslationUnitFacts readFacts(std::string_view json);

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_FACTSJSON_H
