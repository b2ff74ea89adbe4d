//===- UnitAnalysis.cpp - one analysis for all checks of a unit -----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tidy/UnitAnalysis.h"

#include "contract/ContractLoader.h"
#include "engine/Engine.h"
#include "extract/Extractor.h"

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace hooktidy {
namespace {

/// Findings as diagnostics of clang-tidy.
class Reporter {
public:
  Reporter(clang::SourceManager &sources, clang::tidy::ClangTidyContext &tidy,
           const std::string &runningCheck)
      : sources(sources), tidy(tidy), runningCheck(runningCheck) {}

  void report(const Finding &finding) {
    const std::string check =
        tidy.isCheckEnabled(finding.check) ? finding.check : customContractsCheck;
    say(check, finding.place, finding.message, clang::DiagnosticIDs::Warning,
        finding.fixIts);
    for (const FindingNote &note : finding.notes)
      say(check, note.place, note.message, clang::DiagnosticIDs::Note);
  }

  /// What was not decided must not look like "clean".
  void report(const NotAnalysed &open) {
    say(runningCheck, open.place, open.what + " not analysed: " + open.reason,
        clang::DiagnosticIDs::Warning);
  }

private:
  void say(const std::string &check, const Place &place, const std::string &message,
           clang::DiagnosticIDs::Level level, const std::vector<FixIt> &fixIts = {}) {
    // The message is an argument, because '%' means something in a format.
    clang::DiagnosticBuilder diagnostic = tidy.diag(check, locate(place), "%0", level);
    diagnostic << message;
    for (const FixIt &fix : fixIts)
      diagnostic << clang::FixItHint::CreateReplacement(
          clang::CharSourceRange::getCharRange(locate(fix.begin), locate(fix.end)),
          fix.replacement);
  }

  clang::SourceLocation locate(const Place &place) {
    llvm::Expected<clang::FileEntryRef> file =
        sources.getFileManager().getFileRef(place.file);
    if (!file) {
      llvm::consumeError(file.takeError());
      return {};
    }
    return sources.translateFileLineCol(&file->getFileEntry(), place.line, place.column);
  }

  clang::SourceManager &sources;
  clang::tidy::ClangTidyContext &tidy;
  const std::string &runningCheck;
};

bool isBuiltIn(const Contract &contract) {
  return contract.origin.rfind("<built-in>/", 0) == 0;
}

} // namespace

void UnitAnalysis::addContracts(const std::vector<std::string> &files,
                                const clang::tidy::ClangTidyContext &tidy) {
  contracts = loadContracts(files);
  for (const Contract &contract : contracts) {
    if (isBuiltIn(contract))
      continue;
    for (const Rule &rule : contract.rules)
      if (rule.enabledByDefault || tidy.isCheckEnabled(rule.check))
        checks.insert(rule.check);
  }
}

void UnitAnalysis::run(clang::ASTContext &unit, clang::tidy::ClangTidyContext &tidy,
                       const std::string &runningCheck) {
  // An empty set would mean "all that are on by default".
  if (isDone || checks.empty())
    return;
  isDone = true;
  if (unit.getDiagnostics().hasErrorOccurred())
    return;
  std::vector<TranslationUnitFacts> units;
  units.push_back(extractFacts(unit));
  AnalysisOptions options;
  options.checks = checks;
  AnalysisResult result = analyse(units, contracts, options);
  Reporter reporter(unit.getSourceManager(), tidy, runningCheck);
  for (const Finding &finding : result.findings)
    reporter.report(finding);
  for (const NotAnalysed &open : result.notAnalysed)
    reporter.report(open);
}

} // namespace hooktidy
