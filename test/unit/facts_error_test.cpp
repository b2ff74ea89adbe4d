//===- facts_error_test.cpp - texts that are no facts ---------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facts/FactsJson.h"
#include "facts_random.h"

#include <gtest/gtest.h>

using namespace hooktidy;

namespace {

/// The error of reading `json`, or an empty string.
std::string errorOf(const std::string &json) {
  try {
    readFacts(json);
    return {};
  } catch (const FactsError &error) {
    return error.what();
  }
}

/// The same for the members behind the version.
std::string errorIn(const std::string &members) {
  return errorOf(R"({"schema_version":1,)" + members + "}");
}

TEST(FactsError, NamesAnotherVersion) {
  EXPECT_EQ(errorOf(R"({"schema_version":2,"future":[]})"),
            "the facts have schema version 2, but this hooktidy reads version 1; extract "
            "them again");
}

TEST(FactsError, WantsTheVersionFirst) {
  EXPECT_EQ(errorOf("{}"), "byte 2: facts start with 'schema_version'");
  EXPECT_EQ(errorOf(R"({"files":[],"schema_version":1})"),
            "byte 9: facts start with 'schema_version'");
}

TEST(FactsError, NamesUnknownAndRepeatedKeys) {
  EXPECT_EQ(errorIn(R"("filez":[])"), "byte 28: unknown key 'filez'");
  EXPECT_EQ(errorIn(R"("files":[],"files":[])"), "byte 39: key 'files' is there twice");
  EXPECT_EQ(errorIn(R"("schema_version":1)"), "byte 37: unknown key 'schema_version'");
  EXPECT_EQ(errorIn(R"("functions":[{"usr":"a","usr":"b"}])"),
            "byte 50: key 'usr' is there twice");
}

TEST(FactsError, NamesWrongTypes) {
  EXPECT_EQ(errorIn(R"("mainFile":1)"), "byte 31: expected '\"'");
  EXPECT_EQ(errorIn(R"("files":{})"), "byte 28: expected '['");
  EXPECT_EQ(errorIn(R"("records":[1])"), "byte 31: expected '{'");
  EXPECT_EQ(errorIn(R"("functions":[{"hasBody":1}])"),
            "byte 44: expected 'true' or 'false'");
  EXPECT_EQ(errorIn(R"("functions":[{"entry":"x"}])"), "byte 42: expected an integer");
  EXPECT_EQ(errorIn(R"("mainFile":null)"), "byte 31: expected '\"'");
}

TEST(FactsError, NamesIntegersThatDoNotFit) {
  for (const char *value : {"-1", "4294967296", "99999999999999999999"})
    EXPECT_EQ(errorIn(std::string(R"("functions":[{"entry":)") + value + "}]"),
              "byte 42: the integer is out of range");
  for (const char *value : {"1.5", "1e3", "01", "-", "+1"})
    EXPECT_EQ(errorIn(std::string(R"("functions":[{"entry":)") + value + "}]"),
              "byte 42: expected an integer");
}

TEST(FactsError, NamesUnknownEnumerators) {
  EXPECT_EQ(errorIn(R"("functions":[{"kind":"metod"}])"),
            "byte 48: unknown value 'metod'");
}

TEST(FactsError, WantsThreeNumbersInALocation) {
  for (const char *value : {"[0,1]", "[]", "[0,1,2,3]"})
    EXPECT_NE(errorIn(std::string(R"("functions":[{"location":)") + value + "}]")
                  .find("a location has three numbers"),
              std::string::npos);
}

TEST(FactsError, NamesIndicesThatPointAtNothing) {
  EXPECT_EQ(errorIn(R"("functions":[{"qualifiedName":"f","location":[0,1,1]}])"),
            "function 'f' names file 0, but there are 0");
  EXPECT_EQ(errorIn(R"("functions":[{"qualifiedName":"f","entry":1}])"),
            "function 'f' names block 1, but there are 0");
  EXPECT_EQ(errorIn(R"("functions":[{"qualifiedName":"f","blocks":[{}],"exit":1}])"),
            "function 'f' names block 1, but there are 1");
  EXPECT_EQ(
      errorIn(R"("functions":[{"qualifiedName":"f","blocks":[{"successors":[7]}]}])"),
      "function 'f' names block 7, but there are 1");
  EXPECT_EQ(errorIn(R"("functions":[{"qualifiedName":"f","blocks":[{"condition":)"
                    R"({"operands":[{"path":{"root":"parameter"}}]}}]}])"),
            "function 'f' names parameter 0, but there are 0");
  EXPECT_EQ(
      errorIn(R"("functions":[{"qualifiedName":"f","captures":[{}],"blocks":)"
              R"([{"events":[{"value":{"path":{"root":"capture","index":1}}}]}]}])"),
      "function 'f' names capture 1, but there are 1");
  EXPECT_EQ(
      errorIn(R"("records":[{"qualifiedName":"R","fields":[{"location":[3,0,0]}]}])"),
      "record 'R' names file 3, but there are 0");
}

TEST(FactsError, NamesBrokenStrings) {
  EXPECT_EQ(errorIn("\"mainFile\":\"\x01\""),
            "byte 32: a string has a control character");
  EXPECT_EQ(errorIn("\"mainFile\":\"\xff\""), "byte 32: a string is not UTF-8");
  EXPECT_EQ(errorIn(R"("mainFile":"\x")"), "byte 32: a string has an unknown escape");
  EXPECT_EQ(errorIn(R"("mainFile":"\u12g4")"), "byte 34: a string has an unknown escape");
  EXPECT_NE(errorIn(R"("mainFile":"\ud83d")").find("half of a surrogate pair"),
            std::string::npos);
  EXPECT_NE(errorIn(R"("mainFile":"\udc00")").find("half of a surrogate pair"),
            std::string::npos);
}

TEST(FactsError, RefusesTextAfterTheFacts) {
  EXPECT_EQ(errorOf(R"({"schema_version":1} x)"),
            "byte 21: there is text after the facts");
}

TEST(FactsError, RefusesVeryDeepExpressions) {
  std::string json = R"({"schema_version":1,"records":[{"fields":[{"initializer":)";
  for (int depth = 0; depth != 100000; ++depth)
    json += R"({"operands":[)";
  EXPECT_NE(errorOf(json).find("expressions are nested more than 256 deep"),
            std::string::npos);
}

TEST(FactsError, IsThrownForEveryTruncation) {
  std::string json = writeFacts(RandomFacts(5).unit());
  for (std::size_t length = 0; length != json.size(); ++length)
    EXPECT_NE(errorOf(json.substr(0, length)), "") << json.substr(0, length);
}

TEST(FactsError, IsAllThatAWrongByteCanDo) {
  std::mt19937 random(1);
  for (std::uint32_t seed = 0; seed != 20; ++seed) {
    std::string json = writeFacts(RandomFacts(seed).unit());
    for (int round = 0; round != 200; ++round) {
      std::string broken = json;
      broken[random() % broken.size()] = static_cast<char>(random());
      errorOf(broken);
    }
  }
}

} // namespace
