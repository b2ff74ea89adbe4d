//===- contract_pattern_test.cpp - patterns on functions ------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/CapabilityPattern.h"

#include <gtest/gtest.h>

using namespace hooktidy;

namespace {

bool matches(const char *pattern, const char *name) {
  return NamePattern(pattern).matches(name);
}

TEST(NamePattern, WithoutStarsIsTheName) {
  EXPECT_TRUE(matches("a::b::c", "a::b::c"));
  EXPECT_FALSE(matches("a::b::c", "a::b"));
  EXPECT_FALSE(matches("a::b", "a::b::c"));
  EXPECT_FALSE(matches("a::b", "x::a::b"));
  EXPECT_FALSE(matches("a::b", "a::bc"));
  EXPECT_TRUE(matches("fopen", "fopen"));
  EXPECT_FALSE(matches("fopen", "app::fopen"));
}

TEST(NamePattern, StarStaysInsideAComponent) {
  EXPECT_TRUE(matches("a::add_*", "a::add_constant"));
  EXPECT_TRUE(matches("a::add_*", "a::add_"));
  EXPECT_FALSE(matches("a::add_*", "a::add"));
  EXPECT_FALSE(matches("a::add_*", "a::add_b::c"));
  EXPECT_TRUE(matches("a::*", "a::b"));
  EXPECT_FALSE(matches("a::*", "a"));
  EXPECT_FALSE(matches("a::*", "a::b::c"));
  EXPECT_TRUE(matches("*::*", "a::b"));
  EXPECT_TRUE(matches("*", "a"));
  EXPECT_FALSE(matches("*", "a::b"));
  EXPECT_TRUE(matches("a::*_*_x", "a::one_two_three_x"));
  EXPECT_TRUE(matches("a::*ab", "a::aab"));
  EXPECT_FALSE(matches("a::*ab", "a::aba"));
}

TEST(NamePattern, TwoStarsAreAnyNumberOfComponents) {
  EXPECT_TRUE(matches("**::Graph::add_*", "Graph::add_x"));
  EXPECT_TRUE(matches("**::Graph::add_*", "a::Graph::add_x"));
  EXPECT_TRUE(matches("**::Graph::add_*", "a::b::c::Graph::add_x"));
  EXPECT_FALSE(matches("**::Graph::add_*", "a::SubGraph::add_x"));
  EXPECT_FALSE(matches("**::Graph::add_*", "a::Graph::b::add_x"));
  EXPECT_TRUE(matches("a::**", "a::b::c"));
  EXPECT_TRUE(matches("a::**", "a"));
  EXPECT_TRUE(matches("a::**::z", "a::z"));
  EXPECT_TRUE(matches("a::**::z", "a::b::c::z"));
  EXPECT_FALSE(matches("a::**::z", "a::b::c::y"));
  EXPECT_TRUE(matches("**", "a::b"));
  EXPECT_TRUE(matches("**::x::**::y", "x::x::a::y::y"));
  EXPECT_TRUE(matches("std::**::thread::join", "std::__1::thread::join"));
}

TEST(NamePattern, TriesEveryPlaceForTwoStars) {
  EXPECT_TRUE(matches("**::a::b", "a::a::b"));
  EXPECT_TRUE(matches("**::a::*::b", "a::a::a::b"));
  EXPECT_FALSE(matches("**::a::b", "a::b::a"));
}

TEST(NamePattern, StarInAnOperatorIsTheOperator) {
  EXPECT_TRUE(matches("**::V::operator*", "m::V::operator*"));
  EXPECT_FALSE(matches("**::V::operator*", "m::V::operator*="));
  EXPECT_FALSE(matches("**::V::operator*", "m::V::operator+"));
  EXPECT_TRUE(matches("**::V::operator()", "m::V::operator()"));
  EXPECT_TRUE(matches("**::V::operator+=", "m::V::operator+="));
  EXPECT_TRUE(matches("**::V::operator bool", "m::V::operator bool"));
  EXPECT_TRUE(matches("**::V::operators_*", "m::V::operators_of"));
}

TEST(NamePattern, NamesConstructorsAndDestructors) {
  EXPECT_TRUE(matches("**::Saver::Saver", "app::Saver::Saver"));
  EXPECT_FALSE(matches("**::Saver::Saver", "app::Saver::~Saver"));
  EXPECT_TRUE(matches("**::Saver::~Saver", "app::Saver::~Saver"));
}

TEST(NamePattern, KnowsNoTemplateArguments) {
  // Names in the facts have none.
  EXPECT_TRUE(matches("std::vector::push_back", "std::vector::push_back"));
  EXPECT_FALSE(matches("std::vector::push_back", "std::vector<int>::push_back"));
}

TEST(NamePattern, CrossesUnnamedNamespaces) {
  EXPECT_TRUE(matches("**::helper", "app::(anonymous namespace)::helper"));
  EXPECT_TRUE(matches("app::(anonymous namespace)::helper",
                      "app::(anonymous namespace)::helper"));
}

TEST(NamePattern, MatchesNothingIfEmpty) {
  EXPECT_FALSE(NamePattern().matches("a"));
  EXPECT_FALSE(NamePattern().matches(""));
  EXPECT_FALSE(matches("*", ""));
}

TEST(NamePattern, IsFastWhateverTheStars) {
  std::string pattern, name;
  for (int index = 0; index != 200; ++index) {
    pattern += "**::*a*a*a*::";
    name += "aaaaaaaaaaaaaaaaaaaaaaaa::";
  }
  EXPECT_FALSE(NamePattern(pattern + "x").matches(name + "y"));
}

CallPattern call(const char *name, std::vector<std::string> types) {
  CallPattern pattern;
  pattern.name = NamePattern(name);
  pattern.parameters.emplace();
  for (const std::string &type : types)
    pattern.parameters->emplace_back(type);
  return pattern;
}

TEST(CallPattern, WithoutTypesTakesAnyParameters) {
  CallPattern pattern;
  pattern.name = NamePattern("f");
  EXPECT_TRUE(pattern.matches("f", {}));
  EXPECT_TRUE(pattern.matches("f", {"int", "int"}));
  EXPECT_FALSE(pattern.matches("g", {}));
}

TEST(CallPattern, ComparesEveryType) {
  CallPattern pattern = call("f", {"int", "const char *"});
  EXPECT_TRUE(pattern.matches("f", {"int", "const char *"}));
  EXPECT_FALSE(pattern.matches("f", {"int"}));
  EXPECT_FALSE(pattern.matches("f", {"int", "const char *", "int"}));
  EXPECT_FALSE(pattern.matches("f", {"const char *", "int"}));
  EXPECT_TRUE(call("f", {}).matches("f", {}));
  EXPECT_FALSE(call("f", {}).matches("f", {"int"}));
}

TEST(CallPattern, TakesPatternsForTypes) {
  EXPECT_TRUE(call("f", {"**"}).matches("f", {"std::vector<std::string> &"}));
  EXPECT_FALSE(call("f", {"**"}).matches("f", {}));
  EXPECT_TRUE(call("f", {"**::Graph &"}).matches("f", {"hooktidy::runtime::Graph &"}));
  EXPECT_TRUE(call("f", {"**::Graph &"}).matches("f", {"Graph &"}));
  EXPECT_FALSE(call("f", {"**::Graph &"}).matches("f", {"const a::Graph &"}));
  EXPECT_TRUE(call("f", {"const **::Graph &"}).matches("f", {"const a::Graph &"}));
  EXPECT_TRUE(call("f", {"**"}).matches("f", {"const a::Graph &"}));
  EXPECT_FALSE(call("f", {"**::Graph &"}).matches("f", {"a::Graph"}));
}

TEST(CallPattern, TakesAnyMoreParametersAfterDots) {
  CallPattern pattern = call("f", {"int", "..."});
  EXPECT_TRUE(pattern.matches("f", {"int"}));
  EXPECT_TRUE(pattern.matches("f", {"int", "char", "bool"}));
  EXPECT_FALSE(pattern.matches("f", {}));
  EXPECT_FALSE(pattern.matches("f", {"char", "int"}));
  EXPECT_TRUE(call("f", {"..."}).matches("f", {}));
}

} // namespace
