//===- State.cpp - what is known at one point of a walk ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/State.h"

#include <cctype>

namespace hooktidy {

static bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool mentionsObject(std::string_view text, std::string_view object) {
  for (std::size_t at = text.find(object); at != std::string_view::npos;
       at = text.find(object, at + 1)) {
    std::size_t end = at + object.size();
    bool startsName = at == 0 || !isNameCharacter(text[at - 1]);
    if (startsName && (end == text.size() || !isNameCharacter(text[end])))
      return true;
  }
  return false;
}

Value State::value(const std::string &object) const {
  auto it = values.find(object);
  return it == values.end() ? Value::unknown() : it->second;
}

void State::dropDependents(const std::string &object) {
  for (auto it = predicates.begin(); it != predicates.end();)
    it = mentionsObject(it->first, object) ? predicates.erase(it) : std::next(it);
  // The address of an object outlives its value.
  for (auto it = values.begin(); it != values.end();) {
    const Value &value = it->second;
    bool isStale = value.kind == Value::Kind::Symbol && !value.isAddress &&
                   mentionsObject(value.text, object);
    it = isStale ? values.erase(it) : std::next(it);
  }
}

void State::assign(const std::string &object, const Value &value) {
  havocMembers(object);
  dropDependents(object);
  if (value.isUnknown())
    values.erase(object);
  else
    values[object] = value;
}

void State::learn(const std::string &object, const Value &value) {
  if (!value.isUnknown())
    values[object] = value;
}

void State::copyMembers(const std::string &from, const std::string &to) {
  std::string prefix = from + ".";
  std::map<std::string, Value> copies;
  for (auto it = values.lower_bound(prefix);
       it != values.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
    copies.emplace(to + "." + it->first.substr(prefix.size()), it->second);
  values.insert(copies.begin(), copies.end());
}

void State::havocMembers(const std::string &object) {
  std::string prefix = object + ".";
  bool any = false;
  for (auto it = values.lower_bound(prefix);
       it != values.end() && it->first.compare(0, prefix.size(), prefix) == 0;) {
    it = values.erase(it);
    any = true;
  }
  if (any)
    dropDependents(object);
}

void State::forget(const std::string &prefix) {
  for (auto it = values.begin(); it != values.end();) {
    bool isDead = it->first.compare(0, prefix.size(), prefix) == 0 ||
                  (it->second.kind == Value::Kind::Symbol && prefix[0] == 'L' &&
                   it->second.text.find(prefix) != std::string::npos);
    it = isDead ? values.erase(it) : std::next(it);
  }
  for (auto it = predicates.begin(); it != predicates.end();) {
    bool isMembership = it->first.compare(0, 4, "has ") == 0 && prefix[0] != 'L';
    bool isDead = !isMembership && it->first.find(prefix) != std::string::npos;
    it = isDead ? predicates.erase(it) : std::next(it);
  }
}

/// Length of a leading "L12:" or "R12:"; 0 if the text does not start so.
static std::size_t framePrefixLength(std::string_view text) {
  if (text.size() < 3 || (text[0] != 'L' && text[0] != 'R'))
    return 0;
  std::size_t end = 1;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
    ++end;
  return end > 1 && end < text.size() && text[end] == ':' ? end + 1 : 0;
}

/// Calls `visit` with the prefix of every local that the text mentions.
template <typename Visitor>
static void visitFrames(std::string_view text, Visitor visit) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool startsName = i == 0 || !isNameCharacter(text[i - 1]);
    std::size_t length = startsName ? framePrefixLength(text.substr(i)) : 0;
    if (length != 0)
      visit(std::string(text.substr(i, length)));
  }
}

std::set<std::string> State::reachableFrames(std::string_view text) const {
  std::set<std::string> frames;
  auto add = [&](std::string frame) { frames.insert(std::move(frame)); };
  visitFrames(text, add);
  for (std::size_t before = frames.size() + 1; before != frames.size();) {
    before = frames.size();
    for (const auto &[object, value] : values) {
      std::size_t length = framePrefixLength(object);
      bool isReached = length == 0 || frames.count(object.substr(0, length)) != 0;
      bool mayRefer =
          value.kind == Value::Kind::Callable || value.kind == Value::Kind::Symbol;
      if (isReached && mayRefer)
        visitFrames(value.key(), add);
    }
  }
  return frames;
}

/// True if the text belongs to a local of a frame that is not kept.
static bool isLeftOut(std::string_view text, const std::set<std::string> &keptFrames) {
  bool leftOut = false;
  visitFrames(text,
              [&](const std::string &frame) { leftOut |= !keptFrames.count(frame); });
  return leftOut;
}

State State::withoutLocals(const std::set<std::string> &keptFrames) const {
  State result;
  result.tracked = tracked;
  for (const auto &[object, value] : values)
    if (!isLeftOut(object.substr(0, framePrefixLength(object)), keptFrames))
      result.values.emplace(object, value);
  for (const auto &[text, holds] : predicates)
    if (!isLeftOut(text, keptFrames))
      result.predicates.emplace(text, holds);
  return result;
}

void State::restoreLocals(const State &before, const std::set<std::string> &keptFrames) {
  for (const auto &[object, value] : before.values)
    if (isLeftOut(object.substr(0, framePrefixLength(object)), keptFrames))
      values.emplace(object, value);
  for (const auto &[text, holds] : before.predicates)
    if (isLeftOut(text, keptFrames))
      predicates.emplace(text, holds);
}

std::optional<bool> State::predicate(const std::string &text) const {
  auto it = predicates.find(text);
  return it == predicates.end() ? std::nullopt : std::optional<bool>(it->second);
}

void State::setPredicate(const std::string &text, bool holds) {
  predicates[text] = holds;
}

std::string State::key() const {
  std::string result;
  for (const auto &[object, value] : values)
    result += object + "=" + value.key() + "\n";
  result += "--\n";
  for (const auto &[text, holds] : predicates)
    result += text + (holds ? "=1\n" : "=0\n");
  result += "--\n";
  for (const auto &[name, what] : tracked)
    result += name + "=" + what + "\n";
  return result;
}

} // namespace hooktidy
