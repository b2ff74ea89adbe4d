//===- Contract.cpp - a framework's hook contract -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/Contract.h"

#include <algorithm>

namespace hooktidy {
namespace {

template <typename Named>
const Named *findByName(const std::vector<Named> &items, const std::string &name) {
  auto found = std::find_if(items.begin(), items.end(),
                            [&](const Named &item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

} // namespace

const Capability *Contract::findCapability(const std::string &name) const {
  return findByName(capabilities, name);
}

const Phase *Contract::findPhase(const std::string &name) const {
  return findByName(phases, name);
}

const Phase *Contract::findPhaseOfMethod(const std::string &method) const {
  auto found = std::find_if(phases.begin(), phases.end(), [&](const Phase &phase) {
    return std::find(phase.methods.begin(), phase.methods.end(), method) !=
           phase.methods.end();
  });
  return found == phases.end() ? nullptr : &*found;
}

bool isProgramRule(RuleKind kind) {
  return kind == RuleKind::Literal || kind == RuleKind::Override;
}

bool looksAtUsersOfHooks(const Contract &contract) {
  return std::any_of(contract.rules.begin(), contract.rules.end(),
                     [](const Rule &rule) { return rule.kind == RuleKind::Override; });
}

std::vector<CallPattern> callsOfProgramRules(const Contract &contract) {
  std::vector<CallPattern> result;
  for (const Rule &rule : contract.rules)
    for (const LiteralCall &literal : rule.literals)
      result.insert(result.end(), literal.calls.begin(), literal.calls.end());
  return result;
}

} // namespace hooktidy
