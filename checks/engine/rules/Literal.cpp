//===- rules/Literal.cpp - literals that are wrong on their face ----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A literal that is an argument of certain calls, itself or by way of a variable
// that is never anything else, must have the form that the callee asks for.
//
// Invariants:
//  * Only what is certain is reported: a value that is computed, or a variable
//    that has two values, is no literal.
//  * No message quotes a text: it may be a secret.
//
// Known holes:
//  * Values that come from another function, or from a variable that is not
//    constant and not local.

#include "engine/rules/ProgramRule.h"
#include "runtime_hook/gcs/credentials/credentials.h"

#include <algorithm>
#include <optional>

namespace hooktidy {

namespace {

/// Local variables that have one value from their initialisation on.
class ConstantLocals {
public:
  ConstantLocals(const Program &program, const FunctionFacts &function)
      : program(program) {
    for (const Block &block : function.blocks)
      for (const Event &event : block.events)
        note(event);
  }

  /// What the expression is made of in the end, or null.
  const Expression *resolve(const Expression &expression, unsigned depth = 0) const {
    if (depth > MaxDepth)
      return nullptr;
    if (expression.kind == ExpressionKind::NewObject)
      return expression.operands.size() == 1
                 ? resolve(expression.operands.front(), depth + 1)
                 : nullptr;
    if (expression.kind != ExpressionKind::Path)
      return &expression;
    if (expression.path.root != PathRoot::Local || !expression.path.fields.empty())
      return nullptr;
    auto known = values.find(expression.path.index);
    bool isConstant = known != values.end() && known->second != nullptr;
    return isConstant ? resolve(*known->second, depth + 1) : nullptr;
  }

private:
  static constexpr unsigned MaxDepth = 8;

  void note(const Event &event) {
    bool isLocal = event.receiver.kind == ExpressionKind::Path &&
                   event.receiver.path.root == PathRoot::Local;
    if (isLocal && event.kind == EventKind::Write)
      set(event.receiver.path.index,
          event.isCompound || !event.receiver.path.fields.empty() ? nullptr
                                                                  : &event.value);
    // A method may change it.
    else if (isLocal && event.kind == EventKind::Call)
      set(event.receiver.path.index, nullptr);
    const Function *callee = program.findFunction(event.callee);
    for (std::size_t i = 0; i < event.arguments.size(); ++i)
      handOver(event.arguments[i], callee ? &callee->facts->parameters : nullptr, i);
    handOver(event.value, nullptr, 0);
  }

  /// What is moved from is not used any more.
  static bool isOutput(const ParameterFacts &parameter) {
    const std::string &type = parameter.type;
    bool isMoved = type.size() > 2 && type.compare(type.size() - 2, 2, "&&") == 0;
    return parameter.mayModify && !isMoved;
  }

  /// Whoever has its address or a reference to it may change a local, and so may
  /// a lambda that captures it.
  void handOver(const Expression &given, const std::vector<ParameterFacts> *parameters,
                std::size_t position) {
    if (parameters && position < parameters->size() && isOutput((*parameters)[position]))
      giveAway(given);
    if (given.kind == ExpressionKind::AddressOf || given.kind == ExpressionKind::Callable)
      for (const Expression &operand : given.operands)
        giveAway(operand);
  }

  void giveAway(const Expression &object) {
    if (object.kind == ExpressionKind::Path && object.path.root == PathRoot::Local)
      set(object.path.index, nullptr);
  }

  void set(std::uint32_t local, const Expression *value) {
    auto [known, isNew] = values.try_emplace(local, value);
    if (!isNew)
      known->second = nullptr;
  }

  const Program &program;
  /// Null: more than one value.
  std::map<std::uint32_t, const Expression *> values;
};

class LiteralChecker {
public:
  LiteralChecker(const Program &program, const Rule &rule)
      : program(program), rule(rule) {}

  std::vector<FunctionBreach> run() {
    for (const Function &function : program.functions())
      if (function.facts->hasBody && !function.facts->isInSystemHeader)
        checkFunction(function);
    return std::move(breaches);
  }

private:
  void checkFunction(const Function &function) {
    std::optional<ConstantLocals> locals;
    for (const Block &block : function.facts->blocks)
      for (const Event &event : block.events) {
        bool isCall = event.kind == EventKind::Call || event.kind == EventKind::Construct;
        const Function *callee = isCall ? program.findFunction(event.callee) : nullptr;
        if (!callee)
          continue;
        for (const LiteralCall &literal : rule.literals) {
          if (!matchesAny(literal.calls, *callee->facts))
            continue;
          if (!locals)
            locals.emplace(program, *function.facts);
          checkCall(function, event, *callee, literal, *locals);
        }
      }
  }

  void checkCall(const Function &function, const Event &event, const Function &callee,
                 const LiteralCall &literal, const ConstantLocals &locals) {
    for (const LiteralArgument &argument : literal.arguments) {
      std::string problem = problemOf(argument, literal, event, locals);
      if (problem.empty())
        continue;
      FunctionBreach breach;
      breach.function = &function;
      breach.violation.chain.push_back(
          {function.unit, event.location, displayName(*callee.facts)});
      breach.violation.placeholders["problem"] = problem;
      breach.violation.subject = callee.facts->qualifiedName + " " + argument.name;
      breaches.push_back(std::move(breach));
      return;
    }
  }

  static const Expression *literalAt(unsigned position, const Event &event,
                                     const ConstantLocals &locals) {
    return position < event.arguments.size() ? locals.resolve(event.arguments[position])
                                             : nullptr;
  }

  std::string problemOf(const LiteralArgument &argument, const LiteralCall &literal,
                        const Event &event, const ConstantLocals &locals) const {
    const Expression *value = literalAt(argument.position, event, locals);
    if (!value)
      return {};
    if (argument.isGcsCredentials && value->kind == ExpressionKind::String) {
      auto problem = credentials::check_credentials(value->text);
      return problem ? problem->message : std::string();
    }
    if (value->kind != ExpressionKind::Integer)
      return {};
    return problemOfNumber(argument, literal, value->integer, event, locals);
  }

  std::string problemOfNumber(const LiteralArgument &argument, const LiteralCall &literal,
                              std::int64_t value, const Event &event,
                              const ConstantLocals &locals) const {
    std::string is = "'" + argument.name + "' is " + std::to_string(value);
    if (argument.minimum && value < *argument.minimum)
      return is + ", less than " + std::to_string(*argument.minimum);
    if (argument.maximum && value > *argument.maximum)
      return is + ", more than " + std::to_string(*argument.maximum);
    auto other = std::find_if(
        literal.arguments.begin(), literal.arguments.end(),
        [&](const LiteralArgument &a) { return a.name == argument.notAbove; });
    if (other == literal.arguments.end())
      return {};
    const Expression *limit = literalAt(other->position, event, locals);
    if (!limit || limit->kind != ExpressionKind::Integer || limit->integer <= 0)
      return {};
    bool isDefault = value == 0 && argument.zeroMeans;
    std::int64_t effective = isDefault ? *argument.zeroMeans : value;
    if (effective <= limit->integer)
      return {};
    return "'" + argument.name + "' is " + std::to_string(effective) +
           (isDefault ? " by default" : "") + ", more than '" + other->name +
           "', which is " + std::to_string(limit->integer);
  }

  const Program &program;
  const Rule &rule;
  std::vector<FunctionBreach> breaches;
};

} // namespace

std::vector<FunctionBreach> checkLiterals(const Program &program, const Rule &rule) {
  return LiteralChecker(program, rule).run();
}

} // namespace hooktidy
