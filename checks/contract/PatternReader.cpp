//===- PatternReader.cpp - patterns and resources from JSON ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/PatternReader.h"
#include "contract/NameSuggestion.h"

#include <algorithm>
#include <cctype>

namespace hooktidy {
namespace {

constexpr std::string_view New = "new";
constexpr std::string_view Delete = "delete";
constexpr std::string_view AnonymousNamespace = "(anonymous namespace)";
constexpr std::string_view ArgumentPrefix = "argument:";
/// More parameters than any function has.
constexpr std::size_t MaxArgumentDigits = 2;

bool isExpressionName(std::string_view name) { return name == New || name == Delete; }

bool isIdentifierByte(char c) {
  unsigned char byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || byte == '_' || byte >= 0x80;
}

/// What is wrong with a pattern, and at which byte of it.
struct PatternProblem {
  std::size_t index;
  std::string message;
};

/// Checks the component [start, end) of `pattern`.
std::optional<PatternProblem> checkComponent(std::string_view pattern, std::size_t start,
                                             std::size_t end) {
  std::string_view component = pattern.substr(start, end - start);
  if (component.empty())
    return PatternProblem{start, "has an empty part; join the parts of a name by one "
                                 "'::', without a leading one"};
  if (component == "**" || component == AnonymousNamespace)
    return std::nullopt;
  for (std::size_t index = 0; index != component.size(); ++index) {
    char c = component[index];
    bool isOperator = component.substr(0, index) == "operator";
    if (isOperator && !isIdentifierByte(c))
      return std::nullopt;
    if (isIdentifierByte(c) || (c == '~' && index == 0))
      continue;
    std::size_t at = start + index;
    if (c == '*' && component.substr(index + 1, 1) == "*")
      return PatternProblem{at,
                            "has '**' inside a part; let it stand alone between '::'"};
    if (c == '*')
      continue;
    if (c == '<')
      return PatternProblem{
          at, "has template arguments, which are not part of a name; remove '<...>'"};
    if (c == '.' || c == ':')
      return PatternProblem{at, "has " + inQuotes(std::string(1, c)) +
                                    "; join the parts of a name by '::'"};
    return PatternProblem{at, "has " + inQuotes(std::string(1, c)) +
                                  ", which is not part of a name; write it like "
                                  "'**::Graph::add_*'"};
  }
  return std::nullopt;
}

/// A pattern that can match nothing would be ignored in silence.
std::optional<PatternProblem> checkName(std::string_view pattern) {
  for (std::size_t start = 0;;) {
    std::size_t end = std::min(pattern.find("::", start), pattern.size());
    if (std::optional<PatternProblem> problem = checkComponent(pattern, start, end))
      return problem;
    if (end == pattern.size())
      return std::nullopt;
    start = end + 2;
  }
}

/// Types are compared as Clang prints them: "char &" and not "char&".
std::string normaliseType(std::string_view type) {
  std::string result;
  for (char c : type) {
    bool needsSpace = c == '&' && !result.empty() && result.back() != '&' &&
                      result.back() != ' ' && result.back() != '*';
    if (needsSpace)
      result += ' ';
    if (c != ' ' || (!result.empty() && result.back() != ' '))
      result += c;
  }
  while (!result.empty() && result.back() == ' ')
    result.pop_back();
  return result;
}

class PatternReader {
public:
  PatternReader(const ContractText &text) : text(text) {}

  NamePattern readName(const JsonNode &node, const std::string &what) const;
  CallPattern readCall(const JsonNode &node, const std::string &what) const;
  Resource readResource(const JsonNode &node, const std::string &what) const;

private:
  std::vector<NamePattern> readParameters(const JsonNode &node,
                                          const std::string &what) const;
  ResourceCall readResourceCall(const JsonNode &node, const std::string &what) const;
  std::vector<ResourceCall> readResourceCalls(const JsonNode &node,
                                              const std::string &what) const;
  ResourceObject readObject(const JsonNode &node, const std::string &what) const;

  const ContractText &text;
};

NamePattern PatternReader::readName(const JsonNode &node, const std::string &what) const {
  const std::string &pattern = text.string(node, "a pattern in " + what);
  if (std::optional<PatternProblem> problem = checkName(pattern))
    text.failInString(node, problem->index,
                      "pattern " + inQuotes(pattern) + " " + problem->message);
  return NamePattern(pattern);
}

CallPattern PatternReader::readCall(const JsonNode &node, const std::string &what) const {
  CallPattern result;
  if (node.kind != JsonKind::Object) {
    result.name = readName(node, what);
    return result;
  }
  ContractObject object(text, node, "a call in " + what, {"name", "parameters"});
  result.name = readName(object.require("name", "\"**::Graph::add_*\""), what);
  if (const JsonNode *parameters = object.find("parameters"))
    result.parameters = readParameters(
        *parameters, "'parameters' of " + inQuotes(result.name.str()) + " in " + what);
  return result;
}

std::vector<NamePattern> PatternReader::readParameters(const JsonNode &node,
                                                       const std::string &what) const {
  std::vector<NamePattern> result;
  for (const JsonNode &element : text.array(node, what, /*mayBeEmpty=*/true)) {
    std::string type = normaliseType(text.string(element, "a type in " + what));
    if (type.empty())
      text.fail(element.offset, "a type in " + what + " is empty; write '**' for any");
    if (type == CallPattern::AnyMoreParameters && &element != &node.elements.back())
      text.fail(element.offset,
                "'...' must be the last in " + what + "; write '**' for one parameter");
    result.emplace_back(type);
  }
  return result;
}

ResourceObject PatternReader::readObject(const JsonNode &node,
                                         const std::string &what) const {
  const std::string &name = text.string(node, what);
  if (name == "receiver")
    return {ResourceObject::Kind::Receiver, 0};
  if (name == "result")
    return {ResourceObject::Kind::Result, 0};
  if (name == "none")
    return {ResourceObject::Kind::None, 0};
  std::string_view digits = name;
  if (digits.substr(0, ArgumentPrefix.size()) == ArgumentPrefix) {
    digits.remove_prefix(ArgumentPrefix.size());
    bool isNumber = !digits.empty() && digits.size() <= MaxArgumentDigits &&
                    digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (isNumber)
      return {ResourceObject::Kind::Argument,
              static_cast<unsigned>(std::stoul(std::string(digits)))};
    text.failInString(node, ArgumentPrefix.size(),
                      what + " needs the position of an argument, from 0; write for "
                             "example 'argument:0'");
  }
  text.fail(node.offset,
            unknownNameMessage("object", name, "in " + what,
                               {"receiver", "result", "none", "argument:0"}));
}

ResourceCall PatternReader::readResourceCall(const JsonNode &node,
                                             const std::string &what) const {
  ResourceCall result;
  const JsonNode *object = nullptr;
  if (node.kind == JsonKind::Object && node.find("name") == nullptr) {
    ContractObject call(text, node, "a call in " + what, {"call", "object"});
    result.call = readCall(call.require("call", "\"std::thread::thread\""), what);
    object = call.find("object");
  } else {
    result.call = readCall(node, what);
  }
  if (object != nullptr)
    result.object = readObject(
        *object, "'object' of " + inQuotes(result.call.name.str()) + " in " + what);
  else if (result.call.name.str() == New)
    result.object.kind = ResourceObject::Kind::Result;
  return result;
}

std::vector<ResourceCall>
PatternReader::readResourceCalls(const JsonNode &node, const std::string &what) const {
  std::vector<ResourceCall> result;
  for (const JsonNode &element : text.array(node, what))
    result.push_back(readResourceCall(element, what));
  return result;
}

Resource PatternReader::readResource(const JsonNode &node,
                                     const std::string &what) const {
  ContractObject object(text, node, "a resource in " + what,
                        {"name", "acquire", "release", "held_while"});
  Resource result;
  result.name = text.string(object.require("name", "\"thread\""),
                            "'name' of a resource in " + what);
  std::string ofResource = " of resource " + inQuotes(result.name);
  result.acquire = readResourceCalls(
      object.require("acquire", "[\"std::thread::thread\"]"), "'acquire'" + ofResource);
  result.release = readResourceCalls(object.require("release", "[\"std::thread::join\"]"),
                                     "'release'" + ofResource);
  if (const JsonNode *heldWhile = object.find("held_while"))
    result.heldWhile = readCallPatterns(text, *heldWhile, "'held_while'" + ofResource);
  return result;
}

bool isSame(const CallPattern &left, const CallPattern &right) {
  auto isSameName = [](const NamePattern &a, const NamePattern &b) {
    return a.str() == b.str();
  };
  if (!isSameName(left.name, right.name) || !left.parameters != !right.parameters)
    return false;
  return !left.parameters ||
         std::equal(left.parameters->begin(), left.parameters->end(),
                    right.parameters->begin(), right.parameters->end(), isSameName);
}

} // namespace

std::vector<NamePattern> readNamePatterns(const ContractText &text, const JsonNode &node,
                                          const std::string &what) {
  std::vector<NamePattern> result;
  for (const JsonNode &element : text.array(node, what)) {
    NamePattern pattern = PatternReader(text).readName(element, what);
    for (const NamePattern &other : result)
      if (other.str() == pattern.str())
        text.fail(element.offset, inQuotes(pattern.str()) + " is listed twice in " +
                                      what + "; remove one of the two");
    result.push_back(std::move(pattern));
  }
  return result;
}

std::vector<CallPattern> readCallPatterns(const ContractText &text, const JsonNode &node,
                                          const std::string &what) {
  std::vector<CallPattern> result;
  for (const JsonNode &element : text.array(node, what)) {
    CallPattern pattern = PatternReader(text).readCall(element, what);
    if (isExpressionName(pattern.name.str()))
      text.fail(element.offset, inQuotes(pattern.name.str()) +
                                    " is no function; only 'acquire' and 'release' of a "
                                    "resource can name it");
    for (const CallPattern &other : result)
      if (isSame(other, pattern))
        text.fail(element.offset, inQuotes(pattern.name.str()) + " is listed twice in " +
                                      what + "; remove one of the two");
    result.push_back(std::move(pattern));
  }
  return result;
}

std::vector<Resource> readResources(const ContractText &text, const JsonNode &node,
                                    const std::string &what) {
  std::vector<Resource> result;
  for (const JsonNode &element : text.array(node, what)) {
    Resource resource = PatternReader(text).readResource(element, what);
    for (const Resource &other : result)
      if (other.name == resource.name)
        text.fail(element.offset, "resource " + inQuotes(resource.name) +
                                      " is listed twice in " + what +
                                      "; remove one of the two");
    result.push_back(std::move(resource));
  }
  return result;
}

} // namespace hooktidy
