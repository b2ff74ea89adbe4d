//===- GuardNames.h - what branches depend on -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Known holes:
//  * Members are told apart by name only, so that two classes with a member of
//    the same name make each other's writes relevant (slower, not wrong).
//
#ifndef HOOKTIDY_ENGINE_GUARDNAMES_H
#define HOOKTIDY_ENGINE_GUARDNAMES_H

#include "engine/HookClass.h"
#include "engine/Program.h"
#include "engine/Reachability.h"

#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace hooktidy {

/// Which variables and results a branch may depend on, directly or through other
/// variables, parameters and results. A call through a value and a destruction
/// depend on the value like a branch.
class GuardNames {
public:
  explicit GuardNames(const Program &program) : program(program) {}

  /// Adds what the branch at the end of a block depends on. True if the branch is
  /// new.
  bool addBranch(const Function &function, std::uint32_t block);
  /// Adds what the event depends on like a branch. True if that is news.
  bool addEvent(const Function &function, const Event &event);
  /// Follows the values of what branches depend on back to where they come from.
  /// Must be called after these two before anything is asked.
  void propagate(const Reachability &reachable);

  /// True if a branch may depend on the variable that the path names.
  bool mayDecide(const Function &function, const AccessPath &path) const;
  bool isResultUsed(const std::string &usr) const { return results.count(usr) != 0; }
  /// The event itself may change a variable that a branch may depend on.
  bool isChangedBy(const Function &function, const Event &event) const;
  /// True if another branch depends on something that this condition depends on.
  bool isTestedElsewhere(const Function &function, const Expression &condition) const;
  /// Members, by name, that branches depend on and that code outside the class may
  /// set between construction and the first callback: those that are public, and
  /// those that methods write which neither a callback nor a constructor calls.
  std::set<std::string> setFromOutside(const HookClass &hook,
                                       const Reachability &reachable) const;

private:
  bool note(const Function &function, const Expression &expression);
  bool noteArguments(const Function &function, const Event &event);
  bool noteEvent(const Function &function, const Event &event);

  const Program &program;
  /// Members and globals by name; parameters, captures and locals with the id of
  /// their function.
  std::unordered_set<std::string> names;
  /// USRs of the functions whose result is used.
  std::unordered_set<std::string> results;
  /// Function and block of the branches that were added.
  std::set<std::pair<std::uint32_t, std::uint32_t>> branches;
  /// How many branches depend on a name.
  std::unordered_map<std::string, unsigned> testCounts;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_GUARDNAMES_H
