//===- RuleReader.cpp - rules from JSON -----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/RuleReader.h"
#include "contract/NameSuggestion.h"
#include "contract/PatternReader.h"

#include <algorithm>
#include <cctype>

namespace hooktidy {
namespace {

constexpr const char *CheckPrefix = "hook-";

/// The spellings of an enumeration.
template <typename Value> struct Spelling {
  const char *name;
  Value value;
};

constexpr Spelling<RuleKind> Kinds[] = {{"forbid", RuleKind::Forbid},
                                        {"reenter", RuleKind::Reenter},
                                        {"defined", RuleKind::Defined},
                                        {"pair", RuleKind::Pair}};
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

std::vector<std::string> keysOf(RuleKind kind) {
  switch (kind) {
  case RuleKind::Forbid:
    return {"phases", "only_phases", "capability"};
  case RuleKind::Reenter:
    return {"phases", "capability"};
  case RuleKind::Defined:
    return {"phases", "set_in"};
  case RuleKind::Pair:
    return {"phases", "unguaranteed", "reacquire", "resources"};
  }
  return {};
}

std::vector<std::string> placeholdersOf(RuleKind kind) {
  switch (kind) {
  case RuleKind::Forbid:
  case RuleKind::Reenter:
    return {"callee", "phase", "class"};
  case RuleKind::Defined:
    return {"member", "phase", "class", "set_in"};
  case RuleKind::Pair:
    return {"resource", "member", "callee", "phase", "class", "released_in"};
  }
  return {};
}

const char *spell(RuleKind kind) {
  for (const auto &spelling : Kinds)
    if (spelling.value == kind)
      return spelling.name;
  return "";
}

/// Keys of all kinds, for objects whose kind is not known yet.
std::vector<std::string> allKeys() {
  std::vector<std::string> keys = commonKeys();
  for (const auto &kind : Kinds)
    for (const std::string &key : keysOf(kind.value))
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
      : text(text), node(node), contract(contract), inherited(inherited),
        object(text, node, describeRule(node), allKeys()) {}

  Rule read();

private:
  void readKind();
  void checkKeysOfKind() const;
  void readCommonKeys();
  void checkPlaceholders(const JsonNode &message) const;
  void readForbid();
  void readReenter();
  void readDefined();
  void readPair();
  void readCapability();
  void readPhases(const char *key, std::vector<std::string> &phases, bool withFrame,
                  bool isRequired);

  template <typename Value, std::size_t Count>
  void readChoice(const char *key, const char *what,
                  const Spelling<Value> (&spellings)[Count], Value &value) const {
    const JsonNode *choice = object.find(key);
    if (choice == nullptr)
      return;
    const std::string &name = text.string(*choice, object.describe(key));
    std::vector<std::string> names;
    for (const auto &spelling : spellings) {
      if (name == spelling.name) {
        value = spelling.value;
        return;
      }
      names.push_back(spelling.name);
    }
    text.fail(choice->offset,
              unknownNameMessage(what, name, "in " + object.name(), names));
  }

  /// The value of `key`; null is only returned if the rule inherits one.
  const JsonNode *findOrInherit(const char *key, const char *example) const {
    return adjusts ? object.find(key) : &object.require(key, example);
  }

  const ContractText &text;
  const JsonNode &node;
  const Contract &contract;
  const Rule *inherited;
  ContractObject object;
  /// The rule has no kind of its own and changes the inherited one.
  bool adjusts = false;
  Rule rule;
};

Rule RuleReader::read() {
  const std::string &id = readRuleId(text, node);
  adjusts = inherited != nullptr && object.find("kind") == nullptr;
  if (adjusts)
    rule = *inherited;
  rule.id = id;
  rule.check = CheckPrefix + id;
  readKind();
  checkKeysOfKind();
  readCommonKeys();
  switch (rule.kind) {
  case RuleKind::Forbid:
    readForbid();
    break;
  case RuleKind::Reenter:
    readReenter();
    break;
  case RuleKind::Defined:
    readDefined();
    break;
  case RuleKind::Pair:
    readPair();
    break;
  }
  return std::move(rule);
}

void RuleReader::readKind() {
  if (!adjusts)
    object.require("kind", "\"forbid\"");
  readChoice("kind", "rule kind", Kinds, rule.kind);
}

void RuleReader::checkKeysOfKind() const {
  std::vector<std::string> keys = keysOf(rule.kind);
  keys.insert(keys.end(), commonKeys().begin(), commonKeys().end());
  for (const JsonMember &member : node.members)
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end())
      text.fail(member.keyOffset, object.describe(member.key) +
                                      " has no meaning for kind '" + spell(rule.kind) +
                                      "'; remove it");
}

void RuleReader::readCommonKeys() {
  if (const JsonNode *message = findOrInherit("message", "\"'{phase}' must not ...\"")) {
    rule.message = text.string(*message, object.describe("message"));
    checkPlaceholders(*message);
    if (!adjusts)
      rule.summary = rule.message;
  }
  if (const JsonNode *summary = object.find("summary"))
    rule.summary = text.string(*summary, object.describe("summary"));
  if (const JsonNode *enabled = object.find("enabled"))
    rule.enabledByDefault = text.boolean(*enabled, object.describe("enabled"));
  readChoice("severity", "severity", Severities, rule.severity);
  readChoice("unknown_callee", "policy", UnknownCallees, rule.unknownCallee);
  readChoice("virtual_callee", "policy", VirtualCallees, rule.virtualCallee);
  readChoice("handed_over", "policy", HandedOvers, rule.handedOver);
}

void RuleReader::checkPlaceholders(const JsonNode &message) const {
  std::vector<std::string> known = placeholdersOf(rule.kind);
  const std::string &value = message.text;
  for (std::size_t open = value.find('{'); open != std::string::npos;
       open = value.find('{', open + 1)) {
    std::size_t close = value.find('}', open);
    if (close == std::string::npos)
      text.failInString(message, open,
                        "this '{' in " + object.describe("message") +
                            " is not closed; write a placeholder such as '{phase}'");
    std::string name = value.substr(open + 1, close - open - 1);
    if (std::find(known.begin(), known.end(), name) == known.end())
      text.failInString(message, open,
                        unknownNameMessage("placeholder", name,
                                           "in " + object.describe("message") +
                                               ", which is of kind '" + spell(rule.kind) +
                                               "'",
                                           known));
  }
}

void RuleReader::readForbid() {
  readCapability();
  const JsonNode *only = object.find("only_phases");
  if (only != nullptr && object.find("phases") != nullptr)
    text.fail(only->offset, object.name() +
                                " has both 'phases' and 'only_phases'; remove one of "
                                "the two");
  if (only == nullptr) {
    if (object.find("phases") != nullptr)
      rule.onlyPhases.clear();
    readPhases("phases", rule.phases, /*withFrame=*/true, /*isRequired=*/!adjusts);
    return;
  }
  readPhases("only_phases", rule.onlyPhases, /*withFrame=*/true, /*isRequired=*/true);
  rule.phases = otherPhases(contract, rule.onlyPhases);
  if (rule.phases.empty())
    text.fail(only->offset,
              object.describe("only_phases") +
                  " has every phase, so that nothing is forbidden; remove some");
}

void RuleReader::readReenter() {
  readCapability();
  readPhases("phases", rule.phases, /*withFrame=*/false, /*isRequired=*/!adjusts);
  const JsonNode *phases = object.find("phases");
  if (phases == nullptr)
    return;
  for (const JsonNode &phase : phases->elements)
    if (!contract.lifecycle.mayComeAgain(phase.text))
      text.fail(phase.offset, "phase " + inQuotes(phase.text) + " in " +
                                  object.describe("phases") +
                                  " never comes twice in the lifecycle; remove it or "
                                  "repeat it there");
}

void RuleReader::readDefined() {
  readPhases("phases", rule.phases, /*withFrame=*/true, /*isRequired=*/!adjusts);
  readPhases("set_in", rule.setIn, /*withFrame=*/false, /*isRequired=*/!adjusts);
}

void RuleReader::readPair() {
  readPhases("phases", rule.phases, /*withFrame=*/true, /*isRequired=*/false);
  readPhases("unguaranteed", rule.unguaranteed, /*withFrame=*/false,
             /*isRequired=*/!adjusts);
  readPhases("reacquire", rule.reacquire, /*withFrame=*/false, /*isRequired=*/false);
  if (const JsonNode *resources =
          findOrInherit("resources", "[{\"name\": ..., \"acquire\": ..., \"release\": "
                                     "...}]"))
    rule.resources = readResources(text, *resources, object.describe("resources"));
}

void RuleReader::readCapability() {
  const JsonNode *capability = findOrInherit("capability", "\"graph-mutation\"");
  if (capability == nullptr)
    return;
  rule.capability = text.string(*capability, object.describe("capability"));
  if (contract.findCapability(rule.capability) != nullptr)
    return;
  std::vector<std::string> names;
  for (const Capability &known : contract.capabilities)
    names.push_back(known.name);
  text.fail(capability->offset, unknownNameMessage("capability", rule.capability,
                                                   "in " + object.name(), names));
}

void RuleReader::readPhases(const char *key, std::vector<std::string> &phases,
                            bool withFrame, bool isRequired) {
  const JsonNode *list =
      isRequired ? &object.require(key, "[\"" + contract.phases.front().name + "\"]")
                 : object.find(key);
  if (list != nullptr)
    phases = readPhaseNames(text, *list, object.describe(key), contract, withFrame,
                            /*mayBeEmpty=*/false);
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
