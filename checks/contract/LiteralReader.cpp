//===- LiteralReader.cpp - rules on literal arguments from JSON -----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/LiteralReader.h"
#include "contract/NameSuggestion.h"
#include "contract/PatternReader.h"

#include <algorithm>

namespace hooktidy {
namespace {

constexpr const char *GcsCredentials = "gcs-credentials";
/// More arguments no call has.
constexpr std::int64_t MaxPosition = 255;

std::optional<std::int64_t> readInteger(const ContractText &text,
                                        const ContractObject &object, const char *key) {
  const JsonNode *node = object.find(key);
  if (node == nullptr)
    return std::nullopt;
  return text.integer(*node, object.describe(key));
}

void readMustBe(const ContractText &text, const ContractObject &object,
                LiteralArgument &argument) {
  const JsonNode *mustBe = object.find("must_be");
  if (mustBe == nullptr)
    return;
  const std::string &name = text.string(*mustBe, object.describe("must_be"));
  if (name != GcsCredentials)
    text.fail(mustBe->offset,
              unknownNameMessage("kind of literal", name, "in " + object.name(),
                                 {GcsCredentials}));
  argument.isGcsCredentials = true;
}

LiteralArgument readArgument(const ContractText &text, const JsonNode &node,
                             const std::string &what) {
  ContractObject object(
      text, node, "an argument in " + what,
      {"position", "name", "must_be", "minimum", "maximum", "zero_means", "not_above"});
  LiteralArgument argument;
  const JsonNode &position = object.require("position", "0");
  std::int64_t index = text.integer(position, object.describe("position"));
  if (index < 0 || index > MaxPosition)
    text.fail(position.offset, object.describe("position") +
                                   " must be from 0 to 255, counted from the left");
  argument.position = static_cast<unsigned>(index);
  argument.name =
      text.string(object.require("name", "\"block_size\""), object.describe("name"));
  readMustBe(text, object, argument);
  argument.minimum = readInteger(text, object, "minimum");
  argument.maximum = readInteger(text, object, "maximum");
  argument.zeroMeans = readInteger(text, object, "zero_means");
  if (argument.minimum && argument.maximum && *argument.minimum > *argument.maximum)
    text.fail(object.find("minimum")->offset,
              object.describe("minimum") + " is more than 'maximum'; exchange the two");
  if (const JsonNode *notAbove = object.find("not_above"))
    argument.notAbove = text.string(*notAbove, object.describe("not_above"));
  return argument;
}

/// Every 'not_above' must name another argument.
void checkNames(const ContractText &text, const JsonNode &list,
                const std::vector<LiteralArgument> &arguments, const std::string &what) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (std::find(names.begin(), names.end(), arguments[i].name) != names.end())
      text.fail(list.elements[i].offset, "argument " + inQuotes(arguments[i].name) +
                                             " is listed twice in " + what +
                                             "; remove one of the two");
    names.push_back(arguments[i].name);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &other = arguments[i].notAbove;
    if (!other.empty() && std::find(names.begin(), names.end(), other) == names.end())
      text.fail(list.elements[i].find("not_above")->offset,
                unknownNameMessage("argument", other, "in " + what, names));
  }
}

LiteralCall readLiteralCall(const ContractText &text, const JsonNode &node,
                            const std::string &what) {
  ContractObject object(text, node, "an element of " + what, {"calls", "arguments"});
  LiteralCall call;
  call.calls = readCallPatterns(text, object.require("calls", "[\"ns::Cache::Cache\"]"),
                                "'calls' of " + what);
  const JsonNode &arguments =
      object.require("arguments", "[{\"position\": 0, \"name\": \"size\"}]");
  std::string ofCall = "'arguments' of " + inQuotes(call.calls.front().name.str());
  for (const JsonNode &argument : text.array(arguments, ofCall))
    call.arguments.push_back(readArgument(text, argument, ofCall));
  checkNames(text, arguments, call.arguments, ofCall);
  return call;
}

} // namespace

std::vector<LiteralCall> readLiteralCalls(const ContractText &text, const JsonNode &node,
                                          const std::string &what) {
  std::vector<LiteralCall> calls;
  for (const JsonNode &element : text.array(node, what))
    calls.push_back(readLiteralCall(text, element, what));
  return calls;
}

} // namespace hooktidy
