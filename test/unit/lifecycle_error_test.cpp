//===- lifecycle_error_test.cpp - lifecycles that are none ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/Lifecycle.h"

#include <gtest/gtest.h>

using namespace hooktidy;

namespace {

/// "offset: message" of compiling, or an empty string.
std::string errorOf(const std::string &expression,
                    const std::vector<std::string> &phases = {"begin", "end"}) {
  try {
    Lifecycle::compile(expression, phases);
    return {};
  } catch (const LifecycleError &error) {
    return std::to_string(error.offset) + ": " + error.what();
  }
}

TEST(LifecycleError, NamesUnknownPhases) {
  EXPECT_EQ(errorOf("construct begn destroy"),
            "10: unknown phase 'begn' in the lifecycle; did you mean 'begin'?");
  EXPECT_EQ(errorOf("construct teardown"),
            "10: unknown phase 'teardown' in the lifecycle; use one of 'construct', "
            "'begin', 'end' and 'destroy'");
}

TEST(LifecycleError, NamesMissingParts) {
  const std::string missing =
      ": a phase or '(' is missing here; use '?' for what may not happen";
  EXPECT_EQ(errorOf("begin |"), "7" + missing);
  EXPECT_EQ(errorOf("| begin"), "0" + missing);
  EXPECT_EQ(errorOf("begin || end"), "7" + missing);
  EXPECT_EQ(errorOf("begin ()"), "7" + missing);
  EXPECT_EQ(errorOf("(begin | ) end"), "9" + missing);
}

TEST(LifecycleError, NamesParenthesesWithoutPartner) {
  EXPECT_EQ(errorOf("begin (end"), "6: this '(' is not closed; add a ')'");
  EXPECT_EQ(errorOf("((begin) end"), "0: this '(' is not closed; add a ')'");
  EXPECT_EQ(errorOf("begin ) end"), "6: there is no '(' for this ')'; remove it");
  EXPECT_EQ(errorOf("begin)"), "5: there is no '(' for this ')'; remove it");
}

TEST(LifecycleError, NamesOperatorsWithoutOperand) {
  for (char c : {'?', '*', '+'}) {
    EXPECT_EQ(errorOf(std::string(1, c) + " begin"),
              std::string("0: '") + c +
                  "' has nothing to repeat; put it behind a phase or a ')'");
    EXPECT_EQ(errorOf(std::string("begin (") + c + "end)"),
              std::string("7: '") + c +
                  "' has nothing to repeat; put it behind a phase or a ')'");
  }
}

TEST(LifecycleError, NamesForeignCharacters) {
  const std::string remedy =
      "; a lifecycle is made of phases, '(', ')', '|', '?', '*' and '+'";
  EXPECT_EQ(errorOf("begin, end"), "5: unexpected ','" + remedy);
  EXPECT_EQ(errorOf("begin -> end"), "6: unexpected '-'" + remedy);
  EXPECT_EQ(errorOf("begin 2 end"), "6: unexpected '2'" + remedy);
  EXPECT_EQ(errorOf("begin ä"), "6: unexpected 'ä'" + remedy);
  EXPECT_EQ(errorOf(std::string("begin \0", 7)), "6: unexpected '\\x00'" + remedy);
}

TEST(LifecycleError, NamesEmptyLifecycles) {
  for (const char *empty : {"", "  \t\n"})
    EXPECT_EQ(errorOf(empty), "0: the lifecycle is empty; write one such as 'construct "
                              "(begin end?)* destroy'");
}

TEST(LifecycleError, LimitsNesting) {
  EXPECT_EQ(errorOf(std::string(100, '(') + "begin" + std::string(100, ')')), "");
  for (std::size_t depth : {101u, 8000u})
    EXPECT_EQ(errorOf(std::string(depth, '(') + "begin"),
              "100: parentheses are nested more than 100 deep; simplify the lifecycle");
}

TEST(LifecycleError, LimitsLength) {
  EXPECT_EQ(errorOf(std::string(8193, ' ')),
            "0: the lifecycle is longer than 8192 bytes; simplify it");
  EXPECT_EQ(errorOf("begin" + std::string(8000, '*')), "");
}

TEST(LifecycleError, LimitsStates) {
  // The n-th phase before the last one decides: 2^n states.
  auto expression = [](int count) {
    std::string text = "(begin | end)* begin";
    for (int index = 1; index < count; ++index)
      text += " (begin | end)";
    return text;
  };
  EXPECT_EQ(errorOf(expression(9)), "");
  EXPECT_EQ(errorOf(expression(30)),
            "0: the lifecycle has more than 1024 states; simplify it");
}

} // namespace
