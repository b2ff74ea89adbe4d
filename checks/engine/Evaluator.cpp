//===- Evaluator.cpp - expressions over a state -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Evaluator.h"

#include <algorithm>

namespace hooktidy {

/// Longer access paths are not told apart: recursive data would give endless
/// keys.
static constexpr std::size_t MaxFields = 8;

Binding Evaluator::resolve(const AccessPath &path, const Frame &frame,
                           const State &state) const {
  Binding binding;
  switch (path.root) {
  case PathRoot::Unknown:
    return binding;
  case PathRoot::This:
    binding = frame.self;
    // `this` on its own is an address, a member of it is not.
    binding.isAddress = path.fields.empty();
    break;
  case PathRoot::Parameter:
    if (path.index < frame.parameters.size())
      binding = frame.parameters[path.index];
    break;
  case PathRoot::Capture:
    if (path.index < frame.captures.size())
      binding = frame.captures[path.index];
    break;
  case PathRoot::Local:
    binding.object = frame.localPrefix() + std::to_string(path.index);
    break;
  case PathRoot::Global:
    binding.object = "G:" + path.global;
    break;
  }
  if (path.fields.empty())
    return binding;
  // A pointer value leads to the object whose address it is.
  if (binding.object.empty() && binding.value.kind == Value::Kind::Symbol &&
      binding.value.isAddress && binding.value.text.compare(0, 1, "&") == 0)
    binding.object = binding.value.text.substr(1);
  binding.value = Value::unknown();
  binding.isAddress = false;
  if (binding.object.empty())
    return {};
  if (path.root == PathRoot::Local && !path.fields.empty()) {
    Value pointer = state.value(binding.object);
    if (pointer.kind == Value::Kind::Symbol && pointer.isAddress &&
        pointer.text.compare(0, 1, "&") == 0)
      binding.object = pointer.text.substr(1);
  }
  for (const std::string &field : path.fields)
    binding.object += "." + field;
  if (std::count(binding.object.begin(), binding.object.end(), '.') >
      static_cast<std::ptrdiff_t>(MaxFields))
    return {};
  return binding;
}

std::optional<bool> Evaluator::truthOf(const Value &value, const State &state) const {
  if (std::optional<bool> truth = value.truth())
    return truth;
  return value.kind == Value::Kind::Symbol ? state.predicate(value.text) : std::nullopt;
}

Value Evaluator::evaluate(const Expression &expression, const Frame &frame,
                          const State &state) const {
  switch (expression.kind) {
  case ExpressionKind::Unknown:
    return Value::unknown();
  case ExpressionKind::Null:
    return Value::falsy();
  case ExpressionKind::Boolean:
  case ExpressionKind::Integer:
    return Value::integer(expression.integer);
  case ExpressionKind::String:
    return expression.text.empty() ? Value::falsy()
                                   : Value::symbol("\"" + expression.text + "\"", true);
  case ExpressionKind::Path: {
    Binding binding = resolve(expression.path, frame, state);
    if (binding.object.empty())
      return binding.value;
    if (binding.isAddress)
      return Value::symbol("&" + binding.object, true);
    Value value = state.value(binding.object);
    bool isLocal = binding.object[0] == 'L';
    if (value.isUnknown() && !isLocal)
      return Value::symbol(binding.object, false);
    return value;
  }
  case ExpressionKind::AddressOf: {
    std::string text = textOf(expression, frame, state);
    return text.empty() ? Value::truthy() : Value::symbol(text, true);
  }
  case ExpressionKind::NewObject:
    return Value::truthy(expression.text);
  case ExpressionKind::Call:
    return evaluateCall(expression, frame, state);
  case ExpressionKind::Callable:
    return makeCallable(expression, frame, state);
  case ExpressionKind::Not: {
    Value operand = evaluate(expression.operands.front(), frame, state);
    std::optional<bool> truth = truthOf(operand, state);
    return truth ? Value::integer(!*truth) : Value::unknown();
  }
  case ExpressionKind::Compare: {
    State copy = state;
    Assumption isTrue = assume(expression, true, frame, copy);
    return isTrue.wasDecided ? Value::integer(isTrue.isFeasible) : Value::unknown();
  }
  }
  return Value::unknown();
}

LibraryCall Evaluator::libraryCall(const FunctionFacts &callee,
                                   const Expression &receiver,
                                   const std::vector<Expression> &arguments,
                                   const Frame &frame, const State &state) const {
  LibraryCall call{callee, objectOf(receiver, frame, state), {}, {}};
  for (const Expression &argument : arguments) {
    call.texts.push_back(textOf(argument, frame, state));
    call.values.push_back(evaluate(argument, frame, state));
  }
  return call;
}

std::optional<LibraryCall> Evaluator::asLibraryCall(const Expression &call,
                                                    const Frame &frame,
                                                    const State &state) const {
  const Function *callee = program.findFunction(call.text);
  if (!callee || call.operands.empty() || !isLibraryFunction(*callee->facts))
    return std::nullopt;
  std::vector<Expression> arguments(call.operands.begin() + 1, call.operands.end());
  return libraryCall(*callee->facts, call.operands.front(), arguments, frame, state);
}

Value Evaluator::evaluateCall(const Expression &call, const Frame &frame,
                              const State &state) const {
  if (call.event != 0) {
    Value result = state.value(frame.resultPrefix() + std::to_string(call.event));
    if (!result.isUnknown())
      return result;
  }
  const Function *callee = program.findFunction(call.text);
  if (callee && !call.operands.empty()) {
    std::string object = objectOf(call.operands.front(), frame, state);
    if (std::optional<bool> holds = monitor.decide(*callee, object, phase, state))
      return Value::integer(*holds);
  }
  if (std::optional<LibraryCall> library = asLibraryCall(call, frame, state))
    if (std::optional<Value> result = libraryResult(*library, state))
      return *result;
  std::string text = textOf(call, frame, state);
  return text.empty() ? Value::unknown() : Value::symbol(text, false);
}

Value Evaluator::makeCallable(const Expression &expression, const Frame &frame,
                              const State &state) const {
  auto callable = std::make_shared<CallableValue>();
  callable->function = expression.text;
  callable->isBound = expression.isBound;
  callable->self = frame.self;
  std::size_t first = 0;
  if (expression.isBound) {
    callable->self = {};
    if (!expression.operands.empty())
      callable->self = bind(expression.operands.front(), false, frame, state);
    first = 1;
  }
  const Function *function = program.findFunction(expression.text);
  for (std::size_t i = first; i < expression.operands.size(); ++i) {
    bool isCopy = function && !expression.isBound &&
                  i < function->facts->captures.size() &&
                  !function->facts->captures[i].byReference;
    const Expression &operand = expression.operands[i];
    Binding binding = bind(operand, false, frame, state);
    // A copy of a local outlives the local.
    if (isCopy && binding.object.compare(0, 1, "L") == 0 && !binding.isAddress) {
      binding = {};
      binding.value = evaluate(operand, frame, state);
    }
    callable->bound.push_back(std::move(binding));
  }
  return Value::callable(std::move(callable));
}

Binding Evaluator::bind(const Expression &expression, bool isScalar, const Frame &frame,
                        const State &state) const {
  Binding binding;
  bool isAddress = expression.kind == ExpressionKind::AddressOf;
  const Expression &target = isAddress ? expression.operands.front() : expression;
  if (target.kind == ExpressionKind::Path && !isScalar) {
    binding = resolve(target.path, frame, state);
    binding.isAddress |= isAddress;
    if (!binding.object.empty())
      return binding;
  }
  binding.value = evaluate(expression, frame, state);
  if (binding.value.kind == Value::Kind::Symbol && binding.value.isAddress &&
      binding.value.text.compare(0, 1, "&") == 0) {
    binding.object = binding.value.text.substr(1);
    binding.isAddress = true;
    binding.value = Value::unknown();
  }
  return binding;
}

std::string Evaluator::objectOf(const Expression &expression, const Frame &frame,
                                const State &state) const {
  return bind(expression, false, frame, state).object;
}

std::string Evaluator::textOf(const Expression &expression, const Frame &frame,
                              const State &state) const {
  auto textOfValue = [](const Value &value) -> std::string {
    if (value.kind == Value::Kind::Range && value.low == value.high)
      return std::to_string(value.low);
    if (value.kind == Value::Kind::Symbol)
      return value.text;
    return {};
  };
  switch (expression.kind) {
  case ExpressionKind::Unknown:
  case ExpressionKind::NewObject:
  case ExpressionKind::Compare:
  case ExpressionKind::Not:
    return {};
  case ExpressionKind::AddressOf: {
    const Expression &operand = expression.operands.front();
    if (operand.kind == ExpressionKind::Path) {
      Binding binding = resolve(operand.path, frame, state);
      if (binding.object.empty())
        return textOfValue(binding.value);
      return "&" + binding.object;
    }
    std::string text = textOf(operand, frame, state);
    return text.empty() ? text : "&" + text;
  }
  case ExpressionKind::Path: {
    std::string text = textOfValue(evaluate(expression, frame, state));
    if (!text.empty())
      return text;
    Binding binding = resolve(expression.path, frame, state);
    return binding.object;
  }
  case ExpressionKind::Call: {
    std::string text = expression.text + "(";
    for (std::size_t i = 0; i < expression.operands.size(); ++i) {
      const Expression &operand = expression.operands[i];
      bool isNoReceiver = i == 0 && operand.kind == ExpressionKind::Unknown;
      std::string part = isNoReceiver ? "-" : textOf(operand, frame, state);
      if (part.empty())
        return {};
      text += (i ? "," : "") + part;
    }
    return text + ")";
  }
  default:
    return textOfValue(evaluate(expression, frame, state));
  }
}

void Evaluator::learnTruth(const Expression &condition, const Value &value, bool holds,
                           const Frame &frame, State &state) const {
  std::string object;
  if (condition.kind == ExpressionKind::Path)
    object = resolve(condition.path, frame, state).object;
  if (value.kind == Value::Kind::Symbol && value.text != object)
    state.setPredicate(value.text, holds);
  if (!object.empty()) {
    Value learnt = holds ? Value::truthy() : Value::falsy();
    if (holds && value.kind == Value::Kind::Range)
      learnt = refine(value, Comparison::NotEqual, 0);
    if (value.kind == Value::Kind::Unknown || value.kind == Value::Kind::Range ||
        !holds || value.text == object)
      state.learn(object, learnt);
    monitor.onRefine(object, learnt, state);
    return;
  }
  if (condition.kind != ExpressionKind::Call)
    return;
  if (std::optional<LibraryCall> call = asLibraryCall(condition, frame, state))
    if (learnLibraryResult(*call, holds, state) && !call->object.empty())
      monitor.onRefine(call->object, state.value(call->object), state);
}

Assumption Evaluator::assume(const Expression &condition, bool holds, const Frame &frame,
                             State &state) const {
  if (condition.kind == ExpressionKind::Not)
    return assume(condition.operands.front(), !holds, frame, state);
  if (condition.kind == ExpressionKind::Compare)
    return assumeComparison(condition.operands[0],
                            holds ? condition.comparison : negate(condition.comparison),
                            condition.operands[1], frame, state);
  Value value = evaluate(condition, frame, state);
  if (std::optional<bool> truth = truthOf(value, state)) {
    // A rule may know less of the object than the state does.
    if (*truth == holds && condition.kind == ExpressionKind::Path)
      if (std::string object = resolve(condition.path, frame, state).object;
          !object.empty())
        monitor.onRefine(object, value, state);
    return {*truth == holds, true};
  }
  learnTruth(condition, value, holds, frame, state);
  return {true, false};
}

/// What a local is set to, if it is set once; otherwise the expression itself.
static const Expression &definitionOf(const Expression &expression, const Frame &frame) {
  const AccessPath &path = expression.path;
  if (expression.kind != ExpressionKind::Path || path.root != PathRoot::Local ||
      !path.fields.empty())
    return expression;
  const Event *definition = nullptr;
  for (const Block &block : frame.function->facts->blocks)
    for (const Event &event : block.events) {
      const AccessPath &written = event.receiver.path;
      if (event.kind != EventKind::Write || written.root != PathRoot::Local ||
          written.index != path.index || !written.fields.empty())
        continue;
      if (definition)
        return expression;
      definition = &event;
    }
  return definition ? definition->value : expression;
}

/// `container.find(key) == container.end()`.
std::optional<bool> Evaluator::foundInContainer(const Expression &left,
                                                const Expression &right,
                                                const Frame &frame, const State &state,
                                                std::string &predicate) const {
  auto named = [this](const Expression &expression, std::string_view name) {
    const Function *callee = expression.kind == ExpressionKind::Call
                                 ? program.findFunction(expression.text)
                                 : nullptr;
    return callee && isLibraryFunction(*callee->facts) &&
           unqualifiedName(callee->facts->qualifiedName) == name;
  };
  const Expression &search = definitionOf(left, frame);
  bool isFind = named(search, "find") && (named(right, "end") || named(right, "cend"));
  if (!isFind)
    return std::nullopt;
  std::optional<LibraryCall> call = asLibraryCall(search, frame, state);
  if (!call || call->object.empty() || call->texts.empty() || call->texts[0].empty())
    return std::nullopt;
  predicate = membershipPredicate(call->object, call->texts[0]);
  if (state.value(call->object).truth() == false)
    return false;
  return state.predicate(predicate);
}

bool Evaluator::learnComparison(const Expression &left, Comparison comparison,
                                const Value &right, const Frame &frame,
                                State &state) const {
  bool isConstant = right.kind == Value::Kind::Range && right.low == right.high;
  if (left.kind == ExpressionKind::Call && isConstant) {
    if (std::optional<LibraryCall> call = asLibraryCall(left, frame, state))
      return learnLibrarySize(*call, comparison, right.low, state);
    return false;
  }
  if (left.kind != ExpressionKind::Path)
    return false;
  std::string object = resolve(left.path, frame, state).object;
  if (object.empty())
    return false;
  Value known = state.value(object);
  if (isConstant) {
    if (comparison == Comparison::NotEqual && right.low == 0 && known.isUnknown())
      known = Value::truthy();
    else
      known = refine(known, comparison, right.low);
    state.learn(object, known);
    monitor.onRefine(object, known, state);
    return true;
  }
  if (comparison == Comparison::Equal && right.kind == Value::Kind::Symbol &&
      known.isUnknown() && right.text != object) {
    state.learn(object, right);
    return true;
  }
  return false;
}

Assumption Evaluator::assumeComparison(const Expression &left, Comparison comparison,
                                       const Expression &right, const Frame &frame,
                                       State &state) const {
  bool isEquality = comparison == Comparison::Equal || comparison == Comparison::NotEqual;
  bool wantsEqual = comparison == Comparison::Equal;
  std::string membership;
  std::optional<bool> found = foundInContainer(left, right, frame, state, membership);
  if (membership.empty())
    found = foundInContainer(right, left, frame, state, membership);
  if (isEquality && !membership.empty()) {
    if (found)
      return {*found != wantsEqual, true};
    state.setPredicate(membership, !wantsEqual);
    return {true, false};
  }
  Value leftValue = evaluate(left, frame, state);
  Value rightValue = evaluate(right, frame, state);
  if (std::optional<bool> known = compareValues(leftValue, comparison, rightValue)) {
    if (*known) {
      learnComparison(left, comparison, rightValue, frame, state);
      learnComparison(right, mirror(comparison), leftValue, frame, state);
    }
    return {*known, true};
  }
  std::string leftText = textOf(left, frame, state);
  std::string rightText = textOf(right, frame, state);
  std::string equal;
  if (isEquality && !leftText.empty() && !rightText.empty()) {
    equal =
        leftText < rightText ? leftText + "==" + rightText : rightText + "==" + leftText;
    if (std::optional<bool> known = state.predicate(equal))
      return {*known == wantsEqual, true};
  }
  bool learnt = learnComparison(left, comparison, rightValue, frame, state);
  learnt |= learnComparison(right, mirror(comparison), leftValue, frame, state);
  if (!learnt && !equal.empty())
    state.setPredicate(equal, wantsEqual);
  return {true, false};
}

} // namespace hooktidy
