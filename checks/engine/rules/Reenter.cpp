//===- rules/Reenter.cpp - an effect that may not be repeated ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Invariants:
//  * The first run of a phase that has the effect is never reported, however
//    many runs without it came before.
//  * What the framework hands to the phase is the same object in every run: the
//    rule is about running again on the same one.
//
// Known holes:
//  * Two different effects of one capability count as the same effect.

#include "engine/rules/CapabilityMonitor.h"

namespace hooktidy {

namespace {

constexpr const char *ThisRun = "effect in this run";
constexpr const char *EarlierRun = "effect in an earlier run";

class ReenterMonitor : public CapabilityMonitor {
public:
  using CapabilityMonitor::CapabilityMonitor;

  bool isWatched(const std::string &phase) const override { return isRulesPhase(phase); }

  std::optional<bool> decide(const Function &predicate, const std::string &,
                             const std::string &, const State &) const override {
    // In the phases of this rule the capability may be used.
    if (!matchesAny(capability.blockedBy, *predicate.facts))
      return std::nullopt;
    return false;
  }

  void enterPhase(const std::string &, State &state) override {
    if (state.tracked.erase(ThisRun))
      state.tracked[EarlierRun] = "";
  }

  bool onCall(const EventContext &context, State &state) override {
    if (!context.callee || !matchesAny(capability.calls, *context.callee->facts))
      return false;
    if (!isRulesPhase(context.phase) || isOnOwnObject(context, state))
      return true;
    if (state.tracked.count(EarlierRun))
      found.push_back(violationAt(context, context.callee->facts->qualifiedName));
    else
      state.tracked[ThisRun] = "";
    return true;
  }
};

} // namespace

std::unique_ptr<Monitor> makeReenterMonitor(const Program &program,
                                            const Contract &contract, const Rule &rule) {
  return std::make_unique<ReenterMonitor>(program, contract, rule);
}

} // namespace hooktidy
