//===- RuleKinds.cpp - what each kind of rule has ------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/RuleKinds.h"
#include "contract/LifetimeReader.h"
#include "contract/LiteralReader.h"
#include "contract/PatternReader.h"
#include "contract/RuleReader.h"

#include <algorithm>

namespace hooktidy {
namespace {

void readForbid(RuleKeys &keys) {
  keys.readCapability();
  const JsonNode *only = keys.object.find("only_phases");
  if (only != nullptr && keys.object.find("phases") != nullptr)
    keys.text.fail(only->offset,
                   keys.object.name() +
                       " has both 'phases' and 'only_phases'; remove one of "
                       "the two");
  if (only == nullptr) {
    if (keys.object.find("phases") != nullptr)
      keys.rule.onlyPhases.clear();
    keys.readPhases("phases", keys.rule.phases, /*withFrame=*/true,
                    /*isRequired=*/!keys.adjusts);
    return;
  }
  keys.readPhases("only_phases", keys.rule.onlyPhases, /*withFrame=*/true,
                  /*isRequired=*/true);
  keys.rule.phases = otherPhases(keys.contract, keys.rule.onlyPhases);
  if (keys.rule.phases.empty())
    keys.text.fail(only->offset,
                   keys.object.describe("only_phases") +
                       " has every phase, so that nothing is forbidden; remove some");
}

void readReenter(RuleKeys &keys) {
  keys.readCapability();
  keys.readPhases("phases", keys.rule.phases, /*withFrame=*/false,
                  /*isRequired=*/!keys.adjusts);
  const JsonNode *phases = keys.object.find("phases");
  if (phases == nullptr)
    return;
  for (const JsonNode &phase : phases->elements)
    if (!keys.contract.lifecycle.mayComeAgain(phase.text))
      keys.text.fail(phase.offset,
                     "phase " + inQuotes(phase.text) + " in " +
                         keys.object.describe("phases") +
                         " never comes twice in the lifecycle; remove it or "
                         "repeat it there");
}

void readDefined(RuleKeys &keys) {
  keys.readPhases("phases", keys.rule.phases, /*withFrame=*/true,
                  /*isRequired=*/!keys.adjusts);
  keys.readPhases("set_in", keys.rule.setIn, /*withFrame=*/false,
                  /*isRequired=*/!keys.adjusts);
}

void readPair(RuleKeys &keys) {
  keys.readPhases("phases", keys.rule.phases, /*withFrame=*/true, /*isRequired=*/false);
  keys.readPhases("unguaranteed", keys.rule.unguaranteed, /*withFrame=*/false,
                  /*isRequired=*/!keys.adjusts);
  keys.readPhases("reacquire", keys.rule.reacquire, /*withFrame=*/false,
                  /*isRequired=*/false);
  if (const JsonNode *resources = keys.findOrInherit(
          "resources", "[{\"name\": ..., \"acquire\": ..., \"release\": "
                       "...}]"))
    keys.rule.resources =
        readResources(keys.text, *resources, keys.object.describe("resources"));
}

void readEscape(RuleKeys &keys) {
  if (const JsonNode *lifetimes = keys.findOrInherit(
          "lifetimes", "[{\"name\": ..., \"types\": ..., \"until\": ...}]"))
    keys.rule.lifetimes = readLifetimes(keys.text, *lifetimes, keys.contract,
                                        keys.object.describe("lifetimes"));
}

void readLiteral(RuleKeys &keys) {
  if (const JsonNode *literals =
          keys.findOrInherit("literals", "[{\"calls\": ..., \"arguments\": ...}]"))
    keys.rule.literals =
        readLiteralCalls(keys.text, *literals, keys.object.describe("literals"));
}

} // namespace

const std::vector<RuleKindKeys> &ruleKinds() {
  static const std::vector<RuleKindKeys> kinds = {
      {RuleKind::Forbid,
       "forbid",
       {"phases", "only_phases", "capability"},
       {"callee", "phase", "class"},
       readForbid},
      {RuleKind::Reenter,
       "reenter",
       {"phases", "capability"},
       {"callee", "phase", "class"},
       readReenter},
      {RuleKind::Defined,
       "defined",
       {"phases", "set_in"},
       {"member", "phase", "class", "set_in"},
       readDefined},
      {RuleKind::Pair,
       "pair",
       {"phases", "unguaranteed", "reacquire", "resources"},
       {"resource", "member", "callee", "phase", "class", "released_in"},
       readPair},
      {RuleKind::Escape,
       "escape",
       {"lifetimes"},
       {"member", "object", "stored_in", "phase", "class", "instead"},
       readEscape},
      {RuleKind::Literal, "literal", {"literals"}, {"callee", "problem"}, readLiteral},
      {RuleKind::Override,
       "override",
       {},
       {"method", "callback", "problem", "signature", "class"},
       [](RuleKeys &) {}},
  };
  return kinds;
}

const RuleKindKeys &findRuleKind(RuleKind kind) {
  return *std::find_if(ruleKinds().begin(), ruleKinds().end(),
                       [kind](const RuleKindKeys &keys) { return keys.kind == kind; });
}

} // namespace hooktidy
