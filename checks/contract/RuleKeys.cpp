//===- RuleKeys.cpp - the keys of a rule, typed --------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/RuleKeys.h"
#include "contract/RuleReader.h"

namespace hooktidy {

void RuleKeys::readCapability() {
  const JsonNode *capability = findOrInherit("capability", "\"graph-mutation\"");
  if (capability == nullptr)
    return;
  rule.capability = text.string(*capability, object.describe("capability"));
  if (contract.findCapability(rule.capability) != nullptr)
    return;
  std::vector<std::string> names;
  for (const Capability &known : contract.capabilities)
    names.push_back(known.name);
  text.fail(capability->offset, unknownNameMessage("capability", rule.capability,
                                                   "in " + object.name(), names));
}

void RuleKeys::readPhases(const char *key, std::vector<std::string> &phases,
                          bool withFrame, bool isRequired) const {
  const JsonNode *list =
      isRequired ? &object.require(key, "[\"" + contract.phases.front().name + "\"]")
                 : object.find(key);
  if (list != nullptr)
    phases = readPhaseNames(text, *list, object.describe(key), contract, withFrame,
                            /*mayBeEmpty=*/false);
}

} // namespace hooktidy
