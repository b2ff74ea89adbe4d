//===- contract_suggestion_test.cpp - the nearest right name --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/NameSuggestion.h"

#include <gtest/gtest.h>

using namespace hooktidy;

namespace {

const std::vector<std::string> Phases = {"begin", "after_create_session", "before_run",
                                         "after_run", "end"};

TEST(NearestName, CorrectsSmallMistakes) {
  EXPECT_EQ(nearestName("begn", Phases), "begin");
  EXPECT_EQ(nearestName("bgein", Phases), "begin");
  EXPECT_EQ(nearestName("beginn", Phases), "begin");
  EXPECT_EQ(nearestName("after_runs", Phases), "after_run");
  EXPECT_EQ(nearestName("befor_run", Phases), "before_run");
}

TEST(NearestName, IgnoresCaseAndHyphens) {
  EXPECT_EQ(nearestName("Before-Run", Phases), "before_run");
  EXPECT_EQ(nearestName("afterCreateSession", Phases), "after_create_session");
}

TEST(NearestName, IsSilentIfNoneIsNear) {
  EXPECT_EQ(nearestName("teardown", Phases), "");
  EXPECT_EQ(nearestName("x", Phases), "");
  EXPECT_EQ(nearestName("", Phases), "");
  EXPECT_EQ(nearestName(std::string(100000, 'b'), Phases), "");
  EXPECT_EQ(nearestName("begin", {}), "");
}

TEST(UnknownNameMessage, SaysWhatToDo) {
  EXPECT_EQ(unknownNameMessage("phase", "begn", "in 'x'", Phases),
            "unknown phase 'begn' in 'x'; did you mean 'begin'?");
  EXPECT_EQ(unknownNameMessage("kind", "zzz", "", {"forbid", "pair"}),
            "unknown kind 'zzz'; use one of 'forbid' and 'pair'");
  EXPECT_EQ(unknownNameMessage("kind", "zzz", "", {"pair"}),
            "unknown kind 'zzz'; the only one is 'pair'");
  EXPECT_EQ(unknownNameMessage("kind", "zzz", "here", {}),
            "unknown kind 'zzz' here; there is none");
}

TEST(InQuotes, StaysOnOneShortLine) {
  EXPECT_EQ(inQuotes("a\nb\x7f"), "'a\\x0ab\\x7f'");
  EXPECT_EQ(inQuotes(std::string(81, 'x')), "'" + std::string(80, 'x') + "...'");
  EXPECT_EQ(inQuotes(std::string(79, 'x') + "ä"), "'" + std::string(79, 'x') + "...'");
}

TEST(QuotedList, EndsLongLists) {
  EXPECT_EQ(quotedList({"a"}), "'a'");
  EXPECT_EQ(quotedList({"a", "b", "c"}), "'a', 'b' and 'c'");
  EXPECT_EQ(quotedList(std::vector<std::string>(13, "a")),
            "'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a' and others");
}

} // namespace
