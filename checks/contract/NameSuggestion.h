//===- NameSuggestion.h - the nearest right name ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_NAMESUGGESTION_H
#define HOOKTIDY_CONTRACT_NAMESUGGESTION_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// Insertions, deletions, replacements and swaps of neighbours that turn one
/// into the other (optimal string alignment).
std::size_t editDistance(std::string_view from, std::string_view to);

/// The candidate that `name` is most likely a misspelling of, or an empty
/// string if none is near. Case and `_` against `-` cost nothing.
std::string nearestName(std::string_view name,
                        const std::vector<std::string> &candidates);

/// "unknown WHAT 'NAME' WHERE; did you mean 'NEAREST'?", or the candidates if
/// none is near. `where` may be empty.
std::string unknownNameMessage(std::string_view what, std::string_view name,
                               std::string_view where,
                               const std::vector<std::string> &candidates);

/// `text` in single quotes, on one line and of bounded length: control
/// characters are escaped.
std::string inQuotes(std::string_view text);

/// "'a', 'b' and 'c'".
std::string quotedList(const std::vector<std::string> &names,
                       std::string_view lastSeparator = "and");

/// `text` on one line: control characters are escaped.
std::string onOneLine(std::string_view text);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_NAMESUGGESTION_H
