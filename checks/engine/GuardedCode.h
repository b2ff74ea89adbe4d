//===- GuardedCode.h - code that changes its own guard ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_GUARDEDCODE_H
#define HOOKTIDY_ENGINE_GUARDEDCODE_H

#include "engine/Program.h"
#include "engine/Reachability.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hooktidy {

/// Tells which code changes what the branch that guards it depends on. Such a
/// guard probably keeps the code from running twice.
class GuardedCode {
public:
  GuardedCode(const Program &program, const Reachability &reachable);

  /// True if code that is reached only by this successor of the block may change
  /// something that the block's condition depends on.
  bool changesItsGuard(const Function &function, std::uint32_t block,
                       std::size_t successor) const;

private:
  /// What is looked up of one function again and again.
  struct FunctionIndex {
    /// Names of what the function may change.
    std::vector<std::set<std::string>> changesByBlock;
    std::set<std::string> changes;
    std::unordered_map<std::uint32_t, const Event *> events;
    std::unordered_map<std::string, std::vector<const Event *>> localWrites;
  };

  void collectChangedNames(const Reachability &reachable);
  void addChanges(const Event &event, std::set<std::string> &names) const;
  const FunctionIndex &indexOf(const Function &function) const;
  std::set<std::string> guardNamesOf(const Function &function,
                                     const Expression &condition) const;

  const Program &program;
  /// Names of members and globals that a function may change, calls included;
  /// "*" if an unseen function may change any member.
  std::unordered_map<std::uint32_t, std::set<std::string>> changedNames;
  mutable std::unordered_map<std::uint32_t, FunctionIndex> indices;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_GUARDEDCODE_H
