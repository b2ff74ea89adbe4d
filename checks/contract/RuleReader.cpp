//===- RuleReader.cpp - rules from JSON -----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/RuleReader.h"
#include "contract/NameSuggestion.h"
#include "contract/RuleKinds.h"

#include <algorithm>
#include <cctype>

namespace hooktidy {
namespace {

constexpr const char *CheckPrefix = "hook-";

constexpr Spelling<Severity> Severities[] = {{"error", Severity::Error},
                                             {"warning", Severity::Warning},
                                             {"advice", Severity::Advice}};
constexpr Spelling<UnknownCallee> UnknownCallees[] = {
    {"assume-ok", UnknownCallee::AssumeOk}, {"report", UnknownCallee::Report}};
constexpr Spelling<VirtualCallee> VirtualCallees[] = {
    {"known-overriders", VirtualCallee::KnownOverriders},
    {"static-target", VirtualCallee::StaticTarget}};
constexpr Spelling<HandedOverCallable> HandedOvers[] = {
    {"assume-ok", HandedOverCallable::AssumeOk}, {"may-run", HandedOverCallable::MayRun}};

const std::vector<std::string> &commonKeys() {
  static const std::vector<std::string> keys = {
      "id",      "kind",           "summary",        "message",    "severity",
      "enabled", "unknown_callee", "virtual_callee", "handed_over"};
  return keys;
}

/// Keys of all kinds, for objects whose kind is not known yet.
std::vector<std::string> allKeys() {
  std::vector<std::string> keys = commonKeys();
  for (const RuleKindKeys &kind : ruleKinds())
    for (const std::string &key : kind.keys)
      if (std::find(keys.begin(), keys.end(), key) == keys.end())
        keys.push_back(key);
  return keys;
}

std::string describeRule(const JsonNode &node) {
  const JsonNode *id = node.kind == JsonKind::Object ? node.find("id") : nullptr;
  bool hasName = id != nullptr && id->kind == JsonKind::String && !id->text.empty();
  return hasName ? "rule " + inQuotes(id->text) : "a rule";
}

class RuleReader {
public:
  RuleReader(const ContractText &text, const JsonNode &node, const Contract &contract,
             const Rule *inherited)
      : text(text), node(node), inherited(inherited),
        keys(text, node, contract, describeRule(node), allKeys()) {}

  Rule read();

private:
  void readKind();
  void checkKeysOfKind() const;
  void readCommonKeys();
  void checkPlaceholders(const JsonNode &message) const;

  const ContractText &text;
  const JsonNode &node;
  const Rule *inherited;
  RuleKeys keys;
};

Rule RuleReader::read() {
  const std::string &id = readRuleId(text, node);
  keys.adjusts = inherited != nullptr && keys.object.find("kind") == nullptr;
  if (keys.adjusts)
    keys.rule = *inherited;
  keys.rule.id = id;
  keys.rule.check = CheckPrefix + id;
  readKind();
  checkKeysOfKind();
  readCommonKeys();
  findRuleKind(keys.rule.kind).read(keys);
  return std::move(keys.rule);
}

void RuleReader::readKind() {
  if (!keys.adjusts)
    keys.object.require("kind", "\"forbid\"");
  const JsonNode *kind = keys.object.find("kind");
  if (kind == nullptr)
    return;
  const std::string &name = text.string(*kind, keys.object.describe("kind"));
  std::vector<std::string> names;
  for (const RuleKindKeys &known : ruleKinds()) {
    if (name == known.name) {
      keys.rule.kind = known.kind;
      return;
    }
    names.push_back(known.name);
  }
  text.fail(kind->offset,
            unknownNameMessage("rule kind", name, "in " + keys.object.name(), names));
}

void RuleReader::checkKeysOfKind() const {
  std::vector<std::string> known = findRuleKind(keys.rule.kind).keys;
  known.insert(known.end(), commonKeys().begin(), commonKeys().end());
  for (const JsonMember &member : node.members)
    if (std::find(known.begin(), known.end(), member.key) == known.end())
      text.fail(member.keyOffset, keys.object.describe(member.key) +
                                      " has no meaning for kind '" +
                                      findRuleKind(keys.rule.kind).name + "'; remove it");
}

void RuleReader::readCommonKeys() {
  if (const JsonNode *message =
          keys.findOrInherit("message", "\"'{phase}' must not ...\"")) {
    keys.rule.message = text.string(*message, keys.object.describe("message"));
    checkPlaceholders(*message);
    if (!keys.adjusts)
      keys.rule.summary = keys.rule.message;
  }
  if (const JsonNode *summary = keys.object.find("summary"))
    keys.rule.summary = text.string(*summary, keys.object.describe("summary"));
  if (const JsonNode *enabled = keys.object.find("enabled"))
    keys.rule.enabledByDefault = text.boolean(*enabled, keys.object.describe("enabled"));
  keys.readChoice("severity", "severity", Severities, keys.rule.severity);
  keys.readChoice("unknown_callee", "policy", UnknownCallees, keys.rule.unknownCallee);
  keys.readChoice("virtual_callee", "policy", VirtualCallees, keys.rule.virtualCallee);
  keys.readChoice("handed_over", "policy", HandedOvers, keys.rule.handedOver);
}

void RuleReader::checkPlaceholders(const JsonNode &message) const {
  std::vector<std::string> known = findRuleKind(keys.rule.kind).placeholders;
  const std::string &value = message.text;
  for (std::size_t open = value.find('{'); open != std::string::npos;
       open = value.find('{', open + 1)) {
    std::size_t close = value.find('}', open);
    if (close == std::string::npos)
      text.failInString(message, open,
                        "this '{' in " + keys.object.describe("message") +
                            " is not closed; write a placeholder such as '{phase}'");
    std::string name = value.substr(open + 1, close - open - 1);
    if (std::find(known.begin(), known.end(), name) == known.end())
      text.failInString(message, open,
                        unknownNameMessage("placeholder", name,
                                           "in " + keys.object.describe("message") +
                                               ", which is of kind '" +
                                               findRuleKind(keys.rule.kind).name + "'",
                                           known));
  }
}

} // namespace

const std::string &readRuleId(const ContractText &text, const JsonNode &node) {
  ContractObject object(text, node, describeRule(node), allKeys());
  const JsonNode &id = object.require("id", "\"no-calls-after-end\"");
  const std::string &name = text.string(id, "'id' of a rule");
  if (!isHyphenatedName(name))
    text.fail(id.offset, "rule id " + inQuotes(name) +
                             " must be made of lower-case words and digits with '-' "
                             "between them");
  if (name.compare(0, std::string_view(CheckPrefix).size(), CheckPrefix) == 0)
    text.fail(id.offset, "rule id " + inQuotes(name) +
                             " starts with 'hook-', which every check gets anyway; "
                             "remove it");
  return name;
}

Rule readRule(const ContractText &text, const JsonNode &node, const Contract &contract,
              const Rule *inherited) {
  return RuleReader(text, node, contract, inherited).read();
}

std::vector<std::string> otherPhases(const Contract &contract,
                                     const std::vector<std::string> &phases) {
  std::vector<std::string> result;
  for (const std::string &symbol : contract.lifecycle.symbols())
    if (std::find(phases.begin(), phases.end(), symbol) == phases.end())
      result.push_back(symbol);
  return result;
}

std::vector<std::string> readPhaseNames(const ContractText &text, const JsonNode &node,
                                        const std::string &what, const Contract &contract,
                                        bool withFrame, bool mayBeEmpty) {
  std::vector<std::string> allowed;
  for (const std::string &symbol : contract.lifecycle.symbols())
    if (withFrame || contract.findPhase(symbol) != nullptr)
      allowed.push_back(symbol);
  std::vector<std::string> result;
  for (const JsonNode &element : text.array(node, what, mayBeEmpty)) {
    const std::string &name = text.string(element, "a phase in " + what);
    if (!withFrame && (name == Lifecycle::Construct || name == Lifecycle::Destroy))
      text.fail(element.offset, inQuotes(name) + " has no meaning in " + what +
                                    "; name one of " + quotedList(allowed));
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
      text.fail(element.offset, unknownNameMessage("phase", name, "in " + what, allowed));
    if (std::find(result.begin(), result.end(), name) != result.end())
      text.fail(element.offset, "phase " + inQuotes(name) + " is listed twice in " +
                                    what + "; remove one of the two");
    result.push_back(name);
  }
  return result;
}

bool isHyphenatedName(std::string_view name) {
  if (name.empty() || name.front() == '-' || name.back() == '-' ||
      name.find("--") != std::string_view::npos)
    return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

} // namespace hooktidy
