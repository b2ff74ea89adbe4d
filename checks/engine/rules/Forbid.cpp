//===- rules/Forbid.cpp - a capability that phases may not use --*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Invariants:
//  * A use is reported in the phases of the rule only, and never below another
//    use.
//  * A predicate that says "blocked" holds in exactly these phases.
//
// Known holes:
//  * A use through a function that is not seen is missed unless the rule asks
//    for unknown callees to be reported.

#include "engine/rules/CapabilityMonitor.h"

namespace hooktidy {

namespace {

class ForbidMonitor : public CapabilityMonitor {
public:
  using CapabilityMonitor::CapabilityMonitor;

  bool isWatched(const std::string &phase) const override { return isRulesPhase(phase); }

  bool onCall(const EventContext &context, State &state) override {
    if (!context.callee || !matchesAny(capability.calls, *context.callee->facts))
      return false;
    if (isRulesPhase(context.phase) && !isOnOwnObject(context, state))
      found.push_back(violationAt(context, context.callee->facts->qualifiedName));
    return true;
  }

  void onUnknownCall(const EventContext &context, State &) override {
    bool isSystem = context.callee && context.callee->facts->isInSystemHeader;
    if (rule.unknownCallee != UnknownCallee::Report || isSystem ||
        !isRulesPhase(context.phase))
      return;
    found.push_back(violationAt(
        context, context.callee ? context.callee->facts->qualifiedName : "unknown"));
  }
};

} // namespace

std::unique_ptr<Monitor> makeForbidMonitor(const Program &program,
                                           const Contract &contract, const Rule &rule) {
  return std::make_unique<ForbidMonitor>(program, contract, rule);
}

} // namespace hooktidy
