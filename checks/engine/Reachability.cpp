//===- Reachability.cpp - what a class may call -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Reachability.h"

#include "engine/PathNames.h"

namespace hooktidy {

Reachability::Reachability(const Program &program, const HookClass &hook,
                           const Monitor &monitor)
    : program(program), monitor(monitor) {
  addRecord(hook.record->facts->usr);
  for (const auto &[phase, callback] : hook.callbacks)
    add(callback);
  follow();
}

Reachability Reachability::watched(const Reachability &all, const HookClass &hook) {
  Reachability result(all.program, all.monitor);
  for (const char *phase : {"construct", "destroy"})
    if (all.monitor.isWatched(phase))
      result.addRecord(hook.record->facts->usr);
  for (const auto &[phase, callback] : hook.callbacks)
    if (all.monitor.isWatched(phase))
      result.add(callback);
  for (const Function *function : all.list)
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events)
        visitExpressions(event,
                         [&](const Expression &inner) { result.addCallables(inner); });
  result.follow();
  return result;
}

void Reachability::add(const Function *function) {
  if (function && !monitor.isOpaque(*function) && ids.insert(function->id).second)
    list.push_back(function);
}

/// Constructing or destroying an object runs the code of its members and bases.
void Reachability::addRecord(const std::string &usr) {
  if (usr.empty() || !records.insert(usr).second)
    return;
  const Record *record = program.findRecord(usr);
  if (!record)
    return;
  for (const std::string &constructor : record->facts->constructors)
    add(program.findFunction(constructor));
  add(program.findFunction(record->facts->destructor));
  for (const FieldFacts &field : record->facts->fields)
    if (field.ownership == Ownership::Value ||
        field.ownership == Ownership::OwningPointer)
      addRecord(field.record);
  for (const BaseFacts &base : record->facts->bases)
    addRecord(base.usr);
}

void Reachability::addCallables(const Expression &expression) {
  visitExpressions(expression, [this](const Expression &inner) {
    if (inner.kind != ExpressionKind::Callable)
      return;
    if (const Function *function = program.findFunction(inner.text))
      for (const Function *target : program.overriders(*function))
        add(target);
  });
}

void Reachability::follow() {
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Block &block : list[i]->facts->blocks)
      for (const Event &event : block.events) {
        for (const Function *callee : program.possibleCallees(event))
          add(callee);
        if (event.kind == EventKind::Construct || event.kind == EventKind::Destroy)
          addRecord(event.type);
        if (event.kind == EventKind::Destroy && event.isHeap)
          for (const Function *destructor : program.destructorsOf(event))
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

} // namespace hooktidy
