//===- rules/MemberUse.h - which members some functions use -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_MEMBERUSE_H
#define HOOKTIDY_ENGINE_RULES_MEMBERUSE_H

#include "engine/Program.h"
#include "engine/rules/Monitor.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hooktidy {

/// Members, by name, that a function and all it may call read and write. A name
/// comes with the first place at which it is written.
struct MemberUse {
  std::set<std::string> read;
  std::map<std::string, ChainLink> written;
  /// Those that are set to a constant or cleared, and those that are set to
  /// anything else.
  std::set<std::string> reset;
  std::set<std::string> computed;
};

/// The uses of `roots` and everything they may call. Over-approximates: names
/// only, all overriders, all callables that are mentioned.
MemberUse collectMemberUse(const Program &program,
                           const std::vector<const Function *> &roots);

/// The name of the member that a path ends in; empty if it ends in none.
std::string memberName(const AccessPath &path);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_MEMBERUSE_H
