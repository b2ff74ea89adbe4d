//===- HookModule.cpp - the clang-tidy module -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/ContractLoader.h"
#include "tidy/HookCheck.h"
#include "tidy/UnitAnalysis.h"

#include "clang-tidy/ClangTidyModule.h"
#include HOOKTIDY_TIDY_REGISTRY_HEADER
#include "llvm/Support/FileSystem.h"

#include <memory>
#include <set>
#include <string>

namespace hooktidy {
namespace {

/// Gives all checks of a translation unit the same analysis. clang-tidy makes
/// the checks of a unit before it parses it, and destroys them before it makes
/// those of the next.
class CurrentUnit {
public:
  explicit CurrentUnit(std::vector<Contract> contracts)
      : contracts(std::move(contracts)) {}

  std::shared_ptr<UnitAnalysis> get() {
    std::shared_ptr<UnitAnalysis> unit = current.lock();
    if (!unit) {
      unit = std::make_shared<UnitAnalysis>(contracts);
      current = unit;
    }
    return unit;
  }

private:
  std::vector<Contract> contracts;
  std::weak_ptr<UnitAnalysis> current;
};

/// Registers the checks of the built-in contracts, and one for own contracts.
class HookModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &factories) override {
    std::vector<Contract> contracts = loadBuiltInContracts();
    std::set<std::string> names;
    for (const Contract &contract : contracts)
      for (const Rule &rule : contract.rules)
        names.insert(rule.check);
    auto current = std::make_shared<CurrentUnit>(std::move(contracts));
    for (const std::string &name : names)
      factories.registerCheckFactory(
          name, [current](llvm::StringRef name, clang::tidy::ClangTidyContext *context) {
            std::shared_ptr<UnitAnalysis> unit = current->get();
            unit->enableCheck(name.str());
            return std::make_unique<HookCheck>(name, context, std::move(unit));
          });
    llvm::SmallString<128> directory;
    // Without it, relative names of contract files stay relative.
    (void)llvm::sys::fs::current_path(directory);
    factories.registerCheckFactory(
        customContractsCheck,
        [current, start = directory.str().str()](llvm::StringRef name,
                                                 clang::tidy::ClangTidyContext *context) {
          return std::make_unique<CustomContractsCheck>(name, context, current->get(),
                                                        start);
        });
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<HookModule>
    registration("hook-module", "Checks of hook classes against lifecycle contracts.");

} // namespace
} // namespace hooktidy
