//===- contract_error_test.cpp - contracts that are none ------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mark '@' in a contract is where the error must be.
//
//===----------------------------------------------------------------------===//

#include "contract_support.h"

using namespace hooktidy;

namespace {

const std::string ForbidMembers =
    R"("kind": "forbid", "capability": "draw", "phases": ["stop"], "message": "m")";

TEST(ContractError, SyntaxIsPlaced) {
  expectErrorAtMark("{ \"contract\": @}",
                    "syntax error while parsing value - unexpected '}'; expected '[', "
                    "'{', or a literal");
  expectErrorAtMark("{\n\"contract\": \"x\"\n@\"hook\": 1 }",
                    "syntax error while parsing object - unexpected string literal; "
                    "expected '}'");
  expectErrorAtMark("@[]", "the contract must be an object, not an array");
  expectErrorAtMark("{\"phases\": {\"a\": {}, @\"a\": {}}}",
                    "key 'a' is already there at 1:13; remove one of the two");
}

TEST(ContractError, Utf8IsChecked) {
  expectErrorAtMark("{\n \"contract\": \"@\xff\" }",
                    "this byte is not UTF-8; save the contract as UTF-8");
}

TEST(ContractError, NestingIsLimited) {
  expectErrorAtMark(std::string(64, '[') + "@" + std::string(1000, '['),
                    "values are nested more than 64 deep; no contract needs that");
}

TEST(ContractError, VersionIsChecked) {
  const ContractParts parts;
  expectErrorAtMark("@" + ContractParts(parts).set("schema_version", "").text(),
                    "the contract has no 'schema_version'; add \"schema_version\": 1");
  expectErrorAtMark(ContractParts(parts).set("schema_version", "@2"),
                    "schema version 2 is not known; this hooktidy reads version 1");
  expectErrorAtMark(ContractParts(parts).set("schema_version", "@\"1\""),
                    "'schema_version' of the contract must be an integer, not a string");
  expectErrorAtMark(ContractParts(parts).set("schema_version", "@1.0"),
                    "'schema_version' of the contract must be an integer, not a number");
}

TEST(ContractError, UnknownKeysAreNamed) {
  auto text = [](const std::string &key) {
    std::string whole = ContractParts().text();
    return whole.insert(whole.rfind('}'), ", @\"" + key + "\": 1");
  };
  expectErrorAtMark(text("phase"),
                    "unknown key 'phase' in the contract; did you mean 'phases'?");
  expectErrorAtMark(
      text("colour"),
      "unknown key 'colour' in the contract; use one of '$schema', 'schema_version', "
      "'contract', 'documentation', 'extends', 'hook', 'phases', "
      "'lifecycle', 'after_throw', 'skipped', 'repeated', 'capabilities' "
      "and others");
  expectErrorAtMark(ContractParts().set("hook", R"({ @"base": ["x"] })"),
                    "unknown key 'base' in 'hook'; did you mean 'bases'?");
  expectErrorAtMark(
      ContractParts().set("phases", R"({ "start": { @"method": ["start"] } })"),
      "unknown key 'method' in phase 'start'; did you mean 'methods'?");
  expectErrorAtMark(
      ContractParts().set("capabilities", R"({ "draw": { @"call": ["x"] } })"),
      "unknown key 'call' in capability 'draw'; did you mean 'calls'?");
  expectErrorAtMark(contractWithRule(ForbidMembers + R"(, @"phase": ["stop"])"),
                    "unknown key 'phase' in rule 'a-rule'; did you mean 'phases'?");
}

TEST(ContractError, MissingKeysAreNamed) {
  const std::pair<const char *, const char *> examples[] = {
      {"contract", "\"my-framework\""},
      {"hook", "{\"bases\": [\"**::MyHook\"]}"},
      {"phases", "{\"begin\": {\"methods\": [\"begin\"]}}"},
      {"lifecycle", "\"construct (begin end?)* destroy\""},
      {"rules", "[{\"id\": ..., \"kind\": ...}]"}};
  for (const auto &[key, example] : examples)
    expectErrorAtMark("@" + ContractParts().set(key, "").text(),
                      std::string("the contract has no '") + key + "'; add \"" + key +
                          "\": " + example);
  expectErrorAtMark(ContractParts().set("hook", "@{}"),
                    "'hook' has no 'bases'; add \"bases\": [\"**::MyHook\"]");
  expectErrorAtMark(ContractParts().set("phases", R"({ "start": @{} })"),
                    "phase 'start' has no 'methods'; add \"methods\": [\"start\"]");
  expectErrorAtMark(ContractParts().set("capabilities", R"({ "draw": @{} })"),
                    "capability 'draw' has no 'calls'; add \"calls\": "
                    "[\"**::Graph::add_*\"]");
}

TEST(ContractError, WrongTypesAreNamed) {
  expectErrorAtMark(ContractParts().set("contract", "@[]"),
                    "'contract' of the contract must be a string, not an array");
  expectErrorAtMark(ContractParts().set("hook", "@\"x\""),
                    "'hook' must be an object, not a string");
  expectErrorAtMark(ContractParts().set("hook", R"({ "bases": @"x" })"),
                    "'bases' of 'hook' must be an array, not a string");
  expectErrorAtMark(ContractParts().set("hook", R"({ "bases": [@null] })"),
                    "a pattern in 'bases' of 'hook' must be a string, not null");
  expectErrorAtMark(ContractParts().set("phases", "@[]"),
                    "'phases' must be an object, not an array");
  expectErrorAtMark(ContractParts().set("lifecycle", "@{}"),
                    "'lifecycle' must be a string, not an object");
  expectErrorAtMark(ContractParts().set("after_throw", R"({ "start": @"stop" })"),
                    "'after_throw' of phase 'start' must be an array, not a string");
  expectErrorAtMark(ContractParts().set("skipped", R"({ "stop": @false })"),
                    "'skipped' of phase 'stop' must be a string, not a boolean");
  expectErrorAtMark(ContractParts().set("rules", "@{}"),
                    "'rules' must be an array, not an object");
  expectErrorAtMark(ContractParts().set("rules", "[@5]"),
                    "a rule must be an object, not an integer");
  expectErrorAtMark(contractWithRule(ForbidMembers + R"(, "enabled": @"no")"),
                    "'enabled' of rule 'a-rule' must be a boolean, not a string");
}

TEST(ContractError, EmptyAndBrokenTextsAreNamed) {
  expectErrorAtMark(ContractParts().set("hook", R"({ "bases": @[] })"),
                    "'bases' of 'hook' is empty; name at least one");
  expectErrorAtMark(ContractParts().set("phases", "@{}"),
                    "'phases' is empty; name at least one");
  expectErrorAtMark(ContractParts().set("rules", "@[]"),
                    "'rules' is empty; name at least one");
  expectErrorAtMark(ContractParts().set("repeated", R"({ "step": @"" })"),
                    "'repeated' of phase 'step' is empty; write a text");
  expectErrorAtMark(ContractParts().set("repeated", R"({ "step": "once @\n more" })"),
                    "'repeated' of phase 'step' has a control character; write it on one "
                    "line");
}

TEST(ContractError, NamesAreChecked) {
  const std::string remedy =
      " must be made of lower-case words and digits with '-' between them";
  for (const std::string name : {"Small", "a_b", "a--b", "-a", "a-", "a b", "ä"}) {
    expectErrorAtMark(ContractParts().set("contract", "@\"" + name + "\""),
                      "contract name '" + name + "'" + remedy);
    expectErrorAtMark(ContractParts().set("rules", "[{ \"id\": @\"" + name + "\" }]"),
                      "rule id '" + name + "'" + remedy);
    expectErrorAtMark(ContractParts().set("capabilities", "{ @\"" + name + "\": {} }"),
                      "capability name '" + name + "'" + remedy);
  }
  expectErrorAtMark(ContractParts().set("rules", R"([{ "id": @"hook-no-draw" }])"),
                    "rule id 'hook-no-draw' starts with 'hook-', which every check gets "
                    "anyway; remove it");
}

TEST(ContractError, PhasesAreChecked) {
  expectErrorAtMark(
      ContractParts().set("phases", R"({ @"on start": { "methods": ["s"] } })"),
      "phase name 'on start' must be made of letters, digits and '_', and not start with "
      "a digit");
  expectErrorAtMark(
      ContractParts().set("phases", R"({ @"construct": { "methods": ["s"] } })"),
      "'construct' is a phase of every contract; remove it here");
  expectErrorAtMark(
      ContractParts().set("phases", R"({ "start": { "methods": ["a", @"a"] } })"),
      "method 'a' is listed twice in phase 'start'; remove one of the two");
  expectErrorAtMark(
      ContractParts().set("phases", R"({ "start": { "methods": [@"go"] },
                                         "step": { "methods": ["go"] } })"),
      "method 'go' of phase 'start' is already one of phase 'step'; remove one of the "
      "two");
  for (const std::string name : {"A::b", "start()", "on*", "1st"})
    expectErrorAtMark(ContractParts().set("phases", R"({ "start": { "methods": [@")" +
                                                        name + "\"] } }"),
                      "method '" + name +
                          "' of phase 'start' must be a plain name, without class, "
                          "parameters or patterns");
  expectErrorAtMark(ContractParts().set("phases", R"({ "start": { "methods": ["a"] },
      "step": { "methods": ["b"] }, "stop": { "methods": ["c"] },
      @"pause": { "methods": ["d"] } })"),
                    "phase 'pause' does not occur in the lifecycle; add it there or "
                    "remove it here");
}

TEST(ContractError, LifecycleIsPlacedInItsString) {
  expectErrorAtMark(
      ContractParts().set("lifecycle", "\"construct (start @stepp*)* destroy\""),
      "unknown phase 'stepp' in the lifecycle; did you mean 'step'?");
  // Escapes do not move the place.
  expectErrorAtMark(
      ContractParts().set("lifecycle",
                          R"("constr\u0075ct (start\u0020@% stop)* destroy")"),
      "unexpected '%'; a lifecycle is made of phases, '(', ')', '|', '?', '*' and '+'");
  expectErrorAtMark(ContractParts().set("lifecycle", "\"construct @(start destroy\""),
                    "this '(' is not closed; add a ')'");
  expectErrorAtMark(ContractParts().set("lifecycle", "\"@start step destroy\""),
                    "the lifecycle does not mention 'construct'; write it as 'construct "
                    "... destroy'");
  expectErrorAtMark(ContractParts().set("lifecycle", "\"@construct destroy\""),
                    "the lifecycle names no phase; put the phases between 'construct' "
                    "and 'destroy'");
  expectErrorAtMark(ContractParts().set("lifecycle", "@\"\""),
                    "'lifecycle' is empty; write a text");
}

TEST(ContractError, PhasesOfNotesAreChecked) {
  for (const std::string key : {"skipped", "repeated", "after_throw"})
    expectErrorAtMark(ContractParts().set(key, R"({ @"stopp": 1 })"),
                      "unknown phase 'stopp' in '" + key + "'; did you mean 'stop'?");
  expectErrorAtMark(ContractParts().set("after_throw", R"({ "step": [@"strat"] })"),
                    "unknown phase 'strat' in 'after_throw' of phase 'step'; did you "
                    "mean 'start'?");
  expectErrorAtMark(ContractParts().set("after_throw", R"({ "step": [@"destroy"] })"),
                    "'destroy' has no meaning in 'after_throw' of phase 'step'; name one "
                    "of 'start', 'step' and 'stop'");
}

TEST(ContractError, PatternsAreChecked) {
  auto expectAt = [](const std::string &marked, const std::string &problem) {
    std::string pattern = marked;
    pattern.erase(pattern.find('@'), 1);
    expectErrorAtMark(ContractParts().set("capabilities", "{ \"draw\": { \"calls\": [\"" +
                                                              marked + "\"] } }"),
                      "pattern '" + pattern + "' " + problem);
  };
  const std::string emptyPart =
      "has an empty part; join the parts of a name by one '::', without a leading one";
  expectAt("@::fw::draw", emptyPart);
  expectAt("fw::@", emptyPart);
  expectAt("fw::@::draw", emptyPart);
  expectAt("fw@.draw", "has '.'; join the parts of a name by '::'");
  expectAt("fw@:draw", "has ':'; join the parts of a name by '::'");
  expectAt("fw::vector@<int>::draw",
           "has template arguments, which are not part of a name; remove '<...>'");
  expectAt("fw::draw@(int)",
           "has '(', which is not part of a name; write it like '**::Graph::add_*'");
  expectAt("fw::dr@**", "has '**' inside a part; let it stand alone between '::'");
  expectErrorAtMark(
      ContractParts().set("capabilities", R"({ "draw": { "calls": ["a", "b", @"a"] } })"),
      "'a' is listed twice in 'calls' of capability 'draw'; remove one of the two");
  expectErrorAtMark(
      ContractParts().set("capabilities", R"({ "draw": { "calls": [@"new"] } })"),
      "'new' is no function; only 'acquire' and 'release' of a resource can name it");
  expectErrorAtMark(ContractParts().set("hook", R"({ "bases": ["A", @"A"] })"),
                    "'A' is listed twice in 'bases' of 'hook'; remove one of the two");
}

TEST(ContractError, ParametersAreChecked) {
  auto text = [](const std::string &parameters) {
    return ContractParts().set("capabilities",
                               R"({ "draw": { "calls": [{ "name": "f", )" + parameters +
                                   " }] } }");
  };
  expectErrorAtMark(text(R"(@"types": [])"),
                    "unknown key 'types' in a call in 'calls' of capability 'draw'; use "
                    "one of 'name' and 'parameters'");
  expectErrorAtMark(text(R"("parameters": [@"...", "int"])"),
                    "'...' must be the last in 'parameters' of 'f' in 'calls' of "
                    "capability 'draw'; write '**' for one parameter");
  expectErrorAtMark(text(R"("parameters": ["int", @" "])"),
                    "a type in 'parameters' of 'f' in 'calls' of capability 'draw' is "
                    "empty; write '**' for any");
}

TEST(ContractError, ExtendsMustNameAContract) {
  std::vector<Contract> known = loadBuiltInContracts();
  ContractParts parts;
  parts.set("extends", "@\"session-run-hok\"");
  expectErrorAtMark(parts,
                    "unknown contract 'session-run-hok' in 'extends'; did you mean "
                    "'session-run-hook'?",
                    known);
  expectErrorAtMark(parts,
                    "unknown contract 'session-run-hok' in 'extends'; there is none");
}

TEST(ContractError, NamesOfContractsMustDiffer) {
  std::vector<Contract> known = {loadContract(ContractParts().text(), "first.json", {})};
  expectErrorAtMark(ContractParts().set("contract", "@\"small\""),
                    "contract 'small' is already defined in 'first.json'; choose another "
                    "name or add \"extends\": \"small\"",
                    known);
}

} // namespace
