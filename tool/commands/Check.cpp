//===- Check.cpp - hooktidy check -----------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/Check.h"

#include "contract/ContractLoader.h"
#include "driver/CheckSelection.h"
#include "driver/FactsCollection.h"
#include "driver/SourceSelection.h"
#include "engine/Engine.h"
#include "report/JsonReport.h"
#include "report/Output.h"
#include "report/TextReport.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <unistd.h>

namespace hooktidy {
namespace {

bool usesColor(const CheckOptions &options) {
  if (options.color != ColorMode::Auto)
    return options.color == ColorMode::Always;
  const char *terminal = std::getenv("TERM");
  return options.output.empty() && isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR") &&
         terminal && std::string_view(terminal) != "dumb";
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

CheckReport checkSources(const CheckOptions &options, const SourceSelection &sources,
                         const std::vector<Contract> &contracts,
                         const AnalysisOptions &analysis) {
  CheckReport report;
  report.directory = std::filesystem::current_path().string();
  report.skippedFiles = sources.skipped;
  for (const SourceSelection::Unavailable &unavailable : sources.unavailable)
    report.failedFiles.push_back(
        {unavailable.file, "no compile command", {}, unavailable.reason});
  auto start = std::chrono::steady_clock::now();
  CollectedFacts collected =
      collectFacts(sources.commands, contracts, options, report.directory);
  report.parseSeconds = secondsSince(start);
  report.analysedFiles = collected.analysedFiles;
  for (FailedFile &failed : collected.failedFiles)
    report.failedFiles.push_back(std::move(failed));
  start = std::chrono::steady_clock::now();
  report.result = analyse(collected.units, contracts, analysis);
  report.analysisSeconds = secondsSince(start);
  return report;
}

void printAround(const CheckOptions &options, const SourceSelection &sources,
                 const CheckReport &report) {
  bool isTalkative = !options.quiet && (options.stats || isatty(STDERR_FILENO));
  std::string text;
  if (isTalkative)
    for (const std::string &notice : sources.notices)
      text += "hooktidy: " + notice + "\n";
  text += writeFailures(report);
  if (options.stats)
    text += writeStatistics(report);
  if (isTalkative)
    text += writeSummary(report);
  if (!text.empty())
    writeError(text);
}

ExitCode exitCodeOf(const CheckReport &report) {
  if (!report.failedFiles.empty() || !report.result.notAnalysed.empty())
    return ExitCode::Incomplete;
  return report.result.findings.empty() ? ExitCode::Clean : ExitCode::Findings;
}

} // namespace

ExitCode runCheck(const CheckOptions &options) {
  std::vector<Contract> contracts = loadContracts(options.contracts);
  AnalysisOptions analysis;
  analysis.checks = selectChecks(options.checks, contracts);
  analysis.strict = options.strict;
  requireWritable(options.output);
  SourceSelection sources = selectSources(options);
  CheckReport report = checkSources(options, sources, contracts, analysis);
  writeOutput(options.format == Format::Json
                  ? writeJsonReport(report)
                  : writeTextReport(report, usesColor(options)),
              options.output);
  printAround(options, sources, report);
  return exitCodeOf(report);
}

} // namespace hooktidy
