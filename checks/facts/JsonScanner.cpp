//===- JsonScanner.cpp - a pull parser for JSON ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facts/JsonScanner.h"
#include "facts/FactsJson.h"
#include "support/Utf8.h"

#include <charconv>

namespace hooktidy {
namespace {

bool isPlain(char c) {
  unsigned char byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

void appendUtf8(std::string &value, unsigned codePoint) {
  auto append = [&](unsigned byte) { value += static_cast<char>(byte); };
  if (codePoint < 0x80) {
    append(codePoint);
  } else if (codePoint < 0x800) {
    append(0xc0 | codePoint >> 6);
    append(0x80 | (codePoint & 0x3f));
  } else if (codePoint < 0x10000) {
    append(0xe0 | codePoint >> 12);
    append(0x80 | (codePoint >> 6 & 0x3f));
    append(0x80 | (codePoint & 0x3f));
  } else {
    append(0xf0 | codePoint >> 18);
    append(0x80 | (codePoint >> 12 & 0x3f));
    append(0x80 | (codePoint >> 6 & 0x3f));
    append(0x80 | (codePoint & 0x3f));
  }
}

} // namespace

void JsonScanner::fail(const std::string &message) const {
  throw FactsError("byte " + std::to_string(offset) + ": " + message);
}

void JsonScanner::skipSpace() {
  while (offset < text.size() && (text[offset] == ' ' || text[offset] == '\n' ||
                                  text[offset] == '\t' || text[offset] == '\r'))
    ++offset;
}

void JsonScanner::expect(char wanted) {
  skipSpace();
  if (offset == text.size() || text[offset] != wanted)
    fail(std::string("expected '") + wanted + "'");
  ++offset;
}

bool JsonScanner::next(bool &isFirst, char closing) {
  skipSpace();
  if (offset < text.size() && text[offset] == closing) {
    ++offset;
    return false;
  }
  if (!isFirst)
    expect(',');
  isFirst = false;
  return true;
}

bool JsonScanner::nextKey(bool &isFirst, std::string_view &key) {
  if (!next(isFirst, '}'))
    return false;
  expect('"');
  std::size_t end = text.find('"', offset);
  if (end == std::string_view::npos)
    fail("a key does not end");
  key = text.substr(offset, end - offset);
  offset = end + 1;
  expect(':');
  return true;
}

bool JsonScanner::skipWord(std::string_view word) {
  if (text.substr(offset, word.size()) != word)
    return false;
  offset += word.size();
  return true;
}

bool JsonScanner::readBoolean() {
  skipSpace();
  if (skipWord("true"))
    return true;
  if (!skipWord("false"))
    fail("expected 'true' or 'false'");
  return false;
}

std::int64_t JsonScanner::readInteger(std::int64_t low, std::int64_t high) {
  skipSpace();
  std::int64_t value = 0;
  const char *begin = text.data() + offset;
  const char *end = text.data() + text.size();
  auto [parsed, error] = std::from_chars(begin, end, value);
  if (error == std::errc::invalid_argument)
    fail("expected an integer");
  bool isFraction = parsed != end && (*parsed == '.' || *parsed == 'e' || *parsed == 'E');
  std::string_view digits(begin, static_cast<std::size_t>(parsed - begin));
  if (digits.front() == '-')
    digits.remove_prefix(1);
  if (isFraction || (digits.size() > 1 && digits.front() == '0'))
    fail("expected an integer");
  if (error == std::errc::result_out_of_range || value < low || value > high)
    fail("the integer is out of range");
  offset += static_cast<std::size_t>(parsed - begin);
  return value;
}

void JsonScanner::readString(std::string &value) {
  expect('"');
  value.clear();
  for (;;) {
    std::size_t end = offset;
    while (end < text.size() && isPlain(text[end]))
      ++end;
    value.append(text, offset, end - offset);
    offset = end;
    if (offset == text.size())
      fail("a string does not end");
    if (text[offset] == '"')
      break;
    if (text[offset] == '\\') {
      readEscape(value);
      continue;
    }
    if (static_cast<unsigned char>(text[offset]) < 0x20)
      fail("a string has a control character");
    std::size_t length = utf8SequenceLength(text.substr(offset));
    if (length == 0)
      fail("a string is not UTF-8");
    value.append(text, offset, length);
    offset += length;
  }
  ++offset;
}

void JsonScanner::readEscape(std::string &value) {
  constexpr std::string_view Names = "\"\\/bfnrt";
  constexpr std::string_view Values = "\"\\/\b\f\n\r\t";
  if (skipWord("\\u")) {
    unsigned unit = readHexDigits();
    bool isLead = unit >= 0xd800 && unit < 0xdc00;
    if (isLead && skipWord("\\u")) {
      unsigned trail = readHexDigits();
      if (trail < 0xdc00 || trail >= 0xe000)
        fail("a string has half of a surrogate pair");
      unit = 0x10000 + ((unit - 0xd800) << 10) + (trail - 0xdc00);
    } else if (unit >= 0xdc80 && unit <= 0xdcff) {
      value += static_cast<char>(unit - 0xdc00);
      return;
    } else if (unit >= 0xd800 && unit < 0xe000) {
      fail("a string has half of a surrogate pair");
    }
    appendUtf8(value, unit);
    return;
  }
  std::size_t index =
      offset + 1 < text.size() ? Names.find(text[offset + 1]) : std::string_view::npos;
  if (index == std::string_view::npos)
    fail("a string has an unknown escape");
  value += Values[index];
  offset += 2;
}

unsigned JsonScanner::readHexDigits() {
  std::string_view digits = text.substr(offset, 4);
  unsigned value = 0;
  auto [parsed, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 4 || error != std::errc() ||
      parsed != digits.data() + digits.size())
    fail("a string has an unknown escape");
  offset += 4;
  return value;
}

void JsonScanner::finish() {
  skipSpace();
  if (offset != text.size())
    fail("there is text after the facts");
}

} // namespace hooktidy
