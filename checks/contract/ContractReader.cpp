//===- ContractReader.cpp - contracts from their JSON tree ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts are read in the order in which they need each other: phases, lifecycle,
// what refers to phases, capabilities, rules. A contract that extends another
// one starts as a copy of it.
//
//===----------------------------------------------------------------------===//

#include "contract/ContractReader.h"
#include "contract/LifecycleParser.h"
#include "contract/NameSuggestion.h"
#include "contract/PatternReader.h"
#include "contract/RuleReader.h"

#include <algorithm>
#include <cctype>

namespace hooktidy {
namespace {

constexpr std::size_t MaxPhases = 64;

const std::vector<std::string> &contractKeys() {
  static const std::vector<std::string> keys = {
      "$schema",  "schema_version", "contract",  "documentation", "extends",
      "hook",     "phases",         "lifecycle", "after_throw",   "skipped",
      "repeated", "capabilities",   "rules"};
  return keys;
}

bool isMethodName(std::string_view name) {
  auto isNamePart = [](char c) {
    unsigned char byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) || byte == '_' || byte >= 0x80;
  };
  return std::all_of(name.begin(), name.end(), isNamePart) &&
         !std::isdigit(static_cast<unsigned char>(name.front()));
}

/// Replaces the item of the same name, or adds a new one.
template <typename Named> void addOrReplace(std::vector<Named> &items, Named item) {
  auto same = std::find_if(items.begin(), items.end(),
                           [&](const Named &other) { return other.name == item.name; });
  if (same != items.end())
    *same = std::move(item);
  else
    items.push_back(std::move(item));
}

class ContractReader {
public:
  ContractReader(const ContractText &text, const JsonNode &root,
                 const std::vector<Contract> &known)
      : text(text), known(known), root(text, root, "the contract", contractKeys()) {}

  Contract read();

private:
  void checkVersion() const;
  void readName();
  void readExtends();
  void readHook();
  void readPhases();
  Phase readPhase(const JsonMember &member) const;
  void readLifecycle();
  void compileLifecycle(const JsonNode &node);
  void checkPhasesOccur() const;
  void checkMethodsOfPhases() const;
  void readAfterThrow();
  void readNotes(const char *key, std::map<std::string, std::string> &notes);
  void readCapabilities();
  Capability readCapability(const JsonMember &member) const;
  void readRules();
  [[noreturn]] void failAtUnknownRule(const JsonNode &id) const;
  std::string checkPhaseKey(const JsonMember &member, const std::string &what) const;

  /// The value of `key`; null only if it is inherited.
  const JsonNode *findOrInherit(const char *key, const char *example) const {
    return base == nullptr ? &root.require(key, example) : root.find(key);
  }

  const ContractText &text;
  const std::vector<Contract> &known;
  ContractObject root;
  const Contract *base = nullptr;
  Contract contract;
};

Contract ContractReader::read() {
  checkVersion();
  readExtends();
  readName();
  contract.origin = text.file();
  if (const JsonNode *schema = root.find("$schema"))
    text.string(*schema, root.describe("$schema"));
  if (const JsonNode *documentation = root.find("documentation"))
    contract.documentation = text.string(*documentation, root.describe("documentation"));
  readHook();
  readPhases();
  readLifecycle();
  readAfterThrow();
  readNotes("skipped", contract.skipped);
  readNotes("repeated", contract.repeated);
  readCapabilities();
  readRules();
  return std::move(contract);
}

void ContractReader::checkVersion() const {
  const std::string expected = std::to_string(ContractSchemaVersion);
  const JsonNode &version = root.require("schema_version", expected);
  if (version.kind != JsonKind::Integer)
    text.fail(version.offset, root.describe("schema_version") +
                                  " must be an integer, not " +
                                  describeJsonKind(version.kind));
  if (version.integer != ContractSchemaVersion)
    text.fail(version.offset, "schema version " + std::to_string(version.integer) +
                                  " is not known; this hooktidy reads version " +
                                  expected);
}

void ContractReader::readExtends() {
  const JsonNode *extends = root.find("extends");
  if (extends == nullptr)
    return;
  const std::string &name = text.string(*extends, root.describe("extends"));
  std::vector<std::string> names;
  for (const Contract &candidate : known) {
    if (candidate.name == name)
      base = &candidate;
    names.push_back(candidate.name);
  }
  if (base == nullptr)
    text.fail(extends->offset,
              unknownNameMessage("contract", name, "in 'extends'", names));
  contract = *base;
  contract.extends = name;
}

void ContractReader::readName() {
  const JsonNode &node = root.require("contract", "\"my-framework\"");
  const std::string &name = text.string(node, root.describe("contract"));
  if (!isHyphenatedName(name))
    text.fail(node.offset, "contract name " + inQuotes(name) +
                               " must be made of lower-case words and digits with '-' "
                               "between them");
  for (const Contract &other : known) {
    bool isBuiltIn = other.origin.rfind(BuiltInOrigin, 0) == 0;
    if (other.name == name && !isBuiltIn && &other != base)
      text.fail(node.offset, "contract " + inQuotes(name) + " is already defined in " +
                                 inQuotes(other.origin) +
                                 "; choose another name or add "
                                 "\"extends\": \"" +
                                 name + "\"");
  }
  contract.name = name;
}

void ContractReader::readHook() {
  const JsonNode *node = findOrInherit("hook", "{\"bases\": [\"**::MyHook\"]}");
  if (node == nullptr)
    return;
  ContractObject hook(text, *node, "'hook'", {"bases"});
  contract.bases = readNamePatterns(text, hook.require("bases", "[\"**::MyHook\"]"),
                                    hook.describe("bases"));
}

void ContractReader::readPhases() {
  const JsonNode *node =
      findOrInherit("phases", "{\"begin\": {\"methods\": [\"begin\"]}}");
  if (node == nullptr)
    return;
  for (const JsonMember &member : text.object(*node, "'phases'").members)
    addOrReplace(contract.phases, readPhase(member));
  if (contract.phases.empty())
    text.fail(node->offset, "'phases' is empty; name at least one");
  if (contract.phases.size() > MaxPhases)
    text.fail(node->offset, "'phases' has more than " + std::to_string(MaxPhases) +
                                " phases; split the contract");
  checkMethodsOfPhases();
}

Phase ContractReader::readPhase(const JsonMember &member) const {
  Phase phase{member.key, {}};
  if (phase.name == Lifecycle::Construct || phase.name == Lifecycle::Destroy)
    text.fail(member.keyOffset,
              inQuotes(phase.name) + " is a phase of every contract; remove it here");
  if (!isLifecycleName(phase.name))
    text.fail(member.keyOffset, "phase name " + inQuotes(phase.name) +
                                    " must be made of letters, digits and '_', and not "
                                    "start with a digit");
  ContractObject object(text, member.value, "phase " + inQuotes(phase.name), {"methods"});
  const JsonNode &methods =
      object.require("methods", "[" + ("\"" + phase.name + "\"") + "]");
  for (const JsonNode &node : text.array(methods, object.describe("methods"))) {
    const std::string &name =
        text.string(node, "a method in " + object.describe("methods"));
    if (!isMethodName(name))
      text.fail(node.offset, "method " + inQuotes(name) + " of phase " +
                                 inQuotes(phase.name) +
                                 " must be a plain name, without class, parameters or "
                                 "patterns");
    if (std::find(phase.methods.begin(), phase.methods.end(), name) !=
        phase.methods.end())
      text.fail(node.offset, "method " + inQuotes(name) + " is listed twice in phase " +
                                 inQuotes(phase.name) + "; remove one of the two");
    phase.methods.push_back(name);
  }
  return phase;
}

/// A method is one callback only. Phases of the base count, too.
void ContractReader::checkMethodsOfPhases() const {
  for (const JsonMember &member : root.find("phases")->members) {
    for (const JsonNode &method : member.value.find("methods")->elements) {
      for (const Phase &other : contract.phases) {
        if (other.name == member.key ||
            std::find(other.methods.begin(), other.methods.end(), method.text) ==
                other.methods.end())
          continue;
        text.fail(method.offset, "method " + inQuotes(method.text) + " of phase " +
                                     inQuotes(member.key) + " is already one of phase " +
                                     inQuotes(other.name) + "; remove one of the two");
      }
    }
  }
}

void ContractReader::readLifecycle() {
  if (const JsonNode *node =
          findOrInherit("lifecycle", "\"construct (begin end?)* destroy\""))
    compileLifecycle(*node);
  checkPhasesOccur();
  // The base's rules follow the phases of this contract.
  for (Rule &rule : contract.rules)
    if (!rule.onlyPhases.empty())
      rule.phases = otherPhases(contract, rule.onlyPhases);
}

void ContractReader::compileLifecycle(const JsonNode &node) {
  contract.lifecycleExpression = text.string(node, "'lifecycle'");
  std::vector<std::string> names;
  for (const Phase &phase : contract.phases)
    names.push_back(phase.name);
  try {
    contract.lifecycle = Lifecycle::compile(contract.lifecycleExpression, names);
    checkLifecycleFrame(contract.lifecycle, contract.lifecycleExpression);
  } catch (const LifecycleError &error) {
    text.failInString(node, error.offset, error.what());
  }
}

/// A phase that the lifecycle leaves out would never be checked. One that is
/// inherited may be left out on purpose.
void ContractReader::checkPhasesOccur() const {
  const JsonNode *phases = root.find("phases");
  if (phases == nullptr)
    return;
  for (const JsonMember &member : phases->members)
    if (findLifecycleName(contract.lifecycleExpression, member.key) == std::string::npos)
      text.fail(member.keyOffset, "phase " + inQuotes(member.key) +
                                      " does not occur in the lifecycle; add it there "
                                      "or remove it here");
}

std::string ContractReader::checkPhaseKey(const JsonMember &member,
                                          const std::string &what) const {
  std::vector<std::string> names;
  for (const Phase &phase : contract.phases)
    names.push_back(phase.name);
  if (contract.findPhase(member.key) == nullptr)
    text.fail(member.keyOffset,
              unknownNameMessage("phase", member.key, "in " + what, names));
  return member.key;
}

void ContractReader::readAfterThrow() {
  const JsonNode *node = root.find("after_throw");
  if (node == nullptr)
    return;
  for (const JsonMember &member : text.object(*node, "'after_throw'").members) {
    std::string phase = checkPhaseKey(member, "'after_throw'");
    contract.afterThrow[phase].next =
        readPhaseNames(text, member.value, "'after_throw' of phase " + inQuotes(phase),
                       contract, /*withFrame=*/false, /*mayBeEmpty=*/true);
  }
}

void ContractReader::readNotes(const char *key,
                               std::map<std::string, std::string> &notes) {
  const JsonNode *node = root.find(key);
  if (node == nullptr)
    return;
  std::string what = "'" + std::string(key) + "'";
  for (const JsonMember &member : text.object(*node, what).members) {
    std::string phase = checkPhaseKey(member, what);
    notes[phase] = text.string(member.value, what + " of phase " + inQuotes(phase));
  }
}

void ContractReader::readCapabilities() {
  const JsonNode *node = root.find("capabilities");
  if (node == nullptr)
    return;
  for (const JsonMember &member : text.object(*node, "'capabilities'").members)
    addOrReplace(contract.capabilities, readCapability(member));
}

Capability ContractReader::readCapability(const JsonMember &member) const {
  if (!isHyphenatedName(member.key))
    text.fail(member.keyOffset, "capability name " + inQuotes(member.key) +
                                    " must be made of lower-case words and digits with "
                                    "'-' between them");
  ContractObject object(text, member.value, "capability " + inQuotes(member.key),
                        {"calls", "blocked_by", "extend"});
  Capability result;
  const JsonNode *extend = object.find("extend");
  if (extend != nullptr && text.boolean(*extend, object.describe("extend"))) {
    const Capability *inherited = contract.findCapability(member.key);
    if (inherited == nullptr)
      text.fail(extend->offset, "there is no inherited capability " +
                                    inQuotes(member.key) + " to extend; remove 'extend'");
    result = *inherited;
  }
  result.name = member.key;
  auto append = [&](const JsonNode &list, const char *key,
                    std::vector<CallPattern> &patterns) {
    std::vector<CallPattern> added = readCallPatterns(text, list, object.describe(key));
    patterns.insert(patterns.end(), added.begin(), added.end());
  };
  const JsonNode *blockedBy = object.find("blocked_by");
  const JsonNode *calls = object.find("calls");
  if (calls == nullptr && result.calls.empty())
    calls = &object.require("calls", "[\"**::Graph::add_*\"]");
  if (calls != nullptr)
    append(*calls, "calls", result.calls);
  if (blockedBy != nullptr)
    append(*blockedBy, "blocked_by", result.blockedBy);
  return result;
}

/// A rule without 'kind' can only adjust an inherited one.
void ContractReader::failAtUnknownRule(const JsonNode &id) const {
  std::vector<std::string> names;
  for (const Rule &rule : base->rules)
    names.push_back(rule.id);
  text.fail(id.offset, unknownNameMessage("rule", id.text,
                                          "in contract " + inQuotes(base->name) +
                                              " (a new one needs a 'kind')",
                                          names));
}

void ContractReader::readRules() {
  const JsonNode *node = findOrInherit("rules", "[{\"id\": ..., \"kind\": ...}]");
  if (node == nullptr)
    return;
  std::vector<std::string> ids;
  for (const JsonNode &element : text.array(*node, "'rules'", base != nullptr)) {
    const std::string &id = readRuleId(text, element);
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
      text.fail(element.find("id")->offset,
                "rule " + inQuotes(id) + " is there twice; give one another id");
    ids.push_back(id);
    auto inherited = std::find_if(contract.rules.begin(), contract.rules.end(),
                                  [&](const Rule &rule) { return rule.id == id; });
    if (inherited == contract.rules.end()) {
      if (base != nullptr && element.find("kind") == nullptr)
        failAtUnknownRule(*element.find("id"));
      contract.rules.push_back(readRule(text, element, contract, nullptr));
    } else {
      *inherited = readRule(text, element, contract, &*inherited);
    }
  }
}

} // namespace

Contract readContract(const ContractText &text, const std::vector<Contract> &known) {
  JsonNode root = text.parse();
  return ContractReader(text, root, known).read();
}

} // namespace hooktidy
