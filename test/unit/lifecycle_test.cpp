//===- lifecycle_test.cpp - the order in which phases come ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/Lifecycle.h"

#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>
#include <sstream>

using namespace hooktidy;

namespace {

using Word = std::vector<std::size_t>;

bool accepts(const Lifecycle &lifecycle, const Word &word) {
  int state = lifecycle.initialState();
  for (std::size_t symbol : word)
    if ((state = lifecycle.next(state, symbol)) == Lifecycle::NoState)
      return false;
  return lifecycle.isAccepting(state);
}

/// The same for names, separated by spaces.
bool accepts(const Lifecycle &lifecycle, const std::string &names) {
  Word word;
  std::istringstream stream(names);
  for (std::string name; stream >> name;)
    word.push_back(lifecycle.symbolIndex(name));
  return accepts(lifecycle, word);
}

const std::vector<std::string> SessionPhases = {"begin", "create", "before", "after",
                                                "end"};
const char *const SessionExpression =
    "construct (begin (create (before after?)*)* end?)* destroy";

TEST(Lifecycle, TellsWhichOrdersCanHappen) {
  Lifecycle lifecycle = Lifecycle::compile(SessionExpression, SessionPhases);
  for (const char *word :
       {"construct destroy", "construct begin destroy", "construct begin end destroy",
        "construct begin create before after end destroy",
        "construct begin create before before after create before destroy",
        "construct begin create end begin create destroy",
        "construct begin begin destroy"})
    EXPECT_TRUE(accepts(lifecycle, word)) << word;
  for (const char *word :
       {"", "construct", "destroy", "begin destroy", "construct end destroy",
        "construct begin before destroy", "construct begin create after destroy",
        "construct begin create before after after destroy",
        "construct begin create end create destroy", "construct destroy destroy",
        "construct construct destroy", "construct begin create before"})
    EXPECT_FALSE(accepts(lifecycle, word)) << word;
}

TEST(Lifecycle, ListsItsSymbolsInOrder) {
  Lifecycle lifecycle = Lifecycle::compile("construct b a destroy", {"b", "a"});
  EXPECT_EQ(lifecycle.symbols(),
            (std::vector<std::string>{"construct", "b", "a", "destroy"}));
  EXPECT_EQ(lifecycle.symbolIndex("a"), 2u);
  EXPECT_EQ(lifecycle.symbolIndex("c"), 4u);
}

TEST(Lifecycle, IsMinimal) {
  EXPECT_EQ(Lifecycle::compile(SessionExpression, SessionPhases).stateCount(), 6u);
  EXPECT_EQ(Lifecycle::compile("(a|a|a a*)", {"a"}).stateCount(), 2u);
  EXPECT_EQ(Lifecycle::compile("(a|b)* a (a|b)", {"a", "b"}).stateCount(), 4u);
  EXPECT_EQ(Lifecycle::compile("a? a?", {"a"}).stateCount(), 3u);
  EXPECT_EQ(Lifecycle::compile("(a*)*", {"a"}).stateCount(), 1u);
}

TEST(Lifecycle, NumbersItsStatesInTheSameWayEveryTime) {
  Lifecycle one = Lifecycle::compile("construct (a|b)+ destroy", {"a", "b"});
  Lifecycle two = Lifecycle::compile("construct ((a|b) (b|a)*) destroy", {"a", "b"});
  ASSERT_EQ(one.stateCount(), two.stateCount());
  for (int state = 0; state != static_cast<int>(one.stateCount()); ++state)
    for (std::size_t symbol = 0; symbol != one.symbols().size(); ++symbol)
      EXPECT_EQ(one.next(state, symbol), two.next(state, symbol));
}

TEST(Lifecycle, KnowsWhatMayComeAgain) {
  Lifecycle lifecycle = Lifecycle::compile("construct a (b c?)* (d|e) destroy",
                                           {"a", "b", "c", "d", "e", "unused"});
  for (const char *phase : {"b", "c"})
    EXPECT_TRUE(lifecycle.mayComeAgain(phase)) << phase;
  for (const char *phase :
       {"construct", "a", "d", "e", "destroy", "unused", "not a phase"})
    EXPECT_FALSE(lifecycle.mayComeAgain(phase)) << phase;
}

TEST(Lifecycle, FrameIsChecked) {
  auto errorOf = [](const char *expression) -> std::string {
    try {
      checkLifecycleFrame(Lifecycle::compile(expression, {"a"}), expression);
      return "";
    } catch (const LifecycleError &error) {
      return std::to_string(error.offset) + ": " + error.what();
    }
  };
  const std::string first = "'construct' must come first in every lifecycle, and only "
                            "there; write it as 'construct ... destroy'";
  const std::string last = "'destroy' must come last in every lifecycle, and only there; "
                           "write it as 'construct ... destroy'";
  EXPECT_EQ(errorOf("construct a? destroy"), "");
  EXPECT_EQ(errorOf("construct (a destroy | a a destroy)"), "");
  EXPECT_EQ(errorOf("a destroy"), "0: the lifecycle does not mention 'construct'; write "
                                  "it as 'construct ... destroy'");
  EXPECT_EQ(errorOf("construct a"), "0: the lifecycle does not mention 'destroy'; write "
                                    "it as 'construct ... destroy'");
  EXPECT_EQ(errorOf("a construct destroy"), "2: " + first);
  EXPECT_EQ(errorOf("construct? a destroy"), "0: " + first);
  EXPECT_EQ(errorOf("construct construct a destroy"), "0: " + first);
  EXPECT_EQ(errorOf("construct (a construct)* destroy"), "0: " + first);
  EXPECT_EQ(errorOf("construct destroy a"), "10: " + last);
  EXPECT_EQ(errorOf("construct a destroy?"), "12: " + last);
  EXPECT_EQ(errorOf("construct a destroy destroy"), "12: " + last);
  EXPECT_EQ(errorOf("construct a destroy (a destroy)?"), "12: " + last);
  EXPECT_EQ(errorOf("(construct a destroy)*"), "13: " + last);
  EXPECT_EQ(errorOf("construct destroy"),
            "0: the lifecycle names no phase; put the phases between 'construct' and "
            "'destroy'");
}

/// A regular expression that is matched by its definition: the ends that a
/// match can have, for each start.
struct Regex {
  char kind; // 'a': symbol, '.': sequence, '|', '?', '*', '+'
  std::size_t symbol = 0;
  std::shared_ptr<Regex> left, right;

  std::set<std::size_t> ends(const Word &word, std::size_t start) const {
    std::set<std::size_t> result;
    switch (kind) {
    case 'a':
      if (start < word.size() && word[start] == symbol)
        result.insert(start + 1);
      return result;
    case '.':
      for (std::size_t middle : left->ends(word, start))
        for (std::size_t end : right->ends(word, middle))
          result.insert(end);
      return result;
    case '|':
      result = right->ends(word, start);
      for (std::size_t end : left->ends(word, start))
        result.insert(end);
      return result;
    case '?':
      result = left->ends(word, start);
      result.insert(start);
      return result;
    default:
      break;
    }
    if (kind == '*')
      result.insert(start);
    std::vector<std::size_t> pending = {start};
    while (!pending.empty()) {
      std::size_t from = pending.back();
      pending.pop_back();
      for (std::size_t end : left->ends(word, from))
        if (result.insert(end).second)
          pending.push_back(end);
    }
    return result;
  }

  std::string text(const std::vector<std::string> &symbols) const {
    switch (kind) {
    case 'a':
      return symbols[symbol];
    case '.':
      return left->text(symbols) + " " + right->text(symbols);
    case '|':
      return "(" + left->text(symbols) + " | " + right->text(symbols) + ")";
    default:
      return "(" + left->text(symbols) + ")" + kind;
    }
  }
};

std::shared_ptr<Regex> randomRegex(std::mt19937 &random, int depth, std::size_t symbols) {
  auto regex = std::make_shared<Regex>();
  regex->kind = depth == 0 ? 'a' : "aa..||?*+"[random() % 9];
  if (regex->kind == 'a') {
    regex->symbol = random() % symbols;
    return regex;
  }
  regex->left = randomRegex(random, depth - 1, symbols);
  if (regex->kind == '.' || regex->kind == '|')
    regex->right = randomRegex(random, depth - 1, symbols);
  return regex;
}

/// A walk through the automaton that ends early at times, so that words of the
/// language and words that are just not in it come up.
Word randomWalk(const Lifecycle &lifecycle, std::mt19937 &random) {
  Word word;
  for (int state = 0; word.size() < 12 && random() % 8 != 0;) {
    std::vector<std::size_t> possible;
    for (std::size_t symbol = 0; symbol != lifecycle.symbols().size(); ++symbol)
      if (lifecycle.next(state, symbol) != Lifecycle::NoState)
        possible.push_back(symbol);
    if (possible.empty())
      break;
    word.push_back(possible[random() % possible.size()]);
    state = lifecycle.next(state, word.back());
  }
  return word;
}

Word randomWord(std::size_t symbols, std::mt19937 &random) {
  Word word(random() % 7);
  for (std::size_t &symbol : word)
    symbol = random() % symbols;
  return word;
}

/// States that some word tells apart, by the table-filling method.
void expectAllStatesDiffer(const Lifecycle &lifecycle, const std::string &text) {
  const int dead = static_cast<int>(lifecycle.stateCount()), count = dead + 1;
  auto next = [&](int state, std::size_t symbol) {
    int target = state == dead ? dead : lifecycle.next(state, symbol);
    return target == Lifecycle::NoState ? dead : target;
  };
  auto isAccepting = [&](int state) {
    return state != dead && lifecycle.isAccepting(state);
  };
  std::vector<std::vector<bool>> differ(count, std::vector<bool>(count));
  for (int a = 0; a != count; ++a)
    for (int b = 0; b != count; ++b)
      differ[a][b] = isAccepting(a) != isAccepting(b);
  for (bool changed = true; changed;) {
    changed = false;
    for (int a = 0; a != count; ++a)
      for (int b = 0; b != count; ++b)
        for (std::size_t symbol = 0; symbol != lifecycle.symbols().size(); ++symbol)
          if (!differ[a][b] && differ[next(a, symbol)][next(b, symbol)])
            changed = differ[a][b] = true;
  }
  // A state that does not differ from the dead one accepts nothing.
  for (int a = 0; a != count; ++a)
    for (int b = a + 1; b != count; ++b)
      EXPECT_TRUE(differ[a][b]) << text << ": states " << a << " and " << b;
}

TEST(Lifecycle, AcceptsTheLanguageOfItsExpression) {
  const std::vector<std::string> phases = {"a", "b", "c"};
  std::mt19937 random(42);
  std::size_t accepted = 0, refused = 0;
  for (int round = 0; round != 400; ++round) {
    std::size_t symbolCount = phases.size() + 2;
    auto regex = randomRegex(random, 5, symbolCount);
    std::string text = regex->text({"construct", "a", "b", "c", "destroy"});
    Lifecycle lifecycle = Lifecycle::compile(text, phases);
    expectAllStatesDiffer(lifecycle, text);
    for (int trial = 0; trial != 60; ++trial) {
      Word word = trial % 2 == 0 ? randomWalk(lifecycle, random)
                                 : randomWord(symbolCount, random);
      bool expected = regex->ends(word, 0).count(word.size()) != 0;
      EXPECT_EQ(accepts(lifecycle, word), expected) << text;
      ++(expected ? accepted : refused);
    }
  }
  // The words must be of both sorts to say anything.
  EXPECT_GT(accepted, 2000u);
  EXPECT_GT(refused, 2000u);
}

} // namespace
