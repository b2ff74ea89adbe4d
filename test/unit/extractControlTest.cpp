//===- extractControlTest.cpp - branches, loops, exceptions -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTesting.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <set>

namespace hooktidy::testing {
namespace {

/// Finds its way through the blocks of one function.
class Flow {
public:
  Flow(const std::string &code, const std::string &name = "f")
      : facts(factsOf("void a(); void b(); void c(); void d(); bool p(); bool q();\n" +
                      code)),
        function(testing::function(facts, name)) {}

  /// The block with that event.
  std::uint32_t block(const std::string &event) const {
    for (std::size_t i = 0; i < function.blocks.size(); ++i)
      for (const Event &candidate : function.blocks[i].events)
        if (text(facts, candidate) == event)
          return static_cast<std::uint32_t>(i);
    ADD_FAILURE() << "no event '" << event << "' in\n" << dump(facts);
    return function.exit;
  }
  /// True if control can go from the first block to the second.
  bool leads(std::uint32_t from, std::uint32_t to) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> work = function.blocks[from].successors;
    while (!work.empty()) {
      std::uint32_t current = work.back();
      work.pop_back();
      if (current == to)
        return true;
      if (seen.insert(current).second)
        work.insert(work.end(), function.blocks[current].successors.begin(),
                    function.blocks[current].successors.end());
    }
    return false;
  }
  bool leads(const std::string &from, const std::string &to) const {
    return leads(block(from), block(to));
  }
  bool leaves(const std::string &from) const { return leads(block(from), function.exit); }

  TranslationUnitFacts facts;
  const FunctionFacts &function;
};

TEST(ExtractControl, TheFirstSuccessorIsTakenWhenTheConditionHolds) {
  Flow flow("void f() { if (p()) a(); else b(); }");
  const Block &branch = flow.function.blocks[flow.block("call p()")];
  ASSERT_TRUE(branch.condition);
  ASSERT_EQ(branch.successors.size(), 2u);
  EXPECT_EQ(branch.successors[0], flow.block("call a()"));
  EXPECT_EQ(branch.successors[1], flow.block("call b()"));
}

TEST(ExtractControl, EmptyBlocksAndUnreachableCodeAreLeftOut) {
  Flow flow("void f() { if (p()) { { ; } } return; a(); }");
  for (std::size_t i = 0; i < flow.function.blocks.size(); ++i) {
    const Block &block = flow.function.blocks[i];
    EXPECT_TRUE(i == flow.function.entry || i == flow.function.exit ||
                !block.events.empty());
    EXPECT_FALSE(block.condition) << "both ways are the same";
  }
  EXPECT_FALSE(contains(events(flow.facts, "f"), "call a()"));
}

TEST(ExtractControl, ConstantConditionsArePruned) {
  EXPECT_EQ(events(factsOf("void a(); void b(); template <int N> void g() { if constexpr"
                           " (N > 1) a(); else b(); } void f() { g<2>(); }"),
                   "g"),
            Lines({"call a()"}));
}

TEST(ExtractControl, Loops) {
  Flow flow("void f() { while (p()) a(); for (int i = 0; i < 3; ++i) b(); do c(); while"
            " (q()); d(); }");
  EXPECT_TRUE(flow.leads("call a()", "call a()"));
  EXPECT_TRUE(flow.leads("call b()", "call b()"));
  EXPECT_TRUE(flow.leads("call c()", "call c()"));
  EXPECT_FALSE(flow.leads("call d()", "call c()"));
}

TEST(ExtractControl, RangeForNamesTheElements) {
  EXPECT_EQ(
      events(
          factsOf("struct N { void go(); }; struct H { N all[3]; N *some[2];"
                  " void f() { for (N &n : all) n.go(); for (N *n : some) n->go(); } };"),
          "H::f"),
      Lines({"call this.all.[] -> N::go()", "call this.some.[] -> N::go()"}));
}

TEST(ExtractControl, SwitchComparesOneCaseAfterTheOther) {
  Flow flow("void f(int x) { switch (x) { case 1: a(); break; case 2: b(); default: c();"
            " } d(); }");
  Lines tests = conditions(flow.facts, "f");
  std::sort(tests.begin(), tests.end());
  EXPECT_EQ(tests, Lines({"P0 == 1", "P0 == 2"}));
  EXPECT_TRUE(flow.leads("call b()", "call c()"));
  EXPECT_FALSE(flow.leads("call a()", "call c()"));
}

TEST(ExtractControl, StaticLocalsAreInitialisedOnce) {
  Flow flow("int make(); void f() { static int x = make(); a(); }");
  EXPECT_EQ(conditions(flow.facts, "f"), Lines({"G:x@initialized"}));
  const Block &branch = flow.function.blocks[flow.function.blocks[0].successors[0]];
  EXPECT_EQ(branch.successors[0], flow.block("call a()"));
  EXPECT_EQ(branch.successors[1], flow.block("call make()"));
  EXPECT_TRUE(contains(events(flow.facts, "f"), "write G:x@initialized = true"));
  EXPECT_TRUE(contains(events(flow.facts, "f"), "write G:x = result of make"));
}

TEST(ExtractControl, HandlersAreReachableFromTheCallsInTheirTry) {
  Flow flow("struct E {}; void f() { a(); try { b(); } catch (const E &) { c(); } catch"
            " (...) { } d(); }");
  EXPECT_TRUE(flow.leads("call b()", "call c()"));
  EXPECT_TRUE(flow.leads("call b()", "call d()"));
  EXPECT_FALSE(flow.leads("call d()", "call c()"));
  std::vector<std::string> caught;
  for (const Block &block : flow.function.blocks)
    if (block.isHandler)
      caught.push_back(block.caughtType);
  std::sort(caught.begin(), caught.end());
  EXPECT_EQ(caught, Lines({"...", "E"}));
  const Block &before = flow.function.blocks[flow.block("call a()")];
  EXPECT_EQ(before.successors.size(), 1u) << "what leaves the function has no edge";
}

TEST(ExtractControl, WhatACalleeThrowsThroughAHandlerOfAnotherTypeHasNoEdge) {
  Flow flow("void f() { try { a(); } catch (int) { b(); } c(); }");
  const Block &block = flow.function.blocks[flow.block("call a()")];
  for (std::uint32_t successor : block.successors)
    EXPECT_NE(successor, flow.function.exit);
}

TEST(ExtractControl, ConstructorsInATryReachItsHandlers) {
  Flow flow(
      "struct R { R(); }; void f() { try { R r; if (p()) a(); } catch (...) { b(); } }");
  EXPECT_TRUE(flow.leads("construct L0 -> R::R()", "call b()"));
  for (const Block &block : flow.function.blocks)
    EXPECT_TRUE(!block.condition || block.successors.size() == 2);
}

TEST(ExtractControl, Throws) {
  Flow flow("struct E {}; void f() { if (p()) throw E(); a(); }");
  EXPECT_TRUE(flow.leaves("throw E"));
  EXPECT_FALSE(flow.leads("throw E", "call a()"));
  Flow rethrow(
      "void f() { try { throw 1; } catch (char) { a(); } catch (...) { throw; } b(); }");
  EXPECT_TRUE(rethrow.leads("throw int", "throw "));
  EXPECT_FALSE(rethrow.leads("throw ", "call b()"));
  Flow uncaught("void f() { try { throw 1; } catch (char) { a(); } b(); }");
  EXPECT_TRUE(uncaught.leaves("throw int"));
  const Block &block = uncaught.function.blocks[uncaught.block("throw int")];
  EXPECT_EQ(block.successors.size(), 2u) << "the handler, or out of the function";
}

TEST(ExtractControl, CallsThatDoNotReturnLeadNowhere) {
  Flow flow("[[noreturn]] void fail(); void f() { if (p()) fail(); a(); }");
  EXPECT_TRUE(flow.function.blocks[flow.block("call fail()")].successors.empty());
  EXPECT_TRUE(function(flow.facts, "fail").isNoReturn);
}

TEST(ExtractControl, FunctionTryBlock) {
  Flow flow("void f() try { a(); } catch (...) { b(); }");
  EXPECT_TRUE(flow.leads("call a()", "call b()"));
}

TEST(ExtractControl, ReturnedLocalsAreNotDestroyed) {
  EXPECT_EQ(events(factsOf("struct R { R(); ~R(); }; R f() { R r; return r; }"), "f"),
            Lines({"construct L0 -> R::R()", "return L0"}));
}

TEST(ExtractControl, TemporariesOfAConditionAreDestroyedOnItsWays) {
  Flow flow("struct R { R(); ~R(); bool ok(); }; void f() { if (R().ok()) a(); b(); }");
  EXPECT_TRUE(flow.leads("call L0 -> R::ok()", "call a()"));
  ASSERT_EQ(conditions(flow.facts, "f").size(), 1u);
  EXPECT_EQ(conditions(flow.facts, "f")[0], "result of R::ok");
}

} // namespace
} // namespace hooktidy::testing
