//===- GuardNames.cpp - what branches depend on -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/GuardNames.h"

#include "engine/LibraryModel.h"
#include "engine/PathNames.h"

#include <algorithm>

namespace hooktidy {

/// The name of a variable in the sets: unique in the program for parameters,
/// captures and locals; empty if the path names no variable.
static std::string scopedName(const Function &function, const AccessPath &path) {
  std::string name = variableName(path);
  return !name.empty() && name[0] == '#' ? std::to_string(function.id) + name : name;
}

static std::string parameterName(const Function &function, std::size_t index) {
  AccessPath path;
  path.root = PathRoot::Parameter;
  path.index = static_cast<std::uint32_t>(index);
  return scopedName(function, path);
}

bool GuardNames::mayDecide(const Function &function, const AccessPath &path) const {
  return names.count(scopedName(function, path)) != 0;
}

/// Names of what a condition tests, told apart by function where they are local
/// to it.
static std::set<std::string> testedNames(const Function &function,
                                         const Expression &condition) {
  std::set<std::string> names;
  visitExpressions(condition, [&](const Expression &inner) {
    std::string name = variableName(inner.path);
    if (!name.empty())
      names.insert(name[0] == '#' ? std::to_string(function.id) + name : name);
    if (inner.kind == ExpressionKind::Call)
      names.insert(inner.text);
  });
  return names;
}

bool GuardNames::isTestedElsewhere(const Function &function,
                                   const Expression &condition) const {
  std::set<std::string> tested = testedNames(function, condition);
  return std::any_of(tested.begin(), tested.end(), [this](const std::string &name) {
    auto it = testCounts.find(name);
    return it != testCounts.end() && it->second > 1;
  });
}

/// A branch may depend on the value of the expression. True if that is news.
bool GuardNames::note(const Function &function, const Expression &expression) {
  bool changed = false;
  visitExpressions(expression, [&](const Expression &inner) {
    if (inner.kind == ExpressionKind::Path) {
      std::string name = scopedName(function, inner.path);
      changed |= !name.empty() && names.insert(name).second;
      // Writing the whole of an object changes its members.
      for (const std::string &field : inner.path.fields)
        changed |= names.insert(field).second;
    } else if (inner.kind == ExpressionKind::Call) {
      changed |= results.insert(inner.text).second;
      if (const Function *callee = program.findFunction(inner.text))
        for (const Function *target : program.overriders(*callee))
          changed |= results.insert(target->facts->usr).second;
    }
  });
  return changed;
}

/// Arguments matter where the parameter does; to the library, where they are the
/// keys or the content of something that matters.
bool GuardNames::noteArguments(const Function &function, const Event &event) {
  bool changed = false;
  std::vector<const Function *> targets = program.possibleCallees(event);
  const Function *callee = program.findFunction(event.callee);
  bool isKept = callee && isLibraryFunction(*callee->facts) &&
                names.count(scopedName(function, event.receiver.path)) != 0;
  for (std::size_t i = 0; i < event.arguments.size(); ++i) {
    bool matters = isKept;
    for (const Function *target : targets)
      matters = matters || names.count(parameterName(*target, i)) != 0;
    if (matters)
      changed |= note(function, event.arguments[i]);
  }
  return changed;
}

bool GuardNames::noteEvent(const Function &function, const Event &event) {
  if (event.kind == EventKind::Return)
    return isResultUsed(function.facts->usr) && note(function, event.value);
  if (event.kind == EventKind::Write)
    return mayDecide(function, event.receiver.path) && note(function, event.value);
  if (!isCallLike(event))
    return false;
  bool changed = noteArguments(function, event);
  // What a lambda depends on, its creator gave it.
  visitExpressions(event, [&](const Expression &inner) {
    const Function *lambda = inner.kind == ExpressionKind::Callable && !inner.isBound
                                 ? program.findFunction(inner.text)
                                 : nullptr;
    for (std::size_t i = 0; lambda && i < inner.operands.size(); ++i) {
      AccessPath capture;
      capture.root = PathRoot::Capture;
      capture.index = static_cast<std::uint32_t>(i);
      if (names.count(scopedName(*lambda, capture)))
        changed |= note(function, inner.operands[i]);
    }
  });
  return changed;
}

bool GuardNames::addBranch(const Function &function, std::uint32_t block) {
  if (!branches.insert({function.id, block}).second)
    return false;
  const Expression &condition = *function.facts->blocks[block].condition;
  note(function, condition);
  for (const std::string &name : testedNames(function, condition))
    ++testCounts[name];
  return true;
}

bool GuardNames::addEvent(const Function &function, const Event &event) {
  bool isIndirect = event.kind == EventKind::Call && event.callee.empty();
  bool changed = false;
  if (isIndirect || event.kind == EventKind::Destroy)
    changed |= note(function, event.receiver);
  if (isIndirect)
    for (const Expression &argument : event.arguments)
      changed |= note(function, argument);
  return changed;
}

void GuardNames::propagate(const Reachability &reachable) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function *function : reachable.functions())
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events)
          changed |= noteEvent(*function, event);
  }
}

bool GuardNames::isChangedBy(const Function &function, const Event &event) const {
  auto isGuard = [&](const Expression &expression) {
    bool isAddress = expression.kind == ExpressionKind::AddressOf;
    const Expression &target = isAddress ? expression.operands.front() : expression;
    return target.kind == ExpressionKind::Path && mayDecide(function, target.path);
  };
  if (event.kind == EventKind::Write)
    return isGuard(event.receiver) || event.value.kind == ExpressionKind::Callable;
  if (!isCallLike(event))
    return false;
  const Function *callee = program.findFunction(event.callee);
  // A method of user code changes members of its object, not whether a pointer to
  // the object is null.
  bool mayChangeReceiver =
      !callee || (isLibraryFunction(*callee->facts) && !callee->facts->isConst);
  if (mayChangeReceiver && isGuard(event.receiver))
    return true;
  for (std::size_t i = 0; i < event.arguments.size(); ++i) {
    bool mayModify = !callee || i >= callee->facts->parameters.size() ||
                     callee->facts->parameters[i].mayModify;
    if (mayModify && isGuard(event.arguments[i]))
      return true;
  }
  return false;
}

std::set<std::string> GuardNames::setFromOutside(const HookClass &hook,
                                                 const Reachability &reachable) const {
  std::set<std::string> found;
  std::set<std::string> candidates;
  for (const Record *record : program.linearBases(*hook.record)) {
    for (const FieldFacts &field : record->facts->fields)
      if (field.isPublic && names.count(field.name))
        candidates.insert(field.name);
    for (const std::string &usr : record->facts->methods) {
      const Function *method = program.findFunction(usr);
      if (!method || !method->facts->hasBody || reachable.contains(*method))
        continue;
      for (const Block &block : method->facts->blocks)
        for (const Event &event : block.events) {
          bool isOwn = event.receiver.path.root == PathRoot::This;
          std::string name = memberOrGlobalName(event.receiver.path);
          if (event.kind == EventKind::Write && isOwn && names.count(name))
            found.insert(name);
        }
    }
  }
  // What the class itself changes is its own state, whoever could reach it.
  for (const Function *function : reachable.functions())
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        if (function->facts->kind != FunctionKind::Constructor &&
            (event.kind == EventKind::Write || event.kind == EventKind::Call))
          candidates.erase(memberOrGlobalName(event.receiver.path));
  found.insert(candidates.begin(), candidates.end());
  return found;
}

} // namespace hooktidy
