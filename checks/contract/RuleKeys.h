//===- RuleKeys.h - the keys of a rule, typed -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_RULEKEYS_H
#define HOOKTIDY_CONTRACT_RULEKEYS_H

#include "contract/Contract.h"
#include "contract/ContractText.h"
#include "contract/NameSuggestion.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hooktidy {

/// The spelling of a value of an enumeration.
template <typename Value> struct Spelling {
  const char *name;
  Value value;
};

/// The JSON object of a rule, its keys read into `rule`. All functions throw
/// ContractError.
class RuleKeys {
public:
  RuleKeys(const ContractText &text, const JsonNode &node, const Contract &contract,
           std::string what, const std::vector<std::string> &knownKeys)
      : text(text), contract(contract), object(text, node, std::move(what), knownKeys) {}

  /// The value of `key`; null is only returned if the rule inherits one.
  const JsonNode *findOrInherit(const char *key, const char *example) const {
    return adjusts ? object.find(key) : &object.require(key, example);
  }

  /// Reads one of `spellings` into `value`, which stays as it is without the key.
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

  /// 'capability', which must be one of the contract.
  void readCapability();
  /// A list of phases. With `withFrame`, construct and destroy may be among them.
  void readPhases(const char *key, std::vector<std::string> &phases, bool withFrame,
                  bool isRequired) const;

  const ContractText &text;
  const Contract &contract;
  ContractObject object;
  /// The rule has no kind of its own and changes the inherited one.
  bool adjusts = false;
  Rule rule;
};

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_RULEKEYS_H
