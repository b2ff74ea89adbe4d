//===- CheckSelection.cpp - which checks run ------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckSelection.h"

#include "Error.h"
#include "contract/NameSuggestion.h"
#include "driver/Glob.h"

#include <sstream>

namespace hooktidy {

std::vector<std::string> checkNames(const std::vector<Contract> &contracts) {
  std::set<std::string> names;
  for (const Contract &contract : contracts)
    for (const Rule &rule : contract.rules)
      names.insert(rule.check);
  return {names.begin(), names.end()};
}

static void apply(std::string glob, const std::vector<std::string> &names,
                  std::set<std::string> &selected) {
  bool isOff = glob[0] == '-';
  if (isOff)
    glob.erase(0, 1);
  bool matchesAny = false;
  for (const std::string &name : names) {
    if (!matchesGlob(glob, name))
      continue;
    matchesAny = true;
    if (isOff)
      selected.erase(name);
    else
      selected.insert(name);
  }
  if (!matchesAny)
    throw ToolError(glob.find('*') == std::string::npos
                        ? unknownNameMessage("check", glob, "", names)
                        : "no check matches " + inQuotes(glob) +
                              "; 'hooktidy list' shows all names");
}

std::set<std::string> selectChecks(const std::string &globs,
                                   const std::vector<Contract> &contracts) {
  std::vector<std::string> names = checkNames(contracts);
  std::set<std::string> selected;
  for (const Contract &contract : contracts)
    for (const Rule &rule : contract.rules)
      if (rule.enabledByDefault)
        selected.insert(rule.check);
  std::istringstream list(globs);
  for (std::string glob; std::getline(list, glob, ',');) {
    glob.erase(0, glob.find_first_not_of(" \t\n"));
    glob.erase(glob.find_last_not_of(" \t\n") + 1);
    if (!glob.empty() && glob != "-")
      apply(glob, names, selected);
  }
  if (selected.empty())
    throw ToolError("no check is turned on; --checks=-*,hook-... needs a name that "
                    "'hooktidy list' shows");
  return selected;
}

} // namespace hooktidy
