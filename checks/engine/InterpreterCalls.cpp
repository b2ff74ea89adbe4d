//===- InterpreterCalls.cpp - calls, constructions, destructions *- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Interpreter.h"

#include <algorithm>

namespace hooktidy {

/// Members of members are destroyed down to this level; deeper ones are
/// taken to do nothing.
static constexpr unsigned MaxNesting = 8;

static Interpreter::Outcomes unchanged(State state) {
  Interpreter::Outcomes outcomes;
  outcomes.push_back({std::move(state), false, {}, {}});
  return outcomes;
}

static void append(Interpreter::Outcomes &to, Interpreter::Outcomes from) {
  for (Outcome &outcome : from)
    to.push_back(std::move(outcome));
}

/// Continues every normal outcome with `next`; those that throw stay.
template <typename Next>
static Interpreter::Outcomes chainOutcomes(Interpreter::Outcomes outcomes, Next next) {
  Interpreter::Outcomes result;
  for (Outcome &outcome : outcomes) {
    if (outcome.throws)
      result.push_back(std::move(outcome));
    else
      append(result, next(outcome.state));
  }
  return result;
}

static bool isScalarType(const std::string &type) {
  if (type.empty() || type.back() == '&' || type.back() == '*')
    return false;
  static const char *const Scalars[] = {"bool",     "char",   "short", "int",   "long",
                                        "unsigned", "signed", "float", "double"};
  std::string_view name = type;
  if (name.compare(0, 6, "const ") == 0)
    name.remove_prefix(6);
  return std::any_of(std::begin(Scalars), std::end(Scalars), [&](std::string_view s) {
    return name.compare(0, s.size(), s) == 0;
  });
}

std::vector<Binding> Interpreter::bindArguments(const Function &target,
                                                const std::vector<Expression> &arguments,
                                                const Frame &frame,
                                                const State &state) const {
  std::vector<Binding> bindings;
  const std::vector<ParameterFacts> &parameters = target.facts->parameters;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool isScalar = i < parameters.size() && isScalarType(parameters[i].type);
    bindings.push_back(evaluator.bind(arguments[i], isScalar, frame, state));
  }
  return bindings;
}

Interpreter::Outcomes Interpreter::stepCall(const Frame &frame, const Event &event,
                                            State state) {
  if (event.kind == EventKind::Call && event.callee.empty())
    return callIndirectly(frame, event, std::move(state));
  const Function *callee = program.findFunction(event.callee);
  std::string name = callee ? displayName(*callee->facts) : std::string();
  if (!callee && event.kind == EventKind::Destroy)
    if (const Record *record = program.findRecord(event.type))
      name = "~" + std::string(unqualifiedName(record->facts->qualifiedName));
  chain.back().callee = name;
  if (event.kind == EventKind::Destroy) {
    if (monitor.onCall(contextOf(frame, event, callee, state), state))
      return unchanged(std::move(state));
    Binding object = evaluator.bind(event.receiver, false, frame, state);
    object.isAddress = false;
    bool isNull = !object.object.empty() && state.value(object.object).truth() == false;
    if (isNull)
      return unchanged(std::move(state));
    std::string dynamicType =
        event.isHeap && !object.object.empty() ? state.value(object.object).record : "";
    return destroy(frame, event, dynamicType.empty() ? event.type : dynamicType, object,
                   state, 0);
  }
  if (!callee) {
    EventContext context = contextOf(frame, event, nullptr, state);
    if (!monitor.onCall(context, state) && event.kind == EventKind::Call)
      monitor.onUnknownCall(context, state);
    Outcomes outcomes = unchanged(std::move(state));
    noteMade(frame, event, outcomes);
    return outcomes;
  }
  Outcomes outcomes = callDirectly(frame, event, *callee, state);
  noteMade(frame, event, outcomes);
  for (Outcome &outcome : outcomes)
    if (!outcome.throws && !outcome.result.isUnknown())
      outcome.state.learn(frame.resultPrefix() + std::to_string(event.id),
                          outcome.result);
  return outcomes;
}

/// Remembers the class of an object that the rule asks about.
void Interpreter::noteMade(const Frame &frame, const Event &event,
                           Outcomes &outcomes) const {
  if (event.kind != EventKind::Construct ||
      !monitor.isInteresting(*frame.function, event))
    return;
  for (Outcome &outcome : outcomes) {
    std::string object = evaluator.objectOf(event.receiver, frame, outcome.state);
    if (!object.empty() && object != "this")
      outcome.state.learn(object, Value::truthy(event.type));
  }
}

/// A callback of another hook: that hook is checked on its own.
bool Interpreter::isOtherHooksCallback(const Function &callee,
                                       const Binding &receiver) const {
  if (receiver.object == "this" || !callee.facts->isVirtual)
    return false;
  const Phase *called = contract.findPhaseOfMethod(
      std::string(unqualifiedName(callee.facts->qualifiedName)));
  if (!called || called->name != phase)
    return false;
  auto own = hook.callbacks.find(phase);
  if (own == hook.callbacks.end())
    return false;
  const Function *base = own->second;
  return std::any_of(
      base->facts->overrides.begin(), base->facts->overrides.end(),
      [&](const std::string &usr) { return program.overridesOrIs(callee, usr); });
}

std::vector<const Function *> Interpreter::dispatch(const Event &event,
                                                    const Function &callee,
                                                    const Binding &receiver,
                                                    const State &state) const {
  if (!event.isVirtual || rule.virtualCallee == VirtualCallee::StaticTarget)
    return {&callee};
  const Record *dynamicType = nullptr;
  if (receiver.object == "this")
    dynamicType = constructing ? constructing : hook.record;
  else if (!receiver.object.empty())
    dynamicType = program.findRecord(state.value(receiver.object).record);
  if (dynamicType)
    if (const Function *overrider = program.finalOverrider(*dynamicType, callee))
      return {overrider};
  return program.overriders(callee);
}

Interpreter::Outcomes Interpreter::callDirectly(const Frame &frame, const Event &event,
                                                const Function &callee,
                                                const State &before) {
  State state = before;
  Binding receiver;
  if (!callee.facts->record.empty() && !callee.facts->isStatic) {
    receiver = evaluator.bind(event.receiver, false, frame, state);
    receiver.isAddress = false;
  }
  if (monitor.onCall(contextOf(frame, event, &callee, state), state))
    return unchanged(std::move(state));
  if (isLibraryFunction(*callee.facts))
    return callLibrary(frame, event, callee, std::move(state));
  if (isOtherHooksCallback(callee, receiver))
    return unchanged(std::move(state));
  Outcomes outcomes;
  for (const Function *target : dispatch(event, callee, receiver, state)) {
    State taken = state;
    chain.back().callee = displayName(*target->facts);
    bool isHandled = target != &callee &&
                     monitor.onCall(contextOf(frame, event, target, taken), taken);
    if (isHandled)
      append(outcomes, unchanged(std::move(taken)));
    else if (target->facts->hasBody)
      append(outcomes, callTarget(frame, event, *target, receiver,
                                  bindArguments(*target, event.arguments, frame, taken),
                                  std::move(taken)));
    else if (!target->facts->isPure)
      append(outcomes, callUnseen(frame, event, *target, receiver, std::move(taken)));
  }
  if (outcomes.empty())
    return callUnseen(frame, event, callee, receiver, std::move(state));
  return outcomes;
}

/// The function is given the hook, a member, or a local that may refer to them.
static bool refersToHook(const Frame &callee, const State &state) {
  std::string given = callee.self.key();
  for (const Binding &binding : callee.parameters)
    given += "," + binding.key();
  for (const Binding &binding : callee.captures)
    given += "," + binding.key();
  return mentionsObject(given, "this") || !state.reachableFrames(given).empty();
}

Interpreter::Outcomes Interpreter::callTarget(const Frame &frame, const Event &event,
                                              const Function &target,
                                              const Binding &receiver,
                                              const std::vector<Binding> &arguments,
                                              State state) {
  unknown.resolvedCalls.insert(siteOf(frame, event.location));
  if (!relevance.isRelevant(target) || monitor.isOpaque(target))
    return unchanged(std::move(state));
  Frame callee;
  callee.function = &target;
  callee.self = receiver;
  callee.parameters = arguments;
  callee.depth = frame.depth + 1;
  if (monitor.needsHook(target) && !refersToHook(callee, state))
    return unchanged(std::move(state));
  const Record *outer = constructing;
  bool isStructor = target.facts->kind == FunctionKind::Constructor ||
                    target.facts->kind == FunctionKind::Destructor;
  if (isStructor && receiver.object == "this")
    constructing = program.findRecord(target.facts->record);
  Outcomes outcomes = run(callee, state);
  constructing = outer;
  return outcomes;
}

void Interpreter::havocArguments(const Frame &frame, const Event &event,
                                 const Function &callee, State &state) const {
  const std::vector<ParameterFacts> &parameters = callee.facts->parameters;
  for (std::size_t i = 0; i < event.arguments.size() && i < parameters.size(); ++i) {
    if (!parameters[i].mayModify)
      continue;
    const Expression &argument = event.arguments[i];
    std::string object = evaluator.objectOf(argument, frame, state);
    if (object.empty() || object == "this")
      continue;
    const std::string &type = parameters[i].type;
    // What an rvalue reference to a pointer changes is the pointer.
    bool isRvalue = type.size() > 2 && type.compare(type.size() - 2, 2, "&&") == 0;
    if (isRvalue && argument.kind == ExpressionKind::AddressOf)
      continue;
    bool changesObject = argument.kind == ExpressionKind::AddressOf ||
                         (!type.empty() && type.back() == '&');
    if (changesObject)
      state.havoc(object);
    else
      state.havocMembers(object);
  }
}

Interpreter::Outcomes Interpreter::callUnseen(const Frame &frame, const Event &event,
                                              const Function &callee,
                                              const Binding &receiver, State state) {
  if (!callee.facts->isInSystemHeader)
    unknown.bodies.insert(siteOf(frame, event.location));
  monitor.onUnknownCall(contextOf(frame, event, &callee, state), state);
  havocArguments(frame, event, callee, state);
  if (!receiver.object.empty() && !callee.facts->isConst)
    state.havocMembers(receiver.object);
  Outcomes outcomes = unchanged(state);
  for (const Expression &argument : event.arguments) {
    Value value = evaluator.evaluate(argument, frame, state);
    if (value.kind != Value::Kind::Callable)
      continue;
    if (rule.handedOver == HandedOverCallable::MayRun)
      append(outcomes, callValue(frame, event, value, {}, state));
    else
      unknown.handedOver.insert(siteOf(frame, event.location));
  }
  return outcomes;
}

Interpreter::Outcomes Interpreter::callLibrary(const Frame &frame, const Event &event,
                                               const Function &callee, State state) {
  LibraryCall call =
      evaluator.libraryCall(*callee.facts, event.receiver, event.arguments, frame, state);
  CallableUse use = libraryCallableUse(*callee.facts);
  std::vector<std::pair<std::size_t, Value>> callables;
  for (std::size_t i = 0; i < call.values.size(); ++i)
    if (call.values[i].kind == Value::Kind::Callable)
      callables.emplace_back(i, call.values[i]);
  if (use != CallableUse::Stored && !callables.empty()) {
    std::size_t first = callables.front().first + 1;
    std::vector<Expression> rest(event.arguments.begin() + first, event.arguments.end());
    const Value &callable = callables.front().second;
    if (use == CallableUse::OncePerFlag) {
      std::string flag = "once " + call.texts.front();
      if (state.predicate(flag) == true)
        return unchanged(std::move(state));
      state.setPredicate(flag, true);
      return callValue(frame, event, callable, rest, state);
    }
    if (use == CallableUse::RunsOnce)
      return callValue(frame, event, callable, rest, state);
    Outcomes outcomes = unchanged(state);
    for (const auto &[position, value] : callables)
      append(outcomes, callValue(frame, event, value, rest, state));
    // A thread that was given something to run is joinable.
    if (event.kind == EventKind::Construct && !call.object.empty())
      for (Outcome &outcome : outcomes)
        outcome.state.assign(call.object, Value::truthy());
    return outcomes;
  }
  if (event.kind == EventKind::Construct && !call.object.empty()) {
    Value content = Value::unknown();
    if (event.arguments.empty())
      content = Value::falsy();
    else if (event.arguments.size() == 1)
      content = call.values.front();
    state.assign(call.object, content);
    return unchanged(std::move(state));
  }
  if (call.callee.qualifiedName == "std::exchange" && call.values.size() == 2) {
    std::string object = evaluator.objectOf(event.arguments.front(), frame, state);
    Value old = call.values.front();
    if (!object.empty())
      state.assign(object, call.values.back());
    Outcomes outcomes = unchanged(std::move(state));
    outcomes.front().result = std::move(old);
    return outcomes;
  }
  Value result = applyLibraryCall(call, state);
  if (!isLibraryMutator(*callee.facts))
    havocArguments(frame, event, callee, state);
  Outcomes outcomes = unchanged(std::move(state));
  outcomes.front().result = std::move(result);
  return outcomes;
}

Interpreter::Outcomes Interpreter::callIndirectly(const Frame &frame, const Event &event,
                                                  State state) {
  Value value = evaluator.evaluate(event.receiver, frame, state);
  chain.back().callee = "the callable";
  if (value.kind == Value::Kind::Callable)
    return callValue(frame, event, value, event.arguments, state);
  unknown.indirectCalls.insert(siteOf(frame, event.location));
  monitor.onUnknownCall(contextOf(frame, event, nullptr, state), state);
  return unchanged(std::move(state));
}

Interpreter::Outcomes Interpreter::callValue(const Frame &frame, const Event &event,
                                             const Value &value,
                                             const std::vector<Expression> &arguments,
                                             const State &state) {
  Outcomes outcomes;
  for (const auto &callable : value.callables) {
    const Function *target = program.findFunction(callable->function);
    if (!target) {
      unknown.indirectCalls.insert(siteOf(frame, event.location));
      append(outcomes, unchanged(state));
      continue;
    }
    std::vector<Binding> given = bindArguments(*target, arguments, frame, state);
    Binding self = callable->self;
    std::vector<Binding> parameters;
    if (callable->isBound) {
      // Placeholders take the arguments of the call in their order.
      std::size_t next = 0;
      for (const Binding &bound : callable->bound) {
        bool isPlaceholder = bound.object.empty() && bound.value.isUnknown();
        parameters.push_back(isPlaceholder && next < given.size() ? given[next++]
                                                                  : bound);
      }
      while (next < given.size())
        parameters.push_back(given[next++]);
    } else if (target->facts->kind == FunctionKind::Method && !target->facts->isStatic) {
      self = given.empty() ? Binding() : given.front();
      if (!given.empty())
        parameters.assign(given.begin() + 1, given.end());
    } else {
      parameters = given;
    }
    self.isAddress = false;
    if (target->facts->isVirtual && self.object == "this")
      if (const Function *overrider = program.finalOverrider(*hook.record, *target))
        target = overrider;
    chain.back().callee = displayName(*target->facts);
    State taken = state;
    EventContext context = contextOf(frame, event, target, taken);
    context.object = self.object;
    if (monitor.onCall(context, taken)) {
      append(outcomes, unchanged(std::move(taken)));
    } else if (!target->facts->hasBody || !relevance.isRelevant(*target)) {
      append(outcomes, unchanged(std::move(taken)));
    } else {
      Frame callee;
      callee.function = target;
      callee.self = self;
      callee.parameters = parameters;
      callee.captures = callable->isBound ? std::vector<Binding>() : callable->bound;
      callee.depth = frame.depth + 1;
      append(outcomes, run(callee, taken));
    }
  }
  return outcomes;
}

/// The hook's own destructor, then its members and bases.
Interpreter::Outcomes Interpreter::runDestructors(const State &before) {
  State state = before;
  const RecordFacts &facts = *hook.record->facts;
  Binding self{"this", false, {}};
  Function none{nullptr, hook.record->unit, 0};
  Frame frame;
  frame.function = &none;
  frame.self = self;
  Event event;
  event.kind = EventKind::Destroy;
  event.location = facts.location;
  event.receiver.kind = ExpressionKind::Path;
  event.receiver.path.root = PathRoot::This;
  const Function *destructor = program.findFunction(facts.destructor);
  Outcomes outcomes;
  if (destructor && destructor->facts->hasBody) {
    outcomes = runRoot(*destructor, state);
  } else {
    if (destructor) {
      unknown.bodies.insert(siteOf(frame, event.location));
      monitor.onUnknownCall(contextOf(frame, event, destructor, state), state);
    }
    outcomes = unchanged(std::move(state));
  }
  return chainOutcomes(std::move(outcomes), [&](const State &after) {
    return destroyMembers(frame, event, *hook.record, self, after, 1);
  });
}

Interpreter::Outcomes Interpreter::destroy(const Frame &frame, const Event &event,
                                           const std::string &usr, const Binding &object,
                                           const State &before, unsigned nesting) {
  const Record *record = program.findRecord(usr);
  if (!record || nesting > MaxNesting)
    return unchanged(before);
  Outcomes outcomes;
  const Function *declared = program.findFunction(record->facts->destructor);
  std::vector<const Function *> destructors;
  bool isDynamic = event.isHeap && declared && declared->facts->isVirtual;
  if (declared)
    destructors = isDynamic ? program.overriders(*declared)
                            : std::vector<const Function *>{declared};
  for (const Function *destructor : destructors) {
    State state = before;
    if (destructor->facts->hasBody) {
      append(outcomes, callTarget(frame, event, *destructor, object, {}, state));
      continue;
    }
    EventContext context = contextOf(frame, event, destructor, state);
    context.object = object.object;
    monitor.onUnknownCall(context, state);
    append(outcomes, unchanged(std::move(state)));
  }
  if (outcomes.empty())
    outcomes = unchanged(before);
  return chainOutcomes(std::move(outcomes), [&](const State &after) {
    return destroyMembers(frame, event, *record, object, after, nesting + 1);
  });
}

Interpreter::Outcomes Interpreter::destroyMembers(const Frame &frame, const Event &event,
                                                  const Record &record,
                                                  const Binding &object,
                                                  const State &before, unsigned nesting) {
  Outcomes outcomes = unchanged(before);
  const std::vector<FieldFacts> &fields = record.facts->fields;
  for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
    bool isOwned = field->ownership == Ownership::Value ||
                   field->ownership == Ownership::OwningPointer;
    if (!isOwned || field->isStatic || !program.findRecord(field->record))
      continue;
    Binding member{
        object.object.empty() ? "" : object.object + "." + field->name, false, {}};
    chain.push_back(
        {record.unit, field->location,
         "~" + std::string(unqualifiedName(
                   program.findRecord(field->record)->facts->qualifiedName))});
    outcomes = chainOutcomes(std::move(outcomes), [&](const State &state) {
      Value value = member.object.empty() ? Value() : state.value(member.object);
      if (field->ownership == Ownership::OwningPointer && value.truth() == false)
        return unchanged(state);
      return destroy(frame, event, value.record.empty() ? field->record : value.record,
                     member, state, nesting);
    });
    chain.pop_back();
  }
  for (auto base = record.facts->bases.rbegin(); base != record.facts->bases.rend();
       ++base)
    outcomes = chainOutcomes(std::move(outcomes), [&](const State &state) {
      chain.push_back({record.unit, record.facts->location,
                       "~" + std::string(unqualifiedName(base->qualifiedName))});
      Outcomes after = destroy(frame, event, base->usr, object, state, nesting);
      chain.pop_back();
      return after;
    });
  return outcomes;
}

} // namespace hooktidy
