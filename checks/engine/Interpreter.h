//===- Interpreter.h - a callback as a transfer function --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs a function over an abstract state: every feasible path through the
// relevant part of its control-flow graph, helpers included. Summaries of
// (function, bindings, state) are memoised for one callback-level event, so that
// each is walked once.
//
// Invariants:
//  * The chain always leads from the callback to the current event.
//  * A call whose target is not seen changes only what it is given by non-const
//    reference or pointer, and the receiver's members unless it is const.
//
// Known holes:
//  * An object reached under two names (aliases through stored pointers other
//    than those of members and parameters) is two objects.
//  * Callables in data structures other than members, locals and standard
//    containers are lost; the call counts as unknown.
//  * A recursive call returns what was found so far, for a bounded number of
//    rounds.
//
#ifndef HOOKTIDY_ENGINE_INTERPRETER_H
#define HOOKTIDY_ENGINE_INTERPRETER_H

#include "engine/Engine.h"
#include "engine/Evaluator.h"
#include "engine/HookClass.h"
#include "engine/Relevance.h"
#include "engine/rules/Monitor.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace hooktidy {

/// Places at which the analysis did not know; sets, so that a place counts once
/// however often it is walked.
struct UnknownSites {
  std::set<std::string> resolvedCalls;
  std::set<std::string> indirectCalls;
  std::set<std::string> bodies;
  std::set<std::string> handedOver;
  std::set<std::string> guards;
  std::set<std::string> benefitOfDoubt;
};

/// One way in which a function can end.
struct Outcome {
  State state;
  bool throws = false;
  std::string thrownType;
  Value result;
};

class Interpreter {
public:
  using Outcomes = std::vector<Outcome>;

  Interpreter(const Program &program, const HookClass &hook, const Contract &contract,
              const Rule &rule, Monitor &monitor, const Relevance &relevance,
              const AnalysisOptions &options, UnknownSites &unknown);

  /// Runs the callback, constructor or destructor that the phase is. A phase
  /// that the class leaves to the hook base changes nothing.
  Outcomes runPhase(const std::string &phase, const State &state);
  /// The limit that was hit, or empty.
  const std::string &exhausted() const { return exhaustedLimit; }

private:
  struct Memo {
    std::vector<Outcome> outcomes;
    bool isRunning = false;
    bool wasReentered = false;
  };
  /// Blocks to visit, with the states in which they are reached.
  using Work = std::vector<std::pair<std::uint32_t, State>>;

  Outcomes runConstructors(const State &state);
  Outcomes runRoot(const Function &function, const State &state);
  Outcomes run(const Frame &frame, const State &state);
  Outcomes runMemoised(const Frame &frame, const State &state);
  Outcomes runBody(const Frame &frame, const State &state);
  std::vector<State> runEvents(const Frame &frame, std::uint32_t block,
                               const State &state, Outcomes &outcomes, Work &work);
  void leaveBlock(const Frame &frame, std::uint32_t block, const State &state,
                  Outcomes &outcomes, Work &work);
  void takeBranch(const Frame &frame, std::uint32_t block, const State &state,
                  Work &work);
  bool isRepeatedHandler(const Frame &frame, std::uint32_t block, State &state) const;
  void noteEntered(const Frame &frame, std::uint32_t block, State &state) const;
  std::vector<std::uint32_t> handlersOf(const Frame &frame, std::uint32_t block) const;

  Outcomes step(const Frame &frame, const Event &event, State state);
  Outcomes stepWrite(const Frame &frame, const Event &event, State state);
  void returnValue(const Frame &frame, const Event &event, State &state);
  std::string sourceOf(const Expression &value, const Frame &frame,
                       const State &state) const;
  bool fillsOptional(const Event &event, const std::string &object) const;
  Outcomes stepCall(const Frame &frame, const Event &event, State state);
  void noteMade(const Frame &frame, const Event &event, Outcomes &outcomes) const;
  Outcomes callDirectly(const Frame &frame, const Event &event, const Function &callee,
                        const State &state);
  Outcomes callIndirectly(const Frame &frame, const Event &event, State state);
  Outcomes callTarget(const Frame &frame, const Event &event, const Function &target,
                      const Binding &receiver, const std::vector<Binding> &arguments,
                      State state);
  /// Runs the callables of `value`; `arguments` are those of the call.
  Outcomes callValue(const Frame &frame, const Event &event, const Value &value,
                     const std::vector<Expression> &arguments, const State &state);
  Outcomes callLibrary(const Frame &frame, const Event &event, const Function &callee,
                       State state);
  Outcomes callUnseen(const Frame &frame, const Event &event, const Function &callee,
                      const Binding &receiver, State state);
  void havocArguments(const Frame &frame, const Event &event, const Function &callee,
                      State &state) const;
  Outcomes runDestructors(const State &state);
  Outcomes destroy(const Frame &frame, const Event &event, const std::string &record,
                   const Binding &object, const State &state, unsigned nesting);
  Outcomes destroyMembers(const Frame &frame, const Event &event, const Record &record,
                          const Binding &object, const State &state, unsigned nesting);
  std::vector<const Function *> dispatch(const Event &event, const Function &callee,
                                         const Binding &receiver,
                                         const State &state) const;
  std::vector<Binding> bindArguments(const Function &target,
                                     const std::vector<Expression> &arguments,
                                     const Frame &frame, const State &state) const;
  bool isOtherHooksCallback(const Function &callee, const Binding &receiver) const;

  EventContext contextOf(const Frame &frame, const Event &event, const Function *callee,
                         const State &state) const;
  std::string siteOf(const Frame &frame, const Location &location) const;
  bool spendVisit(std::size_t stateSize);

  const Program &program;
  const HookClass &hook;
  const Contract &contract;
  const Rule &rule;
  Monitor &monitor;
  const Relevance &relevance;
  const AnalysisOptions &options;
  UnknownSites &unknown;

  std::string phase;
  /// The class whose constructor or destructor of the hook is running: virtual
  /// calls on the hook reach its methods. Null outside.
  const Record *constructing = nullptr;
  Evaluator evaluator;
  std::vector<ChainLink> chain;
  std::unordered_map<std::string, Memo> memo;
  std::size_t visits = 0;
  std::string exhaustedLimit;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_INTERPRETER_H
