//===- HookCheck.h - the checks as clang-tidy sees them ---------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TIDY_HOOKCHECK_H
#define HOOKTIDY_TIDY_HOOKCHECK_H

#include "tidy/UnitAnalysis.h"

#include "clang-tidy/ClangTidyCheck.h"

#include <memory>
#include <string>

namespace hooktidy {

/// One check of a built-in contract. Whichever is asked first analyses the unit
/// for all.
class HookCheck : public clang::tidy::ClangTidyCheck {
public:
  HookCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context,
            std::shared_ptr<UnitAnalysis> unit);

  bool isLanguageVersionSupported(const clang::LangOptions &language) const override;
  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

protected:
  const std::shared_ptr<UnitAnalysis> unit;

private:
  clang::tidy::ClangTidyContext *context;
  const std::string checkName;
};

/// Rules of the user's own contracts, named by the option
/// `hook-custom-contracts.Contracts`: file names separated by ';', relative
/// to the directory that clang-tidy was started in. A finding has the name of its
/// rule if that is enabled, too (as by `hook-*`), and else the name of this check.
class CustomContractsCheck : public HookCheck {
public:
  CustomContractsCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context,
                       std::shared_ptr<UnitAnalysis> unit,
                       const std::string &startDirectory);

  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) override;

private:
  std::string contractFiles;
};

} // namespace hooktidy

#endif // HOOKTIDY_TIDY_HOOKCHECK_H
