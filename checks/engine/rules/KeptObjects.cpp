//===- rules/KeptObjects.cpp - what refers to something lent ----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/rules/KeptObjects.h"

#include "engine/rules/LentObjects.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace hooktidy {

namespace {

using Kept = KeptObjects::Kept;

constexpr std::string_view KeptPrefix = "kept ";
constexpr std::string_view ToldPrefix = "told ";
constexpr std::string_view EndedPrefix = "ended:";

bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

std::string keyOf(const std::string &object) { return std::string(KeptPrefix) + object; }

Kept parse(std::string_view text) {
  bool hasEnded = startsWith(text, "!");
  return {std::stoul(std::string(text.substr(hasEnded ? 1 : 0))), hasEnded};
}

std::string textOf(const Kept &kept) {
  return (kept.hasEnded ? "!" : "") + std::to_string(kept.site);
}

/// The value of a member whose object has ended: not null still, but none of
/// those that are lent from now on.
Value endedValue(const Value &value, std::size_t site) {
  std::string object = std::string(EndedPrefix) + std::to_string(site);
  if (value.kind == Value::Kind::Symbol && value.isAddress)
    return Value::symbol("&" + object, true);
  if (value.kind != Value::Kind::Callable)
    return Value::unknown();
  Value ended = value;
  for (auto &callable : ended.callables) {
    CallableValue changed = *callable;
    for (Binding &binding : changed.bound) {
      if (LentObjects::isLent(binding.object))
        binding.object = object;
      if (binding.value.isAddress && LentObjects::isLent(binding.value.text.substr(1)))
        binding.value.text = "&" + object;
    }
    callable = std::make_shared<const CallableValue>(std::move(changed));
  }
  return ended;
}

} // namespace

std::size_t KeptObjects::siteAt(Site site) {
  const ChainLink &place = site.place;
  std::string name =
      site.lifetime->name + "|" + site.member + "|" + site.phase + "|" +
      std::to_string(place.unit) + ":" + std::to_string(place.location.file) + ":" +
      std::to_string(place.location.line) + ":" + std::to_string(place.location.column);
  auto [it, isNew] = numbers.try_emplace(std::move(name), sites.size());
  if (isNew)
    sites.push_back(std::move(site));
  return it->second;
}

void KeptObjects::endLifetimes(const std::string &phase, State &state) const {
  for (auto &[key, text] : state.tracked) {
    if (!startsWith(key, KeptPrefix))
      continue;
    Kept kept = parse(text);
    const std::vector<std::string> &until = site(kept).lifetime->until;
    if (kept.hasEnded || std::find(until.begin(), until.end(), phase) == until.end())
      continue;
    kept.hasEnded = true;
    text = textOf(kept);
    std::string object = key.substr(KeptPrefix.size());
    state.learn(object, endedValue(state.value(object), kept.site));
  }
}

std::optional<Kept> KeptObjects::find(const std::string &object, const State &state) {
  if (startsWith(object, EndedPrefix))
    return Kept{std::stoul(object.substr(EndedPrefix.size())), true};
  auto it = state.tracked.find(keyOf(object));
  return it == state.tracked.end() ? std::nullopt
                                   : std::optional<Kept>(parse(it->second));
}

std::optional<Kept> KeptObjects::ended(std::string object, bool isWhole,
                                       const State &state) {
  if (startsWith(object, EndedPrefix))
    return Kept{std::stoul(object.substr(EndedPrefix.size())), true};
  while (!object.empty()) {
    std::optional<Kept> kept = isWhole ? find(object, state) : std::nullopt;
    if (kept)
      return kept->hasEnded ? kept : std::nullopt;
    std::size_t dot = object.rfind('.');
    object.resize(dot == std::string::npos ? 0 : dot);
    isWhole = true;
  }
  return std::nullopt;
}

void KeptObjects::set(const std::string &object, const Kept &kept, State &state) {
  state.tracked[keyOf(object)] = textOf(kept);
}

void KeptObjects::erase(const std::string &object, State &state) {
  state.tracked.erase(keyOf(object));
}

void KeptObjects::forget(const std::string &object, State &state) {
  if (object.empty())
    return;
  erase(object, state);
  forgetMembers(object, state);
}

void KeptObjects::forgetMembers(const std::string &object, State &state) {
  std::string prefix = keyOf(object) + ".";
  auto it = state.tracked.lower_bound(prefix);
  while (it != state.tracked.end() && startsWith(it->first, prefix))
    it = state.tracked.erase(it);
}

void KeptObjects::forgetLocals(State &state) {
  for (auto it = state.tracked.begin(); it != state.tracked.end();) {
    std::string_view key = it->first;
    bool isLocal = startsWith(key, KeptPrefix) &&
                   !startsWith(key.substr(KeptPrefix.size()), "this.");
    it = isLocal ? state.tracked.erase(it) : std::next(it);
  }
}

std::map<std::string, std::string> KeptObjects::membersOf(const std::string &from,
                                                          const std::string &to,
                                                          const State &state) {
  std::map<std::string, std::string> result;
  std::string prefix = keyOf(from) + ".";
  for (auto it = state.tracked.lower_bound(prefix);
       it != state.tracked.end() && startsWith(it->first, prefix) && !from.empty(); ++it)
    result.emplace(keyOf(to) + "." + it->first.substr(prefix.size()), it->second);
  return result;
}

bool KeptObjects::isNews(const Kept &kept, State &state) {
  return state.tracked
      .try_emplace(std::string(ToldPrefix) + std::to_string(kept.site), "")
      .second;
}

} // namespace hooktidy
