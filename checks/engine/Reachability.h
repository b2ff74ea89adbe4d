//===- Reachability.h - what a class may call -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_REACHABILITY_H
#define HOOKTIDY_ENGINE_REACHABILITY_H

#include "engine/HookClass.h"
#include "engine/Program.h"
#include "engine/rules/Monitor.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace hooktidy {

/// The functions that the callbacks, constructors and destructor of a class may
/// call, as far as declarations tell: all overriders, all callables that are
/// mentioned. Functions that are opaque to the monitor are left out.
class Reachability {
public:
  /// What any phase may reach.
  Reachability(const Program &program, const HookClass &hook, const Monitor &monitor);
  /// What the phases that the monitor watches may reach, and callables that any
  /// phase makes.
  static Reachability watched(const Reachability &all, const HookClass &hook);

  /// Callers come before callees, except in a cycle.
  const std::vector<const Function *> &functions() const { return list; }
  bool contains(const Function &function) const { return ids.count(function.id) != 0; }
  /// True if objects of the class may be made or destroyed.
  bool containsRecord(const std::string &usr) const { return records.count(usr) != 0; }

private:
  Reachability(const Program &program, const Monitor &monitor)
      : program(program), monitor(monitor) {}
  void follow();
  void add(const Function *function);
  void addRecord(const std::string &usr);
  void addCallables(const Expression &expression);

  const Program &program;
  const Monitor &monitor;
  std::vector<const Function *> list;
  std::unordered_set<std::uint32_t> ids;
  std::unordered_set<std::string> records;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_REACHABILITY_H
