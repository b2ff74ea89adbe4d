//===- contract_rule_error_test.cpp - rules that are none -----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mark '@' in a contract is where the error must be.
//
//===----------------------------------------------------------------------===//

#include "contract/NameSuggestion.h"
#include "contract/RuleKinds.h"
#include "contract_support.h"

using namespace hooktidy;

namespace {

const std::string ForbidMembers =
    R"("kind": "forbid", "capability": "draw", "phases": ["stop"], "message": "m")";

TEST(RuleError, RulesAreChecked) {
  expectErrorAtMark(ContractParts().set("rules", R"([@{ "kind": "forbid" }])"),
                    "a rule has no 'id'; add \"id\": \"no-calls-after-end\"");
  expectErrorAtMark(ContractParts().set("rules", R"([@{ "id": "a" }])"),
                    "rule 'a' has no 'kind'; add \"kind\": \"forbid\"");
  expectErrorAtMark(
      contractWithRule(R"("kind": @"forbit")"),
      "unknown rule kind 'forbit' in rule 'a-rule'; did you mean 'forbid'?");
  std::vector<std::string> kinds;
  for (const RuleKindKeys &kind : ruleKinds())
    kinds.push_back(kind.name);
  expectErrorAtMark(contractWithRule(R"("kind": @"zzzzzzzz")"),
                    "unknown rule kind 'zzzzzzzz' in rule 'a-rule'; use one of " +
                        quotedList(kinds));
  expectErrorAtMark(
      contractWithRule(ForbidMembers + R"(, "severity": @"warnng")"),
      "unknown severity 'warnng' in rule 'a-rule'; did you mean 'warning'?");
  expectErrorAtMark(
      contractWithRule(ForbidMembers + R"(, "unknown_callee": @"assume_okay")"),
      "unknown policy 'assume_okay' in rule 'a-rule'; did you mean 'assume-ok'?");
  expectErrorAtMark(contractWithRule(ForbidMembers + R"(, "virtual_callee": @"all")"),
                    "unknown policy 'all' in rule 'a-rule'; use one of "
                    "'known-overriders' and 'static-target'");
  expectErrorAtMark(
      contractWithRule(ForbidMembers + R"(, "handed_over": @"may_runs")"),
      "unknown policy 'may_runs' in rule 'a-rule'; did you mean 'may-run'?");
  expectErrorAtMark(ContractParts().set("rules", "[{ \"id\": \"a\", " + ForbidMembers +
                                                     " }, { \"id\": @\"a\", " +
                                                     ForbidMembers + " }]"),
                    "rule 'a' is there twice; give one another id");
}

TEST(RuleError, KeysFitTheKind) {
  expectErrorAtMark(contractWithRule(R"("kind": "pair", @"capability": "draw")"),
                    "'capability' of rule 'a-rule' has no meaning for kind 'pair'; "
                    "remove it");
  expectErrorAtMark(contractWithRule(ForbidMembers + R"(, @"set_in": ["step"])"),
                    "'set_in' of rule 'a-rule' has no meaning for kind 'forbid'; remove "
                    "it");
  const std::pair<const char *, const char *> missing[] = {
      {R"("kind": "forbid", "phases": ["stop"])", "capability"},
      {R"("kind": "forbid", "capability": "draw")", "phases"},
      {R"("kind": "reenter", "capability": "draw")", "phases"},
      {R"("kind": "defined", "phases": ["start"])", "set_in"},
      {R"("kind": "defined", "set_in": ["step"])", "phases"},
      {R"("kind": "pair", "unguaranteed": ["stop"])", "resources"},
      {R"("kind": "pair")", "unguaranteed"},
      {R"("kind": "literal")", "literals"}};
  for (const auto &[members, key] : missing) {
    std::string example = std::string(key) == "capability" ? "\"graph-mutation\""
                          : std::string(key) == "resources"
                              ? "[{\"name\": ..., \"acquire\": ..., \"release\": ...}]"
                          : std::string(key) == "literals"
                              ? "[{\"calls\": ..., \"arguments\": ...}]"
                              : "[\"start\"]";
    expectErrorAtMark(
        ContractParts().set("rules", "[@{ \"id\": \"a\", \"message\": \"m\", " +
                                         std::string(members) + " }]"),
        std::string("rule 'a' has no '") + key + "'; add \"" + key + "\": " + example);
  }
  expectErrorAtMark(
      ContractParts().set("rules", "[@{ \"id\": \"a\", \"kind\": \"forbid\" }]"),
      "rule 'a' has no 'message'; add \"message\": \"'{phase}' must not ...\"");
}

TEST(RuleError, PhasesOfRulesAreChecked) {
  auto forbid = [](const std::string &phases) {
    return contractWithRule(
        R"("kind": "forbid", "capability": "draw", "message": "m", )" + phases);
  };
  expectErrorAtMark(forbid(R"("phases": [@"stoop"])"),
                    "unknown phase 'stoop' in 'phases' of rule 'a-rule'; did you mean "
                    "'stop'?");
  expectErrorAtMark(forbid(R"("phases": ["stop", @"stop"])"),
                    "phase 'stop' is listed twice in 'phases' of rule 'a-rule'; remove "
                    "one of the two");
  expectErrorAtMark(forbid(R"("phases": @[])"),
                    "'phases' of rule 'a-rule' is empty; name at least one");
  expectErrorAtMark(forbid(R"("phases": ["stop"], "only_phases": @["start"])"),
                    "rule 'a-rule' has both 'phases' and 'only_phases'; remove one of "
                    "the two");
  expectErrorAtMark(
      forbid(R"("only_phases": @["construct", "start", "step", "stop", "destroy"])"),
      "'only_phases' of rule 'a-rule' has every phase, so that nothing is forbidden; "
      "remove some");
  expectErrorAtMark(contractWithRule(R"("kind": "defined", "message": "m", )"
                                     R"("phases": ["start"], "set_in": [@"construct"])"),
                    "'construct' has no meaning in 'set_in' of rule 'a-rule'; name one "
                    "of 'start', 'step' and 'stop'");
  expectErrorAtMark(
      ContractParts()
          .set("lifecycle", "\"construct start step* stop? destroy\"")
          .set("rules", R"([{ "id": "a", "kind": "reenter", "capability": "draw",
                             "message": "m", "phases": ["step", @"start"] }])"),
      "phase 'start' in 'phases' of rule 'a' never comes twice in the lifecycle; remove "
      "it or repeat it there");
}

TEST(RuleError, CapabilitiesOfRulesAreChecked) {
  auto rule = [](const std::string &capability) {
    return R"([{ "id": "a", "kind": "forbid", "message": "m", "phases": ["stop"], )"
           R"("capability": )" +
           capability + " }]";
  };
  expectErrorAtMark(ContractParts().set("rules", rule("@\"drew\"")),
                    "unknown capability 'drew' in rule 'a'; did you mean 'draw'?");
  expectErrorAtMark(ContractParts().set("capabilities", "").set("rules", rule("@\"x\"")),
                    "unknown capability 'x' in rule 'a'; there is none");
}

TEST(RuleError, MessagesAreChecked) {
  auto forbid = [](const std::string &message) {
    return contractWithRule(
        R"("kind": "forbid", "capability": "draw", "phases": ["stop"], "message": ")" +
        message + "\"");
  };
  expectErrorAtMark(forbid("bad @{phse} here"),
                    "unknown placeholder 'phse' in 'message' of rule 'a-rule', which is "
                    "of kind 'forbid'; did you mean 'phase'?");
  expectErrorAtMark(forbid("bad @{member}"),
                    "unknown placeholder 'member' in 'message' of rule 'a-rule', which "
                    "is of kind 'forbid'; use one of 'callee', 'phase' and 'class'");
  expectErrorAtMark(forbid("'{phase}' is @{not closed"),
                    "this '{' in 'message' of rule 'a-rule' is not closed; write a "
                    "placeholder such as '{phase}'");
}

TEST(RuleError, ResourcesAreChecked) {
  auto pair = [](const std::string &resources) {
    return contractWithRule(
        R"("kind": "pair", "unguaranteed": ["stop"], "message": "m", )"
        R"("resources": )" +
        resources);
  };
  expectErrorAtMark(pair("@[]"),
                    "'resources' of rule 'a-rule' is empty; name at least one");
  expectErrorAtMark(pair("[@{}]"), "a resource in 'resources' of rule 'a-rule' has no "
                                   "'name'; add \"name\": \"thread\"");
  expectErrorAtMark(pair(R"([@{ "name": "file", "acquire": ["fopen"] }])"),
                    "a resource in 'resources' of rule 'a-rule' has no 'release'; add "
                    "\"release\": [\"std::thread::join\"]");
  expectErrorAtMark(
      pair(R"([{ "name": "file", "acquire": ["fopen"], "release": ["fclose"] },
               @{ "name": "file", "acquire": ["open"], "release": ["close"] }])"),
      "resource 'file' is listed twice in 'resources' of rule 'a-rule'; remove one of "
      "the two");
  auto object = [&](const std::string &value) {
    return pair(R"([{ "name": "file", "acquire": [{ "call": "fopen", "object": )" +
                value + R"( }], "release": ["fclose"] }])");
  };
  expectErrorAtMark(object("@\"resutl\""),
                    "unknown object 'resutl' in 'object' of 'fopen' in 'acquire' of "
                    "resource 'file'; did you mean 'result'?");
  for (const std::string number : {"", "x", "-1", "100", "1 "})
    expectErrorAtMark(object("\"argument:@" + number + "\""),
                      "'object' of 'fopen' in 'acquire' of resource 'file' needs the "
                      "position of an argument, from 0; write for example 'argument:0'");
}

TEST(RuleError, OverridesHaveNoOtherKeys) {
  expectErrorAtMark(
      contractWithRule(R"("kind": "override", "message": "m", @"phases": ["stop"])"),
      "'phases' of rule 'a-rule' has no meaning for kind 'override'; remove it");
  expectErrorAtMark(contractWithRule(R"("kind": "override", "message": "@{phase}")"),
                    "unknown placeholder 'phase' in 'message' of rule 'a-rule', which is "
                    "of kind 'override'; use one of 'method', 'callback', 'problem', "
                    "'signature' and 'class'");
}

TEST(RuleError, LifetimesAreChecked) {
  auto escape = [](const std::string &lifetimes) {
    return contractWithRule(R"("kind": "escape", "message": "m", "lifetimes": )" +
                            lifetimes);
  };
  const std::string pen = R"("name": "pen", "types": ["fw::Pen"])";
  expectErrorAtMark(escape("@[]"),
                    "'lifetimes' of rule 'a-rule' is empty; name at least one");
  expectErrorAtMark(escape("[@{}]"), "a lifetime in 'lifetimes' of rule 'a-rule' has no "
                                     "'name'; add \"name\": \"session\"");
  expectErrorAtMark(escape(R"([@{ "name": "pen" }])"),
                    "a lifetime in 'lifetimes' of rule 'a-rule' has no 'types'; add "
                    "\"types\": [\"**::Session\"]");
  expectErrorAtMark(escape("[@{ " + pen + " }]"),
                    "a lifetime in 'lifetimes' of rule 'a-rule' has no 'until'; add "
                    "\"until\": [\"destroy\"]");
  expectErrorAtMark(escape("[{ " + pen + R"(, "until": [@"stpo"] }])"),
                    "unknown phase 'stpo' in 'until' of lifetime 'pen'; did you mean "
                    "'stop'?");
  expectErrorAtMark(escape("[{ " + pen + R"(, "until": ["stop", @"construct"] }])"),
                    "'construct' has no meaning in 'until' of lifetime 'pen': nothing "
                    "was lent before it; remove it");
  expectErrorAtMark(escape("[{ " + pen + R"(, "until": ["stop"] }, @{ )" + pen +
                           R"(, "until": ["step"] }])"),
                    "lifetime 'pen' is listed twice in 'lifetimes' of rule 'a-rule'; "
                    "remove one of the two");
  expectErrorAtMark(escape("[{ " + pen + R"(, "until": ["stop"], "handle": @1 }])"),
                    "'handle' of lifetime 'pen' must be a boolean, not an integer");
}

TEST(RuleError, LiteralsAreChecked) {
  auto literals = [](const std::string &arguments) {
    return contractWithRule(R"("kind": "literal", "message": "{problem}", "literals": )" +
                            arguments);
  };
  auto arguments = [&](const std::string &list) {
    return literals(R"([{ "calls": ["fw::Cache::Cache"], "arguments": )" + list + "}]");
  };
  expectErrorAtMark(literals("@[]"),
                    "'literals' of rule 'a-rule' is empty; name at least one");
  expectErrorAtMark(literals(R"([@{ "arguments": [] }])"),
                    "an element of 'literals' of rule 'a-rule' has no 'calls'; add "
                    "\"calls\": [\"ns::Cache::Cache\"]");
  const std::string in = "an argument in 'arguments' of 'fw::Cache::Cache'";
  expectErrorAtMark(arguments("[@{}]"), in + " has no 'position'; add \"position\": 0");
  expectErrorAtMark(arguments(R"([{ "position": @-1, "name": "size" }])"),
                    "'position' of " + in +
                        " must be from 0 to 255, counted from the left");
  expectErrorAtMark(arguments(R"([{ "position": @"0", "name": "size" }])"),
                    "'position' of " + in + " must be an integer, not a string");
  expectErrorAtMark(arguments(R"([@{ "position": 0 }])"),
                    in + " has no 'name'; add \"name\": \"block_size\"");
  expectErrorAtMark(arguments(R"([{ "position": 0, "name": "a", "must_be": @"json" }])"),
                    "unknown kind of literal 'json' in " + in +
                        "; the only one is 'gcs-credentials'");
  expectErrorAtMark(
      arguments(R"([{ "position": 0, "name": "a", "minimum": @2, "maximum": 1 }])"),
      "'minimum' of " + in + " is more than 'maximum'; exchange the two");
  expectErrorAtMark(
      arguments(
          R"([{ "position": 0, "name": "size" }, @{ "position": 1, "name": "size" }])"),
      "argument 'size' is listed twice in 'arguments' of 'fw::Cache::Cache'; remove one "
      "of "
      "the two");
  expectErrorAtMark(arguments(R"([{ "position": 0, "name": "size", "not_above": @"limt" },
                    { "position": 1, "name": "limit" }])"),
                    "unknown argument 'limt' in 'arguments' of 'fw::Cache::Cache'; did "
                    "you mean 'limit'?");
}
} // namespace
