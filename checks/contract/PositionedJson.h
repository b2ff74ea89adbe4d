//===- PositionedJson.h - JSON that knows its places ------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small tree of JSON values, each with the byte at which it starts, so that
// an error in a contract can be shown where it was written.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_POSITIONEDJSON_H
#define HOOKTIDY_CONTRACT_POSITIONEDJSON_H

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

enum class JsonKind { Null, Boolean, Integer, Number, String, Array, Object };

struct JsonMember;

/// A JSON value. `Number` is one that is no 64-bit integer; its value is not
/// kept, because no contract has one.
struct JsonNode {
  JsonKind kind = JsonKind::Null;
  /// Byte at which the value starts in the text.
  std::size_t offset = 0;
  bool boolean = false;
  std::int64_t integer = 0;
  std::string text;
  std::vector<JsonNode> elements;
  std::vector<JsonMember> members;

  /// The value of a member, or null if there is none of that name.
  const JsonNode *find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  std::size_t keyOffset = 0;
  JsonNode value;
};

/// A text that is not JSON, has a key twice or is nested too deeply.
class JsonError : public std::runtime_error {
public:
  JsonError(const std::string &what, std::size_t offset)
      : std::runtime_error(what), offset(offset) {}
  const std::size_t offset;
};

/// Arrays and objects inside each other beyond this are an error.
constexpr unsigned MaxJsonNesting = 64;

/// Parses the whole of `text`. Throws JsonError.
JsonNode parsePositionedJson(std::string_view text);

/// "an array" and the like, for messages.
const char *describeJsonKind(JsonKind kind);

/// Offset in `text` of the byte `index` of the value of the string `node`; the
/// two differ where the string has escapes.
std::size_t offsetInString(std::string_view text, const JsonNode &node,
                           std::size_t index);

struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Line and column (in bytes), both from 1, of a byte of `text`.
LineColumn lineColumnAt(std::string_view text, std::size_t offset);

/// Offset of the first byte that is no part of well-formed UTF-8, or npos.
std::size_t findInvalidUtf8(std::string_view text);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_POSITIONEDJSON_H
