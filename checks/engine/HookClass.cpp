//===- HookClass.cpp - a class under contract ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/HookClass.h"

#include <algorithm>
#include <unordered_set>

namespace hooktidy {

static bool isHookBase(const std::string &qualifiedName, const Contract &contract) {
  return std::any_of(
      contract.bases.begin(), contract.bases.end(),
      [&](const NamePattern &base) { return base.matches(qualifiedName); });
}

static const Phase *phaseOf(const Function &method, const Contract &contract) {
  return contract.findPhaseOfMethod(
      std::string(unqualifiedName(method.facts->qualifiedName)));
}

/// True if a hook base declares any callback: then only overriders count.
static bool declaresCallbacks(const Program &program, const Record &base,
                              const Contract &contract) {
  for (const std::string &usr : base.facts->methods)
    if (const Function *method = program.findFunction(usr))
      if (method->facts->isVirtual && phaseOf(*method, contract))
        return true;
  return false;
}

namespace {
/// What the bases of one class say about hooks.
struct BaseView {
  bool derives = false;
  /// A hook base declares callbacks, so only what overrides them counts.
  bool mustOverride = false;
  /// USRs of the hook bases and of what they derive from: a framework may
  /// declare its callbacks further up.
  std::unordered_set<std::string> framework;
};
} // namespace

static BaseView viewBases(const Program &program, const std::vector<const Record *> &line,
                          const Contract &contract) {
  BaseView view;
  for (const Record *record : line)
    for (const BaseFacts &base : record->facts->bases) {
      if (!isHookBase(base.qualifiedName, contract))
        continue;
      view.derives = true;
      view.framework.insert(base.usr);
      const Record *found = program.findRecord(base.usr);
      if (!found)
        continue;
      for (const Record *above : program.linearBases(*found)) {
        view.framework.insert(above->facts->usr);
        view.mustOverride |= declaresCallbacks(program, *above, contract);
      }
    }
  return view;
}

/// True if `method` overrides a method of the framework.
static bool overridesFramework(const Program &program, const Function &method,
                               const BaseView &view) {
  for (const std::string &usr : method.facts->overrides) {
    const Function *overridden = program.findFunction(usr);
    if (overridden && (view.framework.count(overridden->facts->record) ||
                       overridesFramework(program, *overridden, view)))
      return true;
  }
  return false;
}

std::vector<HookClass> findHookClasses(const Program &program, const Contract &contract) {
  std::vector<HookClass> result;
  for (const Record &record : program.records()) {
    if (record.facts->isInSystemHeader ||
        isHookBase(record.facts->qualifiedName, contract))
      continue;
    std::vector<const Record *> line = program.linearBases(record);
    BaseView view = viewBases(program, line, contract);
    if (!view.derives)
      continue;
    HookClass hook;
    hook.record = &record;
    for (const Record *current : line) {
      if (view.framework.count(current->facts->usr))
        continue;
      for (const std::string &usr : current->facts->methods) {
        const Function *method = program.findFunction(usr);
        const Phase *phase = method ? phaseOf(*method, contract) : nullptr;
        if (!phase || method->facts->isStatic || method->facts->isPure)
          continue;
        if (!view.mustOverride || overridesFramework(program, *method, view))
          hook.callbacks.try_emplace(phase->name, method);
      }
    }
    result.push_back(std::move(hook));
  }
  return result;
}

std::vector<const Function *> declaredCallbacks(const Program &program,
                                                const HookClass &hook,
                                                const Contract &contract) {
  std::vector<const Record *> line = program.linearBases(*hook.record);
  BaseView view = viewBases(program, line, contract);
  std::vector<const Function *> result;
  for (const Record *record : line) {
    for (const BaseFacts &base : record->facts->bases)
      if (!program.findRecord(base.usr))
        return {};
    if (!view.framework.count(record->facts->usr))
      continue;
    for (const std::string &usr : record->facts->methods)
      if (const Function *method = program.findFunction(usr))
        if (method->facts->isVirtual && phaseOf(*method, contract))
          result.push_back(method);
  }
  return result;
}

std::set<std::string>
memberNames(const Program &program, const HookClass &hook,
            const std::function<bool(const FieldFacts &)> &isWanted) {
  std::set<std::string> names;
  std::unordered_set<const Record *> seen;
  std::vector<const Record *> work = {hook.record};
  while (!work.empty()) {
    const Record *record = work.back();
    work.pop_back();
    if (!seen.insert(record).second)
      continue;
    for (const FieldFacts &field : record->facts->fields) {
      if (isWanted(field))
        names.insert(field.name);
      bool isHeld = field.ownership == Ownership::Value ||
                    field.ownership == Ownership::OwningPointer;
      if (const Record *held = isHeld ? program.findRecord(field.record) : nullptr)
        work.push_back(held);
    }
    for (const BaseFacts &base : record->facts->bases)
      if (const Record *found = program.findRecord(base.usr))
        work.push_back(found);
  }
  return names;
}

const FieldFacts *findMember(const Program &program, const HookClass &hook,
                             const std::string &object) {
  if (object.compare(0, 5, "this.") != 0)
    return nullptr;
  std::string path = object.substr(5);
  const Record *record = hook.record;
  while (record) {
    std::size_t dot = path.find('.');
    const FieldFacts *field = program.findField(*record, path.substr(0, dot));
    if (!field || dot == std::string::npos)
      return field;
    record = program.findRecord(field->record);
    path = path.substr(dot + 1);
  }
  return nullptr;
}

} // namespace hooktidy
