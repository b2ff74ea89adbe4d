//===- facts_test.cpp - facts there and back ------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facts/FactsJson.h"
#include "facts_equality.h"
#include "facts_random.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace hooktidy;

namespace {

TEST(Facts, AreReadAsTheyWereWritten) {
  for (std::uint32_t seed = 0; seed != 300; ++seed) {
    TranslationUnitFacts facts = RandomFacts(seed).unit();
    std::string json = writeFacts(facts);
    EXPECT_TRUE(readFacts(json) == facts) << "seed " << seed << "\n" << json;
  }
}

TEST(Facts, HaveAStableForm) {
  for (std::uint32_t seed = 0; seed != 50; ++seed) {
    std::string json = writeFacts(RandomFacts(seed).unit());
    EXPECT_EQ(writeFacts(readFacts(json)), json);
  }
}

TEST(Facts, OfAnEmptyUnitAreOnlyTheVersion) {
  EXPECT_EQ(writeFacts({}), R"({"schema_version":1})");
  EXPECT_TRUE(readFacts(R"({"schema_version":1})") == TranslationUnitFacts());
}

TEST(Facts, AreWrittenWithoutDefaults) {
  TranslationUnitFacts facts;
  facts.mainFile = "a.cpp";
  facts.files = {"/src/a.cpp"};
  FunctionFacts function;
  function.usr = "c:@F@f#";
  function.hasBody = true;
  Block block;
  Event event;
  event.id = 1;
  event.location = {0, 7, 3};
  event.callee = "c:@F@g#";
  event.receiver.kind = ExpressionKind::Path;
  event.receiver.path.root = PathRoot::This;
  event.receiver.path.fields = {"graph_"};
  event.arguments.emplace_back();
  block.events.push_back(event);
  block.condition.emplace();
  block.successors = {0};
  function.blocks.push_back(block);
  facts.functions.push_back(function);
  EXPECT_EQ(writeFacts(facts),
            R"({"schema_version":1,"mainFile":"a.cpp","files":["/src/a.cpp"],)"
            R"("functions":[{"usr":"c:@F@f#","hasBody":true,"blocks":[{"events":[)"
            R"({"id":1,"location":[0,7,3],"callee":"c:@F@g#","receiver":{"kind":)"
            R"("path","path":{"root":"this","fields":["graph_"]}},"arguments":[{}]}],)"
            R"("condition":{},"successors":[0]}]}]})");
}

TEST(Facts, MayHaveSpacesAndAnyOrderOfKeys) {
  TranslationUnitFacts facts = readFacts(
      " {\n \"schema_version\" : 1 ,\t\"records\":[ { \"isAbstract\" : true, \"usr\":"
      "\"r\", \"location\" : [ 0 , 3,4 ] } ] , \"files\":[\"f\"], \"mainFile\":\"m\" "
      "}\r\n");
  EXPECT_EQ(facts.mainFile, "m");
  ASSERT_EQ(facts.records.size(), 1u);
  EXPECT_EQ(facts.records[0].usr, "r");
  EXPECT_TRUE(facts.records[0].isAbstract);
  EXPECT_EQ(facts.records[0].location.column, 4u);
}

TEST(Facts, MayHaveAnyEscapeOfJson) {
  TranslationUnitFacts facts = readFacts(
      R"({"schema_version":1,"mainFile":"\"\\\/\b\f\n\r\t\u0000\u00e4\u20ac\ud83d\ude00"})");
  EXPECT_EQ(facts.mainFile, std::string("\"\\/\b\f\n\r\t\0ä€😀", 18));
}

TEST(Facts, AreValidJsonForOtherReaders) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed != 100; ++seed) {
    std::string json = writeFacts(RandomFacts(seed).unit());
    // Bytes that are no UTF-8 are lone surrogates, which strict readers refuse.
    if (json.find("\\udc") == std::string::npos &&
        json.find("\\udf") == std::string::npos) {
      EXPECT_TRUE(nlohmann::json::accept(json)) << json;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(Facts, KeepBytesThatAreNoUtf8) {
  TranslationUnitFacts facts;
  for (int byte = 0; byte != 256; ++byte)
    facts.mainFile += static_cast<char>(byte);
  std::string json = writeFacts(facts);
  EXPECT_NE(json.find("\\udcff"), std::string::npos);
  EXPECT_EQ(readFacts(json).mainFile, facts.mainFile);
}

Expression nested(unsigned depth) {
  Expression expression;
  expression.kind = ExpressionKind::Not;
  if (depth > 1)
    expression.operands.push_back(nested(depth - 1));
  return expression;
}

TEST(Facts, EndVeryDeepExpressionsInUnknown) {
  TranslationUnitFacts facts;
  FieldFacts field;
  field.initializer = nested(2000);
  RecordFacts record;
  record.fields.push_back(field);
  facts.records.push_back(record);
  TranslationUnitFacts read = readFacts(writeFacts(facts));
  const Expression *innermost = &*read.records[0].fields[0].initializer;
  unsigned depth = 1;
  for (; !innermost->operands.empty(); ++depth)
    innermost = &innermost->operands[0];
  EXPECT_EQ(depth, 256u);
  EXPECT_EQ(innermost->kind, ExpressionKind::Unknown);
}

} // namespace
