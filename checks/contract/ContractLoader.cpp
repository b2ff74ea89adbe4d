//===- ContractLoader.cpp - contracts from JSON ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "contract/ContractLoader.h"
#include "contract/ContractReader.h"
#include "contract/EmbeddedContracts.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace hooktidy {
namespace {

/// Contracts have a few kilobytes; a larger file is something else.
constexpr std::size_t MaxFileSize = 1024 * 1024;

std::string readFile(const std::string &file) {
  ContractText nowhere({}, file);
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    nowhere.fail(0, "this is a directory; name a contract file in it");
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::fopen(file.c_str(), "rb"),
                                                          &std::fclose);
  if (!stream)
    nowhere.fail(0, "cannot open the contract: " + std::string(std::strerror(errno)) +
                        "; check the path");
  std::string text(MaxFileSize + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), stream.get()));
  if (std::ferror(stream.get()))
    nowhere.fail(0, "cannot read the contract: " + std::string(std::strerror(errno)));
  return text;
}

} // namespace

std::vector<Contract> loadBuiltInContracts() {
  std::vector<Contract> contracts;
  for (const EmbeddedContract &embedded : embeddedContracts())
    contracts.push_back(
        loadContract(embedded.text, BuiltInOrigin + embedded.file, contracts));
  return contracts;
}

Contract loadContractFile(const std::string &file, const std::vector<Contract> &known) {
  return loadContract(readFile(file), file, known);
}

Contract loadContract(std::string_view text, const std::string &origin,
                      const std::vector<Contract> &known) {
  ContractText source(text, origin);
  if (text.size() > MaxFileSize)
    source.fail(0, "the contract is larger than " + std::to_string(MaxFileSize) +
                       " bytes; is it the right file?");
  return readContract(source, known);
}

std::vector<Contract> loadContracts(const std::vector<std::string> &files) {
  std::vector<Contract> contracts = loadBuiltInContracts();
  for (const std::string &file : files) {
    Contract loaded = loadContractFile(file, contracts);
    bool replaced = false;
    for (Contract &contract : contracts)
      if (contract.name == loaded.name) {
        contract = loaded;
        replaced = true;
      }
    if (!replaced)
      contracts.push_back(std::move(loaded));
  }
  return contracts;
}

} // namespace hooktidy
