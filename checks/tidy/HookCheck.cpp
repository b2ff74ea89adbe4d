//===- HookCheck.cpp - the checks as clang-tidy sees them -----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tidy/HookCheck.h"

#include "contract/ContractLoader.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/Support/Path.h"

namespace hooktidy {

HookCheck::HookCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context,
                     std::shared_ptr<UnitAnalysis> unit)
    : ClangTidyCheck(name, context), unit(std::move(unit)), context(context),
      checkName(name.str()) {}

bool HookCheck::isLanguageVersionSupported(const clang::LangOptions &language) const {
  return language.CPlusPlus;
}

void HookCheck::registerMatchers(clang::ast_matchers::MatchFinder *finder) {
  finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void HookCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &result) {
  try {
    unit->run(*result.Context, *context, checkName);
  } catch (const std::exception &error) {
    configurationDiag("internal error of hooktidy: %0", clang::DiagnosticIDs::Error)
        << std::string(error.what());
  }
}

static std::vector<std::string> splitFiles(llvm::StringRef list,
                                           llvm::StringRef startDirectory) {
  llvm::SmallVector<llvm::StringRef, 4> names;
  list.split(names, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<std::string> files;
  for (llvm::StringRef name : names) {
    llvm::SmallString<128> file(name.trim());
    // clang-tidy runs each unit in the directory of its compile command.
    if (llvm::sys::path::is_relative(file)) {
      file = startDirectory;
      llvm::sys::path::append(file, name.trim());
    }
    files.push_back(file.str().str());
  }
  return files;
}

/// "file:line:column: message", without the word "error", which the diagnostic
/// says itself.
static std::string withoutKind(std::string message) {
  constexpr llvm::StringLiteral kind = ": error: ";
  std::size_t at = message.find(kind.data());
  return at == std::string::npos ? message : message.replace(at, kind.size(), ": ");
}

CustomContractsCheck::CustomContractsCheck(llvm::StringRef name,
                                           clang::tidy::ClangTidyContext *context,
                                           std::shared_ptr<UnitAnalysis> unit,
                                           const std::string &startDirectory)
    : HookCheck(name, context, std::move(unit)),
      contractFiles(Options.get("Contracts", "")) {
  std::vector<std::string> files = splitFiles(contractFiles, startDirectory);
  if (files.empty())
    return;
  try {
    this->unit->addContracts(files, *context);
  } catch (const ContractError &error) {
    // An error, unlike a warning, makes clang-tidy fail.
    configurationDiag("%0", clang::DiagnosticIDs::Error) << withoutKind(error.what());
  }
}

void CustomContractsCheck::storeOptions(
    clang::tidy::ClangTidyOptions::OptionMap &options) {
  Options.store(options, "Contracts", contractFiles);
}

} // namespace hooktidy
