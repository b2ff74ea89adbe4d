//===- RuleReader.h - rules from JSON ---------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_RULEREADER_H
#define HOOKTIDY_CONTRACT_RULEREADER_H

#include "contract/Contract.h"
#include "contract/ContractText.h"

#include <string>
#include <vector>

namespace hooktidy {

/// Reads one rule of `contract`, whose phases, lifecycle and capabilities are
/// there already. `inherited` is the rule of the same id in the contract that
/// is extended, or null: a rule without 'kind' changes only the keys it has.
/// Throws ContractError.
Rule readRule(const ContractText &text, const JsonNode &node, const Contract &contract,
              const Rule *inherited);

/// The id of the rule `node`. Throws ContractError.
const std::string &readRuleId(const ContractText &text, const JsonNode &node);

/// construct, the phases and destroy without `phases`.
std::vector<std::string> otherPhases(const Contract &contract,
                                     const std::vector<std::string> &phases);

/// The phases that `node` lists; each must be one of the contract, or one of
/// construct and destroy if `withFrame`. Throws ContractError.
std::vector<std::string> readPhaseNames(const ContractText &text, const JsonNode &node,
                                        const std::string &what, const Contract &contract,
                                        bool withFrame, bool mayBeEmpty);

/// True for a name such as "graph-mutation-after-begin".
bool isHyphenatedName(std::string_view name);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_RULEREADER_H
