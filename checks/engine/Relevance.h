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
//  * Only branches that decide which relevant block comes next, and events that are
//    walked, make variables matter. What matters only grows, so that the rounds end.
//
#ifndef HOOKTIDY_ENGINE_RELEVANCE_H
#define HOOKTIDY_ENGINE_RELEVANCE_H

#include "engine/GuardNames.h"
#include "engine/GuardedCode.h"
#include "engine/HookClass.h"
#include "engine/Program.h"
#include "engine/Reachability.h"
#include "engine/rules/Monitor.h"

#include <optional>
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

  /// True if nothing that the rule watches can be reached from the class. Then
  /// nothing else may be asked.
  bool nothingToWatch() const { return !watched; }
  bool isRelevant(const Function &function) const {
    return relevant.count(function.id) != 0;
  }
  bool isRelevant(const Function &function, const Event &event) const;
  const FunctionSlice &slice(const Function &function) const;
  /// See GuardNames.
  bool mayDecide(const Function &function, const AccessPath &path) const {
    return guards.mayDecide(function, path);
  }
  bool isTestedElsewhere(const Function &function, const Expression &condition) const {
    return guards.isTestedElsewhere(function, condition);
  }
  std::set<std::string> setFromOutside(const HookClass &hook) const;
  /// See GuardedCode.
  bool changesItsGuard(const Function &function, std::uint32_t block,
                       std::size_t successor) const {
    return guardedCode->changesItsGuard(function, block, successor);
  }

private:
  void collectRelevant();
  template <typename Predicate>
  bool markFunctions(std::unordered_set<std::uint32_t> &marked, Predicate isMarking);
  bool isEventful(const Function &function, const Event &event) const;
  bool isEventfulToDestroy(const std::string &usr, unsigned nesting) const;
  bool makesRelevant(const Function &function, const Event &event) const;
  bool throwsUnderGuard(const Function &function) const;
  bool givesGuarded(const Function &function, const Event &event) const;
  bool mentionsEventfulCallable(const Event &event) const;
  bool takesUnknownCallable(const Event &event) const;
  bool addGuardsOf(const Function &function);
  /// The slice without `changesItsGuard`.
  FunctionSlice decidingSlice(const Function &function) const;
  FunctionSlice makeSlice(const Function &function) const;

  const Program &program;
  const Monitor &monitor;
  Reachability reachable;
  Reachability watchedReach;
  bool watched = false;
  GuardNames guards;
  std::optional<GuardedCode> guardedCode;
  /// Functions in which, or below which, something happens that is watched.
  std::unordered_set<std::uint32_t> eventful;
  /// These, and functions that change or compute what branches depend on.
  std::unordered_set<std::uint32_t> relevant;
  /// Functions that throw or not depending on what is known.
  std::unordered_set<std::uint32_t> mayThrow;
  /// Some callable that is mentioned anywhere is eventful.
  bool anyEventfulCallable = false;
  mutable std::unordered_map<std::uint32_t, FunctionSlice> slices;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RELEVANCE_H
