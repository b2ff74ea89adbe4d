//===- ContractReader.h - contracts from their JSON tree --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_CONTRACTREADER_H
#define HOOKTIDY_CONTRACT_CONTRACTREADER_H

#include "contract/Contract.h"
#include "contract/ContractText.h"

#include <vector>

namespace hooktidy {

/// Version of the JSON form.
constexpr int ContractSchemaVersion = 1;

/// Origins of the contracts in the binary start with this.
constexpr const char *BuiltInOrigin = "<built-in>/";

/// Reads the contract in `text`; it may extend any of `known`. Throws
/// ContractError.
Contract readContract(const ContractText &text, const std::vector<Contract> &known);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_CONTRACTREADER_H
