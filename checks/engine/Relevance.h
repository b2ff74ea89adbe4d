//===- Relevance.h - what of a class a rule can see -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A walk visits only what can matter: functions in which something happens that
// the rule watches, or that change something a branch depends on; and of these
// only the blocks that do so and the branches that decide between them.
//
// Invariants:
//  * Relevance over-approximates: dropping an irrelevant event or branch never
//    changes which watched events are reachable under which values.
//  * Everything here depends on the class and the rule alone, never on a state.
//
// Known holes:
//  * Members are told apart by name only, so that two classes with a member of
//    the same name make each other's writes relevant (slower, not wrong).
//
#ifndef HOOKTIDY_ENGINE_RELEVANCE_H
#define HOOKTIDY_ENGINE_RELEVANCE_H

#include "engine/HookClass.h"
#include "engine/Program.h"
#include "engine/rules/Monitor.h"

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hooktidy {

/// The part of a function that a walk visits.
struct FunctionSlice {
  /// Blocks to go to when control reaches a block.
  std::vector<std::vector<std::uint32_t>> next;
  /// The block's condition must be evaluated.
  std::vector<bool> isDeciding;
  /// The block is what some branch guards, and may change what that branch
  /// depends on.
  std::vector<bool> changesItsGuard;
};

class Relevance {
public:
  Relevance(const Program &program, const HookClass &hook, const Monitor &monitor);

  /// True if nothing that the rule watches can be reached from the class.
  bool nothingToWatch() const { return !watched; }
  bool isRelevant(const Function &function) const {
    return relevant.count(function.id) != 0;
  }
  bool isRelevant(const Function &function, const Event &event) const;
  /// True if a branch may depend on the number or truth that the path holds.
  bool mayDecide(const AccessPath &path) const;
  const FunctionSlice &slice(const Function &function) const;
  /// True if code that is reached only by this successor of the block may
  /// change a member that the block's condition depends on.
  bool guardedCodeChangesGuard(const Function &function, std::uint32_t block,
                               std::size_t successor) const;
  /// True if another branch, anywhere in what the class can reach, depends on
  /// something that this condition depends on. If none does, what is learnt from
  /// the condition is of no use.
  bool isTestedElsewhere(const Function &function, const Expression &condition) const;
  /// Functions that an event may call, as far as declarations tell. Indirect
  /// calls have none.
  std::vector<const Function *> possibleCallees(const Event &event) const;
  /// Members, by name, that code outside the class may set between construction
  /// and the first callback: those that are public, and those that methods write
  /// which neither a callback nor a constructor calls.
  std::set<std::string> setFromOutside(const HookClass &hook) const;

private:
  /// What is looked up of one function again and again.
  struct FunctionIndex {
    /// Names of what the function may change.
    std::vector<std::set<std::string>> changesByBlock;
    std::set<std::string> changes;
    std::unordered_map<std::uint32_t, const Event *> events;
    std::unordered_map<std::string, std::vector<const Event *>> localWrites;
  };

  void collectReachable(const HookClass &hook);
  void addReachable(const Function *function);
  void addRecord(const std::string &usr);
  void addCallables(const Expression &expression);
  void collectGuardNames();
  void collectRelevant(const Monitor &monitor);
  void collectChangedNames();
  bool changesGuardedState(const Event &event) const;
  void addChanges(const Event &event, std::set<std::string> &names) const;
  const FunctionIndex &indexOf(const Function &function) const;
  std::set<std::string> guardNamesOf(const Function &function,
                                     const Expression &condition) const;
  bool mentionsRelevantCallable(const Event &event) const;
  bool takesUnknownCallable(const Event &event) const;
  std::vector<const Function *> destructorsOf(const Event &event) const;
  void markRelevant(const Monitor &monitor);
  bool makesRelevant(const Function &function, const Event &event,
                     const Monitor &monitor) const;
  FunctionSlice makeSlice(const Function &function) const;

  const Program &program;
  const Monitor &monitor;
  bool watched = false;
  std::vector<const Function *> reachableList;
  std::unordered_set<std::uint32_t> reachableIds;
  std::unordered_set<std::string> reachableRecords;
  /// Names of members and globals that a branch may depend on.
  std::set<std::string> guardNames;
  /// How many branches depend on a name.
  std::unordered_map<std::string, unsigned> testCounts;
  /// Functions whose result a branch may depend on.
  std::unordered_set<std::string> resultUsed;
  std::unordered_set<std::uint32_t> relevant;
  /// Names of members and globals that a function may change, calls included;
  /// "*" if an unseen function may change any member.
  std::unordered_map<std::uint32_t, std::set<std::string>> changedNames;
  /// Some callable that is mentioned anywhere is relevant.
  bool anyRelevantCallable = false;
  mutable std::unordered_map<std::uint32_t, FunctionIndex> indices;
  mutable std::unordered_map<std::uint32_t, FunctionSlice> slices;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RELEVANCE_H
