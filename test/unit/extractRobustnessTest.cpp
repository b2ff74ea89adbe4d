//===- extractRobustnessTest.cpp - code that nobody should write -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTesting.h"

#include "gtest/gtest.h"

namespace hooktidy::testing {
namespace {

std::string repeat(const std::string &piece, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += piece;
  return result;
}

TEST(ExtractRobustness, LongFunction) {
  TranslationUnitFacts facts =
      factsOf("void g(int); void f(bool b) {" + repeat("if (b) g(1);\n", 10000) + "}");
  EXPECT_EQ(events(facts, "f").size(), 10000u);
}

TEST(ExtractRobustness, LongExpression) {
  TranslationUnitFacts facts =
      factsOf("int g(); int f(int n) { return n" + repeat(" + g()", 5000) + "; }",
              {"-fbracket-depth=20000"});
  EXPECT_EQ(events(facts, "f").size(), 5001u);
}

TEST(ExtractRobustness, LongChainOfCalls) {
  TranslationUnitFacts facts = factsOf("struct B { B &s(int); }; void f(B &b) { b" +
                                       repeat(".s(1)", 1000) + "; }");
  EXPECT_EQ(events(facts, "f").size(), 1000u);
}

TEST(ExtractRobustness, DeepNesting) {
  TranslationUnitFacts facts = factsOf("int f(int n) { return " + repeat("(1 + ", 200) +
                                       "n" + repeat(")", 200) + "; }");
  EXPECT_EQ(events(facts, "f"), Lines({"return ?"}));
}

TEST(ExtractRobustness, LongLogicalOperators) {
  TranslationUnitFacts facts = factsOf("bool g(); bool f() { bool x = g()" +
                                       repeat(" || g()", 1000) + "; return x; }");
  EXPECT_GT(events(facts, "f").size(), 1000u);
}

TEST(ExtractRobustness, SelfInitialisedVariables) {
  EXPECT_EQ(events(factsOf("void f() { int *p = p; int &r = r; *p = r; }")),
            Lines({"write L0.* = L1"}));
}

TEST(ExtractRobustness, UnusualStatements) {
  TranslationUnitFacts facts = factsOf(
      "void g(int); void f(int n) { again: if (n-- > 0) goto again; int v[n]; v[0] = 1;"
      " g(({ int z = n; z + 1; })); void *labels[] = {&&out}; goto *labels[0]; out: "
      "asm(\"\");"
      " for (;;) { } }");
  EXPECT_EQ(function(facts, "f").notAnalysed, "");
  EXPECT_TRUE(contains(events(facts, "f"), "call g(?)"));
}

TEST(ExtractRobustness, DependentCodeIsLeftOut) {
  TranslationUnitFacts facts =
      factsOf("template <class T> struct S { T t; void m() { t.go(); } struct In {}; };"
              "template <class T> void g(T t) { t.go(); }");
  for (const FunctionFacts &function : facts.functions)
    EXPECT_FALSE(function.hasBody) << function.qualifiedName;
  EXPECT_TRUE(facts.records.empty());
}

TEST(ExtractRobustness, UninstantiatedMembersHaveNoBody) {
  TranslationUnitFacts facts =
      factsOf("template <class T> struct S { void m() { T::none(); } void n() {} };"
              "void f(S<int> s) { s.n(); }");
  EXPECT_FALSE(function(facts, "S::m").hasBody);
  EXPECT_TRUE(function(facts, "S::n").hasBody);
}

} // namespace
} // namespace hooktidy::testing
