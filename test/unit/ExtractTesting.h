//===- ExtractTesting.h - facts of snippets, as text ------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_UNIT_EXTRACTTESTING_H
#define HOOKTIDY_TEST_UNIT_EXTRACTTESTING_H

#include "facts/Facts.h"

#include <string>
#include <vector>

namespace hooktidy::testing {

using Lines = std::vector<std::string>;

/// True if the line is one of the lines.
bool contains(const Lines &lines, const std::string &line);

/// The facts of a snippet of C++20, parsed as "input.cc". Standard headers can
/// be included. Empty if it does not compile.
TranslationUnitFacts factsOf(const std::string &code,
                             const std::vector<std::string> &extraArguments = {});

/// The function of that qualified name that has a body, else any; fails the
/// test if there is none.
const FunctionFacts &function(const TranslationUnitFacts &facts,
                              const std::string &qualifiedName = "f");
const RecordFacts &record(const TranslationUnitFacts &facts,
                          const std::string &qualifiedName = "f");

std::string text(const TranslationUnitFacts &facts, const Expression &expression);
/// "call ns::f(1, this.a)", "read this.a", "write this.a = null" and so on;
/// names instead of USRs, and no `id`.
std::string text(const TranslationUnitFacts &facts, const Event &event);
/// The events of a function in the order of its blocks, reads left out.
Lines events(const TranslationUnitFacts &facts,
                                const std::string &qualifiedName = "f");
/// The same, reads only.
Lines reads(const TranslationUnitFacts &facts,
                               const std::string &qualifiedName = "f");
/// The conditions of a function in the order of its blocks.
Lines conditions(const TranslationUnitFacts &facts,
                                    const std::string &qualifiedName = "f");
/// The whole control-flow graph, for reading.
std::string dump(const TranslationUnitFacts &facts);

} // namespace hooktidy::testing

#endif // HOOKTIDY_TEST_UNIT_EXTRACTTESTING_H
