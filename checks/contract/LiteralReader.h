//===- LiteralReader.h - rules on literal arguments from JSON ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_LITERALREADER_H
#define HOOKTIDY_CONTRACT_LITERALREADER_H

#include "contract/Contract.h"
#include "contract/ContractText.h"

#include <string>
#include <vector>

namespace hooktidy {

/// A list of calls with what their literal arguments must be. Throws
/// ContractError.
std::vector<LiteralCall> readLiteralCalls(const ContractText &text, const JsonNode &node,
                                          const std::string &what);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_LITERALREADER_H
