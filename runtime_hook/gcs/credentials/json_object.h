//===- json_object.h - strict reader of secret JSON objects -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Credentials and token answers are JSON objects of strings. A general JSON library
// leaves copies of what it reads in memory that it does not wipe, and quotes the text in
// its errors; this reader does neither. Anything but one well-formed object (RFC 8259,
// UTF-8) is refused, and so is a member name that comes twice.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_JSON_OBJECT_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_JSON_OBJECT_H

#include "runtime_hook/gcs/credentials/secret_string.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hooktidy::credentials {

enum class JsonKind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

/// "null", "a string", ...
const char *json_kind_name(JsonKind kind) noexcept;

struct JsonMember {
  std::string name;
  JsonKind kind = JsonKind::kNull;
  /// The string's text, or a number or bool as it is written; empty for the others.
  SecretString text;
  /// Where the value begins in the JSON text.
  std::size_t offset = 0;
};

struct JsonProblem {
  /// Quotes nothing of the JSON text.
  std::string message;
  std::size_t offset = 0;
  /// The text is JSON, but no object.
  bool not_an_object = false;
};

/// The members of one JSON object; the contents of nested values are checked and dropped.
class JsonObject {
public:
  /// The object, or what is wrong with the text.
  static std::variant<JsonObject, JsonProblem> parse(std::string_view text);

  /// Null if there is none of that name.
  const JsonMember *find(std::string_view name) const noexcept;
  const std::vector<JsonMember> &members() const noexcept { return members_; }

private:
  std::vector<JsonMember> members_;
};

} // namespace hooktidy::credentials

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_JSON_OBJECT_H
