//===- CapabilityPattern.cpp - patterns on functions ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both levels are matched by the usual wild-card walk: after a mismatch the
// last star takes one more element. `**` walks over components, `*` over the
// characters of one component. No memory is allocated, because every call in
// the analysed code is matched against every pattern.
//
//===----------------------------------------------------------------------===//

#include "contract/CapabilityPattern.h"

#include <cctype>

namespace hooktidy {
namespace {

constexpr std::size_t End = std::string_view::npos;
constexpr std::string_view Separator = "::";
constexpr std::string_view OperatorKeyword = "operator";

std::string_view componentAt(std::string_view name, std::size_t start) {
  return name.substr(start, name.find(Separator, start) - start);
}

/// Start of the component behind the one at `start`, or End.
std::size_t nextComponent(std::string_view name, std::size_t start) {
  std::size_t separator = name.find(Separator, start);
  return separator == End ? End : separator + Separator.size();
}

/// In `operator*` the star is the operator and not a wild card.
bool isOperatorName(std::string_view component) {
  if (component.substr(0, OperatorKeyword.size()) != OperatorKeyword ||
      component.size() == OperatorKeyword.size())
    return false;
  char next = component[OperatorKeyword.size()];
  return !std::isalnum(static_cast<unsigned char>(next)) && next != '_';
}

bool matchesComponent(std::string_view pattern, std::string_view text) {
  if (isOperatorName(pattern))
    return pattern == text;
  std::size_t patternAt = 0, textAt = 0, afterStar = End, retryAt = 0;
  while (textAt < text.size()) {
    if (patternAt < pattern.size() && pattern[patternAt] == '*') {
      afterStar = ++patternAt;
      retryAt = textAt;
    } else if (patternAt < pattern.size() && pattern[patternAt] == text[textAt]) {
      ++patternAt;
      ++textAt;
    } else if (afterStar != End) {
      patternAt = afterStar;
      textAt = ++retryAt;
    } else {
      return false;
    }
  }
  while (patternAt < pattern.size() && pattern[patternAt] == '*')
    ++patternAt;
  return patternAt == pattern.size();
}

} // namespace

bool NamePattern::matches(std::string_view qualifiedName) const {
  if (text.empty() || qualifiedName.empty())
    return false;
  std::string_view pattern = text;
  std::size_t patternAt = 0, nameAt = 0, afterStars = 0, retryAt = End;
  while (nameAt != End) {
    if (patternAt != End && componentAt(pattern, patternAt) == "**") {
      patternAt = afterStars = nextComponent(pattern, patternAt);
      retryAt = nameAt;
    } else if (patternAt != End && matchesComponent(componentAt(pattern, patternAt),
                                                    componentAt(qualifiedName, nameAt))) {
      patternAt = nextComponent(pattern, patternAt);
      nameAt = nextComponent(qualifiedName, nameAt);
    } else if (retryAt != End) {
      patternAt = afterStars;
      nameAt = retryAt = nextComponent(qualifiedName, retryAt);
    } else {
      return false;
    }
  }
  while (patternAt != End && componentAt(pattern, patternAt) == "**")
    patternAt = nextComponent(pattern, patternAt);
  return patternAt == End;
}

/// A type that is const is meant only by a pattern that says so, or that means
/// any type: a parameter that may not be changed is a different thing.
static bool matchesType(const NamePattern &pattern, std::string_view type) {
  constexpr std::string_view Const = "const ";
  bool isAny = pattern.str() == "*" || pattern.str() == "**";
  bool saysConst = std::string_view(pattern.str()).substr(0, Const.size()) == Const;
  if (type.substr(0, Const.size()) == Const && !saysConst && !isAny)
    return false;
  return pattern.matches(type);
}

bool CallPattern::matches(std::string_view qualifiedName,
                          const std::vector<std::string> &parameterTypes) const {
  if (!name.matches(qualifiedName))
    return false;
  if (!parameters)
    return true;
  std::size_t fixed = parameters->size();
  bool anyMore = fixed != 0 && parameters->back().str() == AnyMoreParameters;
  if (anyMore)
    --fixed;
  if (anyMore ? parameterTypes.size() < fixed : parameterTypes.size() != fixed)
    return false;
  for (std::size_t index = 0; index != fixed; ++index)
    if (!matchesType((*parameters)[index], parameterTypes[index]))
      return false;
  return true;
}

} // namespace hooktidy
