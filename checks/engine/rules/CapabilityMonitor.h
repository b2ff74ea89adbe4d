//===- rules/CapabilityMonitor.h - rules that watch one capability *- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_CAPABILITYMONITOR_H
#define HOOKTIDY_ENGINE_RULES_CAPABILITYMONITOR_H

#include "engine/rules/Monitor.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace hooktidy {

/// Recognises the uses of the rule's capability. What is below such a use (the
/// framework's own code, if it is seen) is not walked.
class CapabilityMonitor : public Monitor {
public:
  CapabilityMonitor(const Program &program, const Contract &contract, const Rule &rule)
      : program(program), contract(contract), rule(rule),
        capability(*contract.findCapability(rule.capability)) {
    for (const Function &function : program.functions())
      if (!function.facts->record.empty() &&
          matchesAny(capability.calls, *function.facts) &&
          isHandedOut(function.facts->record))
        owners.insert(function.facts->record);
  }

  bool isInteresting(const Function &function, const Event &event) const override {
    return makesOwner(event) || isTrigger(function, event);
  }

  bool isTrigger(const Function &, const Event &event) const override {
    if (event.callee.empty())
      return event.kind == EventKind::Call && rule.unknownCallee == UnknownCallee::Report;
    auto [it, isNew] = interestingCallees.try_emplace(event.callee, false);
    if (isNew)
      if (const Function *callee = program.findFunction(event.callee))
        it->second = isUse(*callee) || isUnseen(*callee);
    return it->second;
  }

  bool countsInWatchedPhasesOnly(const Event &event) const override {
    return !makesOwner(event);
  }

  bool isOpaque(const Function &callee) const override {
    return isFrameworkOperation(contract, *callee.facts);
  }

  bool canDecide(const Function &predicate) const override {
    return matchesAny(capability.blockedBy, *predicate.facts);
  }

  std::optional<bool> decide(const Function &predicate, const std::string &,
                             const std::string &phase, const State &) const override {
    if (!matchesAny(capability.blockedBy, *predicate.facts))
      return std::nullopt;
    return isRulesPhase(phase);
  }

protected:
  /// The capability is used on an object that the hook made itself: the rule
  /// speaks of the framework's.
  bool isOnOwnObject(const EventContext &context, const State &state) const {
    auto isOwn = [&](const std::string &object) {
      return !object.empty() && owners.count(state.value(object).record) != 0;
    };
    return isOwn(context.object) ||
           std::any_of(context.arguments.begin(), context.arguments.end(), isOwn);
  }
  bool isRulesPhase(const std::string &phase) const {
    return std::find(rule.phases.begin(), rule.phases.end(), phase) != rule.phases.end();
  }
  bool isUse(const Function &callee) const {
    for (const Function *target : program.overriders(callee))
      if (matchesAny(capability.calls, *target->facts))
        return true;
    return false;
  }

  const Program &program;
  const Contract &contract;
  const Rule &rule;
  const Capability &capability;

private:
  /// The framework hands objects of the class to callbacks: the class stands for
  /// the graph or session itself, not for something that works on one.
  bool isHandedOut(const std::string &usr) const {
    const Record *record = program.findRecord(usr);
    if (!record)
      return false;
    for (const Function &function : program.functions()) {
      bool isCallback = function.facts->isVirtual &&
                        contract.findPhaseOfMethod(
                            std::string(unqualifiedName(function.facts->qualifiedName)));
      for (const ParameterFacts &parameter : function.facts->parameters)
        if (isCallback && mentionsObject(parameter.type, record->facts->qualifiedName))
          return true;
    }
    return false;
  }

  /// An object is made on which the capability can be used.
  bool makesOwner(const Event &event) const {
    if (event.kind == EventKind::Construct)
      return owners.count(event.type) != 0;
    return event.kind == EventKind::Write &&
           event.value.kind == ExpressionKind::NewObject &&
           owners.count(event.value.text) != 0;
  }

  bool isUnseen(const Function &callee) const {
    return rule.unknownCallee == UnknownCallee::Report && !callee.facts->hasBody &&
           !callee.facts->isInSystemHeader;
  }

  /// USRs of the classes whose methods are uses.
  std::unordered_set<std::string> owners;
  mutable std::unordered_map<std::string, bool> interestingCallees;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_CAPABILITYMONITOR_H
