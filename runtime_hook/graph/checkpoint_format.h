//===- checkpoint_format.h - variables as bytes -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_CHECKPOINT_FORMAT_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_CHECKPOINT_FORMAT_H

#include "runtime_hook/graph/tensor_value.h"

#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime::internal {

using NamedValues = std::vector<std::pair<std::string, TensorValue>>;

/// A magic line, the number of values, each value (name, type, shape, elements; all
/// numbers little-endian) and the CRC-32 of all that. No value may be empty.
std::string encode_checkpoint(const NamedValues &values);

/// The reverse. Throws DataLossError naming `path` if any byte is wrong or missing.
NamedValues decode_checkpoint(const std::string &bytes, const std::string &path);

/// Name of the file that names the latest checkpoint beside it.
inline constexpr char kCheckpointIndex[] = "checkpoint";

/// The name in such a file, whose contents are `text`. Throws DataLossError naming `path`
/// unless it is the name of a file beside it.
std::string checkpoint_name_in(std::string text, const std::string &path);

} // namespace hooktidy::runtime::internal

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_CHECKPOINT_FORMAT_H
