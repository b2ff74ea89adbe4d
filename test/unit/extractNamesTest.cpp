//===- extractNamesTest.cpp - entities and declarations ---------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTesting.h"

#include "gtest/gtest.h"

#include <set>

namespace hooktidy::testing {
namespace {

TEST(ExtractNames, QualifiedNamesHaveNoTemplateArguments) {
  TranslationUnitFacts facts = factsOf(
      "namespace app { inline namespace v1 { template <class T> struct Box { void set(T);"
      " Box(); ~Box(); template <class U> void as(U); }; } namespace { void hidden() {} "
      "} }"
      "void f(app::Box<int> b) { b.set(1); b.as(2L); app::hidden(); app::Box<char> c; }");
  std::set<std::string> names;
  for (const FunctionFacts &function : facts.functions)
    names.insert(function.qualifiedName);
  for (const char *name : {"app::Box::set", "app::Box::Box", "app::Box::~Box",
                           "app::Box::as", "app::hidden"})
    EXPECT_TRUE(names.count(name)) << name;
}

TEST(ExtractNames, EntitiesOfAUnitAreItsOwn) {
  TranslationUnitFacts facts =
      factsOf("static void s() {} namespace { void n() {} } void shared() {}");
  std::string suffix = "@in@" + facts.mainFile;
  EXPECT_NE(function(facts, "s").usr.find(suffix), std::string::npos);
  EXPECT_NE(function(facts, "n").usr.find(suffix), std::string::npos);
  EXPECT_EQ(function(facts, "shared").usr.find(suffix), std::string::npos);
}

TEST(ExtractNames, UsrsAreUnique) {
  TranslationUnitFacts facts = factsOf("template <class F> void run(F f) { f(); } struct "
                                       "S { void f() { run([] {}); run([] {});"
                                       " [] {}(); auto g = [](auto x) { (void)x; }; "
                                       "g(1); g(2L); } template <class T> void t(T) {}"
                                       " void u() { t(1); t('c'); } };");
  std::set<std::string> seen;
  for (const FunctionFacts &function : facts.functions)
    EXPECT_TRUE(seen.insert(function.usr).second) << function.usr;
}

TEST(ExtractNames, CalledFunctionsAreListedWithTheirParameters) {
  TranslationUnitFacts facts = factsOf("#include <cstdlib>\nstruct G; struct R { int x; "
                                       "}; R make(G &, const G &, G *, const G *,"
                                       " G &&, int n = 1); void f(G &g) { make(g, g, &g, "
                                       "&g, static_cast<G &&>(g)); std::abort(); }");
  const FunctionFacts &make = function(facts, "make");
  EXPECT_FALSE(make.hasBody);
  EXPECT_TRUE(make.blocks.empty());
  ASSERT_EQ(make.parameters.size(), 6u);
  EXPECT_EQ(make.parameters[0].type, "G &");
  EXPECT_EQ(make.parameters[1].type, "const G &");
  std::string modifies;
  for (const ParameterFacts &parameter : make.parameters)
    modifies += parameter.mayModify ? "m" : "-";
  EXPECT_EQ(modifies, "m-m-m-");
  EXPECT_TRUE(make.parameters[5].hasDefault);
  EXPECT_EQ(make.parameters[5].name, "n");
  EXPECT_EQ(make.returnRecord, record(facts, "R").usr);
  EXPECT_TRUE(function(facts, "abort").isInSystemHeader);
  EXPECT_TRUE(function(facts, "abort").isNoReturn);
}

TEST(ExtractNames, OverriddenMethodsAreNamed) {
  TranslationUnitFacts facts = factsOf(
      "struct B { virtual void m() = 0; virtual ~B(); }; struct M : B {}; struct D : M {"
      " void m() override {} }; struct E : D { void m() final {} void n() const; static"
      " void s(); };");
  EXPECT_TRUE(function(facts, "B::m").isPure);
  EXPECT_EQ(function(facts, "D::m").overrides, Lines({function(facts, "B::m").usr}));
  EXPECT_EQ(function(facts, "E::m").overrides, Lines({function(facts, "D::m").usr}));
  EXPECT_TRUE(function(facts, "E::n").isConst);
  EXPECT_TRUE(function(facts, "E::s").isStatic);
  EXPECT_TRUE(record(facts, "B").isAbstract);
  EXPECT_EQ(record(facts, "E").methods.size(), 3u);
}

TEST(ExtractNames, VirtualDestructorsOfEveryKindAreListed) {
  TranslationUnitFacts facts =
      factsOf("struct B { virtual ~B() = default; }; struct D : B {};"
              "struct P { ~P() = default; int x; };");
  const FunctionFacts &base = function(facts, "B::~B");
  EXPECT_TRUE(base.hasBody);
  EXPECT_EQ(record(facts, "B").destructor, base.usr);
  EXPECT_EQ(function(facts, "D::~D").overrides, Lines({base.usr}));
  EXPECT_EQ(record(facts, "P").destructor, "");
}

TEST(ExtractNames, ADestructorThatIsDefinedElsewhereHasNoBody) {
  TranslationUnitFacts facts = factsOf("struct H { ~H(); }; void f() { H h; }");
  EXPECT_FALSE(function(facts, "H::~H").hasBody);
  EXPECT_EQ(record(facts, "H").destructor, function(facts, "H::~H").usr);
}

TEST(ExtractNames, FieldsTellWhatTheyHold) {
  TranslationUnitFacts facts =
      factsOf("#include <memory>\n#include <vector>\nstruct Op {}; struct H { Op value; "
              "Op *raw; Op &ref;"
              " std::unique_ptr<Op> own; std::vector<std::shared_ptr<Op>> all; "
              "std::weak_ptr<Op> weak;"
              " const int n; Op many[2]; };");
  const RecordFacts &hook = record(facts, "H");
  std::vector<Ownership> ownership;
  for (const FieldFacts &field : hook.fields)
    ownership.push_back(field.ownership);
  EXPECT_EQ(ownership, (std::vector<Ownership>{
                           Ownership::Value, Ownership::RawPointer, Ownership::Reference,
                           Ownership::OwningPointer, Ownership::OwningPointer,
                           Ownership::RawPointer, Ownership::Value, Ownership::Value}));
  for (const FieldFacts &field : hook.fields)
    EXPECT_EQ(field.record, field.name == "n" ? "" : record(facts, "Op").usr)
        << field.name;
  EXPECT_TRUE(hook.fields[6].isConst);
}

TEST(ExtractNames, BasesInSystemHeadersAreListed) {
  TranslationUnitFacts facts =
      factsOf("#include <memory>\n#include <stdexcept>\nstruct E : std::runtime_error, "
              "std::enable_shared_from_this<E> { E(); };");
  EXPECT_TRUE(record(facts, "std::exception").isInSystemHeader);
  EXPECT_EQ(record(facts, "E").bases[1].qualifiedName, "std::enable_shared_from_this");
}

TEST(ExtractNames, SystemHeadersAreNotExtracted) {
  TranslationUnitFacts facts =
      factsOf("#include <vector>\nvoid f(std::vector<int> &v) { v.push_back(1); }");
  for (const FunctionFacts &function : facts.functions)
    EXPECT_EQ(function.hasBody, !function.isInSystemHeader) << function.qualifiedName;
}

TEST(ExtractNames, LocalClassesAndFriends) {
  TranslationUnitFacts facts =
      factsOf("void g(); void f() { struct L { void m() { g(); } } l; l.m(); } struct S {"
              " friend void fr(S &) { g(); } struct In { void m() { g(); } }; };");
  EXPECT_EQ(events(facts, "f::L::m"), Lines({"call g()"}));
  EXPECT_EQ(events(facts, "fr"), Lines({"call g()"}));
  EXPECT_EQ(events(facts, "S::In::m"), Lines({"call g()"}));
  EXPECT_TRUE(record(facts, "f::L").isInstantiation);
}

std::string placeText(const Location &place) {
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

TEST(ExtractNames, DeclarationsOfMethodsOfDerivedClasses) {
  TranslationUnitFacts facts = factsOf("struct B { virtual void o(); };\n"
                                       "struct D : B { using B::o;\n"
                                       "void m(const int &a, int) const {}\n"
                                       "void p(int b = 1) noexcept;\n"
                                       "void o() override;\n"
                                       "void d() = delete;\n"
                                       "void u(int const);\n"
                                       "void f() {} };\n"
                                       "void D::p(int) noexcept {}\n"
                                       "#define M(x) void x() {}\n"
                                       "struct E : B { M(x) };\n");
  const FunctionFacts &m = function(facts, "D::m");
  ASSERT_TRUE(m.declaration);
  EXPECT_EQ(placeText(m.declaration->name), "3:6");
  EXPECT_EQ(placeText(m.declaration->qualifiers), "3:26");
  EXPECT_EQ(placeText(m.declaration->overrideKeyword), "3:32");
  ASSERT_EQ(m.declaration->parameters.size(), 2u);
  EXPECT_EQ(placeText(m.declaration->parameters[0].begin), "3:8");
  EXPECT_EQ(placeText(m.declaration->parameters[0].name), "3:19");
  EXPECT_EQ(placeText(m.declaration->parameters[1].begin), "3:22");
  EXPECT_EQ(placeText(m.declaration->parameters[1].name), "3:25");
  EXPECT_TRUE(m.declaration->isOnly);
  EXPECT_FALSE(m.isNoexcept || m.hasOverride || m.isFinal);
  const FunctionFacts &p = function(facts, "D::p");
  ASSERT_TRUE(p.declaration);
  EXPECT_EQ(placeText(p.declaration->name), "4:6");
  EXPECT_EQ(p.declaration->overrideKeyword.line, 0u);
  EXPECT_FALSE(p.declaration->isOnly);
  EXPECT_TRUE(p.isNoexcept);
  EXPECT_TRUE(function(facts, "D::o").hasOverride);
  EXPECT_EQ(placeText(function(facts, "D::f").declaration->overrideKeyword), "8:9");
  // Overrides, is deleted, has a parameter that cannot be placed, is of a macro, has
  // no base.
  for (const char *name : {"D::o", "D::d", "D::u", "E::x", "B::o"})
    EXPECT_FALSE(function(facts, name).declaration) << name;
  EXPECT_EQ(record(facts, "D").usedNames, Lines({"o"}));
}

TEST(ExtractNames, Annotations) {
  TranslationUnitFacts facts = factsOf("struct __attribute__((annotate(\"hook\"))) H { "
                                       "__attribute__((annotate(\"phase\")))"
                                       " void begin(); }; void H::begin() {}");
  EXPECT_EQ(record(facts, "H").annotations, Lines({"hook"}));
  EXPECT_EQ(function(facts, "H::begin").annotations, Lines({"phase"}));
}

TEST(ExtractNames, FilesAreAbsolute) {
  TranslationUnitFacts facts =
      factsOf("#include <vector>\nstd::vector<int> f() { return {}; }");
  ASSERT_FALSE(facts.files.empty());
  EXPECT_EQ(facts.files.front(), facts.mainFile);
  for (const std::string &file : facts.files)
    EXPECT_EQ(file.front(), '/') << file;
}

} // namespace
} // namespace hooktidy::testing
