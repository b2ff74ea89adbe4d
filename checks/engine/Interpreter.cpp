//===- Interpreter.cpp - a callback as a transfer function ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Interpreter.h"

#include <algorithm>
#include <unordered_set>

namespace hooktidy {

/// How often a recursive function is walked until its outcomes are taken as
/// they are.
static constexpr unsigned RecursionRounds = 3;

Interpreter::Interpreter(const Program &program, const HookClass &hook,
                         const Contract &contract, const Rule &rule, Monitor &monitor,
                         const Relevance &relevance, const AnalysisOptions &options,
                         UnknownSites &unknown)
    : program(program), hook(hook), contract(contract), rule(rule), monitor(monitor),
      relevance(relevance), options(options), unknown(unknown),
      evaluator(program, monitor, phase) {}

/// A visit costs more in a state that knows much.
bool Interpreter::spendVisit(std::size_t stateSize) {
  visits += 1 + stateSize / 256;
  if (visits <= options.budget.blockVisits)
    return true;
  exhaustedLimit = "block visits";
  return false;
}

std::string Interpreter::siteOf(const Frame &frame, const Location &location) const {
  Place place = program.place(frame.function->unit, location);
  return place.file + ":" + std::to_string(place.line) + ":" +
         std::to_string(place.column);
}

Interpreter::Outcomes Interpreter::runPhase(const std::string &phaseName,
                                            const State &state) {
  phase = phaseName;
  State entered = state;
  monitor.enterPhase(phase, entered);
  Outcomes outcomes;
  if (phase == "construct") {
    outcomes = runConstructors(entered);
    for (Outcome &outcome : outcomes)
      for (const std::string &name : relevance.setFromOutside(hook))
        outcome.state.havoc("this." + name);
  } else if (phase == "destroy") {
    outcomes = runDestructors(entered);
    for (Outcome &outcome : outcomes)
      monitor.onDestroyed(outcome.state);
  } else {
    auto it = hook.callbacks.find(phase);
    if (it == hook.callbacks.end())
      outcomes.push_back({entered, false, {}, {}});
    else
      outcomes = runRoot(*it->second, entered);
  }
  for (Outcome &outcome : outcomes) {
    monitor.leavePhase(phase, outcome.state);
    outcome.state.forget("arg:");
  }
  return outcomes;
}

/// True for copy and move constructors: the framework makes hooks itself.
static bool isCopyOrMove(const FunctionFacts &constructor, const RecordFacts &record) {
  if (constructor.parameters.size() != 1)
    return false;
  const std::string &type = constructor.parameters.front().type;
  return type.find('&') != std::string::npos &&
         type.find(unqualifiedName(record.qualifiedName)) != std::string::npos;
}

Interpreter::Outcomes Interpreter::runConstructors(const State &state) {
  Outcomes outcomes;
  for (const std::string &usr : hook.record->facts->constructors) {
    const Function *constructor = program.findFunction(usr);
    if (!constructor || !constructor->facts->hasBody ||
        isCopyOrMove(*constructor->facts, *hook.record->facts))
      continue;
    for (Outcome &outcome : runRoot(*constructor, state))
      outcomes.push_back(std::move(outcome));
  }
  if (outcomes.empty())
    outcomes.push_back({state, false, {}, {}});
  return outcomes;
}

Interpreter::Outcomes Interpreter::runRoot(const Function &function, const State &state) {
  if (!function.facts->hasBody || !relevance.isRelevant(function))
    return {{state, false, {}, {}}};
  Frame frame;
  frame.function = &function;
  frame.self = {"this", false, {}};
  for (std::size_t i = 0; i < function.facts->parameters.size(); ++i) {
    const std::string &type = function.facts->parameters[i].type;
    bool isPointer = !type.empty() && type.back() == '*';
    frame.parameters.push_back({"arg:" + phase + ":" + std::to_string(i), isPointer, {}});
  }
  return run(frame, state);
}

static std::string bindingsKey(const Frame &frame) {
  std::string key = frame.self.key();
  for (const Binding &binding : frame.parameters)
    key += "," + binding.key();
  for (const Binding &binding : frame.captures)
    key += ";" + binding.key();
  return key;
}

static std::string memoKey(const std::string &phase, const Record *constructing,
                           const std::vector<ChainLink> &chain, const Frame &frame,
                           const State &state) {
  std::string key = phase;
  if (constructing)
    key += " " + constructing->facts->usr;
  if (!chain.empty())
    key += " " + std::to_string(chain.front().unit) + ":" +
           std::to_string(chain.front().location.line) + ":" +
           std::to_string(chain.front().location.column);
  key += " " + std::to_string(frame.function->id) + " " + bindingsKey(frame);
  return key + "\n" + state.key();
}

Interpreter::Outcomes Interpreter::run(const Frame &frame, const State &state) {
  if (frame.depth > options.budget.callDepth) {
    exhaustedLimit = "call depth";
    return {{state, false, {}, {}}};
  }
  // What the function cannot reach must not tell its summaries apart; in a
  // recursion the callers' locals would make every level a new one.
  std::set<std::string> kept = state.reachableFrames(bindingsKey(frame));
  State visible = state.withoutLocals(kept);
  Outcomes outcomes = runMemoised(frame, visible);
  for (Outcome &outcome : outcomes)
    outcome.state.restoreLocals(state, kept);
  return outcomes;
}

Interpreter::Outcomes Interpreter::runMemoised(const Frame &frame, const State &state) {
  std::string key = memoKey(phase, constructing, chain, frame, state);
  auto [it, isNew] = memo.try_emplace(key);
  if (!isNew) {
    it->second.wasReentered |= it->second.isRunning;
    return it->second.outcomes;
  }
  it->second.isRunning = true;
  for (unsigned round = 0; round < RecursionRounds; ++round) {
    Outcomes outcomes = runBody(frame, state);
    // Walking the body may have moved the entry.
    Memo &entry = memo[key];
    bool isStable = outcomes.size() == entry.outcomes.size();
    entry.outcomes = std::move(outcomes);
    if (!entry.wasReentered || isStable)
      break;
  }
  Memo &entry = memo[key];
  entry.isRunning = false;
  return entry.outcomes;
}

/// What a caller sees of a finished function: its own locals are gone.
static Outcome finish(const Frame &frame, State state, bool throws,
                      std::string thrownType) {
  Outcome outcome;
  outcome.result = state.value(frame.resultPrefix() + "0");
  outcome.throws = throws;
  outcome.thrownType = std::move(thrownType);
  state.forget(frame.localPrefix());
  state.forget(frame.resultPrefix());
  outcome.state = std::move(state);
  return outcome;
}

static std::string enteredPredicate(const Frame &frame, std::uint32_t block) {
  return "entered " + std::to_string(frame.function->id) + "/" + std::to_string(block);
}

/// Handling a failure again may mean that what failed has not been made up for: a
/// rule about repetition gives it the benefit of the doubt.
bool Interpreter::isRepeatedHandler(const Frame &frame, std::uint32_t block,
                                    State &state) const {
  const Block &handler = frame.function->facts->blocks[block];
  if (!handler.isHandler || rule.kind != RuleKind::Reenter)
    return false;
  std::string entered = enteredPredicate(frame, block);
  if (!state.predicate(entered)) {
    state.setPredicate(entered, true);
    return false;
  }
  unknown.benefitOfDoubt.insert(siteOf(frame, handler.conditionLocation));
  return !options.strict;
}

Interpreter::Outcomes Interpreter::runBody(const Frame &frame, const State &state) {
  const FunctionSlice &slice = relevance.slice(*frame.function);
  Outcomes outcomes;
  Work work;
  for (std::uint32_t block : slice.next[frame.function->facts->entry])
    work.emplace_back(block, state);
  std::unordered_set<std::string> visited;
  while (!work.empty()) {
    auto [block, current] = std::move(work.back());
    work.pop_back();
    std::string key = std::to_string(block) + "\n" + current.key();
    std::size_t size = key.size();
    if (isRepeatedHandler(frame, block, current))
      continue;
    if (!visited.insert(std::move(key)).second)
      continue;
    if (!spendVisit(size))
      break;
    for (const State &left : runEvents(frame, block, current, outcomes, work))
      leaveBlock(frame, block, left, outcomes, work);
  }
  std::unordered_set<std::string> seen;
  Outcomes distinct;
  for (Outcome &outcome : outcomes)
    if (seen.insert(outcome.result.key() + (outcome.throws ? "!" : "") +
                    outcome.thrownType + "\n" + outcome.state.key())
            .second)
      distinct.push_back(std::move(outcome));
  return distinct;
}

/// Returns the states in which control leaves the block normally.
std::vector<State> Interpreter::runEvents(const Frame &frame, std::uint32_t block,
                                          const State &state, Outcomes &outcomes,
                                          Work &work) {
  const FunctionSlice &slice = relevance.slice(*frame.function);
  std::vector<State> states = {state};
  for (const Event &event : frame.function->facts->blocks[block].events) {
    if (!relevance.isRelevant(*frame.function, event))
      continue;
    std::vector<State> after;
    for (State &before : states)
      for (Outcome &outcome : step(frame, event, std::move(before))) {
        if (!outcome.throws) {
          after.push_back(std::move(outcome.state));
          continue;
        }
        std::vector<std::uint32_t> handlers = handlersOf(frame, block);
        for (std::uint32_t handler : handlers)
          for (std::uint32_t node : slice.next[handler])
            work.emplace_back(node, outcome.state);
        if (handlers.empty())
          outcomes.push_back(
              finish(frame, std::move(outcome.state), true, outcome.thrownType));
      }
    states = std::move(after);
    if (states.size() > 1) {
      std::unordered_set<std::string> seen;
      states.erase(
          std::remove_if(states.begin(), states.end(),
                         [&](const State &s) { return !seen.insert(s.key()).second; }),
          states.end());
    }
  }
  return states;
}

/// Remembers that code was entered whose guard it changes itself.
void Interpreter::noteEntered(const Frame &frame, std::uint32_t block,
                              State &state) const {
  if (relevance.slice(*frame.function).changesItsGuard[block])
    state.setPredicate(enteredPredicate(frame, block), true);
}

void Interpreter::leaveBlock(const Frame &frame, std::uint32_t block, const State &state,
                             Outcomes &outcomes, Work &work) {
  const FunctionFacts &facts = *frame.function->facts;
  const FunctionSlice &slice = relevance.slice(*frame.function);
  if (block == facts.exit) {
    outcomes.push_back(finish(frame, state, false, {}));
    return;
  }
  if (slice.isDeciding[block]) {
    takeBranch(frame, block, state, work);
    return;
  }
  for (std::uint32_t successor : facts.blocks[block].successors) {
    State entered = state;
    noteEntered(frame, successor, entered);
    for (std::uint32_t node : slice.next[successor])
      work.emplace_back(node, entered);
  }
}

void Interpreter::takeBranch(const Frame &frame, std::uint32_t block, const State &state,
                             Work &work) {
  const Block &branch = frame.function->facts->blocks[block];
  const FunctionSlice &slice = relevance.slice(*frame.function);
  for (std::size_t i = 0; i < 2; ++i) {
    State taken = state;
    Assumption assumption = evaluator.assume(*branch.condition, i == 0, frame, taken);
    if (!assumption.isFeasible)
      continue;
    if (!assumption.wasDecided) {
      unknown.guards.insert(siteOf(frame, branch.conditionLocation));
      bool isDoubtful = relevance.changesItsGuard(*frame.function, block, i) &&
                        state.predicate(enteredPredicate(frame, branch.successors[i]));
      if (isDoubtful) {
        // The guard probably keeps the guarded code from running twice.
        unknown.benefitOfDoubt.insert(siteOf(frame, branch.conditionLocation));
        if (!options.strict)
          continue;
      }
    }
    if (!assumption.wasDecided &&
        !relevance.isTestedElsewhere(*frame.function, *branch.condition)) {
      // Learning it would only multiply the states.
      State known = state;
      known.tracked = std::move(taken.tracked);
      taken = std::move(known);
    }
    if (!assumption.wasDecided)
      monitor.onUndecided(taken);
    noteEntered(frame, branch.successors[i], taken);
    for (std::uint32_t node : slice.next[branch.successors[i]])
      work.emplace_back(node, taken);
  }
}

/// The handlers that an exception thrown in the block reaches: those to which
/// control can go over blocks in which nothing happens.
std::vector<std::uint32_t> Interpreter::handlersOf(const Frame &frame,
                                                   std::uint32_t block) const {
  const std::vector<Block> &blocks = frame.function->facts->blocks;
  std::vector<std::uint32_t> handlers;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> work = blocks[block].successors;
  while (!work.empty()) {
    std::uint32_t current = work.back();
    work.pop_back();
    if (!seen.insert(current).second)
      continue;
    if (blocks[current].isHandler)
      handlers.push_back(current);
    else if (blocks[current].events.empty() && !blocks[current].condition)
      work.insert(work.end(), blocks[current].successors.begin(),
                  blocks[current].successors.end());
  }
  return handlers;
}

void Interpreter::returnValue(const Frame &frame, const Event &event, State &state) {
  Value value = evaluator.evaluate(event.value, frame, state);
  EventContext context = contextOf(frame, event, nullptr, state);
  context.object = frame.resultPrefix() + "0";
  context.value = value;
  context.valueObject = sourceOf(event.value, frame, state);
  monitor.onWrite(context, state);
  state.learn(context.object, value);
}

/// The object that a value comes from: a variable, or what a called function
/// returned.
std::string Interpreter::sourceOf(const Expression &value, const Frame &frame,
                                  const State &state) const {
  if (value.kind == ExpressionKind::Call && value.event != 0)
    return "R" + std::to_string(frame.depth + 1) + ":0";
  return evaluator.objectOf(value, frame, state);
}

Interpreter::Outcomes Interpreter::step(const Frame &frame, const Event &event,
                                        State state) {
  chain.push_back({frame.function->unit, event.location, {}});
  Outcomes outcomes;
  switch (event.kind) {
  case EventKind::Read:
    monitor.onRead(contextOf(frame, event, nullptr, state), state);
    outcomes.push_back({std::move(state), false, {}, {}});
    break;
  case EventKind::Write:
    outcomes = stepWrite(frame, event, std::move(state));
    break;
  case EventKind::Throw:
    outcomes.push_back({std::move(state), true, event.type, {}});
    break;
  case EventKind::Return:
    returnValue(frame, event, state);
    outcomes.push_back({std::move(state), false, {}, {}});
    break;
  case EventKind::Call:
  case EventKind::Construct:
  case EventKind::Destroy:
    outcomes = stepCall(frame, event, std::move(state));
    break;
  }
  chain.pop_back();
  return outcomes;
}

/// An optional member is given a value that is no optional itself.
bool Interpreter::fillsOptional(const Event &event, const std::string &object) const {
  const FieldFacts *field = findMember(program, hook, object);
  if (!field || field->type.compare(0, 14, "std::optional<") != 0 ||
      event.value.kind != ExpressionKind::Call)
    return false;
  const Function *callee = program.findFunction(event.value.text);
  return callee && callee->facts->returnType.find("optional<") == std::string::npos;
}

Interpreter::Outcomes Interpreter::stepWrite(const Frame &frame, const Event &event,
                                             State state) {
  const AccessPath &path = event.receiver.path;
  Binding target = evaluator.resolve(path, frame, state);
  Value value = evaluator.evaluate(event.value, frame, state);
  if (event.isCompound) {
    bool isCounter = value.kind == Value::Kind::Range && value.low == value.high &&
                     path.root != PathRoot::Local;
    Value old = target.object.empty() ? Value::unknown() : state.value(target.object);
    value = isCounter ? old.plus(value.low) : Value::unknown();
  }
  if (!value.truth() && fillsOptional(event, target.object))
    value = Value::truthy();
  // Assigning to a by-value parameter does not change the caller's object.
  bool isOwnCopy = false;
  if (path.root == PathRoot::Parameter && path.fields.empty()) {
    const auto &parameters = frame.function->facts->parameters;
    isOwnCopy = path.index >= parameters.size() ||
                parameters[path.index].type.find('&') == std::string::npos;
  }
  EventContext context = contextOf(frame, event, nullptr, state);
  context.object = target.object;
  context.value = value;
  context.valueObject = sourceOf(event.value, frame, state);
  monitor.onWrite(context, state);
  if (target.object.empty() || isOwnCopy)
    return {{std::move(state), false, {}, {}}};
  bool isElement = !path.fields.empty() && path.fields.back() == "[]";
  // Numbers that no branch depends on would only multiply the states.
  bool isPlain = value.kind == Value::Kind::Range ||
                 (value.kind == Value::Kind::Symbol && !value.isAddress);
  if (isPlain && !relevance.mayDecide(*frame.function, path))
    value = Value::unknown();
  if (!isElement) {
    std::string source = event.value.kind == ExpressionKind::Path
                             ? evaluator.objectOf(event.value, frame, state)
                             : std::string();
    state.assign(target.object, value);
    if (!source.empty() && source != target.object)
      state.copyMembers(source, target.object);
  } else if (value.kind == Value::Kind::Callable) {
    state.learn(target.object, value);
  }
  return {{std::move(state), false, {}, {}}};
}

EventContext Interpreter::contextOf(const Frame &frame, const Event &event,
                                    const Function *callee, const State &state) const {
  EventContext context{*frame.function, event, callee, {}, {}, {}, {}, phase, chain};
  context.object = evaluator.objectOf(event.receiver, frame, state);
  for (const Expression &argument : event.arguments)
    context.arguments.push_back(evaluator.objectOf(argument, frame, state));
  return context;
}

} // namespace hooktidy
