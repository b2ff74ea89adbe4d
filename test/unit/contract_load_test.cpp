//===- contract_load_test.cpp - what contracts say ------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract_support.h"

#include <set>

using namespace hooktidy;

namespace {

Contract load(const std::string &text) { return loadContract(text, "test.json", {}); }

const Contract &builtIn(const std::string &name) {
  static const std::vector<Contract> contracts = loadBuiltInContracts();
  for (const Contract &contract : contracts)
    if (contract.name == name)
      return contract;
  throw std::runtime_error("no contract " + name);
}

const Rule &ruleOf(const Contract &contract, const std::string &id) {
  for (const Rule &rule : contract.rules)
    if (rule.id == id)
      return rule;
  throw std::runtime_error("no rule " + id);
}

bool does(const Contract &contract, const std::string &capability,
          const std::string &callee, const std::vector<std::string> &types = {}) {
  for (const CallPattern &pattern : contract.findCapability(capability)->calls)
    if (pattern.matches(callee, types))
      return true;
  return false;
}

TEST(ContractLoad, ReadsEveryPart) {
  Contract contract = load(ContractParts()
                               .set("documentation", "\"docs/small.md\"")
                               .set("after_throw", R"({ "step": ["stop"], "stop": [] })")
                               .set("skipped", R"({ "stop": "it crashes" })")
                               .set("repeated", R"({ "step": "again" })")
                               .text());
  EXPECT_EQ(contract.name, "small");
  EXPECT_EQ(contract.origin, "test.json");
  EXPECT_EQ(contract.extends, "");
  EXPECT_EQ(contract.documentation, "docs/small.md");
  ASSERT_EQ(contract.bases.size(), 1u);
  EXPECT_EQ(contract.bases[0].str(), "fw::Hook");
  ASSERT_EQ(contract.phases.size(), 3u);
  EXPECT_EQ(contract.phases[1].name, "step");
  EXPECT_EQ(contract.phases[1].methods, std::vector<std::string>{"step"});
  EXPECT_EQ(contract.lifecycleExpression, "construct (start step* stop?)* destroy");
  EXPECT_EQ(contract.lifecycle.symbols(),
            (std::vector<std::string>{"construct", "start", "step", "stop", "destroy"}));
  EXPECT_EQ(contract.afterThrow.at("step").next, std::vector<std::string>{"stop"});
  EXPECT_TRUE(contract.afterThrow.at("stop").next.empty());
  EXPECT_EQ(contract.afterThrow.count("start"), 0u);
  EXPECT_EQ(contract.skipped.at("stop"), "it crashes");
  EXPECT_EQ(contract.repeated.at("step"), "again");
  ASSERT_EQ(contract.rules.size(), 1u);
  EXPECT_EQ(contract.rules[0].check, "hook-no-draw");
  EXPECT_EQ(contract.rules[0].summary, contract.rules[0].message);
}

TEST(ContractLoad, FindsPhasesAndCapabilities) {
  const Contract &contract = builtIn("session-run-hook");
  EXPECT_EQ(contract.findPhaseOfMethod("AfterCreateSession")->name,
            "after_create_session");
  EXPECT_EQ(contract.findPhaseOfMethod("start"), nullptr);
  EXPECT_EQ(contract.findPhase("end")->name, "end");
  EXPECT_EQ(contract.findPhase("construct"), nullptr);
  EXPECT_EQ(contract.findCapability("session-run")->name, "session-run");
  EXPECT_EQ(contract.findCapability("none"), nullptr);
}

TEST(ContractLoad, RulesHaveDefaults) {
  Rule rule = load(ContractParts().text()).rules[0];
  EXPECT_EQ(rule.severity, Severity::Warning);
  EXPECT_TRUE(rule.enabledByDefault);
  EXPECT_EQ(rule.unknownCallee, UnknownCallee::AssumeOk);
  EXPECT_EQ(rule.virtualCallee, VirtualCallee::KnownOverriders);
  EXPECT_EQ(rule.handedOver, HandedOverCallable::AssumeOk);
}

TEST(ContractLoad, RulesHaveOptions) {
  Rule rule = load(contractWithRule(
                       R"("kind": "forbid", "capability": "draw", "phases": ["destroy"],
                          "message": "m", "summary": "Nothing is drawn.",
                          "severity": "advice", "enabled": false,
                          "unknown_callee": "report", "virtual_callee": "static-target",
                          "handed_over": "may-run")")
                       .text())
                  .rules[0];
  EXPECT_EQ(rule.summary, "Nothing is drawn.");
  EXPECT_EQ(rule.severity, Severity::Advice);
  EXPECT_FALSE(rule.enabledByDefault);
  EXPECT_EQ(rule.unknownCallee, UnknownCallee::Report);
  EXPECT_EQ(rule.virtualCallee, VirtualCallee::StaticTarget);
  EXPECT_EQ(rule.handedOver, HandedOverCallable::MayRun);
  EXPECT_EQ(rule.phases, std::vector<std::string>{"destroy"});
}

TEST(ContractLoad, OnlyPhasesAreTurnedIntoTheOthers) {
  Rule rule = load(contractWithRule(R"("kind": "forbid", "capability": "draw",
                                       "only_phases": ["step", "construct"],
                                       "message": "m")")
                       .text())
                  .rules[0];
  EXPECT_EQ(rule.phases, (std::vector<std::string>{"start", "stop", "destroy"}));
  EXPECT_EQ(rule.onlyPhases, (std::vector<std::string>{"step", "construct"}));
}

TEST(ContractLoad, ResourcesSayWhichObjectTheyAre) {
  Rule rule = load(contractWithRule(R"("kind": "pair", "unguaranteed": ["stop"],
      "reacquire": ["start"], "message": "{resource} {member} {phase} {released_in}",
      "resources": [{ "name": "thing",
        "acquire": ["fw::take", { "call": "fw::open", "object": "result" },
                    { "name": "fw::get", "parameters": ["int"] },
                    { "call": { "name": "fw::grab", "parameters": [] },
                      "object": "argument:12" }, "new"],
        "release": [{ "call": "fw::drop", "object": "none" }, "delete"],
        "held_while": ["fw::Thing::held"] }])")
                       .text())
                  .rules[0];
  EXPECT_EQ(rule.unguaranteed, std::vector<std::string>{"stop"});
  EXPECT_EQ(rule.reacquire, std::vector<std::string>{"start"});
  EXPECT_TRUE(rule.phases.empty());
  ASSERT_EQ(rule.resources.size(), 1u);
  const Resource &resource = rule.resources[0];
  EXPECT_EQ(resource.name, "thing");
  ASSERT_EQ(resource.acquire.size(), 5u);
  using Kind = ResourceObject::Kind;
  EXPECT_EQ(resource.acquire[0].object.kind, Kind::Receiver);
  EXPECT_EQ(resource.acquire[1].object.kind, Kind::Result);
  EXPECT_EQ(resource.acquire[2].object.kind, Kind::Receiver);
  EXPECT_EQ(resource.acquire[2].call.parameters->size(), 1u);
  EXPECT_EQ(resource.acquire[3].object.kind, Kind::Argument);
  EXPECT_EQ(resource.acquire[3].object.argument, 12u);
  EXPECT_TRUE(resource.acquire[3].call.parameters->empty());
  EXPECT_EQ(resource.acquire[4].object.kind, Kind::Result);
  EXPECT_EQ(resource.release[0].object.kind, Kind::None);
  EXPECT_EQ(resource.release[1].object.kind, Kind::Receiver);
  EXPECT_EQ(resource.heldWhile[0].name.str(), "fw::Thing::held");
}

TEST(ContractLoad, TypesAreWrittenAsInTheFacts) {
  Contract contract = load(ContractParts()
                               .set("capabilities", R"({ "draw": { "calls": [
          { "name": "f", "parameters": ["fw::Canvas&", " const  fw::Pen  & ", "T&&"] }] } })")
                               .text());
  EXPECT_TRUE(does(contract, "draw", "f", {"fw::Canvas &", "const fw::Pen &", "T &&"}));
}

TEST(BuiltInContracts, AreThere) {
  std::vector<std::string> names;
  for (const Contract &contract : loadBuiltInContracts()) {
    names.push_back(contract.name);
    EXPECT_EQ(contract.origin, "<built-in>/" + contract.name + ".json");
    EXPECT_FALSE(contract.documentation.empty());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"session-run-hook", "llvm-legacy-pass"}));
}

TEST(BuiltInContracts, HaveTheirChecks) {
  std::set<std::string> on;
  std::set<std::string> optIn;
  for (const Contract &contract : loadBuiltInContracts())
    for (const Rule &rule : contract.rules) {
      std::set<std::string> &checks = rule.enabledByDefault ? on : optIn;
      EXPECT_TRUE(checks.insert(rule.check).second) << rule.check;
      EXPECT_EQ(rule.summary.back(), '.') << rule.check;
      EXPECT_NE(rule.message.back(), '.') << rule.check;
    }
  EXPECT_EQ(on, (std::set<std::string>{
                    "hook-block-cache",
                    "hook-cached-session",
                    "hook-callback-signature",
                    "hook-cleanup-only-in-end",
                    "hook-credentials",
                    "hook-graph-mutation-after-begin",
                    "hook-graph-mutation-in-constructor",
                    "hook-llvm-callback-signature",
                    "hook-llvm-module-change-in-function-pass",
                    "hook-non-idempotent-begin",
                    "hook-run-dependent-after-create-session",
                    "hook-session-use-in-begin",
                }));
  EXPECT_EQ(optIn, (std::set<std::string>{}));
}

TEST(ContractLoad, LifetimesSayWhatIsLentHowLong) {
  Rule rule = load(contractWithRule(R"("kind": "escape",
      "message": "{member} {object} {stored_in} {phase} {class} {instead}", "lifetimes": [
        { "name": "pen", "types": ["fw::Pen"], "given_by": ["fw::Case::pen"],
          "until": ["step", "destroy"], "handle": true, "instead": "take another" },
        { "name": "paper", "types": ["**::Paper", "fw::Sheet"], "until": ["stop"] }])")
                       .text())
                  .rules[0];
  EXPECT_FALSE(isProgramRule(rule.kind));
  ASSERT_EQ(rule.lifetimes.size(), 2u);
  const Lifetime &pen = rule.lifetimes[0];
  EXPECT_EQ(pen.name, "pen");
  EXPECT_EQ(pen.types[0].str(), "fw::Pen");
  EXPECT_EQ(pen.givenBy[0].name.str(), "fw::Case::pen");
  EXPECT_EQ(pen.until, (std::vector<std::string>{"step", "destroy"}));
  EXPECT_TRUE(pen.isHandle);
  EXPECT_EQ(pen.instead, "take another");
  const Lifetime &paper = rule.lifetimes[1];
  EXPECT_EQ(paper.types.size(), 2u);
  EXPECT_TRUE(paper.givenBy.empty());
  EXPECT_FALSE(paper.isHandle);
  EXPECT_EQ(paper.instead, "");
}

TEST(BuiltInContracts, KnowHowLongThingsAreLent) {
  const Rule &rule = ruleOf(builtIn("session-run-hook"), "cached-session");
  std::map<std::string, std::vector<std::string>> until;
  for (const Lifetime &lifetime : rule.lifetimes)
    until[lifetime.name] = lifetime.until;
  const std::vector<std::string> ofSession = {"after_create_session", "destroy"};
  EXPECT_EQ(until["session"], ofSession);
  EXPECT_EQ(until["coordinator"], ofSession);
  auto ends = [&](const std::string &name, const std::string &phase) {
    return std::count(until[name].begin(), until[name].end(), phase) == 1;
  };
  EXPECT_FALSE(ends("run context", "after_run"));
  EXPECT_TRUE(ends("run context", "before_run"));
  EXPECT_TRUE(ends("values", "after_run"));
}

TEST(ContractLoad, LiteralsSayWhatTheyMustBe) {
  Rule rule = load(contractWithRule(R"("kind": "literal", "message": "{problem} {callee}",
      "literals": [{ "calls": ["fw::Cache::Cache"], "arguments": [
        { "position": 1, "name": "size", "minimum": -1, "maximum": 5, "zero_means": 4,
          "not_above": "limit" },
        { "position": 2, "name": "limit" },
        { "position": 3, "name": "key", "must_be": "gcs-credentials" }] }])")
                       .text())
                  .rules[0];
  EXPECT_TRUE(isProgramRule(rule.kind));
  ASSERT_EQ(rule.literals.size(), 1u);
  EXPECT_EQ(rule.literals[0].calls[0].name.str(), "fw::Cache::Cache");
  const std::vector<LiteralArgument> &arguments = rule.literals[0].arguments;
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0].position, 1u);
  EXPECT_EQ(arguments[0].name, "size");
  EXPECT_EQ(arguments[0].minimum, -1);
  EXPECT_EQ(arguments[0].maximum, 5);
  EXPECT_EQ(arguments[0].zeroMeans, 4);
  EXPECT_EQ(arguments[0].notAbove, "limit");
  EXPECT_FALSE(arguments[0].isGcsCredentials);
  EXPECT_FALSE(arguments[1].minimum || arguments[1].maximum || arguments[1].zeroMeans);
  EXPECT_TRUE(arguments[2].isGcsCredentials);
}

TEST(ContractLoad, OverridesNeedNothingElse) {
  Contract contract = load(
      contractWithRule(
          R"("kind": "override", "message": "{method} {callback} {problem} {signature} {class}")")
          .text());
  EXPECT_TRUE(isProgramRule(contract.rules[0].kind));
  EXPECT_TRUE(looksAtUsersOfHooks(contract));
  EXPECT_FALSE(looksAtUsersOfHooks(load(ContractParts().text())));
}

TEST(BuiltInContracts, KnowEverySpellingOfACallback) {
  const Contract &contract = builtIn("session-run-hook");
  const std::map<std::string, std::vector<std::string>> spellings = {
      {"begin", {"begin", "Begin"}},
      {"after_create_session",
       {"after_create_session", "afterCreateSession", "AfterCreateSession"}},
      {"before_run", {"before_run", "beforeRun", "BeforeRun"}},
      {"after_run", {"after_run", "afterRun", "AfterRun"}},
      {"end", {"end", "End"}}};
  ASSERT_EQ(contract.phases.size(), spellings.size());
  for (const Phase &phase : contract.phases)
    EXPECT_EQ(phase.methods, spellings.at(phase.name));
  for (const char *base : {"SessionRunHook", "hooktidy::runtime::SessionRunHook"})
    EXPECT_TRUE(contract.bases[0].matches(base));
}

TEST(BuiltInContracts, KnowWhatChangesAGraph) {
  const Contract &contract = builtIn("session-run-hook");
  for (const char *callee :
       {"hooktidy::runtime::Graph::add_operation", "hooktidy::runtime::Graph::add_no_op",
        "tensorflow::Graph::AddNode", "tf::Graph::addOperation", "tf::Graph::addVariable",
        "TF_NewOperation", "tensorflow::NodeBuilder::Finalize"})
    EXPECT_TRUE(does(contract, "graph-mutation", callee)) << callee;
  for (const char *callee :
       {"hooktidy::runtime::Graph::operation", "hooktidy::runtime::Graph::finalize",
        "hooktidy::runtime::Graph::current", "app::Menu::add_item", "app::add_numbers",
        "std::vector::push_back", "app::GraphView::add_node", "app::Graph::addressOf",
        "hooktidy::runtime::Saver::get_or_create",
        "hooktidy::runtime::get_or_create_global_step"})
    EXPECT_FALSE(does(contract, "graph-mutation", callee, {"hooktidy::runtime::Graph &"}))
        << callee;
  EXPECT_TRUE(does(contract, "graph-mutation", "hooktidy::runtime::Saver::Saver",
                   {"hooktidy::runtime::Graph &"}));
  EXPECT_FALSE(does(contract, "graph-mutation", "app::Saver::Saver",
                    {"const std::basic_string<char> &"}));
  EXPECT_TRUE(does(contract, "graph-mutation", "lib::ops::matmul",
                   {"lib::Graph &", "lib::Tensor"}));
  EXPECT_TRUE(
      does(contract, "graph-mutation", "lib::ops::matmul", {"lib::Graph *", "int"}));
  EXPECT_FALSE(does(contract, "graph-mutation", "lib::ops::matmul", {"int"}));
  EXPECT_TRUE(does(contract, "graph-mutation", "tensorflow::ops::Assign::Assign",
                   {"const tensorflow::Scope &", "tensorflow::Input"}));
}

TEST(BuiltInContracts, KnowWhatUsesASession) {
  const Contract &contract = builtIn("session-run-hook");
  for (const char *callee :
       {"hooktidy::runtime::Session::run", "hooktidy::runtime::Session::close",
        "hooktidy::runtime::HookedSession::run",
        "hooktidy::runtime::StepContext::run_with_hooks", "tensorflow::Session::Run",
        "tensorflow::ClientSession::Run", "lib::MonitoredSession::run"})
    EXPECT_TRUE(does(contract, "session-run", callee)) << callee;
  for (const char *callee :
       {"hooktidy::runtime::Session::closed", "hooktidy::runtime::Session::graph",
        "app::Database::run", "app::run", "app::DatabaseSession::run",
        "http::Session::close"})
    EXPECT_FALSE(does(contract, "session-run", callee)) << callee;
  EXPECT_TRUE(does(contract, "session-run", "hooktidy::runtime::Saver::restore",
                   {"hooktidy::runtime::Session &", "const std::basic_string<char> &"}));
}

TEST(BuiltInContracts, TakeThreadsOnlyWhenTheyStart) {
  const Rule &rule = ruleOf(builtIn("session-run-hook"), "cleanup-only-in-end");
  const Resource &thread = rule.resources[0];
  ASSERT_EQ(thread.name, "thread");
  const CallPattern &constructor = thread.acquire[0].call;
  EXPECT_TRUE(constructor.matches("std::thread::thread", {"(lambda at a.cpp:1:2) &&"}));
  EXPECT_TRUE(constructor.matches("std::thread::thread", {"void (&)(int)", "int &&"}));
  EXPECT_FALSE(constructor.matches("std::thread::thread", {}));
  EXPECT_FALSE(constructor.matches("std::jthread::jthread", {"void (&)(int)"}));
}

TEST(BuiltInContracts, KnowWhatChangesAModule) {
  const Contract &contract = builtIn("llvm-legacy-pass");
  for (const char *callee :
       {"llvm::Function::Create", "llvm::Module::getOrInsertFunction",
        "llvm::Module::getOrInsertGlobal", "llvm::GlobalVariable::eraseFromParent"})
    EXPECT_TRUE(does(contract, "module-change", callee)) << callee;
  for (const char *callee :
       {"llvm::Intrinsic::getDeclaration", "llvm::CallGraph::getOrInsertFunction",
        "llvm::Instruction::eraseFromParent", "llvm::Module::getFunction",
        "llvm::BasicBlock::Create"})
    EXPECT_FALSE(does(contract, "module-change", callee)) << callee;
  EXPECT_TRUE(does(contract, "module-change", "llvm::GlobalVariable::GlobalVariable",
                   {"llvm::Module &", "llvm::Type *", "bool"}));
  EXPECT_FALSE(does(contract, "module-change", "llvm::GlobalVariable::GlobalVariable",
                    {"llvm::Type *", "bool"}));
}

} // namespace
