//===- checkpoint_kernels.cpp - kernels that save and restore variables ---===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/builtin_kernels.h"
#include "runtime_hook/graph/checkpoint_format.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/file_io.h"
#include "runtime_hook/graph/graph.h"

namespace hooktidy::runtime::internal {

TensorValue save_variables(const KernelContext &context) {
  NamedValues values;
  for (const Tensor &variable : context.graph().variables()) {
    const TensorValue value = context.state().get(variable.name());
    if (!value.has_value())
      throw FailedPreconditionError("variable '" + variable.name() +
                                    "' has no value to save");
    values.emplace_back(variable.name(), value);
  }
  write_file_atomically(context.file_name(), encode_checkpoint(values));
  return TensorValue();
}

TensorValue restore_variables(const KernelContext &context) {
  const std::string &path = context.file_name();
  const NamedValues values = decode_checkpoint(read_whole_file(path), path);
  const auto find = [&](const std::string &name) -> const TensorValue & {
    for (const auto &entry : values)
      if (entry.first == name)
        return entry.second;
    throw NotFoundError("checkpoint '" + path + "' has no variable '" + name + "'");
  };
  // All are looked up before the first is set: a failure changes nothing.
  NamedValues found;
  for (const Tensor &variable : context.graph().variables()) {
    const TensorValue &value = find(variable.name());
    if (value.dtype() != variable.dtype())
      throw InvalidArgumentError("checkpoint '" + path + "' has variable '" +
                                 variable.name() + "' with another element type");
    found.emplace_back(variable.name(), value);
  }
  for (const auto &[name, value] : found)
    context.state().set(name, value);
  return TensorValue();
}

} // namespace hooktidy::runtime::internal
