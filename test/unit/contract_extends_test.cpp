//===- contract_extends_test.cpp - contracts on top of others -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract_support.h"

using namespace hooktidy;

namespace {

/// A contract on top of the small one, with these members besides the name.
Contract extend(const std::string &members, const std::string &name = "larger") {
  std::vector<Contract> known = {loadContract(ContractParts().text(), "small.json", {})};
  return loadContract(R"({ "schema_version": 1, "contract": ")" + name +
                          R"(", "extends": "small")" + (members.empty() ? "" : ", ") +
                          members + "}",
                      "larger.json", known);
}

void expectErrorOnExtending(const std::string &marked, const std::string &message) {
  std::vector<Contract> known = {loadContract(ContractParts().text(), "small.json", {})};
  expectErrorAtMark(
      R"({ "schema_version": 1, "contract": "larger", "extends": "small", )" + marked +
          "}",
      message, known);
}

TEST(Extends, KeepsWhatIsNotWritten) {
  Contract contract = extend("");
  EXPECT_EQ(contract.name, "larger");
  EXPECT_EQ(contract.extends, "small");
  EXPECT_EQ(contract.origin, "larger.json");
  EXPECT_EQ(contract.bases[0].str(), "fw::Hook");
  EXPECT_EQ(contract.phases.size(), 3u);
  EXPECT_EQ(contract.lifecycleExpression, "construct (start step* stop?)* destroy");
  EXPECT_EQ(contract.rules[0].id, "no-draw");
}

TEST(Extends, ReplacesBases) {
  Contract contract = extend(R"("hook": { "bases": ["my::Hook"] })");
  ASSERT_EQ(contract.bases.size(), 1u);
  EXPECT_EQ(contract.bases[0].str(), "my::Hook");
}

TEST(Extends, AddsAndReplacesNamedParts) {
  Contract contract = extend(
      R"("phases": { "step": { "methods": ["doStep"] }, "pause": { "methods": ["pause"] } },
         "lifecycle": "construct (start (step | pause)* stop?)* destroy",
         "capabilities": { "draw": { "calls": ["my::draw"] },
                           "play": { "calls": ["my::play"] } },
         "after_throw": { "pause": ["stop"] }, "skipped": { "stop": "it ends" },
         "rules": [{ "id": "no-play", "kind": "forbid", "capability": "play",
                     "phases": ["pause"], "message": "m" }])");
  ASSERT_EQ(contract.phases.size(), 4u);
  EXPECT_EQ(contract.phases[1].methods, std::vector<std::string>{"doStep"});
  EXPECT_EQ(contract.phases[3].name, "pause");
  ASSERT_EQ(contract.capabilities.size(), 2u);
  ASSERT_EQ(contract.capabilities[0].calls.size(), 1u);
  EXPECT_EQ(contract.capabilities[0].calls[0].name.str(), "my::draw");
  EXPECT_EQ(contract.afterThrow.at("pause").next, std::vector<std::string>{"stop"});
  EXPECT_EQ(contract.skipped.at("stop"), "it ends");
  ASSERT_EQ(contract.rules.size(), 2u);
  EXPECT_EQ(contract.rules[1].id, "no-play");
}

TEST(Extends, CanAddToACapability) {
  Contract contract = extend(
      R"("capabilities": { "draw": { "extend": true, "calls": ["my::draw"],
                                     "blocked_by": ["my::hidden"] } })");
  const Capability &draw = *contract.findCapability("draw");
  ASSERT_EQ(draw.calls.size(), 2u);
  EXPECT_EQ(draw.calls[0].name.str(), "fw::draw");
  EXPECT_EQ(draw.calls[1].name.str(), "my::draw");
  EXPECT_EQ(draw.blockedBy[0].name.str(), "my::hidden");
}

TEST(Extends, CanAdjustARule) {
  Contract contract = extend(R"("rules": [{ "id": "no-draw", "enabled": false }])");
  ASSERT_EQ(contract.rules.size(), 1u);
  EXPECT_FALSE(contract.rules[0].enabledByDefault);
  EXPECT_EQ(contract.rules[0].message, "'{callee}' draws in '{phase}'");
  EXPECT_EQ(contract.rules[0].phases, std::vector<std::string>{"stop"});

  contract = extend(R"("rules": [{ "id": "no-draw", "severity": "error",
                                   "phases": ["start"] }])");
  EXPECT_EQ(contract.rules[0].severity, Severity::Error);
  EXPECT_TRUE(contract.rules[0].enabledByDefault);
  EXPECT_EQ(contract.rules[0].phases, std::vector<std::string>{"start"});
}

TEST(Extends, CanReplaceARule) {
  Contract contract = extend(R"("rules": [{ "id": "no-draw", "kind": "reenter",
                                 "capability": "draw", "phases": ["step"],
                                 "message": "again" }])");
  ASSERT_EQ(contract.rules.size(), 1u);
  EXPECT_EQ(contract.rules[0].kind, RuleKind::Reenter);
  EXPECT_EQ(contract.rules[0].message, "again");
}

TEST(Extends, OnlyPhasesFollowNewPhases) {
  std::vector<Contract> known = {
      loadContract(contractWithRule(R"("kind": "forbid", "capability": "draw",
                                       "only_phases": ["step"], "message": "m")")
                       .text(),
                   "small.json", {})};
  Contract contract = loadContract(
      R"({ "schema_version": 1, "contract": "larger", "extends": "small",
           "phases": { "pause": { "methods": ["pause"] } },
           "lifecycle": "construct (start (step | pause)* stop?)* destroy" })",
      "larger.json", known);
  EXPECT_EQ(contract.rules[0].phases,
            (std::vector<std::string>{"construct", "start", "stop", "pause", "destroy"}));
}

TEST(Extends, MayLeaveOutAnInheritedPhase) {
  Contract contract = extend(R"("lifecycle": "construct (start step*)* destroy")");
  EXPECT_EQ(contract.phases.size(), 3u);
}

TEST(Extends, MayKeepTheName) {
  Contract contract =
      extend(R"("rules": [{ "id": "no-draw", "enabled": false }])", "small");
  EXPECT_EQ(contract.name, "small");
  EXPECT_FALSE(contract.rules[0].enabledByDefault);
}

TEST(Extends, ErrorsArePlaced) {
  expectErrorOnExtending(R"("phases": { @"pause": { "methods": ["p"] } })",
                         "phase 'pause' does not occur in the lifecycle; add it there or "
                         "remove it here");
  expectErrorOnExtending(R"("phases": { "step": { "methods": ["step", @"stop"] } })",
                         "method 'stop' of phase 'step' is already one of phase 'stop'; "
                         "remove one of the two");
  expectErrorOnExtending(R"("capabilities": { "drew": { "extend": @true } })",
                         "there is no inherited capability 'drew' to extend; remove "
                         "'extend'");
  expectErrorOnExtending(R"("rules": [{ "id": @"no-drw", "enabled": false }])",
                         "unknown rule 'no-drw' in contract 'small' (a new one needs a "
                         "'kind'); did you mean 'no-draw'?");
  expectErrorOnExtending(R"("rules": [{ "id": "no-draw", @"set_in": ["step"] }])",
                         "'set_in' of rule 'no-draw' has no meaning for kind 'forbid'; "
                         "remove it");
}

} // namespace
