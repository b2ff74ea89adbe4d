//===- UnitAnalysis.h - one analysis for all checks of a unit ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy makes one object for each enabled check. All of them share one of
// these, so that a translation unit is extracted and analysed once, however
// many hook checks are on.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TIDY_UNITANALYSIS_H
#define HOOKTIDY_TIDY_UNITANALYSIS_H

#include "contract/Contract.h"
#include "engine/Finding.h"

#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
namespace tidy {
class ClangTidyContext;
} // namespace tidy
} // namespace clang

namespace hooktidy {

/// The check that stands for all rules of the user's own contracts.
inline constexpr const char *customContractsCheck = "hook-custom-contracts";

/// The contracts and checks of one translation unit, and its analysis.
class UnitAnalysis {
public:
  explicit UnitAnalysis(std::vector<Contract> builtInContracts)
      : contracts(std::move(builtInContracts)) {}

  void enableCheck(const std::string &name) { checks.insert(name); }

  /// Adds the contracts in `files`, and their checks that are on by default or
  /// enabled in `tidy` by name. Throws ContractError.
  void addContracts(const std::vector<std::string> &files,
                    const clang::tidy::ClangTidyContext &tidy);

  /// Analyses the unit and reports all findings through `tidy`; does nothing
  /// the second time, nor if the unit has errors. clang-tidy shows only what has
  /// the name of an enabled check; `runningCheck` is one.
  void run(clang::ASTContext &unit, clang::tidy::ClangTidyContext &tidy,
           const std::string &runningCheck);

private:
  std::vector<Contract> contracts;
  std::set<std::string> checks;
  bool isDone = false;
};

} // namespace hooktidy

#endif // HOOKTIDY_TIDY_UNITANALYSIS_H
