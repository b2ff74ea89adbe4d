//===- ContractText.cpp - typed views of a contract's JSON ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/ContractText.h"
#include "contract/ContractLoader.h"
#include "contract/NameSuggestion.h"

#include <algorithm>

namespace hooktidy {

void ContractText::fail(std::size_t offset, const std::string &message) const {
  LineColumn place = lineColumnAt(text, offset);
  throw ContractError(onOneLine(origin) + ":" + std::to_string(place.line) + ":" +
                      std::to_string(place.column) + ": error: " + message);
}

void ContractText::failInString(const JsonNode &string, std::size_t index,
                                const std::string &message) const {
  fail(offsetInString(text, string, index), message);
}

JsonNode ContractText::parse() const {
  std::size_t invalid = findInvalidUtf8(text);
  if (invalid != std::string_view::npos)
    fail(invalid, "this byte is not UTF-8; save the contract as UTF-8");
  try {
    return parsePositionedJson(text);
  } catch (const JsonError &error) {
    fail(error.offset, error.what());
  }
}

void ContractText::expect(JsonKind kind, const JsonNode &node,
                          const std::string &what) const {
  if (node.kind != kind)
    fail(node.offset, what + " must be " + describeJsonKind(kind) + ", not " +
                          describeJsonKind(node.kind));
}

const JsonNode &ContractText::object(const JsonNode &node,
                                     const std::string &what) const {
  expect(JsonKind::Object, node, what);
  return node;
}

const std::vector<JsonNode> &ContractText::array(const JsonNode &node,
                                                 const std::string &what,
                                                 bool mayBeEmpty) const {
  expect(JsonKind::Array, node, what);
  if (node.elements.empty() && !mayBeEmpty)
    fail(node.offset, what + " is empty; name at least one");
  return node.elements;
}

const std::string &ContractText::string(const JsonNode &node,
                                        const std::string &what) const {
  expect(JsonKind::String, node, what);
  if (node.text.empty())
    fail(node.offset, what + " is empty; write a text");
  auto control = std::find_if(node.text.begin(), node.text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (control != node.text.end())
    failInString(node, static_cast<std::size_t>(control - node.text.begin()),
                 what + " has a control character; write it on one line");
  return node.text;
}

bool ContractText::boolean(const JsonNode &node, const std::string &what) const {
  expect(JsonKind::Boolean, node, what);
  return node.boolean;
}

std::int64_t ContractText::integer(const JsonNode &node, const std::string &what) const {
  expect(JsonKind::Integer, node, what);
  return node.integer;
}

ContractObject::ContractObject(const ContractText &text, const JsonNode &node,
                               std::string what, const std::vector<std::string> &keys)
    : text(text), node(text.object(node, what)), what(std::move(what)) {
  for (const JsonMember &member : node.members)
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
      text.fail(member.keyOffset,
                unknownNameMessage("key", member.key, "in " + this->what, keys));
}

const JsonNode &ContractObject::require(std::string_view key,
                                        const std::string &example) const {
  if (const JsonNode *value = node.find(key))
    return *value;
  text.fail(node.offset, what + " has no '" + std::string(key) + "'; add \"" +
                             std::string(key) + "\": " + example);
}

std::string ContractObject::describe(std::string_view key) const {
  return "'" + std::string(key) + "' of " + what;
}

} // namespace hooktidy
