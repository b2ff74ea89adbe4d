//===- FactsStore.cpp - facts of many units, of which few are needed ------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/FactsStore.h"

#include "Error.h"
#include "facts/FactsFields.h"
#include "facts/FactsJson.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <type_traits>

namespace hooktidy {
namespace {

/// Every USR in the facts of an entity.
class MentionCollector {
public:
  std::vector<std::uint64_t> mentions;

  void field(std::string_view, const std::string &text) {
    if (text.compare(0, 2, "c:") == 0)
      mentions.push_back(std::hash<std::string>()(text));
  }
  void field(std::string_view, const Location &) {}
  template <typename T>
  void field(std::string_view name, const std::vector<T> &elements) {
    // Only a hook leads to all of its members; see FactsStore::members.
    if (name == "methods" || name == "constructors")
      return;
    for (const T &element : elements)
      field({}, element);
  }
  template <typename T> void field(std::string_view, const std::optional<T> &value) {
    if (value)
      field({}, *value);
  }
  template <typename T> void field(std::string_view, const T &value) {
    if constexpr (std::is_class_v<T>)
      FieldsOf<T>::visit(*this, value);
  }
};

template <typename Entity> std::vector<std::uint64_t> mentionsOf(const Entity &entity) {
  MentionCollector collector;
  FieldsOf<Entity>::visit(collector, entity);
  std::vector<std::uint64_t> &mentions = collector.mentions;
  std::sort(mentions.begin(), mentions.end());
  mentions.erase(std::unique(mentions.begin(), mentions.end()), mentions.end());
  return std::move(mentions);
}

std::uint64_t keyOf(const std::string &usr) { return std::hash<std::string>()(usr); }

/// Adds to `reached` everything that the lists lead to from it.
template <typename Lists, typename Set>
void closeOver(Set &reached, std::initializer_list<const Lists *> allLists) {
  std::vector<std::uint64_t> pending(reached.begin(), reached.end());
  while (!pending.empty()) {
    std::uint64_t key = pending.back();
    pending.pop_back();
    for (const Lists *lists : allLists) {
      auto found = lists->find(key);
      if (found == lists->end())
        continue;
      for (std::uint64_t next : found->second)
        if (reached.insert(next).second)
          pending.push_back(next);
    }
  }
}

[[noreturn]] void failWithoutRoom() {
  throw ToolError(std::string("cannot keep facts in a temporary file: ") +
                  std::strerror(errno));
}

} // namespace

FactsStore::FactsStore(const std::vector<Contract> &contracts) : file(std::tmpfile()) {
  if (!file)
    failWithoutRoom();
  for (const Contract &contract : contracts) {
    hookBases.insert(hookBases.end(), contract.bases.begin(), contract.bases.end());
    std::vector<CallPattern> calls = callsOfProgramRules(contract);
    watchedCalls.insert(watchedCalls.end(), calls.begin(), calls.end());
    keepsUsersOfHooks |= looksAtUsersOfHooks(contract);
  }
}

bool FactsStore::isHookBase(const std::string &qualifiedName) const {
  return std::any_of(hookBases.begin(), hookBases.end(), [&](const NamePattern &base) {
    return base.matches(qualifiedName);
  });
}

bool FactsStore::isWatched(const std::string &qualifiedName) const {
  return std::any_of(
      watchedCalls.begin(), watchedCalls.end(),
      [&](const CallPattern &call) { return call.name.matches(qualifiedName); });
}

void FactsStore::indexRecord(const RecordFacts &record) {
  Key key = keyOf(record.usr);
  for (const BaseFacts &base : record.bases) {
    bases[key].push_back(keyOf(base.usr));
    derived[keyOf(base.usr)].push_back(key);
    if (isHookBase(base.qualifiedName))
      directHooks.insert(key);
  }
  std::vector<Key> &own = members[key];
  for (const std::vector<std::string> *list : {&record.methods, &record.constructors})
    for (const std::string &usr : *list)
      own.push_back(keyOf(usr));
}

void FactsStore::index(const TranslationUnitFacts &unit) {
  auto addMentions = [this](const auto &entity) {
    std::vector<Key> &known = mentions[keyOf(entity.usr)];
    std::vector<Key> found = mentionsOf(entity);
    known.insert(known.end(), found.begin(), found.end());
  };
  for (const RecordFacts &record : unit.records) {
    indexRecord(record);
    addMentions(record);
  }
  for (const FunctionFacts &function : unit.functions) {
    addMentions(function);
    if (isWatched(function.qualifiedName))
      watched.insert(keyOf(function.usr));
    // A virtual call of the one may reach the other.
    for (const std::string &overridden : function.overrides)
      mentions[keyOf(overridden)].push_back(keyOf(function.usr));
  }
}

FactsStore::StoredUnit FactsStore::write(const TranslationUnitFacts &unit) {
  std::string text = writeFacts(unit);
  StoredUnit stored;
  stored.offset = fileSize;
  stored.size = text.size();
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0)
    failWithoutRoom();
  fileSize += text.size();
  for (const RecordFacts &record : unit.records)
    stored.entities.push_back(keyOf(record.usr));
  for (const FunctionFacts &function : unit.functions)
    stored.entities.push_back(keyOf(function.usr));
  return stored;
}

void FactsStore::add(TranslationUnitFacts unit) {
  repeated.remove(unit);
  if (unit.records.empty() && unit.functions.empty())
    return;
  index(unit);
  units.push_back(write(unit));
}

TranslationUnitFacts FactsStore::read(const StoredUnit &stored) const {
  std::string text(stored.size, '\0');
  if (fseeko(file.get(), static_cast<off_t>(stored.offset), SEEK_SET) != 0 ||
      std::fread(text.data(), 1, text.size(), file.get()) != text.size())
    throw ToolError("cannot read facts back from a temporary file");
  return readFacts(text);
}

/// Hook classes and their bases, whose methods are the callbacks.
std::unordered_set<FactsStore::Key> FactsStore::findHookFamilies() const {
  std::unordered_set<Key> families = directHooks;
  closeOver(families, {&derived});
  closeOver(families, {&bases});
  return families;
}

std::unordered_set<FactsStore::Key> FactsStore::findReachable() const {
  std::unordered_set<Key> reachable;
  for (const auto &[user, mentioned] : mentions)
    if (std::any_of(mentioned.begin(), mentioned.end(),
                    [this](Key key) { return watched.count(key) != 0; }))
      reachable.insert(user);
  std::unordered_set<Key> families = findHookFamilies();
  for (Key hook : families) {
    reachable.insert(hook);
    auto own = members.find(hook);
    if (own != members.end())
      reachable.insert(own->second.begin(), own->second.end());
  }
  closeOver(reachable, {&mentions});
  if (keepsUsersOfHooks)
    addUsersOfHooks(families, reachable);
  return reachable;
}

void FactsStore::addUsersOfHooks(const std::unordered_set<Key> &families,
                                 std::unordered_set<Key> &reachable) const {
  std::unordered_set<Key> parts = families;
  for (Key hook : families) {
    auto own = members.find(hook);
    if (own != members.end())
      parts.insert(own->second.begin(), own->second.end());
  }
  for (const auto &[user, mentioned] : mentions) {
    if (std::none_of(mentioned.begin(), mentioned.end(),
                     [&](Key key) { return parts.count(key) != 0; }))
      continue;
    reachable.insert(user);
    reachable.insert(mentioned.begin(), mentioned.end());
  }
}

std::vector<TranslationUnitFacts> FactsStore::takeRelevant() {
  std::unordered_set<Key> reachable = findReachable();
  auto isReachable = [&](Key key) { return reachable.count(key) > 0; };
  auto prune = [&](auto &entities) {
    entities.erase(std::remove_if(entities.begin(), entities.end(),
                                  [&](const auto &entity) {
                                    return !isReachable(keyOf(entity.usr));
                                  }),
                   entities.end());
  };
  std::vector<TranslationUnitFacts> result;
  for (const StoredUnit &stored : units) {
    if (std::none_of(stored.entities.begin(), stored.entities.end(), isReachable))
      continue;
    result.push_back(read(stored));
    prune(result.back().functions);
    prune(result.back().records);
  }
  return result;
}

} // namespace hooktidy
