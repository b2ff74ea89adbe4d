//===- rules/LentObjects.h - what a framework lends -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_LENTOBJECTS_H
#define HOOKTIDY_ENGINE_RULES_LENTOBJECTS_H

#include "contract/Contract.h"
#include "engine/HookClass.h"
#include "engine/Program.h"
#include "engine/Value.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hooktidy {

/// A parameter type without `const`, references and pointers.
struct PlainType {
  std::string name;
  bool isPointer = false;
  /// It is a std::shared_ptr or std::unique_ptr of `name`.
  bool isOwning = false;
};
PlainType plainType(std::string_view type);

/// Recognises the objects that a contract's lifetimes are about.
class LentObjects {
public:
  LentObjects(const Program &program, const HookClass &hook,
              const std::vector<Lifetime> &lifetimes)
      : program(program), hook(hook), lifetimes(lifetimes) {}

  /// The key names what a callback is given, or a part of it.
  static bool isLent(std::string_view object) { return object.substr(0, 4) == "arg:"; }

  /// A function's type says that it gives something lent; null if it does not.
  const Lifetime *giver(const Function &function) const;
  /// The value is what such a function gave; null if it is not.
  const Lifetime *givenAs(const Value &value) const;
  /// A method of a class whose objects are lent.
  bool isMethod(const Function &function) const;
  /// A parameter is something that is lent.
  bool isTakenBy(const Function &function) const;
  /// The parameter type is that of the lifetime.
  bool matches(std::string_view type, const Lifetime &lifetime) const;
  /// The field's type names one of the lifetime.
  bool mentions(const FieldFacts &field, const Lifetime &lifetime) const;

  /// What refers to the object `arg:...` with this key: its lifetime; null if that is
  /// not known or the value is a copy. `isReference`: its address is taken.
  const Lifetime *lentAt(const std::string &object, bool isReference) const;

private:
  bool isPart(const std::string &type, const std::vector<std::string> &fields) const;
  const Record *findRecordNamed(const std::string &name) const;

  const Program &program;
  const HookClass &hook;
  const std::vector<Lifetime> &lifetimes;
  mutable std::unordered_map<std::uint32_t, const Lifetime *> givers;
  mutable std::unordered_map<std::string, const Record *> recordsByName;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_LENTOBJECTS_H
