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

namespace hooktidy {

/// Recognises the uses of the rule's capability. What is below such a use (the
/// framework's own code, if it is seen) is not walked.
class CapabilityMonitor : public Monitor {
public:
  CapabilityMonitor(const Program &program, const Contract &contract, const Rule &rule)
      : program(program), rule(rule),
        capability(*contract.findCapability(rule.capability)) {}

  bool isInteresting(const Function &, const Event &event) const override {
    if (event.callee.empty())
      return event.kind == EventKind::Call && rule.unknownCallee == UnknownCallee::Report;
    auto [it, isNew] = interestingCallees.try_emplace(event.callee, false);
    if (isNew)
      if (const Function *callee = program.findFunction(event.callee))
        it->second = isUse(*callee) || isUnseen(*callee);
    return it->second;
  }

  bool isOpaque(const Function &callee) const override {
    return matchesAny(capability.calls, *callee.facts);
  }

  std::optional<bool> decide(const Function &predicate, const std::string &,
                             const std::string &phase, const State &) const override {
    if (!matchesAny(capability.blockedBy, *predicate.facts))
      return std::nullopt;
    return isRulesPhase(phase);
  }

protected:
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
  const Rule &rule;
  const Capability &capability;

private:
  bool isUnseen(const Function &callee) const {
    return rule.unknownCallee == UnknownCallee::Report && !callee.facts->hasBody &&
           !callee.facts->isInSystemHeader;
  }

  mutable std::unordered_map<std::string, bool> interestingCallees;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_CAPABILITYMONITOR_H
