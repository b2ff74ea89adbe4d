//===- contract_json_test.cpp - JSON that knows its places ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/PositionedJson.h"

#include <gtest/gtest.h>
#include <tuple>

using namespace hooktidy;

namespace {

TEST(PositionedJson, KnowsWhereEveryValueStarts) {
  const std::string text = "\xef\xbb\xbf\n { \"a\" : [ 1 ,-22, 3.5,true , null,\"x\" ] "
                           ",\"b\":{\"c\":false}}\n";
  JsonNode root = parsePositionedJson(text);
  auto at = [&](const JsonNode &node) { return text.substr(node.offset, 3); };
  EXPECT_EQ(at(root), "{ \"");
  ASSERT_EQ(root.members.size(), 2u);
  EXPECT_EQ(text.substr(root.members[0].keyOffset, 3), "\"a\"");
  const JsonNode &list = root.members[0].value;
  EXPECT_EQ(at(list), "[ 1");
  ASSERT_EQ(list.elements.size(), 6u);
  const char *const starts[] = {"1 ,", "-22", "3.5", "tru", "nul", "\"x\""};
  for (std::size_t index = 0; index != 6; ++index)
    EXPECT_EQ(at(list.elements[index]), starts[index]);
  EXPECT_EQ(text.substr(root.members[1].keyOffset, 3), "\"b\"");
  EXPECT_EQ(at(root.members[1].value), "{\"c");
  EXPECT_EQ(at(*root.members[1].value.find("c")), "fal");
}

TEST(PositionedJson, KeepsValues) {
  JsonNode root = parsePositionedJson(R"([-5, "a\u00e4\n", true, 18446744073709551615])");
  EXPECT_EQ(root.elements[0].integer, -5);
  EXPECT_EQ(root.elements[1].text, "aä\n");
  EXPECT_TRUE(root.elements[2].boolean);
  EXPECT_EQ(root.elements[3].kind, JsonKind::Number);
}

TEST(PositionedJson, PlacesErrors) {
  const std::string value = "syntax error while parsing value - ";
  const std::string array = "syntax error while parsing array - ";
  const std::string object = "syntax error while parsing object";
  const std::string expectedValue = "; expected '[', '{', or a literal";
  const std::vector<std::tuple<std::string, std::size_t, std::string>> cases = {
      {"", 0, value + "unexpected end of input" + expectedValue},
      {"  ", 2, value + "unexpected end of input" + expectedValue},
      {"[1,,2]", 3, value + "unexpected ','" + expectedValue},
      {"[1,2,]", 5, value + "unexpected ']'" + expectedValue},
      {"[1]]", 3, value + "unexpected ']'; expected end of input"},
      {"[}", 1, value + "unexpected '}'" + expectedValue},
      {"[1}", 2, array + "unexpected '}'; expected ']'"},
      {"[1 \"abc\"]", 3, array + "unexpected string literal; expected ']'"},
      {"[01]", 2, array + "unexpected number literal; expected ']'"},
      {"[tru]", 4, value + "invalid literal"},
      {"{\"a\" \"b\"}", 5,
       object + " separator - unexpected string literal; expected ':'"},
      {"{,}", 1, object + " key - unexpected ','; expected string literal"},
      {"{\"a\":1", 6, object + " - unexpected end of input; expected '}'"},
      {"[\"a", 1, value + "invalid string: missing closing quote"},
      {"[\"\\x\"]", 3, value + "invalid string: forbidden character after backslash"},
      {"[1e999]", 6, "number overflow parsing '1e999'"},
      {"// no\n{}", 0, value + "invalid literal"},
  };
  for (const auto &[text, offset, message] : cases) {
    try {
      parsePositionedJson(text);
      ADD_FAILURE() << text;
    } catch (const JsonError &error) {
      EXPECT_EQ(error.what(), message) << text;
      EXPECT_EQ(error.offset, offset) << text;
    }
  }
}

TEST(PositionedJson, RefusesRepeatedKeys) {
  try {
    parsePositionedJson("{\"a\": 1,\n \"b\": {\"a\": 1}, \"a\": 2}");
    FAIL();
  } catch (const JsonError &error) {
    EXPECT_STREQ(error.what(), "key 'a' is already there at 1:2; remove one of the two");
    EXPECT_EQ(error.offset, 25u);
  }
}

TEST(PositionedJson, RefusesDeepNesting) {
  EXPECT_NO_THROW(parsePositionedJson(std::string(64, '[') + std::string(64, ']')));
  for (const char *open : {"[", "{\"a\":"}) {
    std::string text;
    for (int depth = 0; depth != 100000; ++depth)
      text += open;
    try {
      parsePositionedJson(text);
      FAIL();
    } catch (const JsonError &error) {
      EXPECT_EQ(error.offset, 64 * std::string(open).size());
      EXPECT_STREQ(error.what(),
                   "values are nested more than 64 deep; no contract needs that");
    }
  }
}

TEST(OffsetInString, CountsEscapes) {
  const std::string text = R"(  "a\n\u00e4\u20ac\ud83d\ude00b")";
  JsonNode node = parsePositionedJson(text);
  auto at = [&](std::size_t index) {
    return text.substr(offsetInString(text, node, index), 2);
  };
  EXPECT_EQ(at(0), "a\\");
  EXPECT_EQ(at(1), "\\n");
  EXPECT_EQ(at(2), "\\u");
  EXPECT_EQ(offsetInString(text, node, 4), text.find("\\u20ac"));
  EXPECT_EQ(offsetInString(text, node, 7), text.find("\\ud83d"));
  EXPECT_EQ(at(11), "b\"");
  EXPECT_EQ(at(12), "\"");
}

TEST(LineColumn, CountsBytesFromOne) {
  EXPECT_EQ(lineColumnAt("ab\nc", 0).line, 1u);
  EXPECT_EQ(lineColumnAt("ab\nc", 0).column, 1u);
  EXPECT_EQ(lineColumnAt("ab\nc", 2).column, 3u);
  EXPECT_EQ(lineColumnAt("ab\nc", 3).line, 2u);
  EXPECT_EQ(lineColumnAt("ab\nc", 3).column, 1u);
  EXPECT_EQ(lineColumnAt("ab\nc", 4).column, 2u);
}

TEST(FindInvalidUtf8, KnowsEveryForm) {
  EXPECT_EQ(findInvalidUtf8("aä€😀"), std::string_view::npos);
  for (const char *bad : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5", "\xe2\x82"})
    EXPECT_EQ(findInvalidUtf8(std::string("a") + bad), 1u);
}

} // namespace
