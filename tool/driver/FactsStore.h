//===- FactsStore.h - facts of many units, of which few are needed -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A translation unit of a large project tells of tens of thousands of functions,
// and a hook class reaches a few hundred. The store keeps the facts in a
// temporary file, and in memory only who mentions whom; in the end it gives back
// what a hook class can reach, in whichever unit it stands.
//
// Invariants:
//  * Everything that the facts of a kept entity mention is kept as well, and so
//    is every method that overrides a kept one. Of a class that is neither a hook
//    nor a base of one, methods and constructors are kept only if something else
//    mentions them.
//  * Where a rule asks for it, functions that use a hook class are kept, too, with
//    what they mention directly.
//  * What is given back depends on the order of the units alone.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_FACTSSTORE_H
#define HOOKTIDY_TOOL_DRIVER_FACTSSTORE_H

#include "contract/Contract.h"
#include "driver/RepeatedFacts.h"
#include "facts/Facts.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hooktidy {

/// Collects the facts of one run.
class FactsStore {
public:
  /// Hooks are what derives from a hook base of one of `contracts`.
  explicit FactsStore(const std::vector<Contract> &contracts);

  /// Throws ToolError if there is no room for temporary files.
  void add(TranslationUnitFacts unit);

  /// The facts that matter to a hook class or a program rule, unit by unit.
  std::vector<TranslationUnitFacts> takeRelevant();

private:
  /// Hash of a USR. Two USRs of one hash only make the store keep too much.
  using Key = std::uint64_t;
  using KeyLists = std::unordered_map<Key, std::vector<Key>>;

  /// Where the facts of a unit are in the file.
  struct StoredUnit {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::vector<Key> entities;
  };

  struct CloseFile {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };

  void index(const TranslationUnitFacts &unit);
  void indexRecord(const RecordFacts &record);
  bool isWatched(const std::string &qualifiedName) const;
  bool isHookBase(const std::string &qualifiedName) const;
  StoredUnit write(const TranslationUnitFacts &unit);
  TranslationUnitFacts read(const StoredUnit &stored) const;
  std::unordered_set<Key> findHookFamilies() const;
  std::unordered_set<Key> findReachable() const;
  void addUsersOfHooks(const std::unordered_set<Key> &families,
                       std::unordered_set<Key> &reachable) const;

  std::vector<NamePattern> hookBases;
  /// What program rules look for in every function.
  std::vector<CallPattern> watchedCalls;
  bool keepsUsersOfHooks = false;
  RepeatedFacts repeated;
  std::unique_ptr<std::FILE, CloseFile> file;
  std::uint64_t fileSize = 0;
  std::vector<StoredUnit> units;
  /// What an entity leads to, besides the members of a class.
  KeyLists mentions;
  /// Methods and constructors of a class.
  KeyLists members;
  KeyLists bases;
  KeyLists derived;
  /// Classes that derive from a hook base directly.
  std::unordered_set<Key> directHooks;
  /// Functions that the watched calls call.
  std::unordered_set<Key> watched;
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_FACTSSTORE_H
