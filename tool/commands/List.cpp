//===- List.cpp - hooktidy list -------------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/List.h"

#include "contract/ContractLoader.h"
#include "report/Output.h"
#include "report/SeverityName.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hooktidy {

static std::string padded(const std::string &text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

static std::string writeText(const std::vector<Contract> &contracts) {
  std::size_t width = 0;
  for (const Contract &contract : contracts)
    for (const Rule &rule : contract.rules)
      width = std::max(width, rule.check.size());
  std::string text;
  for (const Contract &contract : contracts) {
    text += (text.empty() ? "" : "\n") + contract.name + " (" + contract.origin + ")\n";
    for (const Rule &rule : contract.rules)
      text += "  " + padded(rule.check, width) + "  " +
              padded(severityName(rule.severity), 7) + "  " +
              (rule.enabledByDefault ? "on " : "off") + "  " + rule.summary + "\n";
  }
  return text;
}

static std::string writeJson(const std::vector<Contract> &contracts) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const Contract &contract : contracts)
    for (const Rule &rule : contract.rules)
      checks.push_back({{"check", rule.check},
                        {"severity", severityName(rule.severity)},
                        {"enabled_by_default", rule.enabledByDefault},
                        {"contract", contract.name},
                        {"origin", contract.origin},
                        {"summary", rule.summary}});
  nlohmann::ordered_json root = {{"schema_version", 1}, {"checks", std::move(checks)}};
  return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

ExitCode runList(const ListOptions &options) {
  std::vector<Contract> contracts = loadContracts(options.contracts);
  writeOutput(
      options.format == Format::Json ? writeJson(contracts) : writeText(contracts), "");
  return ExitCode::Clean;
}

} // namespace hooktidy
