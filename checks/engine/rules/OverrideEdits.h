//===- rules/OverrideEdits.h - how to make it override ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_RULES_OVERRIDEEDITS_H
#define HOOKTIDY_ENGINE_RULES_OVERRIDEEDITS_H

#include "engine/Program.h"
#include "engine/rules/Monitor.h"

#include <vector>

namespace hooktidy {

/// Edits that turn `method`, which nothing else mentions, into an override of
/// `callback`. None if it would take more than its name, parameters passed by
/// reference and the keyword `override`.
std::vector<Edit> overrideEdits(const Program &program, const Function &method,
                                const Function &callback);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_RULES_OVERRIDEEDITS_H
