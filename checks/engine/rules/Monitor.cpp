//===- rules/Monitor.cpp - a rule as an observer of a walk ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/rules/Monitor.h"

#include <algorithm>

namespace hooktidy {

bool matchesFunction(const CallPattern &pattern, const FunctionFacts &function) {
  // Types are only needed for the few patterns that name some.
  if (!pattern.name.matches(function.qualifiedName))
    return false;
  std::vector<std::string> types;
  if (pattern.parameters)
    for (const ParameterFacts &parameter : function.parameters)
      types.push_back(parameter.type);
  return pattern.matches(function.qualifiedName, types);
}

bool matchesAny(const std::vector<CallPattern> &patterns, const FunctionFacts &function) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const CallPattern &pattern) {
    return matchesFunction(pattern, function);
  });
}

bool isFrameworkOperation(const Contract &contract, const FunctionFacts &function) {
  return std::any_of(contract.capabilities.begin(), contract.capabilities.end(),
                     [&](const Capability &capability) {
                       return matchesAny(capability.calls, function);
                     });
}

Violation violationAt(const EventContext &context, std::string subject) {
  Violation violation;
  violation.chain = context.chain;
  violation.phase = context.phase;
  violation.subject = std::move(subject);
  return violation;
}

std::unique_ptr<Monitor> makeMonitor(const Program &program, const HookClass &hook,
                                     const Contract &contract, const Rule &rule) {
  switch (rule.kind) {
  case RuleKind::Forbid:
    return makeForbidMonitor(program, contract, rule);
  case RuleKind::Reenter:
    return makeReenterMonitor(program, contract, rule);
  case RuleKind::Defined:
    return makeDefinedMonitor(program, hook, contract, rule);
  case RuleKind::Pair:
    return makePairMonitor(program, hook, contract, rule);
  case RuleKind::Escape:
    return makeEscapeMonitor(program, hook, contract, rule);
  case RuleKind::Literal:
  case RuleKind::Override:
    break;
  }
  return nullptr;
}

} // namespace hooktidy
