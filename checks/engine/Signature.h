//===- Signature.h - declarations compared ----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_SIGNATURE_H
#define HOOKTIDY_ENGINE_SIGNATURE_H

#include "facts/Facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// A type without what says how it is passed: `const`, references, pointers.
std::string_view bareType(std::string_view type);

/// True if the parameters are of the same types, however they are passed.
bool takesTheSame(const FunctionFacts &left, const FunctionFacts &right);

/// How declarations of one class are written in messages: without the names of the
/// namespaces in which the class is.
class SignatureWriter {
public:
  explicit SignatureWriter(const FunctionFacts &method);

  std::string type(const std::string &type) const;
  /// "void end(Session &)".
  std::string signature(const FunctionFacts &method) const;

private:
  /// "ns::inner::"
  std::string scope;
};

/// In what `method` differs from `meant`, one phrase each. Empty: in nothing that
/// the facts tell.
std::vector<std::string> differences(const FunctionFacts &method,
                                     const FunctionFacts &meant);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_SIGNATURE_H
