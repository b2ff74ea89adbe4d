//===- NameSuggestion.cpp - the nearest right name ------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/NameSuggestion.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace hooktidy {
namespace {

/// Longer texts are nobody's misspelling, and the distance costs the product
/// of the lengths.
constexpr std::size_t MaxNameLength = 80;
constexpr std::size_t MaxListed = 12;

std::string normalised(std::string_view name) {
  std::string result(name);
  for (char &c : result)
    c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

} // namespace

std::size_t editDistance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> beforeLast(to.size() + 1), last(to.size() + 1),
      row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    beforeLast.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1,
                         last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
  }
  return row[to.size()];
}

std::string nearestName(std::string_view name,
                        const std::vector<std::string> &candidates) {
  if (name.empty() || name.size() > MaxNameLength)
    return {};
  std::string wanted = normalised(name);
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::string nearest;
  for (const std::string &candidate : candidates) {
    if (candidate.size() > MaxNameLength)
      continue;
    std::size_t distance = editDistance(wanted, normalised(candidate));
    if (distance < best && distance < candidate.size()) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string unknownNameMessage(std::string_view what, std::string_view name,
                               std::string_view where,
                               const std::vector<std::string> &candidates) {
  std::string message = "unknown " + std::string(what) + " " + inQuotes(name);
  if (!where.empty())
    message += " " + std::string(where);
  message += "; ";
  std::string nearest = nearestName(name, candidates);
  if (!nearest.empty())
    return message + "did you mean " + inQuotes(nearest) + "?";
  if (candidates.empty())
    return message + "there is none";
  return message + (candidates.size() == 1 ? "the only one is " : "use one of ") +
         quotedList(candidates, "and");
}

std::string onOneLine(std::string_view text) {
  std::string result;
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      result += c;
    } else {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
      result += escaped;
    }
  }
  return result;
}

std::string inQuotes(std::string_view text) {
  if (text.size() <= MaxNameLength)
    return "'" + onOneLine(text) + "'";
  // Not in the middle of a UTF-8 sequence.
  std::size_t cut = MaxNameLength;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80)
    --cut;
  return "'" + onOneLine(text.substr(0, cut)) + "...'";
}

std::string quotedList(const std::vector<std::string> &names,
                       std::string_view lastSeparator) {
  std::string list;
  std::size_t shown = std::min(names.size(), MaxListed);
  for (std::size_t index = 0; index != shown; ++index) {
    if (index != 0)
      list += index + 1 == names.size() ? " " + std::string(lastSeparator) + " " : ", ";
    list += inQuotes(names[index]);
  }
  return shown == names.size() ? list : list + " and others";
}

} // namespace hooktidy
