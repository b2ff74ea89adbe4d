//===- RuleKinds.h - what each kind of rule has -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_RULEKINDS_H
#define HOOKTIDY_CONTRACT_RULEKINDS_H

#include "contract/RuleKeys.h"

#include <string>
#include <vector>

namespace hooktidy {

/// The keys that the rules of one kind have besides those that all rules have.
struct RuleKindKeys {
  RuleKind kind;
  const char *name;
  std::vector<std::string> keys;
  /// What may stand in braces in 'message'.
  std::vector<std::string> placeholders;
  /// Reads the keys. Throws ContractError.
  void (*read)(RuleKeys &keys);
};

/// All kinds.
const std::vector<RuleKindKeys> &ruleKinds();
const RuleKindKeys &findRuleKind(RuleKind kind);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_RULEKINDS_H
