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
    : program(program), monitor(monitor), reachable(program, hook, monitor),
      watchedReach(Reachability::watched(reachable, hook)), guards(program) {
  for (const Function *function : reachable.functions())
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        watched |= monitor.isTrigger(*function, event);
  if (!watched)
    return;
  collectRelevant();
  watched = !eventful.empty();
  if (!watched)
    return;
  guardedCode.emplace(program, reachable);
}

std::set<std::string> Relevance::setFromOutside(const HookClass &hook) const {
  return guards.setFromOutside(hook, reachable);
}

/// Members of members are looked at down to this level.
static constexpr unsigned MaxNesting = 8;

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

bool Relevance::mentionsEventfulCallable(const Event &event) const {
  bool any = false;
  visitExpressions(event, [&](const Expression &inner) {
    if (inner.kind != ExpressionKind::Callable)
      return;
    if (const Function *target = program.findFunction(inner.text))
      for (const Function *callee : program.overriders(*target))
        any |= eventful.count(callee->id) != 0;
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

/// The event gives its callee something that a branch may depend on, or the hook
/// or a part of it.
bool Relevance::givesGuarded(const Function &function, const Event &event) const {
  auto mayBeGuarded = [&](const Expression &expression) {
    bool found = false;
    visitExpressions(expression, [&](const Expression &inner) {
      PathRoot root = inner.path.root;
      bool isShared = root == PathRoot::This || root == PathRoot::Parameter ||
                      root == PathRoot::Capture;
      found = found || (inner.kind == ExpressionKind::Path &&
                        (isShared || guards.mayDecide(function, inner.path)));
    });
    return found;
  };
  return mayBeGuarded(event.receiver) ||
         std::any_of(event.arguments.begin(), event.arguments.end(), mayBeGuarded);
}

/// What is watched happens when an object of the class is destroyed.
bool Relevance::isEventfulToDestroy(const std::string &usr, unsigned nesting) const {
  const Record *record = program.findRecord(usr);
  if (!record || nesting > MaxNesting)
    return false;
  if (const Function *declared = program.findFunction(record->facts->destructor))
    for (const Function *destructor : program.overriders(*declared))
      if (eventful.count(destructor->id))
        return true;
  for (const FieldFacts &field : record->facts->fields)
    if (field.ownership != Ownership::RawPointer &&
        field.ownership != Ownership::Reference &&
        isEventfulToDestroy(field.record, nesting + 1))
      return true;
  return std::any_of(
      record->facts->bases.begin(), record->facts->bases.end(),
      [&](const BaseFacts &base) { return isEventfulToDestroy(base.usr, nesting + 1); });
}

/// What is watched happens in the event or below it.
bool Relevance::isEventful(const Function &function, const Event &event) const {
  if (monitor.isEventful(function, event) &&
      (watchedReach.contains(function) || !monitor.countsInWatchedPhasesOnly(event)))
    return true;
  if (event.kind == EventKind::Write)
    return mentionsEventfulCallable(event);
  if (!isCallLike(event))
    return false;
  if (event.kind == EventKind::Call && event.callee.empty())
    return anyEventfulCallable;
  if (anyEventfulCallable && takesUnknownCallable(event))
    return true;
  std::vector<const Function *> callees = program.possibleCallees(event);
  if (event.callee.empty())
    if (const Record *record = program.findRecord(event.type))
      for (const std::string &usr : record->facts->constructors)
        if (const Function *constructor = program.findFunction(usr))
          callees.push_back(constructor);
  bool any = std::any_of(callees.begin(), callees.end(), [this](const Function *callee) {
    return eventful.count(callee->id) != 0;
  });
  if (event.kind == EventKind::Destroy)
    any = any || isEventfulToDestroy(event.type, 0);
  return any || mentionsEventfulCallable(event);
}

/// The function throws, and what it tests before is known or can be decided.
bool Relevance::throwsUnderGuard(const Function &function) const {
  for (const Block &block : function.facts->blocks) {
    bool isKnown = false;
    if (block.condition)
      visitExpressions(*block.condition, [&](const Expression &inner) {
        const Function *callee = inner.kind == ExpressionKind::Call
                                     ? program.findFunction(inner.text)
                                     : nullptr;
        isKnown = isKnown || (callee && monitor.canDecide(*callee)) ||
                  (inner.kind == ExpressionKind::Path &&
                   guards.mayDecide(function, inner.path));
      });
    if (isKnown)
      return true;
  }
  return false;
}

bool Relevance::makesRelevant(const Function &function, const Event &event) const {
  if (isEventful(function, event))
    return true;
  if (event.kind == EventKind::Throw)
    return throwsUnderGuard(function);
  if (event.kind == EventKind::Return)
    return guards.isResultUsed(function.facts->usr) &&
           event.value.kind != ExpressionKind::Unknown;
  if (event.kind == EventKind::Write) {
    // Parameters and captures may stand for an object of the caller.
    bool isAlias = event.receiver.path.root == PathRoot::Parameter ||
                   event.receiver.path.root == PathRoot::Capture;
    return guards.isChangedBy(function, event) && (changesNamed(event) || isAlias);
  }
  if (!isCallLike(event))
    return false;
  if (guards.isChangedBy(function, event) && changesNamed(event))
    return true;
  std::vector<const Function *> callees = program.possibleCallees(event);
  return std::any_of(callees.begin(), callees.end(), [&](const Function *callee) {
    return isRelevant(*callee) &&
           (mayThrow.count(callee->id) != 0 || guards.isResultUsed(callee->facts->usr) ||
            givesGuarded(function, event));
  });
}

template <typename Predicate>
bool Relevance::markFunctions(std::unordered_set<std::uint32_t> &marked,
                              Predicate isMarking) {
  bool anyNew = false;
  for (bool changed = true; changed;) {
    changed = false;
    // Callers come before callees in the list: going backwards, a chain of calls
    // takes one round.
    const std::vector<const Function *> &functions = reachable.functions();
    for (auto it = functions.rbegin(); it != functions.rend(); ++it) {
      const Function *function = *it;
      if (marked.count(function->id))
        continue;
      bool found = false;
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events)
          found = found || isMarking(*function, event);
      changed |= found && marked.insert(function->id).second;
    }
    anyNew |= changed;
  }
  return anyNew;
}

/// Notes what the walk of a relevant function depends on. True if that is news.
bool Relevance::addGuardsOf(const Function &function) {
  const std::vector<Block> &blocks = function.facts->blocks;
  FunctionSlice slice = decidingSlice(function);
  bool isNew = false;
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    if (slice.isDeciding[i])
      isNew |= guards.addBranch(function, i);
    for (const Event &event : blocks[i].events)
      if (isRelevant(function, event))
        isNew |= guards.addEvent(function, event);
  }
  return isNew;
}

void Relevance::collectRelevant() {
  auto markEventful = [this] {
    markFunctions(eventful, [this](const Function &function, const Event &event) {
      return isEventful(function, event);
    });
  };
  markEventful();
  // Calls through values matter only if some callable does.
  for (const Function *function : reachable.functions())
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        anyEventfulCallable = anyEventfulCallable || mentionsEventfulCallable(event);
  if (anyEventfulCallable)
    markEventful();
  relevant = eventful;
  // Branches of a relevant function make what they depend on relevant, which can
  // make further functions, events and branches relevant.
  for (bool isNew = !eventful.empty(); isNew;) {
    bool isNewBranch = false;
    for (const Function *function : reachable.functions())
      if (isRelevant(*function))
        isNewBranch |= addGuardsOf(*function);
    if (isNewBranch)
      guards.propagate(reachable);
    for (const Function *function : reachable.functions())
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events)
          if (event.kind == EventKind::Throw && throwsUnderGuard(*function))
            mayThrow.insert(function->id);
    isNew = markFunctions(relevant, [this](const Function &function, const Event &event) {
      return makesRelevant(function, event);
    });
    isNew |= isNewBranch;
  }
}

bool Relevance::isRelevant(const Function &function, const Event &event) const {
  if (event.kind == EventKind::Throw)
    return true;
  return monitor.isInteresting(function, event) || makesRelevant(function, event) ||
         guards.isChangedBy(function, event);
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

FunctionSlice Relevance::decidingSlice(const Function &function) const {
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
  return slice;
}

FunctionSlice Relevance::makeSlice(const Function &function) const {
  const FunctionFacts &facts = *function.facts;
  std::size_t count = facts.blocks.size();
  FunctionSlice slice = decidingSlice(function);
  slice.changesItsGuard.resize(count);
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::size_t successor = 0; slice.isDeciding[i] && successor < 2; ++successor)
      if (guardedCode->changesItsGuard(function, i, successor))
        slice.changesItsGuard[facts.blocks[i].successors[successor]] = true;
  return slice;
}

} // namespace hooktidy
