//===- engineTest.cpp - the engine on facts made by hand --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsBuilder.h"

#include "contract/ContractLoader.h"
#include "engine/Engine.h"
#include "engine/Report.h"

#include <gtest/gtest.h>

namespace hooktidy {
namespace {

using namespace test;

const char *const ContractText = R"({
  "schema_version": 1,
  "contract": "fw",
  "hook": { "bases": ["fw::SessionRunHook"] },
  "phases": {
    "begin": { "methods": ["begin"] },
    "after_create_session": { "methods": ["after_create_session"] },
    "before_run": { "methods": ["before_run"] },
    "after_run": { "methods": ["after_run"] },
    "end": { "methods": ["end"] }
  },
  "lifecycle": "construct (begin (after_create_session (before_run after_run?)*)* end?)* destroy",
  "after_throw": { "before_run": ["after_create_session"] },
  "skipped": { "after_run": "run fails", "end": "an error skips 'end'" },
  "repeated": { "after_create_session": "recovery", "begin": "used again" },
  "capabilities": {
    "mutation": { "calls": ["fw::Graph::add_*"], "blocked_by": ["fw::Graph::finalized"] }
  },
  "rules": [
    { "id": "late", "kind": "forbid", "capability": "mutation", "summary": "late",
      "phases": ["after_create_session", "before_run", "after_run", "end"],
      "message": "'{callee}' in '{phase}'" },
    { "id": "twice", "kind": "reenter", "capability": "mutation", "summary": "twice",
      "phases": ["begin"], "message": "'{callee}' again in '{phase}'" }
  ]
})";

AnalysisResult check(const FactsBuilder &builder, const std::string &rule,
                     AnalysisOptions options = {}) {
  options.checks = {"hook-" + rule};
  std::vector<Contract> contracts = {loadContract(ContractText, "test.json", {})};
  return analyse({builder.facts}, contracts, options);
}

std::vector<std::string> tracesOf(const AnalysisResult &result) {
  std::vector<std::string> traces;
  for (const Finding &finding : result.findings)
    traces.push_back(formatTrace(finding.trace));
  return traces;
}

using Traces = std::vector<std::string>;

TEST(Engine, ReportsTheShortestLifecycle) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  builder.callback("app::Hook", "after_run").blocks[0].events = {builder.addOp()};
  AnalysisResult result = check(builder, "late");
  EXPECT_EQ(
      tracesOf(result),
      Traces{"construct -> begin -> after_create_session -> before_run -> after_run"});
  EXPECT_EQ(result.findings[0].message, "'Graph::add_op' in 'after_run'");
  EXPECT_EQ(result.findings[0].hookClass, "app::Hook");
}

TEST(Engine, FollowsHelpersAndNamesEveryCall) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  FunctionFacts &helper = builder.method("app::Hook", "addLater");
  helper.parameters.push_back({"g", "fw::Graph &", true, false});
  helper.blocks[0].events = {builder.addOp()};
  Expression self;
  self.kind = ExpressionKind::Path;
  self.path.root = PathRoot::This;
  Event call = builder.call("app::Hook::addLater", self);
  call.arguments = {parameter(0)};
  builder.callback("app::Hook", "end").blocks[0].events = {call};
  AnalysisResult result = check(builder, "late");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].place.line, call.location.line);
  ASSERT_EQ(result.findings[0].notes.size(), 2u);
  EXPECT_EQ(result.findings[0].notes[0].message, "lifecycle: construct -> begin -> end");
  EXPECT_EQ(result.findings[0].notes[1].message, "'Graph::add_op' is called here");
}

TEST(Engine, AMethodThatOverridesNothingIsNoCallback) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  builder.method("app::Hook", "after_run").blocks[0].events = {builder.addOp()};
  EXPECT_TRUE(check(builder, "late").findings.empty());
}

TEST(Engine, BlockedPredicateHoldsWhereTheCapabilityIsForbidden) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  Event finalized = builder.call("fw::Graph::finalized", parameter(0));
  Expression condition;
  condition.kind = ExpressionKind::Call;
  condition.text = "fw::Graph::finalized";
  condition.operands = {parameter(0)};
  condition.event = finalized.id;
  FunctionFacts &callback = builder.callback("app::Hook", "before_run");
  FactsBuilder::guard(callback, condition, {builder.addOp()});
  callback.blocks[0].events = {finalized};
  EXPECT_TRUE(check(builder, "late").findings.empty());
}

TEST(Engine, AFlagThatTheGuardedCodeSetsMakesBeginIdempotent) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  FactsBuilder::guard(builder.callback("app::Hook", "begin"), member("made"),
                      {builder.addOp(), builder.write(member("made"), boolean(true))});
  EXPECT_TRUE(check(builder, "twice").findings.empty());
}

TEST(Engine, AFlagThatEndResetsDoesNot) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  FactsBuilder::guard(builder.callback("app::Hook", "begin"), member("made"),
                      {builder.addOp(), builder.write(member("made"), boolean(true))});
  builder.callback("app::Hook", "end").blocks[0].events = {
      builder.write(member("made"), boolean(false))};
  EXPECT_EQ(tracesOf(check(builder, "twice")),
            Traces{"construct -> begin -> end -> used again -> begin"});
}

TEST(Engine, RememberingTheGraphMakesBeginIdempotent) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  FactsBuilder::guard(
      builder.callback("app::Hook", "begin"),
      compare(member("graph"), Comparison::Equal, addressOf(parameter(0))),
      {builder.addOp(), builder.write(member("graph"), addressOf(parameter(0)))});
  EXPECT_TRUE(check(builder, "twice").findings.empty());
}

TEST(Engine, SkippedPhasesAreToldInTheTrace) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  builder.callback("app::Hook", "begin").blocks[0].events = {builder.addOp()};
  EXPECT_EQ(tracesOf(check(builder, "twice")),
            Traces{"construct -> begin -> an error skips 'end' -> used again -> begin"});
}

TEST(Engine, AnUnresolvedGuardThatTheGuardedCodeChangesGetsTheBenefitOfTheDoubt) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  Expression unknown;
  FactsBuilder::guard(builder.callback("app::Hook", "begin"),
                      compare(member("version"), Comparison::Equal, unknown),
                      {builder.addOp(), builder.write(member("version"), unknown)});
  AnalysisResult calm = check(builder, "twice");
  EXPECT_TRUE(calm.findings.empty());
  EXPECT_EQ(calm.statistics.benefitOfDoubt, 1u);
  AnalysisOptions strict;
  strict.strict = true;
  EXPECT_EQ(check(builder, "twice", strict).findings.size(), 1u);
}

TEST(Engine, RecursionEnds) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  FunctionFacts &helper = builder.method("app::Hook", "helper");
  helper.parameters.push_back({"g", "fw::Graph &", true, false});
  Expression self;
  self.kind = ExpressionKind::Path;
  self.path.root = PathRoot::This;
  Event again = builder.call("app::Hook::helper", self);
  again.arguments = {parameter(0)};
  helper.blocks.assign(3, {});
  helper.blocks[0].successors = {1, 2};
  helper.blocks[1].events = {again, builder.addOp()};
  helper.blocks[1].successors = {2};
  helper.exit = 2;
  builder.callback("app::Hook", "after_run").blocks[0].events = {again};
  EXPECT_EQ(check(builder, "late").findings.size(), 1u);
}

TEST(Engine, AClassThatIsItsOwnBaseIsNotFollowedForEver) {
  FactsBuilder builder;
  builder.record("app::Loop", {"app::Loop", "fw::SessionRunHook"});
  builder.callback("app::Loop", "end").blocks[0].events = {builder.addOp()};
  EXPECT_EQ(check(builder, "late").findings.size(), 1u);
}

TEST(Engine, AnExhaustedBudgetIsReported) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  builder.callback("app::Hook", "end").blocks[0].events = {builder.addOp()};
  AnalysisOptions options;
  options.budget.blockVisits = 0;
  AnalysisResult result = check(builder, "late", options);
  ASSERT_EQ(result.notAnalysed.size(), 1u);
  EXPECT_EQ(result.notAnalysed[0].what, "app::Hook (hook-late)");
  EXPECT_EQ(result.notAnalysed[0].reason, "budget: block visits");
}

TEST(Engine, AThrowingCallbackIsFollowedByWhatTheContractAllows) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  Event failure;
  failure.kind = EventKind::Throw;
  failure.type = "fw::Error";
  builder.callback("app::Hook", "begin").blocks[0].events = {builder.addOp(), failure};
  EXPECT_TRUE(check(builder, "twice").findings.empty());
}

TEST(Engine, HelpersAreJoinedOverUnits) {
  FactsBuilder first;
  first.record("app::Hook", {"fw::SessionRunHook"});
  Event call = first.call("app::helper");
  call.arguments = {parameter(0)};
  FunctionFacts declaration;
  declaration.usr = declaration.qualifiedName = "app::helper";
  declaration.parameters.push_back({"g", "fw::Graph &", true, false});
  first.facts.functions.push_back(declaration);
  first.callback("app::Hook", "end").blocks[0].events = {call};
  EXPECT_TRUE(check(first, "late").findings.empty());
  EXPECT_EQ(check(first, "late").statistics.unknownBodies, 0u)
      << "nothing to watch: nothing is walked";

  FactsBuilder second;
  declaration.hasBody = true;
  declaration.blocks.resize(2);
  declaration.blocks[0].events = {second.addOp()};
  declaration.blocks[0].successors = {1};
  declaration.exit = 1;
  second.facts.functions.push_back(declaration);
  AnalysisOptions options;
  options.checks = {"hook-late"};
  AnalysisResult result = analyse({first.facts, second.facts},
                                  {loadContract(ContractText, "test.json", {})}, options);
  EXPECT_EQ(result.findings.size(), 1u);
}

TEST(Engine, FingerprintsSurviveMovedLines) {
  FactsBuilder builder;
  builder.record("app::Hook", {"fw::SessionRunHook"});
  builder.callback("app::Hook", "end").blocks[0].events = {builder.addOp(),
                                                           builder.addOp()};
  AnalysisResult before = check(builder, "late");
  for (FunctionFacts &function : builder.facts.functions)
    for (Block &block : function.blocks)
      for (Event &event : block.events)
        event.location.line += 10;
  AnalysisResult after = check(builder, "late");
  ASSERT_EQ(before.findings.size(), 2u);
  ASSERT_EQ(after.findings.size(), 2u);
  EXPECT_NE(before.findings[0].fingerprint, before.findings[1].fingerprint);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(before.findings[i].fingerprint, after.findings[i].fingerprint);
}

} // namespace
} // namespace hooktidy
