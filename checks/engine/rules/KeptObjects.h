//===- rules/KeptObjects.h - what refers to something lent ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_KEPTOBJECTS_H
#define HOOKTIDY_ENGINE_RULES_KEPTOBJECTS_H

#include "contract/Contract.h"
#include "engine/State.h"
#include "engine/rules/Monitor.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// The objects that refer to something lent, along a path: members, variables and
/// results. What a path knows stands in State::tracked; the places that keep are
/// shared by all paths of a class.
class KeptObjects {
public:
  /// A place at which something lent is kept.
  struct Site {
    const Lifetime *lifetime = nullptr;
    /// Empty for variables and results.
    std::string member;
    std::string phase;
    ChainLink place;
  };

  struct Kept {
    std::size_t site = 0;
    /// The time of what is referred to is over.
    bool hasEnded = false;
  };

  /// Sites are numbered by place, so that states stay finite.
  std::size_t siteAt(Site site);
  const Site &site(const Kept &kept) const { return sites[kept.site]; }

  /// What has been lent until the phase has ended.
  void endLifetimes(const std::string &phase, State &state) const;

  /// What the object itself refers to.
  static std::optional<Kept> find(const std::string &object, const State &state);
  /// What has ended and is reached by the object itself if it `isWhole`, else by what
  /// it is a part of.
  static std::optional<Kept> ended(std::string object, bool isWhole, const State &state);
  static void set(const std::string &object, const Kept &kept, State &state);
  static void erase(const std::string &object, State &state);
  /// Drops the object and its members.
  static void forget(const std::string &object, State &state);
  static void forgetMembers(const std::string &object, State &state);
  static void forgetLocals(State &state);
  /// Entries of State::tracked: what the members of one object keep, for another one.
  static std::map<std::string, std::string>
  membersOf(const std::string &from, const std::string &to, const State &state);

  /// True the first time on this path.
  static bool isNews(const Kept &kept, State &state);

private:
  std::vector<Site> sites;
  std::map<std::string, std::size_t> numbers;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_KEPTOBJECTS_H
