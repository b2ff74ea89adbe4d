//===- signatureTest.cpp - declarations compared ----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsBuilder.h"

#include "contract/ContractLoader.h"
#include "contract/NameSuggestion.h"
#include "engine/Engine.h"
#include "engine/Signature.h"

#include <gtest/gtest.h>

namespace hooktidy {
namespace {

using namespace test;

FunctionFacts method(const std::string &name, const std::string &result,
                     const std::vector<std::string> &types) {
  FunctionFacts facts;
  facts.qualifiedName = name;
  facts.returnType = result;
  for (const std::string &type : types)
    facts.parameters.push_back({"", type, false, false});
  return facts;
}

TEST(Signature, BareTypes) {
  EXPECT_EQ(bareType("const fw::Graph &"), "fw::Graph");
  EXPECT_EQ(bareType("fw::Graph *const *"), "fw::Graph");
  EXPECT_EQ(bareType("fw::Graph &&"), "fw::Graph");
  EXPECT_EQ(bareType("std::vector<const int *>"), "std::vector<const int *>");
  EXPECT_EQ(bareType("constant"), "constant");
}

TEST(Signature, LeavesOutTheNamespacesOfTheClass) {
  FunctionFacts run =
      method("a::b::Hook::run", "a::b::Args", {"const a::b::Map<a::b::C, xa::b::D> &"});
  run.isConst = true;
  EXPECT_EQ(SignatureWriter(run).signature(run),
            "Args run(const Map<C, xa::b::D> &) const");
  EXPECT_EQ(SignatureWriter(run).signature(method("a::b::Hook::Hook", "", {"int"})),
            "Hook(int)");
  FunctionFacts global = method("Hook::run", "a::T *", {});
  EXPECT_EQ(SignatureWriter(global).signature(global), "a::T *run()");
}

TEST(Signature, Differences) {
  FunctionFacts meant = method("fw::Hook::run", "void", {"fw::A &", "int"});
  EXPECT_TRUE(differences(meant, meant).empty());
  FunctionFacts other = method("My::Run", "bool", {"const fw::A &", "int"});
  other.isConst = other.isStatic = true;
  EXPECT_EQ(
      differences(other, meant),
      (std::vector<std::string>{"the name is spelt differently", "it is static",
                                "parameter 1 is 'const A &' instead of 'A &'",
                                "it is 'const'", "it returns 'bool' instead of 'void'"}));
  EXPECT_EQ(differences(method("My::run", "void", {}), meant),
            std::vector<std::string>{"it has no parameters instead of 2"});
}

TEST(Signature, EditDistance) {
  EXPECT_EQ(editDistance("begin", "begin"), 0u);
  EXPECT_EQ(editDistance("bgein", "begin"), 1u);
  EXPECT_EQ(editDistance("", "end"), 3u);
}

/// Findings on a hook with the method End(), which derives from `bases`.
std::size_t findings(const std::vector<std::string> &bases) {
  FactsBuilder builder;
  builder.record("Mine", bases);
  FunctionFacts &end = builder.method("Mine", "End");
  end.declaration.emplace().name = end.location;
  std::vector<Contract> contracts = {loadContract(
      R"({ "schema_version": 1, "contract": "fw", "hook": { "bases": ["fw::SessionRunHook"] },
           "phases": { "end": { "methods": ["end"] } }, "lifecycle": "construct end destroy",
           "rules": [{ "id": "signature", "kind": "override", "message": "{problem}" }] })",
      "test.json", {})};
  return analyse({builder.facts}, contracts, {}).findings.size();
}

TEST(Override, SaysNothingOfBasesThatAreNotKnown) {
  EXPECT_EQ(findings({"fw::SessionRunHook"}), 1u);
  EXPECT_EQ(findings({"fw::SessionRunHook", "hidden::Base"}), 0u);
  EXPECT_EQ(findings({"hidden::SessionRunHook"}), 0u);
}

} // namespace
} // namespace hooktidy
