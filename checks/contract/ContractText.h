//===- ContractText.h - typed views of a contract's JSON --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_CONTRACTTEXT_H
#define HOOKTIDY_CONTRACT_CONTRACTTEXT_H

#include "contract/PositionedJson.h"

#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// The text of a contract: turns places into "file:line:column". The `what`
/// of its functions is how messages call a value, e.g. "'methods' of phase
/// 'begin'".
class ContractText {
public:
  ContractText(std::string_view text, std::string origin)
      : text(text), origin(std::move(origin)) {}

  /// Throws ContractError.
  [[noreturn]] void fail(std::size_t offset, const std::string &message) const;
  /// The same for the byte `index` of the value of a string.
  [[noreturn]] void failInString(const JsonNode &string, std::size_t index,
                                 const std::string &message) const;

  /// Parses the text. Throws ContractError.
  JsonNode parse() const;

  /// These throw ContractError for a value of another type.
  const JsonNode &object(const JsonNode &node, const std::string &what) const;
  /// An array with at least one element unless `mayBeEmpty`.
  const std::vector<JsonNode> &array(const JsonNode &node, const std::string &what,
                                     bool mayBeEmpty = false) const;
  /// A string that is neither empty nor has control characters.
  const std::string &string(const JsonNode &node, const std::string &what) const;
  bool boolean(const JsonNode &node, const std::string &what) const;
  std::int64_t integer(const JsonNode &node, const std::string &what) const;

  const std::string &file() const { return origin; }

private:
  void expect(JsonKind kind, const JsonNode &node, const std::string &what) const;

  std::string_view text;
  std::string origin;
};

/// An object of which every key must be known.
class ContractObject {
public:
  /// Throws ContractError if `node` is no object or has a key not in `keys`.
  ContractObject(const ContractText &text, const JsonNode &node, std::string what,
                 const std::vector<std::string> &keys);

  /// The value of `key`, or null.
  const JsonNode *find(std::string_view key) const { return node.find(key); }
  /// The value of `key`; its absence is an error that says to add `example`.
  const JsonNode &require(std::string_view key, const std::string &example) const;
  /// "'key' of WHAT".
  std::string describe(std::string_view key) const;

  const std::string &name() const { return what; }
  std::size_t offset() const { return node.offset; }

private:
  const ContractText &text;
  const JsonNode &node;
  std::string what;
};

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_CONTRACTTEXT_H
