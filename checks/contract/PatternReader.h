//===- PatternReader.h - patterns and resources from JSON -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_PATTERNREADER_H
#define HOOKTIDY_CONTRACT_PATTERNREADER_H

#include "contract/Contract.h"
#include "contract/ContractText.h"

#include <string>
#include <vector>

namespace hooktidy {

/// The readers of this file throw ContractError; `what` is as in ContractText.

/// A list of patterns on names of classes.
std::vector<NamePattern> readNamePatterns(const ContractText &text, const JsonNode &node,
                                          const std::string &what);

/// A list of patterns on calls, each a name or {"name": ..., "parameters": ...}.
std::vector<CallPattern> readCallPatterns(const ContractText &text, const JsonNode &node,
                                          const std::string &what);

/// A list of resources.
std::vector<Resource> readResources(const ContractText &text, const JsonNode &node,
                                    const std::string &what);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_PATTERNREADER_H
