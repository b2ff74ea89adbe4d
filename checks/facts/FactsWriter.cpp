//===- FactsWriter.cpp - facts to JSON ------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text goes straight into one string: facts pass between processes for
// every translation unit, and a tree of JSON values costs more than all the
// rest.
//
// Bytes that are no UTF-8, as string literals may have, are written as the
// lone surrogates \udc80 to \udcff, and only the reader of this project turns
// them back.
//
//===----------------------------------------------------------------------===//

#include "facts/FactsFields.h"
#include "facts/FactsJson.h"
#include "support/Utf8.h"

#include <charconv>
#include <type_traits>

namespace hooktidy {
namespace {

constexpr char HexDigits[] = "0123456789abcdef";

/// Finds out whether all members have the value that leaving them out means.
class DefaultTest {
public:
  template <typename Member> void field(std::string_view, const Member &member) {
    result = result && isDefault(member);
  }

  template <typename Value> static bool isDefault(const Value &value) {
    if constexpr (std::is_enum_v<Value> || std::is_arithmetic_v<Value>) {
      return value == Value();
    } else {
      DefaultTest test;
      FieldsOf<Value>::visit(test, value);
      return test.result;
    }
  }
  static bool isDefault(const std::string &value) { return value.empty(); }
  static bool isDefault(const Location &value) {
    return value.file == 0 && value.line == 0 && value.column == 0;
  }
  template <typename Element> static bool isDefault(const std::vector<Element> &value) {
    return value.empty();
  }
  template <typename Value> static bool isDefault(const std::optional<Value> &value) {
    return !value;
  }

private:
  bool result = true;
};

class Writer {
public:
  explicit Writer(std::string &out) : out(out) {}

  template <typename Member> void field(std::string_view name, const Member &member) {
    if (DefaultTest::isDefault(member))
      return;
    writeKey(name);
    write(member);
  }

  /// Opens the object in which the fields stand that follow.
  void beginObject() { out += '{'; }
  void endObject() { out += '}'; }
  void writeKey(std::string_view name) {
    if (out.back() != '{')
      out += ',';
    out += '"';
    out += name;
    out += "\":";
  }

  void write(std::int64_t value) { writeInteger(value); }
  void write(std::uint32_t value) { writeInteger(value); }
  void write(int value) { writeInteger(value); }
  void write(bool value) { out += value ? "true" : "false"; }
  void write(const std::string &value);
  void write(const Location &value) {
    out += '[';
    writeInteger(value.file);
    out += ',';
    writeInteger(value.line);
    out += ',';
    writeInteger(value.column);
    out += ']';
  }
  void write(const Expression &value) {
    beginObject();
    if (++depth < MaxExpressionDepth)
      FieldsOf<Expression>::visit(*this, value);
    --depth;
    endObject();
  }
  template <typename Value> void write(const std::optional<Value> &value) {
    write(*value);
  }
  template <typename Element> void write(const std::vector<Element> &values) {
    out += '[';
    for (std::size_t index = 0; index != values.size(); ++index) {
      if (index != 0)
        out += ',';
      write(values[index]);
    }
    out += ']';
  }
  template <typename Value> void write(const Value &value) {
    if constexpr (std::is_enum_v<Value>) {
      out += '"';
      out += EnumeratorNames<Value>::All[static_cast<std::size_t>(value)];
      out += '"';
    } else {
      beginObject();
      FieldsOf<Value>::visit(*this, value);
      endObject();
    }
  }

private:
  template <typename Integer> void writeInteger(Integer value) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void writeEscape(unsigned codeUnit) {
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
      out += HexDigits[(codeUnit >> shift) & 0xf];
  }
  std::size_t writeSpecial(std::string_view rest);

  std::string &out;
  unsigned depth = 0;
};

bool isPlain(char c) {
  unsigned char byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

void Writer::write(const std::string &value) {
  out += '"';
  for (std::size_t offset = 0; offset != value.size();) {
    std::size_t end = offset;
    while (end != value.size() && isPlain(value[end]))
      ++end;
    out.append(value, offset, end - offset);
    offset = end;
    if (offset != value.size())
      offset += writeSpecial(std::string_view(value).substr(offset));
  }
  out += '"';
}

/// Writes the character at the start of `rest`; returns its length there.
std::size_t Writer::writeSpecial(std::string_view rest) {
  unsigned char byte = static_cast<unsigned char>(rest.front());
  if (byte == '"' || byte == '\\') {
    out += '\\';
    out += rest.front();
    return 1;
  }
  if (byte < 0x20) {
    writeEscape(byte);
    return 1;
  }
  std::size_t length = utf8SequenceLength(rest);
  if (length == 0) {
    writeEscape(0xdc00u + byte);
    return 1;
  }
  out += rest.substr(0, length);
  return length;
}

} // namespace

std::string writeFacts(const TranslationUnitFacts &facts) {
  std::string out;
  Writer writer(out);
  writer.beginObject();
  writer.writeKey(VersionKey);
  writer.write(TranslationUnitFacts::SchemaVersion);
  FieldsOf<TranslationUnitFacts>::visit(writer, facts);
  writer.endObject();
  return out;
}

} // namespace hooktidy
