//===- valueTest.cpp - abstract values and states ---------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Value.h"
#include "engine/State.h"

#include <gtest/gtest.h>

#include <set>

namespace hooktidy {
namespace {

TEST(Value, CountersHaveFinitelyManyValues) {
  for (std::int64_t step : {1, -1, 7}) {
    std::set<std::string> keys;
    Value value = Value::integer(0);
    for (int i = 0; i < 1000; ++i) {
      keys.insert(value.key());
      value = value.plus(step);
    }
    EXPECT_LE(keys.size(), 6u) << "step " << step;
  }
}

TEST(Value, ACounterNeverComesBackToZero) {
  Value value = Value::integer(0);
  for (int i = 0; i < 20; ++i) {
    value = value.plus(1);
    EXPECT_EQ(compareValues(value, Comparison::Equal, Value::integer(0)), false);
    EXPECT_EQ(value.truth(), true);
  }
}

TEST(Value, OverflowWidens) {
  Value value = Value::integer(Value::Infinity - 1).plus(5);
  EXPECT_EQ(value.high, Value::Infinity);
  EXPECT_NE(value.truth(), false);
}

/// Comparing ranges must agree with comparing the numbers in them.
TEST(Value, ComparisonsOfRangesAreSound) {
  auto holds = [](std::int64_t a, Comparison comparison, std::int64_t b) {
    switch (comparison) {
    case Comparison::Equal:
      return a == b;
    case Comparison::NotEqual:
      return a != b;
    case Comparison::Less:
      return a < b;
    case Comparison::LessEqual:
      return a <= b;
    case Comparison::Greater:
      return a > b;
    case Comparison::GreaterEqual:
      return a >= b;
    }
    return false;
  };
  for (int low = -2; low <= 2; ++low)
    for (int high = low; high <= 2; ++high)
      for (int constant = -3; constant <= 3; ++constant)
        for (int c = 0; c <= 5; ++c) {
          auto comparison = static_cast<Comparison>(c);
          bool some = false;
          bool all = true;
          for (int number = low; number <= high; ++number) {
            bool is = holds(number, comparison, constant);
            some |= is;
            all &= is;
          }
          std::optional<bool> known = compareValues(Value::range(low, high), comparison,
                                                    Value::integer(constant));
          if (known)
            EXPECT_EQ(*known, all) << low << ".." << high << " " << c << " " << constant;
          if (all || !some)
            EXPECT_TRUE(known) << low << ".." << high << " " << c << " " << constant;
          EXPECT_EQ(known, compareValues(Value::integer(constant), mirror(comparison),
                                         Value::range(low, high)));
          Value refined = refine(Value::range(low, high), comparison, constant);
          for (int number = low; number <= high; ++number) {
            if (!holds(number, comparison, constant))
              continue;
            bool isIn = refined.kind == Value::Kind::Truthy
                            ? number != 0
                            : refined.low <= number && number <= refined.high;
            EXPECT_TRUE(isIn) << number << " of " << refined.key();
          }
        }
}

TEST(State, WritingDropsWhatWasDerived) {
  State state;
  state.assign("this.hash", Value::symbol("hash(this.graph)", false));
  state.assign("this.other", Value::symbol("&this.graph", true));
  state.assign("this.graph.size", Value::integer(1));
  state.setPredicate("this.graph==&arg:begin:0", true);
  state.setPredicate("this.graphs==&arg:begin:0", true);
  state.assign("this.graph", Value::falsy());
  EXPECT_TRUE(state.value("this.hash").isUnknown());
  EXPECT_TRUE(state.value("this.graph.size").isUnknown());
  EXPECT_EQ(state.value("this.other").truth(), true) << "an address does not change";
  EXPECT_FALSE(state.predicate("this.graph==&arg:begin:0"));
  EXPECT_TRUE(state.predicate("this.graphs==&arg:begin:0")) << "another member";
}

TEST(State, EqualKnowledgeHasEqualKeys) {
  State first;
  first.assign("this.a", Value::integer(1));
  first.assign("this.b", Value::truthy());
  first.setPredicate("p", true);
  State second;
  second.setPredicate("p", true);
  second.assign("this.b", Value::truthy());
  second.assign("this.a", Value::integer(2));
  EXPECT_NE(first.key(), second.key());
  second.assign("this.a", Value::integer(1));
  EXPECT_EQ(first.key(), second.key());
  second.assign("this.a", Value::unknown());
  EXPECT_NE(first.key(), second.key());
}

TEST(State, LocalsOfFinishedFunctionsAreForgotten) {
  State state;
  state.assign("L1:0", Value::integer(1));
  state.assign("this.p", Value::symbol("&L1:0", true));
  state.assign("L2:0", Value::integer(1));
  state.setPredicate("L1:0==this.x", true);
  state.forget("L1:");
  EXPECT_TRUE(state.value("L1:0").isUnknown());
  EXPECT_TRUE(state.value("this.p").isUnknown());
  EXPECT_FALSE(state.value("L2:0").isUnknown());
  EXPECT_FALSE(state.predicate("L1:0==this.x"));
}

} // namespace
} // namespace hooktidy
