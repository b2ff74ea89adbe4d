//===- rules/ProgramRule.cpp - rules on every function --------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/rules/ProgramRule.h"

namespace hooktidy {

std::vector<FunctionBreach> checkProgram(const Program &program, const Contract &contract,
                                         const Rule &rule) {
  if (rule.kind == RuleKind::Literal)
    return checkLiterals(program, rule);
  if (rule.kind == RuleKind::Override)
    return checkOverrides(program, contract);
  return {};
}

} // namespace hooktidy
