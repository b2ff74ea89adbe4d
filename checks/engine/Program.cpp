//===- Program.cpp - the facts of all units, joined ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Program.h"

#include <algorithm>
#include <unordered_set>

namespace hooktidy {

Program::Program(const std::vector<TranslationUnitFacts> &units) : units(units) {
  for (std::uint32_t unit = 0; unit < units.size(); ++unit)
    addUnit(unit, units[unit]);
  for (const Function &function : allFunctions)
    for (const std::string &base : function.facts->overrides)
      directOverriders[base].push_back(function.id);
}

void Program::addUnit(std::uint32_t unit, const TranslationUnitFacts &facts) {
  for (const FunctionFacts &function : facts.functions) {
    auto next = static_cast<std::uint32_t>(allFunctions.size());
    auto [it, isNew] = functionIndex.try_emplace(function.usr, next);
    if (isNew) {
      allFunctions.push_back({&function, unit, next});
      continue;
    }
    Function &known = allFunctions[it->second];
    if (!known.facts->hasBody && function.hasBody) {
      known.facts = &function;
      known.unit = unit;
    }
  }
  for (const RecordFacts &record : facts.records) {
    auto next = static_cast<std::uint32_t>(allRecords.size());
    if (recordIndex.try_emplace(record.usr, next).second)
      allRecords.push_back({&record, unit});
  }
}

const Function *Program::findFunction(const std::string &usr) const {
  auto it = functionIndex.find(usr);
  return it == functionIndex.end() ? nullptr : &allFunctions[it->second];
}

const Record *Program::findRecord(const std::string &usr) const {
  auto it = recordIndex.find(usr);
  return it == recordIndex.end() ? nullptr : &allRecords[it->second];
}

Place Program::place(std::uint32_t unit, const Location &location) const {
  const std::vector<std::string> &files = units[unit].files;
  Place place;
  if (location.file < files.size())
    place.file = files[location.file];
  place.line = location.line;
  place.column = location.column;
  return place;
}

std::vector<const Function *> Program::overriders(const Function &method) const {
  std::vector<const Function *> result = {&method};
  std::unordered_set<std::uint32_t> seen = {method.id};
  for (std::size_t i = 0; i < result.size(); ++i) {
    auto it = directOverriders.find(result[i]->facts->usr);
    if (it == directOverriders.end())
      continue;
    for (std::uint32_t id : it->second)
      if (seen.insert(id).second)
        result.push_back(&allFunctions[id]);
  }
  return result;
}

bool Program::overridesOrIs(const Function &method, const std::string &base) const {
  std::vector<const Function *> work = {&method};
  std::unordered_set<std::uint32_t> seen = {method.id};
  while (!work.empty()) {
    const Function *current = work.back();
    work.pop_back();
    if (current->facts->usr == base)
      return true;
    for (const std::string &overridden : current->facts->overrides) {
      if (overridden == base)
        return true;
      const Function *next = findFunction(overridden);
      if (next && seen.insert(next->id).second)
        work.push_back(next);
    }
  }
  return false;
}

std::vector<const Record *> Program::linearBases(const Record &record) const {
  std::vector<const Record *> result = {&record};
  std::unordered_set<std::string_view> seen = {record.facts->usr};
  for (std::size_t i = 0; i < result.size(); ++i)
    for (const BaseFacts &base : result[i]->facts->bases)
      if (const Record *found = findRecord(base.usr))
        if (seen.insert(found->facts->usr).second)
          result.push_back(found);
  return result;
}

const Function *Program::finalOverrider(const Record &record,
                                        const Function &method) const {
  for (const Record *current : linearBases(record))
    for (const std::string &usr : current->facts->methods)
      if (const Function *candidate = findFunction(usr))
        if (overridesOrIs(*candidate, method.facts->usr))
          return candidate;
  return nullptr;
}

const FieldFacts *Program::findField(const Record &record, std::string_view name) const {
  for (const Record *current : linearBases(record))
    for (const FieldFacts &field : current->facts->fields)
      if (field.name == name)
        return &field;
  return nullptr;
}

std::vector<const Function *> Program::possibleCallees(const Event &event) const {
  if (event.callee.empty())
    return {};
  const Function *callee = findFunction(event.callee);
  if (!callee)
    return {};
  if (event.isVirtual)
    return overriders(*callee);
  return {callee};
}

std::vector<const Function *> Program::destructorsOf(const Event &event) const {
  const Record *record = findRecord(event.type);
  const Function *declared = record ? findFunction(record->facts->destructor) : nullptr;
  if (!declared)
    return {};
  return declared->facts->isVirtual ? overriders(*declared)
                                    : std::vector<const Function *>{declared};
}

std::string_view unqualifiedName(std::string_view qualifiedName) {
  std::size_t position = qualifiedName.rfind("::");
  return position == std::string_view::npos ? qualifiedName
                                            : qualifiedName.substr(position + 2);
}

std::string displayName(const FunctionFacts &function) {
  if (function.kind == FunctionKind::Lambda)
    return "the lambda";
  std::string_view name = function.qualifiedName;
  std::size_t last = name.rfind("::");
  if (last == std::string_view::npos || last == 0)
    return std::string(name);
  std::size_t previous = name.rfind("::", last - 1);
  if (function.record.empty())
    return std::string(name.substr(last + 2));
  return std::string(previous == std::string_view::npos ? name
                                                        : name.substr(previous + 2));
}

} // namespace hooktidy
