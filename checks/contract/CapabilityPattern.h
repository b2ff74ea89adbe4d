//===- CapabilityPattern.h - patterns on functions --------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_CAPABILITYPATTERN_H
#define HOOKTIDY_CONTRACT_CAPABILITYPATTERN_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// A pattern on a qualified name: `*` stands for any characters inside one
/// component, a component `**` for any number of components, none included. In
/// the name of an operator (`C::operator*`) a star is part of the name.
class NamePattern {
public:
  NamePattern() = default;
  explicit NamePattern(std::string text) : text(std::move(text)) {}

  /// True if the whole of `qualifiedName` ("a::b::c") matches.
  bool matches(std::string_view qualifiedName) const;
  const std::string &str() const { return text; }

private:
  std::string text;
};

/// A pattern on a call: the callee's qualified name and, if given, the types
/// of its parameters. Constructors are `C::C`, destructors `C::~C`, operators
/// `C::operator+=`.
struct CallPattern {
  /// As the last of `parameters`: there may be more of them, of any type.
  static constexpr std::string_view AnyMoreParameters = "...";

  NamePattern name;
  /// Patterns on the canonical parameter types; absent: any parameters.
  std::optional<std::vector<NamePattern>> parameters;

  bool matches(std::string_view qualifiedName,
               const std::vector<std::string> &parameterTypes) const;
};

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_CAPABILITYPATTERN_H
