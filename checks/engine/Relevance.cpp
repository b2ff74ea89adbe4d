//===- Relevance.cpp - what of a class a rule can see -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Relevance.h"

#include <algorithm>
#include <iterator>

namespace hooktidy {

/// What a path is called in the name sets: its last member, or the global.
/// Parameters, captures and locals have no name there.
static std::string nameOf(const AccessPath &path) {
  for (auto it = path.fields.rbegin(); it != path.fields.rend(); ++it)
    if (*it != "[]" && *it != "*")
      return *it;
  return path.root == PathRoot::Global ? path.global : std::string();
}

/// As nameOf, but parameters and locals have names too: for paths of one
/// function.
static std::string localNameOf(const AccessPath &path) {
  std::string name = nameOf(path);
  if (!name.empty() || path.root == PathRoot::Unknown || path.root == PathRoot::This)
    return name;
  return "#" + std::to_string(static_cast<int>(path.root)) + ":" +
         std::to_string(path.index);
}

template <typename Visitor>
static void visitExpressions(const Expression &expression, Visitor visit) {
  visit(expression);
  for (const Expression &operand : expression.operands)
    visitExpressions(operand, visit);
}

template <typename Visitor>
static void visitExpressions(const Event &event, Visitor visit) {
  visitExpressions(event.receiver, visit);
  for (const Expression &argument : event.arguments)
    visitExpressions(argument, visit);
  visitExpressions(event.value, visit);
}

static bool isCallLike(const Event &event) {
  return event.kind == EventKind::Call || event.kind == EventKind::Construct ||
         event.kind == EventKind::Destroy;
}

Relevance::Relevance(const Program &program, const HookClass &hook,
                     const Monitor &monitor)
    : program(program), monitor(monitor) {
  collectReachable(hook);
  for (const Function *function : reachableList)
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        watched |= monitor.isTrigger(*function, event);
  if (!watched)
    return;
  collectGuardNames();
  collectRelevant(monitor);
  collectChangedNames();
}

bool Relevance::mayDecide(const AccessPath &path) const {
  std::string name = nameOf(path);
  return name.empty() || guardNames.count(name) != 0;
}

std::vector<const Function *> Relevance::possibleCallees(const Event &event) const {
  if (event.callee.empty())
    return {};
  const Function *callee = program.findFunction(event.callee);
  if (!callee)
    return {};
  if (event.isVirtual)
    return program.overriders(*callee);
  return {callee};
}

/// Destructors that deleting an object may run: those of derived classes, too, if
/// it is virtual.
std::vector<const Function *> Relevance::destructorsOf(const Event &event) const {
  const Record *record = program.findRecord(event.type);
  const Function *declared =
      record ? program.findFunction(record->facts->destructor) : nullptr;
  if (!declared)
    return {};
  return declared->facts->isVirtual ? program.overriders(*declared)
                                    : std::vector<const Function *>{declared};
}

void Relevance::addReachable(const Function *function) {
  if (function && !monitor.isOpaque(*function) &&
      reachableIds.insert(function->id).second)
    reachableList.push_back(function);
}

/// Constructing or destroying an object runs the code of its members and bases.
void Relevance::addRecord(const std::string &usr) {
  if (usr.empty() || !reachableRecords.insert(usr).second)
    return;
  const Record *record = program.findRecord(usr);
  if (!record)
    return;
  for (const std::string &constructor : record->facts->constructors)
    addReachable(program.findFunction(constructor));
  addReachable(program.findFunction(record->facts->destructor));
  for (const FieldFacts &field : record->facts->fields)
    if (field.ownership == Ownership::Value ||
        field.ownership == Ownership::OwningPointer)
      addRecord(field.record);
  for (const BaseFacts &base : record->facts->bases)
    addRecord(base.usr);
}

void Relevance::addCallables(const Expression &expression) {
  visitExpressions(expression, [this](const Expression &inner) {
    if (inner.kind != ExpressionKind::Callable)
      return;
    if (const Function *function = program.findFunction(inner.text))
      for (const Function *target : program.overriders(*function))
        addReachable(target);
  });
}

std::set<std::string> Relevance::setFromOutside(const HookClass &hook) const {
  std::set<std::string> names;
  for (const Record *record : program.linearBases(*hook.record)) {
    for (const FieldFacts &field : record->facts->fields)
      if (field.isPublic && guardNames.count(field.name))
        names.insert(field.name);
    for (const std::string &usr : record->facts->methods) {
      const Function *method = program.findFunction(usr);
      if (!method || !method->facts->hasBody || reachableIds.count(method->id))
        continue;
      for (const Block &block : method->facts->blocks)
        for (const Event &event : block.events) {
          bool isOwn = event.receiver.path.root == PathRoot::This;
          std::string name = nameOf(event.receiver.path);
          if (event.kind == EventKind::Write && isOwn && guardNames.count(name))
            names.insert(name);
        }
    }
  }
  return names;
}

void Relevance::collectReachable(const HookClass &hook) {
  addRecord(hook.record->facts->usr);
  for (const auto &[phase, callback] : hook.callbacks)
    addReachable(callback);
  for (std::size_t i = 0; i < reachableList.size(); ++i) {
    for (const Block &block : reachableList[i]->facts->blocks)
      for (const Event &event : block.events) {
        for (const Function *callee : possibleCallees(event))
          addReachable(callee);
        if (event.kind == EventKind::Construct || event.kind == EventKind::Destroy)
          addRecord(event.type);
        if (event.kind == EventKind::Destroy && event.isHeap)
          for (const Function *destructor : destructorsOf(event))
            addRecord(destructor->facts->record);
        visitExpressions(event, [this](const Expression &inner) {
          if (inner.kind == ExpressionKind::Callable)
            addCallables(inner);
          if (inner.kind == ExpressionKind::NewObject)
            addRecord(inner.text);
        });
      }
  }
}

/// Names of what a condition tests, told apart by function where they are local
/// to it.
static std::set<std::string> testedNames(const Function &function,
                                         const Expression &condition) {
  std::set<std::string> names;
  visitExpressions(condition, [&](const Expression &inner) {
    std::string name = localNameOf(inner.path);
    if (!name.empty())
      names.insert(name[0] == '#' ? std::to_string(function.id) + name : name);
    if (inner.kind == ExpressionKind::Call)
      names.insert(inner.text);
  });
  return names;
}

bool Relevance::isTestedElsewhere(const Function &function,
                                  const Expression &condition) const {
  std::set<std::string> names = testedNames(function, condition);
  return std::any_of(names.begin(), names.end(), [this](const std::string &name) {
    auto it = testCounts.find(name);
    return it != testCounts.end() && it->second > 1;
  });
}

void Relevance::collectGuardNames() {
  auto note = [this](const Expression &expression) {
    bool changed = false;
    visitExpressions(expression, [&](const Expression &inner) {
      if (inner.kind == ExpressionKind::Path) {
        std::string name = nameOf(inner.path);
        changed |= !name.empty() && guardNames.insert(name).second;
      } else if (inner.kind == ExpressionKind::Call) {
        changed |= resultUsed.insert(inner.text).second;
        if (const Function *callee = program.findFunction(inner.text))
          for (const Function *target : program.overriders(*callee))
            changed |= resultUsed.insert(target->facts->usr).second;
      }
    });
    return changed;
  };
  for (const Function *function : reachableList)
    for (const Block &block : function->facts->blocks)
      if (block.condition) {
        note(*block.condition);
        for (const std::string &name : testedNames(*function, *block.condition))
          ++testCounts[name];
      }
  // Values flow into guards through results, arguments, locals and members.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function *function : reachableList)
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events) {
          if (event.kind == EventKind::Return)
            changed |= resultUsed.count(function->facts->usr) && note(event.value);
          else if (event.kind == EventKind::Write && changesGuardedState(event))
            changed |= note(event.value);
          else if (isCallLike(event)) {
            for (const Expression &argument : event.arguments)
              changed |= note(argument);
            // What a call through a value reaches, and whether a destruction
            // destroys anything, depends on the value.
            bool isIndirect = event.kind == EventKind::Call && event.callee.empty();
            if (isIndirect || event.kind == EventKind::Destroy)
              changed |= note(event.receiver);
          }
        }
  }
}

/// The event itself changes a value that a branch may depend on.
bool Relevance::changesGuardedState(const Event &event) const {
  auto isGuard = [this](const Expression &expression) {
    if (expression.kind != ExpressionKind::Path &&
        expression.kind != ExpressionKind::AddressOf)
      return false;
    const AccessPath &path = expression.kind == ExpressionKind::Path
                                 ? expression.path
                                 : expression.operands.front().path;
    std::string name = nameOf(path);
    return name.empty() ? path.root != PathRoot::Unknown && path.root != PathRoot::This
                        : guardNames.count(name) != 0;
  };
  if (event.kind == EventKind::Write)
    return isGuard(event.receiver) || event.value.kind == ExpressionKind::Callable;
  if (!isCallLike(event))
    return false;
  if (isGuard(event.receiver))
    return true;
  const Function *callee = program.findFunction(event.callee);
  for (std::size_t i = 0; i < event.arguments.size(); ++i) {
    bool mayModify = !callee || i >= callee->facts->parameters.size() ||
                     callee->facts->parameters[i].mayModify;
    if (mayModify && isGuard(event.arguments[i]))
      return true;
  }
  return false;
}

/// A member or global, not merely something local, is changed.
static bool changesNamed(const Event &event) {
  if (!nameOf(event.receiver.path).empty())
    return true;
  return std::any_of(event.arguments.begin(), event.arguments.end(),
                     [](const Expression &argument) {
                       return !nameOf(argument.path).empty() ||
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
    return resultUsed.count(function.facts->usr) &&
           event.value.kind != ExpressionKind::Unknown;
  case EventKind::Write: {
    if (mentionsRelevantCallable(event))
      return true;
    // Parameters and captures may stand for an object of the caller.
    bool isAlias = event.receiver.path.root == PathRoot::Parameter ||
                   event.receiver.path.root == PathRoot::Capture;
    return changesGuardedState(event) && (changesNamed(event) || isAlias);
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
  for (const Function *callee : possibleCallees(event))
    any |= relevant.count(callee->id) != 0;
  if (!event.type.empty() && event.callee.empty())
    if (const Record *record = program.findRecord(event.type))
      for (const std::string &usr : record->facts->constructors)
        if (const Function *constructor = program.findFunction(usr))
          any |= relevant.count(constructor->id) != 0;
  if (event.kind == EventKind::Destroy)
    any |= reachableRecords.count(event.type) != 0;
  return any || mentionsRelevantCallable(event) ||
         (changesGuardedState(event) && changesNamed(event));
}

void Relevance::collectRelevant(const Monitor &monitor) {
  // Calls through values matter only if some callable does; that can turn out
  // late.
  markRelevant(monitor);
  for (const Function *function : reachableList)
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
    for (std::size_t i = reachableList.size(); i-- > 0;) {
      const Function *function = reachableList[i];
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
  return makesRelevant(function, event, monitor) || changesGuardedState(event);
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

void Relevance::collectChangedNames() {
  for (const Function *function : reachableList) {
    std::set<std::string> &names = changedNames[function->id];
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events) {
        if (event.kind == EventKind::Write || isCallLike(event))
          if (std::string name = nameOf(event.receiver.path); !name.empty())
            names.insert(name);
        const Function *callee = program.findFunction(event.callee);
        if (callee && isUnseenOwnMethod(event, *callee->facts))
          names.insert("*");
        if (callee && isCallLike(event))
          for (std::size_t i = 0;
               i < event.arguments.size() && i < callee->facts->parameters.size(); ++i)
            if (callee->facts->parameters[i].mayModify)
              visitExpressions(event.arguments[i], [&](const Expression &inner) {
                if (std::string name = nameOf(inner.path); !name.empty())
                  names.insert(name);
              });
      }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = reachableList.size(); i-- > 0;) {
      const Function *function = reachableList[i];
      std::set<std::string> &names = changedNames[function->id];
      std::size_t before = names.size();
      for (const Block &block : function->facts->blocks)
        for (const Event &event : block.events)
          for (const Function *callee : possibleCallees(event))
            if (auto it = changedNames.find(callee->id);
                it != changedNames.end() && callee->id != function->id)
              names.insert(it->second.begin(), it->second.end());
      changed |= names.size() != before;
    }
  }
}

static std::vector<bool> reachableBlocks(const FunctionFacts &function,
                                         std::uint32_t from) {
  std::vector<bool> seen(function.blocks.size());
  std::vector<std::uint32_t> work = {from};
  seen[from] = true;
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
std::set<std::string> Relevance::guardNamesOf(const Function &function,
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
      if (std::string name = localNameOf(inner.path);
          !name.empty() && names.insert(name).second)
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
void Relevance::addChanges(const Event &event, std::set<std::string> &names) const {
  auto add = [&](const AccessPath &path) {
    if (std::string name = localNameOf(path); !name.empty())
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
  for (const Function *target : possibleCallees(event)) {
    auto it = changedNames.find(target->id);
    if (it != changedNames.end())
      names.insert(it->second.begin(), it->second.end());
  }
  if (isUnseenOwnMethod(event, *callee->facts))
    names.insert("*");
}

const Relevance::FunctionIndex &Relevance::indexOf(const Function &function) const {
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
        index.localWrites[localNameOf(event.receiver.path)].push_back(&event);
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

bool Relevance::guardedCodeChangesGuard(const Function &function, std::uint32_t block,
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
  std::vector<bool> own = reachableBlocks(facts, branch.successors[successor]);
  std::vector<bool> other = reachableBlocks(facts, branch.successors[1 - successor]);
  for (std::size_t i = 0; i < facts.blocks.size(); ++i)
    if (own[i] && !other[i] && intersects(names, index.changesByBlock[i]))
      return true;
  return false;
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
      if (guardedCodeChangesGuard(function, i, successor))
        slice.changesItsGuard[facts.blocks[i].successors[successor]] = true;
  return slice;
}

} // namespace hooktidy
