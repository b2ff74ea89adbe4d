//===- LifetimeReader.h - what a framework lends, from JSON -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_LIFETIMEREADER_H
#define HOOKTIDY_CONTRACT_LIFETIMEREADER_H

#include "contract/Contract.h"
#include "contract/ContractText.h"

#include <string>
#include <vector>

namespace hooktidy {

/// A list of lifetimes. Throws ContractError.
std::vector<Lifetime> readLifetimes(const ContractText &text, const JsonNode &node,
                                    const Contract &contract, const std::string &what);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_LIFETIMEREADER_H
