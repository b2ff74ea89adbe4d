//===- PositionedJson.cpp - JSON that knows its places --------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nlohmann_json's SAX events carry no places. But the parser reads its input
// one character at a time, so that a counting iterator knows at each event
// where the token ends; it starts behind the previous one, after white space,
// ',' and ':'. The lexer reads one character beyond a number.
//
//===----------------------------------------------------------------------===//

#include "contract/PositionedJson.h"
#include "contract/NameSuggestion.h"
#include "support/Utf8.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

namespace hooktidy {
namespace {

constexpr std::string_view ByteOrderMark = "\xef\xbb\xbf";

/// Input iterator that says how far the parser, which works on copies, has read.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountingIterator(const char *at, std::size_t *count) : at(at), count(count) {}

  reference operator*() const { return *at; }
  CountingIterator &operator++() {
    ++at;
    ++*count;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const CountingIterator &other) const { return at == other.at; }
  bool operator!=(const CountingIterator &other) const { return at != other.at; }

private:
  const char *at;
  std::size_t *count;
};

/// The parser's "[...] parse error at line 1, column 2: REASON; last read: TEXT".
/// TEXT can be as long as the file.
std::string reasonOf(const std::exception &error) {
  std::string message = error.what();
  for (const char *prefix : {"] ", "column ", ": "}) {
    std::size_t found = message.find(prefix);
    if (found != std::string::npos)
      message.erase(0, found + std::string_view(prefix).size());
  }
  return onOneLine(message.substr(0, message.find("; last read")));
}

/// Builds the tree. The member functions without a comment are those of
/// nlohmann::json_sax.
class TreeBuilder {
public:
  explicit TreeBuilder(std::string_view text) : text(text) {
    if (text.substr(0, ByteOrderMark.size()) == ByteOrderMark)
      tokenEnd = ByteOrderMark.size();
  }

  JsonNode take() { return std::move(root); }
  std::size_t *counter() { return &consumed; }

  bool null() {
    add(JsonKind::Null);
    return true;
  }
  bool boolean(bool value) {
    add(JsonKind::Boolean).boolean = value;
    return true;
  }
  bool number_integer(std::int64_t value) {
    addNumber(JsonKind::Integer).integer = value;
    return true;
  }
  bool number_unsigned(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return number_float(0, {});
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(double, const std::string &) {
    addNumber(JsonKind::Number);
    return true;
  }
  bool string(std::string &value) {
    add(JsonKind::String).text = std::move(value);
    return true;
  }
  bool binary(nlohmann::json::binary_t &) { return false; }
  bool start_array(std::size_t) { return open(JsonKind::Array); }
  bool end_array() { return close(); }
  bool start_object(std::size_t) { return open(JsonKind::Object); }
  bool end_object() { return close(); }
  bool key(std::string &name) {
    std::size_t start = takeToken();
    auto [first, isNew] = containers.back().keys.emplace(name, start);
    if (!isNew) {
      LineColumn place = lineColumnAt(text, first->second);
      throw JsonError("key " + inQuotes(name) + " is already there at " +
                          std::to_string(place.line) + ":" +
                          std::to_string(place.column) + "; remove one of the two",
                      start);
    }
    containers.back().node->members.push_back({std::move(name), start, {}});
    return true;
  }
  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &error) {
    std::string reason = reasonOf(error);
    throw JsonError(reason, errorOffset(reason));
  }

private:
  struct Container {
    JsonNode *node;
    std::unordered_map<std::string, std::size_t> keys;
  };

  JsonNode &place(std::size_t start, JsonKind kind) {
    JsonNode *node = &root;
    if (!containers.empty()) {
      JsonNode &parent = *containers.back().node;
      node = parent.kind == JsonKind::Array ? &parent.elements.emplace_back()
                                            : &parent.members.back().value;
    }
    node->kind = kind;
    node->offset = start;
    return *node;
  }

  JsonNode &add(JsonKind kind) { return place(takeToken(), kind); }

  JsonNode &addNumber(JsonKind kind) {
    JsonNode &node = add(kind);
    --tokenEnd;
    return node;
  }

  bool open(JsonKind kind) {
    std::size_t start = takeToken();
    if (containers.size() == MaxJsonNesting)
      throw JsonError("values are nested more than " + std::to_string(MaxJsonNesting) +
                          " deep; no contract needs that",
                      start);
    // Only the innermost container grows, so that the pointers stay valid.
    containers.push_back({&place(start, kind), {}});
    return true;
  }

  bool close() {
    tokenEnd = consumed;
    containers.pop_back();
    return true;
  }

  std::size_t tokenStart() const {
    return std::min(text.find_first_not_of(" \t\r\n,:", tokenEnd), text.size());
  }

  std::size_t takeToken() {
    std::size_t start = tokenStart();
    tokenEnd = consumed;
    return start;
  }

  /// A misplaced token is shown at its start, a broken one where it breaks.
  std::size_t errorOffset(const std::string &reason) const {
    if (reason.find("missing closing quote") != std::string::npos)
      return tokenStart();
    std::size_t found = reason.find("unexpected ");
    if (found != std::string::npos) {
      std::string token = reason.substr(found, reason.find(';', found) - found);
      if (token == "unexpected end of input")
        return text.size();
      if (token.find("literal") != std::string::npos)
        return tokenStart();
    }
    std::size_t end = std::min(consumed, text.size());
    return end == 0 ? 0 : end - 1;
  }

  std::string_view text;
  std::size_t consumed = 0;
  std::size_t tokenEnd = 0;
  JsonNode root;
  std::vector<Container> containers;
};

/// Bytes of the UTF-8 form of the code unit that an escape such as \u00e4
/// stands for; a pair of surrogates has 4 in all.
std::size_t utf8Length(unsigned codeUnit) {
  if (codeUnit < 0x80)
    return 1;
  bool isSurrogate = codeUnit >= 0xd800 && codeUnit < 0xe000;
  return codeUnit < 0x800 || isSurrogate ? 2 : 3;
}

} // namespace

const JsonNode *JsonNode::find(std::string_view key) const {
  for (const JsonMember &member : members)
    if (member.key == key)
      return &member.value;
  return nullptr;
}

JsonNode parsePositionedJson(std::string_view text) {
  TreeBuilder builder(text);
  CountingIterator first(text.data(), builder.counter());
  CountingIterator last(text.data() + text.size(), builder.counter());
  nlohmann::json::sax_parse(first, last, &builder);
  return builder.take();
}

const char *describeJsonKind(JsonKind kind) {
  switch (kind) {
  case JsonKind::Null:
    return "null";
  case JsonKind::Boolean:
    return "a boolean";
  case JsonKind::Integer:
    return "an integer";
  case JsonKind::Number:
    return "a number";
  case JsonKind::String:
    return "a string";
  case JsonKind::Array:
    return "an array";
  case JsonKind::Object:
    return "an object";
  }
  return "";
}

std::size_t offsetInString(std::string_view text, const JsonNode &node,
                           std::size_t index) {
  std::size_t offset = node.offset + 1;
  for (std::size_t decoded = 0; decoded < index && offset < text.size();) {
    if (text[offset] != '\\') {
      ++decoded;
      ++offset;
    } else if (text.substr(offset + 1, 1) == "u") {
      decoded += utf8Length(static_cast<unsigned>(
          std::stoul(std::string(text.substr(offset + 2, 4)), nullptr, 16)));
      offset += 6;
    } else {
      ++decoded;
      offset += 2;
    }
  }
  return std::min(offset, text.size());
}

LineColumn lineColumnAt(std::string_view text, std::size_t offset) {
  std::string_view before = text.substr(0, offset);
  std::size_t lastBreak = before.rfind('\n');
  std::size_t lineStart = lastBreak == std::string_view::npos ? 0 : lastBreak + 1;
  return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          before.size() - lineStart + 1};
}

std::size_t findInvalidUtf8(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    std::size_t length = utf8SequenceLength(text.substr(offset));
    if (length == 0)
      return offset;
    offset += length;
  }
  return std::string_view::npos;
}

} // namespace hooktidy
