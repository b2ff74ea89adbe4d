//===- extractCallsTest.cpp - every way to call something -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTesting.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace hooktidy::testing {
namespace {

const std::string Graph =
    "struct Graph { void add(int); bool done() const; virtual void v();"
    " Graph &operator+=(int); void operator()(int); int n; };\n";

std::vector<std::string> eventsIn(const std::string &code,
                                  const std::string &name = "f") {
  return events(factsOf(Graph + code), name);
}

TEST(ExtractCalls, FreeFunction) {
  EXPECT_EQ(eventsIn("void g(Graph &, int); void f(Graph &x) { g(x, 3); }"),
            Lines({"call g(P0, 3)"}));
}

TEST(ExtractCalls, MethodOfParameterMemberAndPointer) {
  EXPECT_EQ(eventsIn("struct H { Graph *p; Graph v; void f(Graph &x) {"
                     " x.add(1); p->add(2); (*p).add(3); v.add(4); this->v.add(5); } };",
                     "H::f"),
            Lines({"call P0 -> Graph::add(1)", "call this.p -> Graph::add(2)",
                   "call this.p -> Graph::add(3)", "call this.v -> Graph::add(4)",
                   "call this.v -> Graph::add(5)"}));
}

TEST(ExtractCalls, BaseClassMethod) {
  EXPECT_EQ(
      eventsIn("struct B { void g(); }; struct H : B { void f() { g(); B::g(); } };",
               "H::f"),
      Lines({"call this -> B::g()", "call this -> B::g()"}));
}

TEST(ExtractCalls, OnlyDispatchedCallsAreVirtual) {
  EXPECT_EQ(eventsIn("struct D final : Graph {}; void f(Graph &g, D &d) {"
                     " g.v(); g.Graph::v(); d.v(); Graph local; local.v(); }"),
            Lines({"call P0 -> Graph::v() virtual", "call P0 -> Graph::v()",
                   "call P1 -> Graph::v()", "construct L0 -> Graph::Graph()",
                   "call L0 -> Graph::v()"}));
}

TEST(ExtractCalls, EachTemplateInstantiationIsAFunction) {
  TranslationUnitFacts facts =
      factsOf(Graph + "struct Other { void add(int); };"
                      "template <class T> void g(T &x) { x.add(1); }"
                      "void f(Graph &a, Other &b) { g(a); g(b); }");
  EXPECT_EQ(events(facts, "f"), Lines({"call g(P0)", "call g(P1)"}));
  std::vector<std::string> bodies;
  for (const FunctionFacts &function : facts.functions)
    if (function.qualifiedName == "g")
      for (const Block &block : function.blocks)
        for (const Event &event : block.events)
          if (event.kind == EventKind::Call)
            bodies.push_back(text(facts, event));
  EXPECT_EQ(bodies, Lines({"call P0 -> Graph::add(1)", "call P0 -> Other::add(1)"}));
}

TEST(ExtractCalls, Crtp) {
  TranslationUnitFacts facts = factsOf(
      Graph + "template <class D> struct Mixin {"
              " void go(Graph &g) { static_cast<D *>(this)->impl(g); } };"
              "struct H : Mixin<H> { void impl(Graph &); void f(Graph &g) { go(g); } };");
  EXPECT_EQ(events(facts, "H::f"), Lines({"call this -> Mixin::go(P0)"}));
  EXPECT_EQ(events(facts, "Mixin::go"), Lines({"call this -> H::impl(P0)"}));
  ASSERT_EQ(record(facts, "H").bases.size(), 1u);
  EXPECT_EQ(record(facts, "H").bases[0].qualifiedName, "Mixin");
  EXPECT_TRUE(record(facts, "Mixin").isInstantiation);
}

TEST(ExtractCalls, Operators) {
  EXPECT_EQ(
      eventsIn("Graph &operator<<(Graph &, int); struct C { operator Graph &(); };"
               "void take(Graph &); void operator\"\"_op(unsigned long long);"
               "void f(Graph &g, C &c) { g += 1; g(2); g << 3; take(c); 4_op; }"),
      Lines({"call P0 -> Graph::operator+=(1)", "call P0 -> Graph::operator()(2)",
             "call operator<<(P0, 3)", "call P1 -> C::operator Graph &()",
             "call take(result of C::operator Graph &)", "call operator\"\"_op(4)"}));
}

TEST(ExtractCalls, UserDefinedArrowIsACallAndIsLookedThrough) {
  EXPECT_EQ(
      eventsIn(
          "struct P { Graph *p; Graph *operator->(); }; void f(P &p) { p->add(1); }"),
      Lines({"call P0 -> P::operator->()", "call P0 -> Graph::add(1)"}));
}

TEST(ExtractCalls, ConstructorAndDestructorOfALocal) {
  EXPECT_EQ(
      eventsIn("struct R { R(Graph &); ~R(); }; void f(Graph &g) { R r(g); g.add(1); }"),
      Lines({"construct L0 -> R::R(P0)", "call P0 -> Graph::add(1)",
             "destroy L0 -> R::~R() implicit"}));
}

TEST(ExtractCalls, ConstructorAndDestructorOfATemporary) {
  EXPECT_EQ(eventsIn("struct R { R(Graph &); ~R(); void use(); };"
                     "void f(Graph &g) { R(g).use(); g.add(1); }"),
            Lines({"construct L0 -> R::R(P0)", "call L0 -> R::use()",
                   "destroy L0 -> R::~R() implicit", "call P0 -> Graph::add(1)"}));
}

TEST(ExtractCalls, ConstructorOfMembersAndBases) {
  EXPECT_EQ(eventsIn("struct M { M(Graph &); }; struct B { B(int); };"
                     "struct H : B { M m; int n; H(Graph &g) : B(1), m(g), n(2) {} };",
                     "H::H"),
            Lines({"construct this -> B::B(1)", "construct this.m -> M::M(P0)",
                   "write this.n = 2"}));
}

TEST(ExtractCalls, MembersDestructorsAreLeftToTheReader) {
  EXPECT_EQ(eventsIn("struct M { ~M(); }; struct H { M m; ~H() { } };", "H::~H"),
            Lines({}));
}

TEST(ExtractCalls, NewAndDelete) {
  EXPECT_EQ(
      eventsIn(
          "struct R { R(int); virtual ~R(); }; void f() { R *r = new R(1); delete r; }"),
      Lines({"construct new R -> R::R(1) heap", "call operator new(?)",
             "write L0 = new R", "destroy L0 -> R::~R() virtual heap",
             "call operator delete(L0)"}));
}

TEST(ExtractCalls, DeletingWhatHasNoDestructorIsSeen) {
  EXPECT_EQ(eventsIn("void f(Graph *g, char *c) { delete g; delete[] c; }"),
            Lines({"destroy P0 -> implicit Graph() heap", "call operator delete(P0)",
                   "destroy P1 -> implicit ?() heap", "call operator delete[](P1)"}));
}

TEST(ExtractCalls, DefaultMemberInitialiser) {
  TranslationUnitFacts facts =
      factsOf("int make(); struct A { int n = make(); A() {} };"
              "struct I { int n = make(); bool done = false; }; void f() { I i; }");
  EXPECT_EQ(events(facts, "A::A"),
            Lines({"call make()", "write this.n = result of make"}));
  EXPECT_EQ(events(facts, "I::I"), Lines({"call make()", "write this.n = result of make",
                                          "write this.done = false"}));
  EXPECT_EQ(events(facts, "f"), Lines({"construct L0 -> I::I()"}));
  ASSERT_EQ(record(facts, "I").constructors.size(), 1u);
  EXPECT_EQ(record(facts, "I").constructors[0], function(facts, "I::I").usr);
  EXPECT_EQ(text(facts, *record(facts, "I").fields[1].initializer), "false");
}

TEST(ExtractCalls, AggregateRunsDefaultMemberInitialisersWhereItIsMade) {
  TranslationUnitFacts facts =
      factsOf("int make(); struct I { int a; int n = make(); };\nvoid f() { I i{1}; }");
  EXPECT_EQ(events(facts, "f"), Lines({"call make()", "write L0 = new I",
                                       "write L0.a = 1", "write L0.n = result of make"}));
  const FunctionFacts &f = function(facts, "f");
  EXPECT_EQ(f.blocks[2].events[0].location.line, 2u);
}

TEST(ExtractCalls, DefaultConstructorsOfEveryKindAreSynthesised) {
  TranslationUnitFacts facts =
      factsOf("struct M { M(); }; struct Implicit { M m; }; struct Explicit { Explicit() "
              "= default;"
              " M m; }; struct Derived : Implicit {}; void f() { Explicit e; }");
  EXPECT_EQ(events(facts, "Implicit::Implicit"), Lines({"construct this.m -> M::M()"}));
  EXPECT_EQ(events(facts, "Explicit::Explicit"), Lines({"construct this.m -> M::M()"}));
  EXPECT_EQ(events(facts, "Derived::Derived"),
            Lines({"construct this -> Implicit::Implicit()"}));
  EXPECT_EQ(events(facts, "f"), Lines({"construct L0 -> Explicit::Explicit()"}));
}

TEST(ExtractCalls, DefaultArgument) {
  TranslationUnitFacts facts =
      factsOf("int make();\nvoid g(int a, int b = make());\nvoid f() { g(1); }");
  EXPECT_EQ(events(facts, "f"), Lines({"call make()", "call g(1, result of make)"}));
  const FunctionFacts &f = function(facts, "f");
  EXPECT_EQ(f.blocks[2].events[0].location.line, 3u) << "where the default is used";
  EXPECT_TRUE(function(facts, "g").parameters[1].hasDefault);
}

TEST(ExtractCalls, FunctionPointer) {
  EXPECT_EQ(eventsIn("void g(Graph &); void f(Graph &x, void (*h)(Graph &)) {"
                     " void (*p)(Graph &) = &g; p(x); (*p)(x); h(x); (&g)(x); }"),
            Lines({"write L0 = function g[]", "call L0 -> L0(P0)", "call L0 -> L0(P0)",
                   "call P1 -> P1(P0)", "call g(P0)"}));
}

TEST(ExtractCalls, MemberPointer) {
  EXPECT_EQ(eventsIn("void f(Graph &g, Graph *p) { void (Graph::*m)(int) = &Graph::add;"
                     " (g.*m)(1); (p->*m)(2); }"),
            Lines({"write L0 = function Graph::add[]", "call L0 -> L0(P0, 1)",
                   "call L0 -> L0(P1, 2)"}));
}

TEST(ExtractCalls, LambdaCalledAtOnce) {
  TranslationUnitFacts facts = factsOf(
      Graph + "struct H { Graph *g; void f(int n) { [&, this] { g->add(n); }(); } };");
  EXPECT_EQ(events(facts, "H::f"),
            Lines({"call function H::f::(lambda)[P0] -> H::f::(lambda)()"}));
  EXPECT_EQ(events(facts, "H::f::(lambda)"), Lines({"call this.g -> Graph::add(C0)"}));
  const FunctionFacts &lambda = function(facts, "H::f::(lambda)");
  EXPECT_EQ(lambda.kind, FunctionKind::Lambda);
  EXPECT_EQ(lambda.record, record(facts, "H").usr);
  EXPECT_EQ(lambda.enclosingFunction, function(facts, "H::f").usr);
  ASSERT_EQ(lambda.captures.size(), 1u) << "`this` is not listed";
  EXPECT_EQ(lambda.captures[0].name, "n");
  EXPECT_TRUE(lambda.captures[0].byReference);
}

TEST(ExtractCalls, LambdaInALocal) {
  TranslationUnitFacts facts =
      factsOf("void f(int n) { auto l = [n] { return n; }; l(); auto s = [] {}; s(); }");
  EXPECT_EQ(events(facts, "f"),
            Lines({"write L0 = function f::(lambda)[P0]", "call L0 -> L0()",
                   "write L1 = function f::(lambda)[]",
                   "call function f::(lambda)[] -> f::(lambda)()"}));
  const FunctionFacts &f = function(facts, "f");
  auto call = std::find_if(f.blocks[2].events.begin(), f.blocks[2].events.end(),
                           [](const Event &e) { return e.kind == EventKind::Call; });
  ASSERT_NE(call, f.blocks[2].events.end());
  EXPECT_EQ(call->callee, "");
  EXPECT_EQ(function(facts, "f::(lambda)").usr, call->type)
      << "the type tells which lambda it is";
}

TEST(ExtractCalls, InitCapturesAndNestedLambdas) {
  TranslationUnitFacts facts = factsOf(
      Graph +
      "void f(Graph *g) { auto o = [&x = *g, k = 3] { auto i = [&x, k] { x.add(k); };"
      " i(); }; o(); }");
  EXPECT_PRED2(contains, events(facts, "f"), "write L0 = function f::(lambda)[P0, 3]");
  EXPECT_PRED2(contains, events(facts, "f::(lambda)"),
               "write L0 = function f::(lambda)::(lambda)[C0, C1]");
  EXPECT_EQ(events(facts, "f::(lambda)::(lambda)"), Lines({"call C0 -> Graph::add(C1)"}));
}

TEST(ExtractCalls, GenericLambda) {
  TranslationUnitFacts facts =
      factsOf(Graph + "void f(Graph &g) { auto l = [](auto &x) { x.add(1); }; l(g); }");
  EXPECT_EQ(events(facts, "f::(lambda)"), Lines({"call P0 -> Graph::add(1)"}));
}

TEST(ExtractCalls, GenericLambdaThatNothingInstantiates) {
  TranslationUnitFacts facts =
      factsOf(Graph + "template <class F> void each(F) {} void f(Graph &g) {"
                      " each([&](auto x) { g.add(x); if (x) g.done(); }); }");
  EXPECT_EQ(events(facts, "f::(lambda)"),
            Lines({"call C0 -> Graph::add(P0)", "call C0 -> Graph::done()"}));
}

TEST(ExtractCalls, CallableGivenToATemplate) {
  TranslationUnitFacts facts =
      factsOf(Graph + "template <class F> void run(F f) { f(); }"
                      "void f(Graph &g) { run([&] { g.add(1); }); }");
  EXPECT_EQ(events(facts, "f"), Lines({"call run(function f::(lambda)[P0])"}));
  EXPECT_EQ(events(facts, "run"), Lines({"call P0 -> P0()"}));
}

TEST(ExtractCalls, Coroutine) {
  TranslationUnitFacts facts = factsOf(
      "#include <coroutine>\n" + Graph +
      "struct Task { struct promise_type { Task get_return_object(); std::suspend_never"
      " initial_suspend(); std::suspend_never final_suspend() noexcept; void "
      "return_void();"
      " void unhandled_exception(); }; };"
      "Task f(Graph &g) { g.add(1); co_await std::suspend_never{}; g.add(2); co_return; "
      "}");
  EXPECT_TRUE(function(facts, "f").isCoroutine);
  EXPECT_EQ(function(facts, "f").notAnalysed, "");
  EXPECT_PRED2(contains, events(facts, "f"), "call P0 -> Graph::add(1)");
  EXPECT_PRED2(contains, events(facts, "f"), "call P0 -> Graph::add(2)");
}

TEST(ExtractCalls, MacroIsPlacedWhereItIsUsed) {
  TranslationUnitFacts facts =
      factsOf("void g();\n#define CALL() g()\nvoid f() {\n  CALL();\n}");
  EXPECT_EQ(events(facts, "f"), Lines({"call g()"}));
  EXPECT_EQ(function(facts, "f").blocks[2].events[0].location.line, 4u);
}

TEST(ExtractCalls, OperandsThatAreNotEvaluatedDoNotHappen) {
  EXPECT_EQ(
      eventsIn("int h(); void f() { sizeof(h()); noexcept(h()); decltype(h()) x = 1; }"),
      Lines({"write L0 = 1"}));
}

TEST(ExtractCalls, ConstantTableOfCallables) {
  EXPECT_EQ(eventsIn("void a(); void b(); void (*const Table[])() = {a, b};"
                     "void f() { for (auto *each : Table) each(); }"),
            Lines({"write G:Table.[] = function a[]", "write G:Table.[] = function b[]",
                   "call G:Table.[] -> G:Table.[]()"}));
}

} // namespace
} // namespace hooktidy::testing
