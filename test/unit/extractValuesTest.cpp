//===- extractValuesTest.cpp - paths, values and conditions -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTesting.h"

#include "gtest/gtest.h"

namespace hooktidy::testing {
namespace {

const std::string Hook =
    "struct Graph { void add(int); Graph *next; int n; static Graph &current(); };\n"
    "struct H { Graph *g; Graph own; bool done; int count; char name[4]; void f(Graph "
    "&); };\n";

Lines eventsIn(const std::string &body) {
  return events(factsOf(Hook + "void H::f(Graph &x) {" + body + "}"), "H::f");
}

Lines conditionsIn(const std::string &body) {
  return conditions(factsOf(Hook + "void H::f(Graph &x) {" + body + "}"), "H::f");
}

TEST(ExtractValues, MembersOfMembers) {
  EXPECT_EQ(eventsIn("g->next->n = 1; own.n = 2; (*g).next->n = 3; x.next = g;"),
            Lines({"write this.g.next.n = 1", "write this.own.n = 2",
                   "write this.g.next.n = 3", "write P0.next = this.g"}));
}

TEST(ExtractValues, WritingThroughAPointerIsNotWritingThePointer) {
  EXPECT_EQ(
      eventsIn(
          "int *p = &count; *p = 1; int **q = &p; **q = 2; *g = own; name[1] = 'a';"),
      Lines({"write L0 = &this.count", "write L0.* = 1", "write L0.* = 2",
             "write this.g = this.own", "write this.name.[] = 97"}));
}

TEST(ExtractValues, ReferencesAndPointersThatStayAreAliases) {
  EXPECT_EQ(
      eventsIn(
          "auto &r = *g; r.add(1); Graph *p = g; p->add(2); auto *self = this;"
          " self->count = 3; H &me = *this; me.done = true; Graph *o = &own; o->n = 4;"),
      Lines({"call this.g -> Graph::add(1)", "call this.g -> Graph::add(2)",
             "write this.count = 3", "write this.done = true", "write this.own.n = 4"}));
}

TEST(ExtractValues, PointersThatChangeAreVariables) {
  EXPECT_EQ(eventsIn("Graph *p = g; p = nullptr; p->add(1);"),
            Lines({"write L0 = this.g", "write L0 = null", "call L0 -> Graph::add(1)"}));
}

TEST(ExtractValues, APointerKeepsTheValueOfAMemberThatChanges) {
  EXPECT_EQ(
      eventsIn("Graph *old = g; g = nullptr; old->add(1);"),
      Lines({"write L0 = this.g", "write this.g = null", "call L0 -> Graph::add(1)"}));
}

TEST(ExtractValues, ThisIsAnAddress) {
  EXPECT_EQ(events(factsOf("struct H; void take(H *, H &); struct H { void f() { "
                           "take(this, *this); } };"),
                   "H::f"),
            Lines({"call take(&this, this)"}));
}

TEST(ExtractValues, ArgumentsAreObjectsOrTheirAddresses) {
  EXPECT_EQ(events(factsOf(Hook + "void take(Graph &, Graph *, Graph *, Graph &);"
                                  "void H::f(Graph &x) { take(x, &x, g, *g); }"),
                   "H::f"),
            Lines({"call take(P0, &P0, this.g, this.g)"}));
}

TEST(ExtractValues, Constants) {
  EXPECT_EQ(
      eventsIn(
          "enum E { A, B = 7 }; constexpr int K = 4; const unsigned char wraps = 257;"
          " count = -3; count = B; count = K + 1; count = sizeof(int); count = 'x';"
          " done = !true; g = 0; g = nullptr; count = wraps; done = 3;"),
      Lines({"write L0 = 4", "write L1 = 1", "write this.count = -3",
             "write this.count = 7", "write this.count = 5", "write this.count = 4",
             "write this.count = 120", "write this.done = false", "write this.g = null",
             "write this.g = null", "write this.count = 1", "write this.done = true"}));
}

TEST(ExtractValues, CountersKnowTheirStep) {
  EXPECT_EQ(
      eventsIn("++count; count--; count += 5; count -= 2; count *= 2; int i = 0; i++;"),
      Lines({"write this.count += 1", "write L0 = this.count", "write this.count += -1",
             "write this.count += 5", "write this.count += -2", "write this.count += ?",
             "write L1 = 0", "write L1 += 1"}));
}

TEST(ExtractValues, PostfixStepsGiveTheOldValue) {
  EXPECT_EQ(conditionsIn("if (count++ == 0) x.add(1);"), Lines({"L0 == 0"}));
}

TEST(ExtractValues, Conditions) {
  EXPECT_EQ(
      conditionsIn("if (!done) x.add(1); if (g) x.add(2); if (g != nullptr) x.add(3);"
                   "if (count > 3) x.add(4); if (g == &Graph::current()) x.add(5);"
                   "if (Graph *p = g) p->add(6); while (!(count < 2)) ++count;"),
      Lines({"!this.done", "this.g", "this.g != null", "this.count > 3",
             "this.g == &result of Graph::current", "this.g", "!this.count < 2"}));
}

TEST(ExtractValues, LogicalOperatorsAreSplit) {
  EXPECT_EQ(conditionsIn("if (!done && (g || count > 1)) x.add(1);"),
            Lines({"!this.done", "this.g", "this.count > 1"}));
}

TEST(ExtractValues, LogicalOperatorsAsValuesAreWrittenOnEachWay) {
  EXPECT_EQ(eventsIn("bool both = g && done; done = both;"),
            Lines({"write L0 = false", "write L0 = this.done", "write L1 = L0",
                   "write this.done = L1"}));
  EXPECT_EQ(eventsIn("bool either = g || (done && count); done = either;"),
            Lines({"write L0 = true", "write L1 = L0", "write this.done = L1",
                   "write L0 = false", "write L0 = this.count"}));
  EXPECT_EQ(conditionsIn("if (!(g && done)) x.add(1);"), Lines({"this.g", "!L0"}));
}

TEST(ExtractValues, ConditionalsAreWrittenOnEachWay) {
  EXPECT_EQ(eventsIn("count = done ? 1 : g ? 2 : 3;"),
            Lines({"write L1 = 1", "write this.count = L1", "write L0 = 2",
                   "write L0 = 3", "write L1 = L0"}));
  EXPECT_EQ(eventsIn("(done ? x : *g).add(1);"),
            Lines({"write L0 = &P0", "write L0 = &this.g", "call L0 -> Graph::add(1)"}));
}

TEST(ExtractValues, StructuredBindings) {
  EXPECT_EQ(eventsIn("auto &[node, n] = own; n = 1; int pair[2] = {1, 2}; auto &[a, b] = "
                     "pair; a = b;"
                     "auto [c, d] = own; d = 2;"),
            Lines({"write this.own.n = 1", "write L1 = ?", "write L1.[] = L1.[]",
                   "write L3 = this.own", "write L3.n = 2"}));
}

TEST(ExtractValues, GlobalsAndStaticMembers) {
  TranslationUnitFacts facts =
      factsOf("int global; static bool done; struct S { static int count; void f() {"
              " global = 1; done = true; count = 2; S::count = 3; } };");
  EXPECT_EQ(events(facts, "S::f"), Lines({"write G:global = 1", "write G:done = true",
                                          "write G:count = 2", "write G:count = 3"}));
  EXPECT_TRUE(record(facts, "S").fields[0].isStatic);
}

TEST(ExtractValues, AggregatesWriteTheirMembers) {
  EXPECT_EQ(
      events(factsOf("struct In { int a; }; struct Out { int *p; In in; }; void use(Out);"
                     "void f(int *p) { Out o{p, {3}}; use({p, {4}}); }"),
             "f"),
      Lines({"write L0 = new Out", "write L0.p = P0", "write L0.in.a = 3",
             "write L1.p = P0", "write L1.in.a = 4", "call use(L1)"}));
}

TEST(ExtractValues, UnnamedMembersAreNoStep) {
  EXPECT_EQ(
      events(
          factsOf("struct U { union { int i; float f; }; }; void f(U &u) { u.i = 1; }"),
          "f"),
      Lines({"write P0.i = 1"}));
}

TEST(ExtractValues, Reads) {
  TranslationUnitFacts facts = factsOf(
      Hook +
      "void in(const Graph &); void out(Graph &);"
      "void H::f(Graph &x) { x.n = count; in(own); out(own); own.add(1); g->add(2); }");
  EXPECT_EQ(reads(facts, "H::f"),
            Lines({"read this.count", "read this.own", "read this.own", "read this.g"}));
}

TEST(ExtractValues, ResultsOfCallsReferToTheirEvent) {
  TranslationUnitFacts facts =
      factsOf("int g(int); int h(int); void f() { int x = g(h(1)); }");
  const FunctionFacts &f = function(facts, "f");
  const std::vector<Event> &list = f.blocks[2].events;
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[1].arguments[0].kind, ExpressionKind::Call);
  EXPECT_EQ(list[1].arguments[0].event, list[0].id);
  EXPECT_EQ(list[2].value.event, list[1].id);
  ASSERT_EQ(list[2].value.operands.size(), 2u);
  EXPECT_EQ(list[2].value.operands[0].kind, ExpressionKind::Unknown) << "a free function";
  EXPECT_EQ(list[2].value.operands[1].event, list[0].id);
}

} // namespace
} // namespace hooktidy::testing
