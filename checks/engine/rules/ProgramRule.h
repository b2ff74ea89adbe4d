//===- rules/ProgramRule.h - rules on every function ------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most rules watch the walk of a hook class through its lifecycle (Monitor.h).
// Some speak of the code around: where hooks are made and sessions are driven, or
// of declarations alone. They look at the whole program.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_PROGRAMRULE_H
#define HOOKTIDY_ENGINE_RULES_PROGRAMRULE_H

#include "engine/rules/Monitor.h"

#include <vector>

namespace hooktidy {

/// A breach outside of any lifecycle. The chain of the violation starts in the
/// function.
struct FunctionBreach {
  const Function *function = nullptr;
  Violation violation;
};

/// All breaches of a rule for which isProgramRule() holds.
std::vector<FunctionBreach> checkProgram(const Program &program, const Contract &contract,
                                         const Rule &rule);

std::vector<FunctionBreach> checkLiterals(const Program &program, const Rule &rule);
std::vector<FunctionBreach> checkOverrides(const Program &program,
                                           const Contract &contract);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_PROGRAMRULE_H
