//===- Engine.cpp - facts and contracts to findings -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Engine.h"

#include "engine/HookClass.h"
#include "engine/ModelChecker.h"
#include "engine/Program.h"
#include "engine/Report.h"
#include "engine/rules/ProgramRule.h"

#include <set>

namespace hooktidy {

static bool isWanted(const Rule &rule, const AnalysisOptions &options) {
  return options.checks.empty() ? rule.enabledByDefault
                                : options.checks.count(rule.check) != 0;
}

static void checkRule(const Program &program, const HookClass &hook,
                      const Contract &contract, const Rule &rule,
                      const AnalysisOptions &options, UnknownSites &unknown,
                      AnalysisResult &result) {
  ModelChecker checker(program, hook, contract, rule, options, unknown);
  for (const Breach &breach : checker.run())
    result.findings.push_back(makeFinding(program, hook, contract, rule, breach));
  if (checker.exhausted().empty())
    return;
  NotAnalysed notAnalysed;
  notAnalysed.place = program.place(hook.record->unit, hook.record->facts->location);
  notAnalysed.what = hook.record->facts->qualifiedName + " (" + rule.check + ")";
  notAnalysed.reason = "budget: " + checker.exhausted();
  result.notAnalysed.push_back(std::move(notAnalysed));
}

static void countFunctions(const Program &program, AnalysisResult &result) {
  for (const Function &function : program.functions()) {
    if (!function.facts->hasBody)
      continue;
    ++result.statistics.functions;
    if (function.facts->notAnalysed.empty())
      continue;
    ++result.statistics.functionsNotAnalysed;
    result.notAnalysed.push_back({program.place(function.unit, function.facts->location),
                                  function.facts->qualifiedName,
                                  function.facts->notAnalysed});
  }
}

AnalysisResult analyse(const std::vector<TranslationUnitFacts> &units,
                       const std::vector<Contract> &contracts,
                       const AnalysisOptions &options) {
  Program program(units);
  AnalysisResult result;
  UnknownSites unknown;
  std::set<std::string> hookClasses;
  for (const Contract &contract : contracts) {
    for (const HookClass &hook : findHookClasses(program, contract)) {
      hookClasses.insert(hook.record->facts->usr);
      for (const Rule &rule : contract.rules)
        if (isWanted(rule, options) && !isProgramRule(rule.kind))
          checkRule(program, hook, contract, rule, options, unknown, result);
    }
    for (const Rule &rule : contract.rules)
      if (isWanted(rule, options) && isProgramRule(rule.kind))
        for (const FunctionBreach &breach : checkProgram(program, contract, rule))
          result.findings.push_back(makeFinding(program, contract, rule, breach));
  }
  countFunctions(program, result);
  finishFindings(result.findings);
  Statistics &statistics = result.statistics;
  statistics.hookClasses = hookClasses.size();
  statistics.callsResolved = unknown.resolvedCalls.size();
  statistics.unknownIndirectCalls = unknown.indirectCalls.size();
  statistics.unknownBodies = unknown.bodies.size();
  statistics.unknownHandedOver = unknown.handedOver.size();
  statistics.unknownGuards = unknown.guards.size();
  statistics.benefitOfDoubt = unknown.benefitOfDoubt.size();
  return result;
}

} // namespace hooktidy
