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
//  * Another effect than in the earlier run counts if nothing on the way to it was
//    left undecided.

#include "engine/rules/CapabilityMonitor.h"

namespace hooktidy {

namespace {

constexpr const char *AnyEarlier = "effect in an earlier run";
constexpr const char *Undecided = "undecided in this run";
/// Before the place of an effect.
constexpr const char *ThisRun = "this run ";
constexpr const char *EarlierRun = "earlier run ";

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
    state.tracked.erase(Undecided);
    std::vector<std::string> done;
    for (auto it = state.tracked.begin(); it != state.tracked.end();) {
      bool isThisRun = it->first.compare(0, 9, ThisRun) == 0;
      if (isThisRun)
        done.push_back(it->first.substr(9));
      it = isThisRun ? state.tracked.erase(it) : std::next(it);
    }
    for (const std::string &place : done) {
      state.tracked[EarlierRun + place] = "";
      state.tracked[AnyEarlier] = "";
    }
  }

  void onUndecided(State &state) override { state.tracked[Undecided] = ""; }

  bool onCall(const EventContext &context, State &state) override {
    if (!context.callee || !matchesAny(capability.calls, *context.callee->facts))
      return false;
    if (!isRulesPhase(context.phase) || isOnOwnObject(context, state))
      return true;
    std::string place = placeOf(context.chain.front()) + placeOf(context.chain.back());
    bool isRepeated = state.tracked.count(EarlierRun + place) != 0;
    bool isCertain = state.tracked.count(Undecided) == 0;
    if (isRepeated || (isCertain && state.tracked.count(AnyEarlier)))
      found.push_back(violationAt(context, context.callee->facts->qualifiedName));
    else
      state.tracked[ThisRun + place] = "";
    return true;
  }

private:
  static std::string placeOf(const ChainLink &link) {
    return std::to_string(link.unit) + ":" + std::to_string(link.location.file) + ":" +
           std::to_string(link.location.line) + ":" +
           std::to_string(link.location.column) + " ";
  }
};

} // namespace

std::unique_ptr<Monitor> makeReenterMonitor(const Program &program,
                                            const Contract &contract, const Rule &rule) {
  return std::make_unique<ReenterMonitor>(program, contract, rule);
}

} // namespace hooktidy
