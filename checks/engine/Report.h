//===- Report.h - breaches to findings --------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_REPORT_H
#define HOOKTIDY_ENGINE_REPORT_H

#include "engine/Finding.h"
#include "engine/HookClass.h"
#include "engine/ModelChecker.h"
#include "engine/Program.h"
#include "engine/rules/ProgramRule.h"

#include <vector>

namespace hooktidy {

/// The finding that tells a breach; its fingerprint is not set yet.
Finding makeFinding(const Program &program, const HookClass &hook,
                    const Contract &contract, const Rule &rule, const Breach &breach);

/// The same for a breach outside of any lifecycle: the class is that of the
/// method (empty: none), the phase the function.
Finding makeFinding(const Program &program, const Contract &contract, const Rule &rule,
                    const FunctionBreach &breach);

/// "construct -> begin -> run fails -> after_create_session".
std::string formatTrace(const std::vector<TraceStep> &trace);

/// Sorts by place, drops what several classes or units report alike, and sets
/// the fingerprints.
void finishFindings(std::vector<Finding> &findings);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_REPORT_H
