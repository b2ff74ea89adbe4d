//===- extractLibraryTest.cpp - what facts know of the library --*- C++ -*-===//
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
    "#include <algorithm>\n#include <array>\n#include <atomic>\n#include <functional>\n"
    "#include <map>\n#include <memory>\n#include <mutex>\n#include <optional>\n"
    "#include <thread>\n#include <utility>\n#include <vector>\n"
    "struct Op { Op(int); Op(const char *); ~Op(); void run(); };\n"
    "struct H { std::unique_ptr<Op> one; std::shared_ptr<Op> many; std::optional<Op> "
    "maybe;"
    " std::vector<std::unique_ptr<Op>> ops; std::map<int, Op> byId; "
    "std::function<void()> fn;"
    " std::atomic<bool> flag; std::atomic<int> count; std::once_flag once; void m(int);"
    " void f(int x); };\n";

Lines eventsIn(const std::string &body) {
  return events(factsOf(Hook + "void H::f(int x) {" + body + "}"), "H::f");
}

Lines conditionsIn(const std::string &body) {
  return conditions(factsOf(Hook + "void a(); void H::f(int x) {" + body + "}"), "H::f");
}

TEST(ExtractLibrary, SmartPointersAreLookedThrough) {
  EXPECT_EQ(
      eventsIn("one->run(); (*one).run(); many.get()->run(); maybe->run();"
               " maybe.value().run(); auto *p = one.get(); p->run();"
               " for (auto &o : ops) o->run(); ops[0]->run(); ops.front()->run();"),
      Lines({"call this.one -> Op::run()", "call this.one -> Op::run()",
             "call this.many -> Op::run()", "call this.maybe -> Op::run()",
             "call this.maybe -> Op::run()", "call this.one -> Op::run()",
             "call this.ops -> std::vector::end()",
             "call this.ops -> std::vector::begin()", "call this.ops.[] -> Op::run()",
             "call this.ops -> std::vector::operator[](0)",
             "call this.ops.[] -> Op::run()", "call this.ops -> std::vector::front()",
             "call this.ops.[] -> Op::run()"}));
}

TEST(ExtractLibrary, UniquePointerMakesAndDestroysItsObject) {
  EXPECT_EQ(
      eventsIn("one = std::make_unique<Op>(1); one.reset(new Op(\"x\")); one.reset();"
               " one = nullptr;"),
      Lines({"construct new Op -> Op::Op(1) heap", "destroy this.one -> Op::~Op() heap",
             "write this.one = new Op", "construct new Op -> Op::Op(\"x\") heap",
             "call operator new(?)", "destroy this.one -> Op::~Op() heap",
             "call this.one -> std::unique_ptr::reset(new Op)", "write this.one = new Op",
             "destroy this.one -> Op::~Op() heap",
             "call this.one -> std::unique_ptr::reset(null)", "write this.one = null",
             "destroy this.one -> Op::~Op() heap",
             "call this.one -> std::unique_ptr::operator=(null)",
             "write this.one = null"}));
}

TEST(ExtractLibrary, ScopeEndDestroysWhatIsOwned) {
  EXPECT_EQ(eventsIn("auto p = std::make_shared<Op>(1);"),
            Lines({"construct new Op -> Op::Op(1) heap", "write L0 = new Op",
                   "destroy L0 -> Op::~Op() heap implicit"}));
  EXPECT_EQ(
      eventsIn("std::optional<Op> o; std::vector<Op> v; std::pair<int, Op> p(1, x);"),
      Lines({"construct L0 -> std::optional::optional()", "write L0 = null",
             "write L1 = null", "construct L2 -> std::pair::pair(1, P0)",
             "destroy L2.second -> Op::~Op() implicit",
             "destroy L1.[] -> Op::~Op() implicit", "destroy L0 -> Op::~Op() implicit"}));
}

TEST(ExtractLibrary, AMovedPointerIsEmpty) {
  EXPECT_EQ(eventsIn("auto p = std::move(one); p.release();"),
            Lines({"write L0 = this.one", "write this.one = null", "write L1 = L0",
                   "call L1 -> std::unique_ptr::release()", "write L1 = null",
                   "destroy L1 -> Op::~Op() heap implicit"}));
  EXPECT_EQ(eventsIn("ops.push_back(std::move(one));"),
            Lines({"call this.ops -> std::vector::push_back(this.one)",
                   "write this.one = null"}));
}

TEST(ExtractLibrary, AnArgumentsObjectBelongsToTheCallee) {
  EXPECT_EQ(events(factsOf(Hook + "void take(std::unique_ptr<Op>); void H::f(int) {"
                                  " take(std::make_unique<Op>(1)); }"),
                   "H::f"),
            Lines({"construct new Op -> Op::Op(1) heap", "call take(new Op)"}));
}

TEST(ExtractLibrary, ElementsOfContainersAndOptionals) {
  EXPECT_EQ(
      eventsIn("maybe.emplace(1); maybe.reset(); maybe = std::nullopt;"
               " byId.emplace(1, \"x\"); byId.clear(); ops.clear();"),
      Lines(
          {"destroy this.maybe -> Op::~Op()",
           "call this.maybe -> std::optional::emplace(1)",
           "construct this.maybe -> Op::Op(1)", "write this.maybe = new Op",
           "destroy this.maybe -> Op::~Op()", "call this.maybe -> std::optional::reset()",
           "write this.maybe = null", "destroy this.maybe -> Op::~Op()",
           "call this.maybe -> std::optional::operator=(null)", "write this.maybe = null",
           "call this.byId -> std::map::emplace(1, \"x\")",
           "construct this.byId.[] -> Op::Op(\"x\")", "destroy this.byId.[] -> Op::~Op()",
           "call this.byId -> std::map::clear()", "destroy this.ops.[] -> Op::~Op() heap",
           "call this.ops -> std::vector::clear()"}));
}

TEST(ExtractLibrary, ElementsThatComeWithTheContainer) {
  Lines all = events(factsOf(Hook + "struct D { D(); }; void f() { std::array<D, 2> a;"
                                    " std::vector<D> v(3); D d[2]; }"));
  EXPECT_TRUE(contains(all, "construct L0.[] -> D::D()"));
  EXPECT_TRUE(contains(all, "construct L1.[] -> D::D()"));
  EXPECT_TRUE(contains(all, "construct L2.[] -> D::D()"));
}

TEST(ExtractLibrary, GuardsOfTheLibrary) {
  EXPECT_EQ(
      conditionsIn("if (one) a(); if (!many) a(); if (one == nullptr) a();"
                   " if (maybe.has_value()) a(); if (maybe) a(); if (fn) a();"
                   " if (fn != nullptr) a(); if (flag) a(); if (count.load() > 2) a();"),
      Lines({"this.one", "!this.many", "this.one == null", "this.maybe", "this.maybe",
             "this.fn", "this.fn != null", "this.flag", "this.count > 2"}));
  EXPECT_EQ(
      conditionsIn("if (byId.count(x)) a(); if (ops.empty()) a();"
                   " if (byId.find(x) == byId.end()) a(); if (flag.exchange(true)) a();"),
      Lines({"result of std::map::count", "result of std::vector::empty",
             "result of std::map::find == result of std::map::end",
             "result of std::atomic::exchange"}));
}

TEST(ExtractLibrary, Atomics) {
  EXPECT_EQ(
      eventsIn("flag = true; flag.store(false); ++count; count--;"),
      Lines({"call this.flag -> std::atomic::operator=(true)", "write this.flag = true",
             "call this.flag -> std::atomic::store(false, 5)", "write this.flag = false",
             "call this.count -> std::__atomic_base::operator++()",
             "write this.count += 1",
             "call this.count -> std::__atomic_base::operator--(0)",
             "write this.count += -1"}));
}

TEST(ExtractLibrary, ExchangeAndSwapWrite) {
  EXPECT_EQ(events(factsOf(Hook + "void H::f(int x) { int y = std::exchange(x, 0);"
                                  " std::swap(x, y); }"),
                   "H::f"),
            Lines({"call std::exchange(P0, 0)", "write P0 = 0",
                   "write L0 = result of std::exchange", "call std::swap(P0, L0)",
                   "write P0 = ?", "write L0 = ?"}));
}

TEST(ExtractLibrary, FunctionsAreWhatIsPutIntoThem) {
  EXPECT_EQ(
      eventsIn("fn = [this] { one->run(); }; fn(); fn = nullptr;"),
      Lines({"call this.fn -> std::function::operator=(function H::f::(lambda)[])",
             "write this.fn = function H::f::(lambda)[]", "call this.fn -> this.fn()",
             "call this.fn -> std::function::operator=(null)", "write this.fn = null"}));
  EXPECT_EQ(
      events(factsOf(Hook +
                     "void g(); void f() { std::function<void()> a = g, b = &g; a(); }")),
      Lines({"construct L0 -> std::function::function(function g[])",
             "write L0 = function g[]",
             "construct L1 -> std::function::function(function g[])",
             "write L1 = function g[]", "call L0 -> L0()"}));
}

TEST(ExtractLibrary, BoundCallables) {
  EXPECT_EQ(
      eventsIn(
          "fn = std::bind(&H::m, this, 3);"
          " std::function<void(int)> b = std::bind(&H::m, this, std::placeholders::_1);"
          " auto c = std::bind_front(&H::m, this); c(4);"
          " auto d = std::mem_fn(&H::m); d(this, 5);")
          .back(),
      "call L2 -> L2(&this, 5)");
  Lines all = eventsIn("fn = std::bind(&H::m, this, 3);"
                       " auto b = std::bind(&H::m, this, std::placeholders::_1); b(4);");
  EXPECT_TRUE(contains(all, "write this.fn = bound H::m[this, 3]"));
  EXPECT_TRUE(contains(all, "write L0 = bound H::m[this, ?]"));
  EXPECT_TRUE(contains(all, "call L0 -> L0(4)"));
}

TEST(ExtractLibrary, FunctionObjectsAreBoundCallables) {
  TranslationUnitFacts facts =
      factsOf(Hook + "struct Adder { int n; void operator()(); }; void H::f(int x) {"
                     " fn = Adder{x}; std::thread t(Adder{x}); t.join(); }");
  EXPECT_TRUE(
      contains(events(facts, "H::f"), "write this.fn = bound Adder::operator()[L0]"));
  EXPECT_TRUE(
      contains(events(facts, "H::f"),
               "construct L2 -> std::thread::thread(bound Adder::operator()[L1])"));
}

TEST(ExtractLibrary, FunctionsThatRunCallablesAreCalledWithThem) {
  EXPECT_EQ(eventsIn("std::call_once(once, [this] { one->run(); });"
                     " std::invoke(&H::m, this, 1); std::invoke(&H::m, *this, 2);"),
            Lines({"call std::call_once(this.once, function H::f::(lambda)[])",
                   "call std::invoke(function H::m[], &this, 1)",
                   "call std::invoke(function H::m[], this, 2)"}));
}

TEST(ExtractLibrary, TransparentFunctions) {
  EXPECT_EQ(events(factsOf(Hook + "void take(Op &, Op *); void f(Op &op) {"
                                  " take(std::ref(op).get(), std::addressof(op));"
                                  " std::as_const(op); std::forward<Op &>(op).run(); }")),
            Lines({"call take(P0, &P0)", "call P0 -> Op::run()"}));
}

} // namespace
} // namespace hooktidy::testing
