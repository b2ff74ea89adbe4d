//===- Program.h - the facts of all units, joined ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_PROGRAM_H
#define HOOKTIDY_ENGINE_PROGRAM_H

#include "engine/Finding.h"
#include "facts/Facts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hooktidy {

/// A function of the program: where several units have it (inline functions,
/// templates), the one with a body.
struct Function {
  const FunctionFacts *facts = nullptr;
  std::uint32_t unit = 0;
  std::uint32_t id = 0;
};

/// A class of the program.
struct Record {
  const RecordFacts *facts = nullptr;
  std::uint32_t unit = 0;
};

/// The facts of many units, joined by USR. Keeps references to the units,
/// which must outlive it.
class Program {
public:
  explicit Program(const std::vector<TranslationUnitFacts> &units);

  /// The function of that USR, or null.
  const Function *findFunction(const std::string &usr) const;
  /// The class of that USR, or null.
  const Record *findRecord(const std::string &usr) const;

  const std::vector<Function> &functions() const { return allFunctions; }
  const std::vector<Record> &records() const { return allRecords; }

  Place place(std::uint32_t unit, const Location &location) const;

  /// The function itself and every method that overrides it, directly or not.
  std::vector<const Function *> overriders(const Function &method) const;
  /// The method that a virtual call of `method` reaches on an object whose
  /// class is `record`; null if none is known.
  const Function *finalOverrider(const Record &record, const Function &method) const;
  /// True if `method` is `base` or overrides it, directly or not.
  bool overridesOrIs(const Function &method, const std::string &base) const;
  /// Functions that an event may call, as far as declarations tell. Indirect
  /// calls have none.
  std::vector<const Function *> possibleCallees(const Event &event) const;
  /// Destructors that deleting an object may run: those of derived classes, too,
  /// if it is virtual.
  std::vector<const Function *> destructorsOf(const Event &event) const;
  /// The classes in declaration order of inheritance: the class, then its
  /// bases, nearest first. A cycle in broken facts ends the list.
  std::vector<const Record *> linearBases(const Record &record) const;
  /// The field of that name in the class or its bases, or null.
  const FieldFacts *findField(const Record &record, std::string_view name) const;

private:
  void addUnit(std::uint32_t unit, const TranslationUnitFacts &facts);

  const std::vector<TranslationUnitFacts> &units;
  std::vector<Function> allFunctions;
  std::vector<Record> allRecords;
  std::unordered_map<std::string, std::uint32_t> functionIndex;
  std::unordered_map<std::string, std::uint32_t> recordIndex;
  std::unordered_map<std::string, std::vector<std::uint32_t>> directOverriders;
};

/// The last component of a qualified name: "begin" of "app::Hook::begin".
std::string_view unqualifiedName(std::string_view qualifiedName);

/// How a function is named in a message: class and name, "the lambda" for a
/// lambda.
std::string displayName(const FunctionFacts &function);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_PROGRAM_H
