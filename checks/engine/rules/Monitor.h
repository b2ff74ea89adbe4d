//===- rules/Monitor.h - a rule as an observer of a walk --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_MONITOR_H
#define HOOKTIDY_ENGINE_RULES_MONITOR_H

#include "contract/Contract.h"
#include "engine/HookClass.h"
#include "engine/Program.h"
#include "engine/State.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// One level of a call chain: the place of the event and what happens there.
struct ChainLink {
  std::uint32_t unit = 0;
  Location location;
  /// Display name of the callee.
  std::string callee;
};

/// An edit: the text from `begin` up to `end` is replaced.
struct Edit {
  std::uint32_t unit = 0;
  Location begin;
  Location end;
  std::string replacement;
};

/// A breach as a rule sees it. The chain starts in the callback.
struct Violation {
  std::vector<ChainLink> chain;
  std::string phase;
  /// Values of the message's placeholders. "callee", "phase" and "class" are
  /// filled in by the reporter.
  std::map<std::string, std::string> placeholders;
  /// What is in breach: stands in the fingerprint.
  std::string subject;
  /// What the last link of the chain is, if it is no call: "'x_' is read here".
  std::string lastNote;
  /// Further notes, after the chain.
  std::vector<std::pair<ChainLink, std::string>> notes;
  /// What certainly puts it right.
  std::vector<Edit> edits;
};

/// Where an event happens, for a rule.
struct EventContext {
  const Function &function;
  const Event &event;
  /// The callee; null if it is not known.
  const Function *callee = nullptr;
  /// Key of the receiver, constructed or accessed object; empty if unknown.
  std::string object;
  /// Keys of the arguments; empty where they are no known object.
  std::vector<std::string> arguments;
  /// Write: the new value, and the object that it comes from, if any.
  Value value;
  std::string valueObject;
  const std::string &phase;
  /// The chain from the callback down to this event.
  const std::vector<ChainLink> &chain;
};

/// One rule, watching the walk of one hook class through its lifecycle. What a
/// rule remembers along a path lives in State::tracked; what holds for the
/// whole class lives in the monitor.
class Monitor {
public:
  virtual ~Monitor() = default;

  /// True if the event can matter to the rule, whatever the state is. Decides
  /// what is walked at all.
  virtual bool isInteresting(const Function &function, const Event &event) const = 0;
  /// True if the event alone makes the function in which it is worth a walk. The
  /// other interesting events count only where there is such a one.
  virtual bool isEventful(const Function &function, const Event &event) const {
    return isInteresting(function, event);
  }
  /// True if a class in which no such event can be reached is of no interest to
  /// the rule at all.
  virtual bool isTrigger(const Function &function, const Event &event) const {
    return isInteresting(function, event);
  }
  /// True if calls of the function are dealt with in onCall() and its body is of
  /// no interest.
  virtual bool isOpaque(const Function &callee) const {
    (void)callee;
    return false;
  }
  /// True if such an event matters only where a watched phase can reach it.
  virtual bool countsInWatchedPhasesOnly(const Event &event) const {
    (void)event;
    return false;
  }
  /// True if something may be reported in the phase.
  virtual bool isWatched(const std::string &phase) const {
    (void)phase;
    return true;
  }
  /// True if a call can matter only when it is given the hook, a member of it, or
  /// something that refers to them.
  virtual bool needsHook(const Function &callee) const {
    (void)callee;
    return false;
  }
  /// Conditions that the rule can decide better than the evaluator.
  virtual std::optional<bool> decide(const Function &predicate, const std::string &object,
                                     const std::string &phase, const State &state) const {
    (void)predicate, (void)object, (void)phase, (void)state;
    return std::nullopt;
  }
  /// True if decide() may decide calls of the function.
  virtual bool canDecide(const Function &predicate) const {
    (void)predicate;
    return false;
  }
  virtual void enterPhase(const std::string &phase, State &state) {
    (void)phase, (void)state;
  }
  virtual void leavePhase(const std::string &phase, State &state) {
    (void)phase, (void)state;
  }
  /// A call, construction or destruction. Returns true if the rule has dealt
  /// with it and nothing below is of interest.
  virtual bool onCall(const EventContext &context, State &state) {
    (void)context, (void)state;
    return false;
  }
  /// A call of a function that is not seen.
  virtual void onUnknownCall(const EventContext &context, State &state) {
    (void)context, (void)state;
  }
  virtual void onRead(const EventContext &context, State &state) {
    (void)context, (void)state;
  }
  virtual void onWrite(const EventContext &context, State &state) {
    (void)context, (void)state;
  }
  /// A branch was taken that nothing known decides.
  virtual void onUndecided(State &state) { (void)state; }
  /// A branch was taken on which the object has this value.
  virtual void onRefine(const std::string &object, const Value &value, State &state) {
    (void)object, (void)value, (void)state;
  }
  /// The hook, its members and bases are destroyed.
  virtual void onDestroyed(State &state) { (void)state; }

  /// Breaches found since the last call.
  std::vector<Violation> takeViolations() { return std::move(found); }
  /// Called once after the walk: drops or completes what only the whole walk
  /// can tell. `violation` is one that takeViolations() returned.
  virtual bool confirm(Violation &violation) const {
    (void)violation;
    return true;
  }

protected:
  std::vector<Violation> found;
};

/// The monitor of a rule for one class; null for program rules. `contract` and `rule`
/// must outlive it.
std::unique_ptr<Monitor> makeMonitor(const Program &program, const HookClass &hook,
                                     const Contract &contract, const Rule &rule);

std::unique_ptr<Monitor> makeForbidMonitor(const Program &program,
                                           const Contract &contract, const Rule &rule);
std::unique_ptr<Monitor> makeReenterMonitor(const Program &program,
                                            const Contract &contract, const Rule &rule);
std::unique_ptr<Monitor> makeDefinedMonitor(const Program &program, const HookClass &hook,
                                            const Contract &contract, const Rule &rule);
std::unique_ptr<Monitor> makePairMonitor(const Program &program, const HookClass &hook,
                                         const Contract &contract, const Rule &rule);
std::unique_ptr<Monitor> makeEscapeMonitor(const Program &program, const HookClass &hook,
                                           const Contract &contract, const Rule &rule);

/// A violation at the event, with its chain and phase.
Violation violationAt(const EventContext &context, std::string subject);
bool matchesFunction(const CallPattern &pattern, const FunctionFacts &function);
/// True if the function is a use of any capability of the contract: the
/// framework's own code, which is no concern of its hooks.
bool isFrameworkOperation(const Contract &contract, const FunctionFacts &function);
/// True if any of the patterns matches the function.
bool matchesAny(const std::vector<CallPattern> &patterns, const FunctionFacts &function);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_MONITOR_H
