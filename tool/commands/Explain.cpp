//===- Explain.cpp - hooktidy explain -------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/Explain.h"

#include "CheckPages.h"
#include "Error.h"
#include "contract/ContractLoader.h"
#include "contract/NameSuggestion.h"
#include "driver/CheckSelection.h"
#include "report/Output.h"

namespace hooktidy {

static std::string joined(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// What the contract itself says.
static std::string describe(const Contract &contract, const Rule &rule) {
  std::string text = rule.check + "\n\n" + rule.summary +
                     "\n\nContract: " + contract.name + " (" + contract.origin + ")\n";
  if (!rule.phases.empty())
    text += "Phases: " + joined(rule.phases) + "\n";
  if (!rule.capability.empty())
    text += "Capability: " + rule.capability + "\n";
  if (!contract.documentation.empty())
    text += "Documentation: " + contract.documentation + "\n";
  return text + "Message: " + rule.message + "\n";
}

ExitCode runExplain(const ExplainOptions &options) {
  std::vector<Contract> contracts = loadContracts(options.contracts);
  for (const CheckPage &page : checkPages())
    if (page.check == options.check) {
      writeOutput(std::string(page.text), "");
      return ExitCode::Clean;
    }
  for (const Contract &contract : contracts)
    for (const Rule &rule : contract.rules)
      if (rule.check == options.check) {
        writeOutput(describe(contract, rule), "");
        return ExitCode::Clean;
      }
  throw ToolError(unknownNameMessage("check", options.check, "", checkNames(contracts)));
}

} // namespace hooktidy
