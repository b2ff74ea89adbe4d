//===- GuardedCode.cpp - code that changes its own guard --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/GuardedCode.h"

#include "engine/PathNames.h"

#include <algorithm>

namespace hooktidy {

GuardedCode::GuardedCode(const Program &program, const Reachability &reachable)
    : program(program) {
  collectChangedNames(reachable);
}

/// A method of the object itself whose body is not seen: it may change any
/// member.
static bool isUnseenOwnMethod(const Event &event, const FunctionFacts &callee) {
  return event.kind == EventKind::Call && !callee.hasBody && !callee.isConst &&
         !callee.isStatic && !callee.isInSystemHeader &&
         event.receiver.path.root == PathRoot::This &&
         event.receiver.path.fields.empty() &&
         event.receiver.kind == ExpressionKind::Path;
}

void GuardedCode::collectChangedNames(const Reachability &reachable) {
  for (const Function *function : reachable.functions()) {
    std::set<std::string> &names = changedNames[function->id];
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events) {
        if (event.kind == EventKind::Write || isCallLike(event))
          if (std::string name = memberOrGlobalName(event.receiver.path); !name.empty())
            names.insert(name);
        const Function *callee = program.findFunction(event.callee);
        if (callee && isUnseenOwnMethod(event, *callee->facts))
          names.insert("*");
        if (callee && isCallLike(event))
          for (std::size_t i = 0;
               i < event.arguments.size() && i < callee->facts->parameters.size(); ++i)
            if (callee->facts->parameters[i].mayModify)
              visitExpressions(event.arguments[i], [&](const Expression &inner) {
                if (std::string name = memberOrGlobalName(inner.path); !name.empty())
                  names.insert(name);
              });
      }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = reachable.functions().size(); i-- > 0;) {
      const Function *function = reachable.functions()[i];
      std::set<std::string> &names = changedNames[function->id];
      std::size_t before = names.size();
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events)
          for (const Function *callee : program.possibleCallees(event))
            if (auto it = changedNames.find(callee->id);
                it != changedNames.end() && callee->id != function->id)
              names.insert(it->second.begin(), it->second.end());
      changed |= names.size() != before;
    }
  }
}

/// Blocks that control can reach without passing through `avoided`.
static std::vector<bool> reachableBlocks(const FunctionFacts &function,
                                         std::uint32_t from, std::uint32_t avoided) {
  std::vector<bool> seen(function.blocks.size());
  std::vector<std::uint32_t> work = {from};
  seen[from] = true;
  seen[avoided] = true;
  while (!work.empty()) {
    std::uint32_t block = work.back();
    work.pop_back();
    for (std::uint32_t successor : function.blocks[block].successors)
      if (!seen[successor]) {
        seen[successor] = true;
        work.push_back(successor);
      }
  }
  return seen;
}

/// What a condition depends on: the names in it, in the calls whose results it
/// uses, and in what was written to its locals.
std::set<std::string> GuardedCode::guardNamesOf(const Function &function,
                                                const Expression &condition) const {
  const FunctionIndex &index = indexOf(function);
  std::set<std::string> names;
  std::vector<const Expression *> work = {&condition};
  std::set<const Event *> seen;
  auto follow = [&](const Event *event) {
    if (!seen.insert(event).second)
      return;
    if (event->kind == EventKind::Write) {
      work.push_back(&event->value);
      return;
    }
    work.push_back(&event->receiver);
    for (const Expression &argument : event->arguments)
      work.push_back(&argument);
  };
  while (!work.empty()) {
    const Expression *expression = work.back();
    work.pop_back();
    visitExpressions(*expression, [&](const Expression &inner) {
      // Writing the whole of an object changes its members.
      names.insert(inner.path.fields.begin(), inner.path.fields.end());
      if (std::string name = variableName(inner.path);
          !name.empty() && (names.insert(name).second || !inner.path.fields.empty()))
        if (auto it = index.localWrites.find(name); it != index.localWrites.end())
          for (const Event *write : it->second)
            follow(write);
      if (inner.kind != ExpressionKind::Call)
        return;
      if (auto it = index.events.find(inner.event); it != index.events.end())
        follow(it->second);
    });
  }
  return names;
}

/// Adds the names of what the event may change; "*" if it may change any member.
void GuardedCode::addChanges(const Event &event, std::set<std::string> &names) const {
  auto add = [&](const AccessPath &path) {
    if (std::string name = variableName(path); !name.empty())
      names.insert(name);
  };
  if (event.kind == EventKind::Write)
    add(event.receiver.path);
  if (!isCallLike(event))
    return;
  const Function *callee = program.findFunction(event.callee);
  if (!callee)
    return;
  if (!callee->facts->isConst)
    add(event.receiver.path);
  for (std::size_t i = 0;
       i < event.arguments.size() && i < callee->facts->parameters.size(); ++i)
    if (callee->facts->parameters[i].mayModify)
      visitExpressions(event.arguments[i],
                       [&](const Expression &inner) { add(inner.path); });
  for (const Function *target : program.possibleCallees(event)) {
    auto it = changedNames.find(target->id);
    if (it != changedNames.end())
      names.insert(it->second.begin(), it->second.end());
  }
  if (isUnseenOwnMethod(event, *callee->facts))
    names.insert("*");
}

const GuardedCode::FunctionIndex &GuardedCode::indexOf(const Function &function) const {
  auto [it, isNew] = indices.try_emplace(function.id);
  if (!isNew)
    return it->second;
  FunctionIndex &index = it->second;
  for (const Block &block : function.facts->blocks) {
    std::set<std::string> &names = index.changesByBlock.emplace_back();
    for (const Event &event : block.events) {
      addChanges(event, names);
      index.events.emplace(event.id, &event);
      if (event.kind == EventKind::Write && event.receiver.path.root == PathRoot::Local)
        index.localWrites[variableName(event.receiver.path)].push_back(&event);
    }
    index.changes.insert(names.begin(), names.end());
  }
  return index;
}

static bool intersects(const std::set<std::string> &names,
                       const std::set<std::string> &changed) {
  return changed.count("*") != 0 ||
         std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return changed.count(name) != 0; });
}

bool GuardedCode::changesItsGuard(const Function &function, std::uint32_t block,
                                  std::size_t successor) const {
  const FunctionFacts &facts = *function.facts;
  const Block &branch = facts.blocks[block];
  if (!branch.condition || branch.successors.size() != 2)
    return false;
  std::set<std::string> names = guardNamesOf(function, *branch.condition);
  // Most functions change nothing of the kind anywhere.
  const FunctionIndex &index = indexOf(function);
  if (!intersects(names, index.changes))
    return false;
  std::uint32_t guarded = branch.successors[successor];
  // An avoided block that nothing leads to avoids nothing.
  std::vector<bool> own = reachableBlocks(facts, guarded, guarded);
  std::vector<bool> other = reachableBlocks(facts, block, guarded);
  other[guarded] = false;
  for (std::size_t i = 0; i < facts.blocks.size(); ++i)
    if (own[i] && !other[i] && intersects(names, index.changesByBlock[i]))
      return true;
  return false;
}

} // namespace hooktidy
