//===- json_object.cpp - strict reader of secret JSON objects -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/credentials/json_object.h"

#include <utility>

namespace hooktidy::credentials {

namespace {

constexpr int kMaxDepth = 32;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Length of the UTF-8 sequence at the beginning of `text`; 0 if it is not valid.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xC2 && first <= 0xDF)
    return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4
                                                                                   : 0;
  }
  return 0;
}

template <typename Text> void append_utf8(Text &text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

/// Thrown inside this file only.
struct Refusal {
  const char *message;
  std::size_t offset;
};

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<JsonMember> read_document(bool &is_object) {
    std::vector<JsonMember> members;
    skip_space();
    is_object = peek() == '{';
    if (is_object)
      read_object(&members, 0);
    else
      read_value(nullptr, 0);
    skip_space();
    if (at_ != text_.size())
      refuse("there is text after the end of the JSON value");
    return members;
  }

private:
  [[noreturn]] void refuse(const char *message) const { throw Refusal{message, at_}; }

  /// '\0' at the end; a NUL in the text is refused wherever a token is expected.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char c) {
    if (peek() != c || at_ == text_.size())
      return false;
    ++at_;
    return true;
  }

  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
      ++at_;
  }

  void read_object(std::vector<JsonMember> *members, int depth) {
    if (depth > kMaxDepth)
      refuse("values are nested too deeply");
    take('{');
    skip_space();
    if (take('}'))
      return;
    std::vector<std::string> names;
    do {
      skip_space();
      JsonMember member;
      member.name = read_name(names);
      skip_space();
      if (!take(':'))
        refuse("a ':' is missing after a member's name");
      skip_space();
      member.offset = at_;
      member.kind = read_value(members ? &member.text : nullptr, depth + 1);
      if (members)
        members->push_back(std::move(member));
      skip_space();
    } while (take(','));
    if (!take('}'))
      refuse("a ',' or '}' is missing after a member");
  }

  std::string read_name(std::vector<std::string> &names) {
    if (peek() != '"')
      refuse("a member's name in double quotes is missing");
    const std::size_t start = at_;
    std::string name;
    read_string(&name);
    for (const std::string &other : names)
      if (other == name)
        throw Refusal{"a member's name comes twice", start};
    names.push_back(name);
    return name;
  }

  void read_array(int depth) {
    if (depth > kMaxDepth)
      refuse("values are nested too deeply");
    take('[');
    skip_space();
    if (take(']'))
      return;
    do {
      skip_space();
      read_value(nullptr, depth + 1);
      skip_space();
    } while (take(','));
    if (!take(']'))
      refuse("a ',' or ']' is missing after an element");
  }

  JsonKind read_value(SecretString *text, int depth) {
    switch (peek()) {
    case '{':
      read_object(nullptr, depth);
      return JsonKind::kObject;
    case '[':
      read_array(depth);
      return JsonKind::kArray;
    case '"':
      if (text)
        read_string(text);
      else
        read_string(static_cast<SecretString *>(nullptr));
      return JsonKind::kString;
    case 't':
      read_word("true", text);
      return JsonKind::kBool;
    case 'f':
      read_word("false", text);
      return JsonKind::kBool;
    case 'n':
      read_word("null", nullptr);
      return JsonKind::kNull;
    default:
      read_number(text);
      return JsonKind::kNumber;
    }
  }

  void read_word(std::string_view word, SecretString *text) {
    if (text_.substr(at_, word.size()) != word)
      refuse("a value is missing or not quoted");
    at_ += word.size();
    if (text)
      text->append(word);
  }

  void read_digits() {
    if (!is_digit(peek()))
      refuse("a value is missing or not quoted");
    while (is_digit(peek()))
      ++at_;
  }

  void read_number(SecretString *text) {
    const std::size_t start = at_;
    take('-');
    if (!take('0'))
      read_digits();
    if (take('.'))
      read_digits();
    if (take('e') || take('E')) {
      if (!take('+'))
        take('-');
      read_digits();
    }
    if (text)
      text->append(text_.substr(start, at_ - start));
  }

  /// `text` may be null: then the string is only checked.
  template <typename Text> void read_string(Text *text) {
    take('"');
    while (!take('"')) {
      if (at_ == text_.size())
        refuse("a string has no end");
      if (static_cast<unsigned char>(peek()) < 0x20)
        refuse("a control character in a string; write it as an escape such as \\n");
      if (peek() == '\\') {
        read_escape(text);
        continue;
      }
      const std::size_t length = utf8_length(text_.substr(at_));
      if (length == 0)
        refuse("a string is not UTF-8");
      if (text)
        text->append(text_.substr(at_, length));
      at_ += length;
    }
  }

  template <typename Text> void read_escape(Text *text) {
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    ++at_;
    if (take('u')) {
      const std::uint32_t code = read_code_point();
      if (text)
        append_utf8(*text, code);
      return;
    }
    const std::size_t which = at_ < text_.size() ? kEscapes.find(peek()) : kEscapes.npos;
    if (which == kEscapes.npos)
      refuse("an unknown escape in a string");
    if (text)
      text->push_back(kMeanings[which]);
    ++at_;
  }

  std::uint32_t read_code_point() {
    const std::uint32_t first = read_hex();
    if (first < 0xD800 || first > 0xDFFF)
      return first;
    if (first > 0xDBFF || !take('\\') || !take('u'))
      refuse("half of a surrogate pair in a string");
    const std::uint32_t second = read_hex();
    if (second < 0xDC00 || second > 0xDFFF)
      refuse("half of a surrogate pair in a string");
    return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
  }

  std::uint32_t read_hex() {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = peek();
      std::uint32_t digit = 0;
      if (is_digit(c))
        digit = static_cast<std::uint32_t>(c - '0');
      else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
        digit = static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
      else
        refuse("a \\u escape needs four hexadecimal digits");
      code = code << 4 | digit;
      ++at_;
    }
    return code;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

const char *json_kind_name(JsonKind kind) noexcept {
  switch (kind) {
  case JsonKind::kNull:
    return "null";
  case JsonKind::kBool:
    return "a bool";
  case JsonKind::kNumber:
    return "a number";
  case JsonKind::kString:
    return "a string";
  case JsonKind::kArray:
    return "an array";
  case JsonKind::kObject:
    return "an object";
  }
  return "unknown";
}

std::variant<JsonObject, JsonProblem> JsonObject::parse(std::string_view text) {
  try {
    JsonObject object;
    bool is_object = false;
    object.members_ = Reader(text).read_document(is_object);
    if (is_object)
      return object;
    return JsonProblem{"the JSON value is no object", 0, true};
  } catch (const Refusal &refusal) {
    return JsonProblem{refusal.message, refusal.offset, false};
  }
}

const JsonMember *JsonObject::find(std::string_view name) const noexcept {
  for (const JsonMember &member : members_)
    if (member.name == name)
      return &member;
  return nullptr;
}

} // namespace hooktidy::credentials
