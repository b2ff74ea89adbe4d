//===- contract_document_test.cpp - the examples in docs/contracts.md -----===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract_support.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

using namespace hooktidy;

namespace {

std::string readSource(const std::string &path) {
  std::ifstream stream(HOOKTIDY_SOURCE_DIR "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The blocks that start with ```json and are a whole contract.
std::vector<std::string> contractsIn(const std::string &document) {
  const std::string open = "```json\n", close = "```";
  std::vector<std::string> contracts;
  for (std::size_t start = document.find(open); start != std::string::npos;
       start = document.find(open, start)) {
    start += open.size();
    std::string block = document.substr(start, document.find(close, start) - start);
    if (block.find("\"schema_version\"") != std::string::npos)
      contracts.push_back(block);
  }
  return contracts;
}

TEST(ContractDocument, ExamplesAreContracts) {
  std::vector<std::string> examples = contractsIn(readSource("docs/contracts.md"));
  ASSERT_EQ(examples.size(), 2u);
  std::vector<Contract> known = loadBuiltInContracts();

  Contract pipeline = loadContract(examples[0], "docs/contracts.md", known);
  EXPECT_EQ(pipeline.name, "pipeline-stage");
  ASSERT_EQ(pipeline.rules.size(), 4u);
  EXPECT_EQ(
      pipeline.rules[0].phases,
      (std::vector<std::string>{"construct", "start", "process", "stop", "destroy"}));

  Contract extended = loadContract(examples[1], "docs/contracts.md", known);
  EXPECT_EQ(extended.findCapability("graph-mutation")->calls.size(),
            known[0].findCapability("graph-mutation")->calls.size() + 1);
}

TEST(ContractDocument, TellsTheLifecycleOfTheBuiltInContracts) {
  const std::string contracts = readSource("docs/contracts.md");
  for (const Contract &contract : loadBuiltInContracts())
    EXPECT_NE(contracts.find("\n    " + contract.lifecycleExpression + "\n"),
              std::string::npos);
  EXPECT_NE(readSource("docs/lifecycle.md")
                .find("\n    " + loadBuiltInContracts()[0].lifecycleExpression + "\n"),
            std::string::npos);
}

TEST(ContractDocument, NamesEveryBuiltInCheck) {
  const std::string contracts = readSource("docs/contracts.md");
  for (const Contract &contract : loadBuiltInContracts()) {
    EXPECT_EQ(contract.documentation, "docs/contracts.md#" + contract.name);
    EXPECT_NE(contracts.find("\n### " + contract.name + "\n"), std::string::npos);
    for (const Rule &rule : contract.rules)
      EXPECT_NE(contracts.find("| `" + rule.check + "` |"), std::string::npos);
  }
}

/// The same cases are put to docs/contract.schema.json by check_schema.py.
TEST(ContractSchema, AgreesWithTheLoader) {
  auto cases = nlohmann::json::parse(readSource("test/unit/contract_schema_cases.json"));
  std::vector<Contract> known = loadBuiltInContracts();
  for (const auto &entry : cases.at("cases")) {
    nlohmann::json contract = cases.at(entry.value("base", "base"));
    contract.merge_patch(entry.at("patch"));
    bool isGood = entry.value("good", false);
    try {
      loadContract(contract.dump(), "case.json", known);
      EXPECT_TRUE(isGood) << entry.at("why");
    } catch (const ContractError &error) {
      EXPECT_FALSE(isGood) << entry.at("why") << ": " << error.what();
    }
  }
}

} // namespace
