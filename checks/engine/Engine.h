//===- Engine.h - facts and contracts to findings ---------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_ENGINE_H
#define HOOKTIDY_ENGINE_ENGINE_H

#include "engine/Finding.h"
#include "facts/Facts.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace hooktidy {

/// Limits of one (class, rule) analysis. Reaching one is reported as "not
/// analysed: budget"; the analysis never hangs.
struct Budget {
  std::size_t lifecycleStates = 4096;
  std::size_t blockVisits = 100000;
  std::size_t callDepth = 64;
};

struct AnalysisOptions {
  /// Names of the checks to run; empty: those that are on by default.
  std::set<std::string> checks;
  /// Report also what got the benefit of the doubt.
  bool strict = false;
  Budget budget;
};

/// Checks every hook class in `units` against `contracts`. Findings are
/// sorted by place and free of duplicates.
AnalysisResult analyse(const std::vector<TranslationUnitFacts> &units,
                       const std::vector<Contract> &contracts,
                       const AnalysisOptions &options);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_ENGINE_H
