//===- Relevance.cpp - what of a class a rule can see -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Relevance.h"

#include "engine/PathNames.h"

#include <algorithm>

namespace hooktidy {

Relevance::Relevance(const Program &program, const HookClass &hook,
                     const Monitor &monitor)
    : program(program), monitor(monitor), reachable(program, hook, monitor) {
  for (const Function *function : reachable.functions())
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        watched |= monitor.isTrigger(*function, event);
  if (!watched)
    return;
  guards.emplace(program, reachable);
  guardedCode.emplace(program, reachable);
  collectRelevant(monitor);
}

std::set<std::string> Relevance::setFromOutside(const HookClass &hook) const {
  return guards->setFromOutside(hook, reachable);
}

/// A member or global, not merely something local, is changed.
static bool changesNamed(const Event &event) {
  if (!memberOrGlobalName(event.receiver.path).empty())
    return true;
  return std::any_of(event.arguments.begin(), event.arguments.end(),
                     [](const Expression &argument) {
                       return !memberOrGlobalName(argument.path).empty() ||
                              argument.kind == ExpressionKind::AddressOf;
                     });
}

bool Relevance::mentionsRelevantCallable(const Event &event) const {
  bool any = false;
  visitExpressions(event, [&](const Expression &inner) {
    if (inner.kind != ExpressionKind::Callable)
      return;
    if (const Function *target = program.findFunction(inner.text))
      for (const Function *callee : program.overriders(*target))
        any |= relevant.count(callee->id) != 0;
  });
  return any;
}

/// A function whose body is not seen is given a variable: it may hold a callable.
bool Relevance::takesUnknownCallable(const Event &event) const {
  const Function *callee = program.findFunction(event.callee);
  if (!callee || callee->facts->hasBody)
    return false;
  return std::any_of(
      event.arguments.begin(), event.arguments.end(),
      [](const Expression &argument) { return argument.kind == ExpressionKind::Path; });
}

bool Relevance::makesRelevant(const Function &function, const Event &event,
                              const Monitor &monitor) const {
  if (monitor.isInteresting(function, event))
    return true;
  switch (event.kind) {
  case EventKind::Return:
    return guards->isResultUsed(function.facts->usr) &&
           event.value.kind != ExpressionKind::Unknown;
  case EventKind::Write: {
    if (mentionsRelevantCallable(event))
      return true;
    // Parameters and captures may stand for an object of the caller.
    bool isAlias = event.receiver.path.root == PathRoot::Parameter ||
                   event.receiver.path.root == PathRoot::Capture;
    return guards->isChangedBy(function, event) && (changesNamed(event) || isAlias);
  }
  case EventKind::Call:
  case EventKind::Construct:
  case EventKind::Destroy:
    break;
  default:
    return false;
  }
  if (event.kind == EventKind::Call && event.callee.empty())
    return anyRelevantCallable;
  bool any = anyRelevantCallable && takesUnknownCallable(event);
  for (const Function *callee : program.possibleCallees(event))
    any |= relevant.count(callee->id) != 0;
  if (!event.type.empty() && event.callee.empty())
    if (const Record *record = program.findRecord(event.type))
      for (const std::string &usr : record->facts->constructors)
        if (const Function *constructor = program.findFunction(usr))
          any |= relevant.count(constructor->id) != 0;
  if (event.kind == EventKind::Destroy)
    any |= reachable.containsRecord(event.type);
  return any || mentionsRelevantCallable(event) ||
         (guards->isChangedBy(function, event) && changesNamed(event));
}

void Relevance::collectRelevant(const Monitor &monitor) {
  // Calls through values matter only if some callable does; that can turn out
  // late.
  markRelevant(monitor);
  for (const Function *function : reachable.functions())
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        anyRelevantCallable = anyRelevantCallable || mentionsRelevantCallable(event);
  if (anyRelevantCallable)
    markRelevant(monitor);
}

void Relevance::markRelevant(const Monitor &monitor) {
  for (bool changed = true; changed;) {
    changed = false;
    // Callers come before callees in the list: going backwards, a chain of calls
    // takes one round.
    for (std::size_t i = reachable.functions().size(); i-- > 0;) {
      const Function *function = reachable.functions()[i];
      if (relevant.count(function->id))
        continue;
      bool found = false;
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events)
          found = found || makesRelevant(*function, event, monitor);
      if (found)
        changed |= relevant.insert(function->id).second;
    }
  }
}

bool Relevance::isRelevant(const Function &function, const Event &event) const {
  if (event.kind == EventKind::Throw)
    return true;
  return makesRelevant(function, event, monitor) || guards->isChangedBy(function, event);
}

const FunctionSlice &Relevance::slice(const Function &function) const {
  auto it = slices.find(function.id);
  if (it == slices.end())
    it = slices.emplace(function.id, makeSlice(function)).first;
  return it->second;
}

/// Where control can go from a block that is no node of the slice: the nodes
/// that its successors lead to.
static std::vector<std::uint32_t>
leadsTo(const Block &block, const std::vector<std::vector<std::uint32_t>> &next) {
  std::set<std::uint32_t> nodes;
  for (std::uint32_t successor : block.successors)
    nodes.insert(next[successor].begin(), next[successor].end());
  return {nodes.begin(), nodes.end()};
}

/// Computes `next` for all blocks: a node leads to itself.
static void propagate(const FunctionFacts &facts, const std::vector<bool> &isNode,
                      std::vector<std::vector<std::uint32_t>> &next) {
  std::size_t count = facts.blocks.size();
  for (std::size_t i = 0; i < count; ++i) {
    next[i].clear();
    if (isNode[i])
      next[i].push_back(static_cast<std::uint32_t>(i));
  }
  bool changed = true;
  auto update = [&](std::size_t i) {
    if (isNode[i])
      return;
    std::vector<std::uint32_t> nodes = leadsTo(facts.blocks[i], next);
    if (nodes == next[i])
      return;
    next[i] = std::move(nodes);
    changed = true;
  };
  // Going through the blocks both ways keeps the number of rounds low.
  while (changed) {
    changed = false;
    for (std::size_t i = 0; i < count; ++i)
      update(i);
    for (std::size_t i = count; i-- > 0;)
      update(i);
  }
}

FunctionSlice Relevance::makeSlice(const Function &function) const {
  const FunctionFacts &facts = *function.facts;
  std::size_t count = facts.blocks.size();
  FunctionSlice slice;
  slice.next.resize(count);
  slice.isDeciding.resize(count);
  std::vector<bool> isNode(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const Event &event : facts.blocks[i].events)
      isNode[i] = isNode[i] || isRelevant(function, event);
    isNode[i] = isNode[i] || i == facts.exit;
  }
  for (bool changed = true; changed;) {
    propagate(facts, isNode, slice.next);
    changed = false;
    for (std::size_t i = 0; i < count; ++i) {
      const Block &block = facts.blocks[i];
      if (slice.isDeciding[i] || !block.condition || block.successors.size() != 2 ||
          slice.next[block.successors[0]] == slice.next[block.successors[1]])
        continue;
      slice.isDeciding[i] = true;
      isNode[i] = true;
      changed = true;
    }
  }
  slice.changesItsGuard.resize(count);
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::size_t successor = 0; slice.isDeciding[i] && successor < 2; ++successor)
      if (guardedCode->changesItsGuard(function, i, successor))
        slice.changesItsGuard[facts.blocks[i].successors[successor]] = true;
  return slice;
}

} // namespace hooktidy
