//===- FactsBuilder.h - facts by hand, for tests ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_UNIT_FACTSBUILDER_H
#define HOOKTIDY_TEST_UNIT_FACTSBUILDER_H

#include "facts/Facts.h"

#include <string>
#include <utility>
#include <vector>

namespace hooktidy::test {

inline Expression member(const std::string &name) {
  Expression expression;
  expression.kind = ExpressionKind::Path;
  expression.path.root = PathRoot::This;
  expression.path.fields = {name};
  return expression;
}

inline Expression parameter(std::uint32_t index) {
  Expression expression;
  expression.kind = ExpressionKind::Path;
  expression.path.root = PathRoot::Parameter;
  expression.path.index = index;
  return expression;
}

inline Expression addressOf(Expression operand) {
  Expression expression;
  expression.kind = ExpressionKind::AddressOf;
  expression.operands.push_back(std::move(operand));
  return expression;
}

inline Expression boolean(bool value) {
  Expression expression;
  expression.kind = ExpressionKind::Boolean;
  expression.integer = value;
  return expression;
}

inline Expression compare(Expression left, Comparison comparison, Expression right) {
  Expression expression;
  expression.kind = ExpressionKind::Compare;
  expression.comparison = comparison;
  expression.operands = {std::move(left), std::move(right)};
  return expression;
}

/// Makes the facts of one unit with the classes `fw::SessionRunHook`,
/// `fw::Graph` (`add_op`, `finalized`) and whatever is added.
class FactsBuilder {
public:
  FactsBuilder() {
    facts.mainFile = "/hook.cpp";
    facts.files = {"/hook.cpp"};
    record("fw::SessionRunHook");
    record("fw::Graph");
    for (const char *name :
         {"begin", "after_create_session", "before_run", "after_run", "end"})
      method("fw::SessionRunHook", name).isVirtual = true;
    FunctionFacts &add = method("fw::Graph", "add_op");
    add.hasBody = false;
    FunctionFacts &finalized = method("fw::Graph", "finalized");
    finalized.hasBody = false;
    finalized.isConst = true;
  }

  RecordFacts &record(const std::string &name, std::vector<std::string> bases = {}) {
    RecordFacts record;
    record.usr = name;
    record.qualifiedName = name;
    record.location = {0, nextLine++, 1};
    for (const std::string &base : bases)
      record.bases.push_back({base, base, false});
    facts.records.push_back(record);
    return facts.records.back();
  }

  /// A method with an empty body: entry block 0, exit block 1.
  FunctionFacts &method(const std::string &owner, const std::string &name) {
    FunctionFacts function;
    function.usr = owner + "::" + name;
    function.qualifiedName = owner + "::" + name;
    function.kind = FunctionKind::Method;
    function.record = owner;
    function.location = {0, nextLine++, 3};
    function.hasBody = true;
    function.blocks.resize(2);
    function.blocks[0].successors = {1};
    function.entry = 0;
    function.exit = 1;
    for (RecordFacts &record : facts.records)
      if (record.usr == owner)
        record.methods.push_back(function.usr);
    facts.functions.push_back(function);
    return facts.functions.back();
  }

  /// A callback: overrides the method of fw::SessionRunHook.
  FunctionFacts &callback(const std::string &owner, const std::string &name) {
    FunctionFacts &function = method(owner, name);
    function.isVirtual = true;
    function.overrides = {"fw::SessionRunHook::" + name};
    function.parameters.push_back({"graph", "fw::Graph &", true, false});
    return function;
  }

  Event call(const std::string &callee, Expression receiver = {}) {
    Event event;
    event.kind = EventKind::Call;
    event.id = nextId++;
    event.location = {0, nextLine++, 5};
    event.callee = callee;
    event.receiver = std::move(receiver);
    return event;
  }

  Event write(Expression target, Expression value) {
    Event event;
    event.kind = EventKind::Write;
    event.id = nextId++;
    event.location = {0, nextLine++, 5};
    event.receiver = std::move(target);
    event.value = std::move(value);
    return event;
  }

  Event addOp() { return call("fw::Graph::add_op", parameter(0)); }

  /// `if (condition) return; events...`
  static void guard(FunctionFacts &function, Expression condition,
                    std::vector<Event> events) {
    function.blocks.assign(3, {});
    function.blocks[0].condition = std::move(condition);
    function.blocks[0].successors = {2, 1};
    function.blocks[1].events = std::move(events);
    function.blocks[1].successors = {2};
    function.exit = 2;
  }

  TranslationUnitFacts facts;

private:
  std::uint32_t nextLine = 1;
  std::uint32_t nextId = 1;
};

} // namespace hooktidy::test

#endif // HOOKTIDY_TEST_UNIT_FACTSBUILDER_H
