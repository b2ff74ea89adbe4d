//===- FactsCollection.h - many files to facts, in parallel -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_FACTSCOLLECTION_H
#define HOOKTIDY_TOOL_DRIVER_FACTSCOLLECTION_H

#include "CommandLine.h"
#include "contract/Contract.h"
#include "driver/ParseUnit.h"
#include "facts/Facts.h"
#include "report/CheckReport.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hooktidy {

/// The facts of all files that could be parsed, as far as they matter to a hook.
struct CollectedFacts {
  std::vector<TranslationUnitFacts> units;
  std::size_t analysedFiles = 0;
  std::vector<FailedFile> failedFiles;
};

/// Parses `commands` in worker processes, for checks by `contracts`. A file counts as
/// analysed if all its commands could be parsed.
CollectedFacts collectFacts(const std::vector<CompileCommand> &commands,
                            const std::vector<Contract> &contracts,
                            const CheckOptions &options, const std::string &directory);

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_FACTSCOLLECTION_H
