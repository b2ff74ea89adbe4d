//===- ContractLoader.h - contracts from JSON -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_CONTRACTLOADER_H
#define HOOKTIDY_CONTRACT_CONTRACTLOADER_H

#include "contract/Contract.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// A contract that cannot be used. what() is one line that starts with
/// "file:line:column: error: " and says what to do.
class ContractError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The contracts that are embedded in the binary. Throws ContractError.
std::vector<Contract> loadBuiltInContracts();

/// Loads the contract in `file`; `extends` may name any of `known`. Throws
/// ContractError.
Contract loadContractFile(const std::string &file, const std::vector<Contract> &known);

/// The same for a text; `origin` is the file name for error messages.
Contract loadContract(std::string_view text, const std::string &origin,
                      const std::vector<Contract> &known);

/// Built-in contracts and those in `files`. A file's contract replaces a
/// built-in one of the same name. Throws ContractError.
std::vector<Contract> loadContracts(const std::vector<std::string> &files);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_CONTRACTLOADER_H
