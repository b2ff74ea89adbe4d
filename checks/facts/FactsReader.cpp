//===- FactsReader.cpp - facts from JSON ----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facts/FactsCheck.h"
#include "facts/FactsFields.h"
#include "facts/FactsJson.h"
#include "facts/JsonScanner.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <type_traits>

namespace hooktidy {
namespace {

constexpr std::size_t MaxNameInMessage = 40;

class Reader {
public:
  explicit Reader(std::string_view json) : scanner(json) {}

  TranslationUnitFacts read();

private:
  /// Reads the fields of an object in one pass if they come in the order in
  /// which they are written, and in more passes otherwise.
  class Fields {
  public:
    explicit Fields(Reader &reader) : reader(reader) {}

    /// True if there is a key left.
    bool advance() { return hasKey = reader.scanner.nextKey(isFirst, key); }

    template <typename Member> void field(std::string_view name, Member &member) {
      std::uint64_t bit = std::uint64_t(1) << ordinal++;
      if (!hasKey || key != name)
        return;
      if (seen & bit)
        reader.scanner.fail("key '" + std::string(name) + "' is there twice");
      seen |= bit;
      reader.readValue(member);
      advance();
      matched = true;
    }

    template <typename Value> void readRest(Value &value) {
      while (hasKey) {
        ordinal = 0;
        matched = false;
        FieldsOf<Value>::visit(*this, value);
        if (!matched)
          reader.scanner.fail("unknown key '" +
                              std::string(key.substr(0, MaxNameInMessage)) + "'");
      }
    }

    std::string_view key;

  private:
    Reader &reader;
    bool hasKey = false;
    bool isFirst = true;
    bool matched = false;
    unsigned ordinal = 0;
    std::uint64_t seen = 0;
  };

  template <typename Value> void readObject(Value &value) {
    scanner.beginObject();
    Fields fields(*this);
    fields.advance();
    fields.readRest(value);
  }

  void readValue(std::string &value) { scanner.readString(value); }
  void readValue(bool &value) { value = scanner.readBoolean(); }
  void readValue(std::int64_t &value) {
    value = scanner.readInteger(std::numeric_limits<std::int64_t>::min(),
                                std::numeric_limits<std::int64_t>::max());
  }
  void readValue(std::uint32_t &value) {
    value = static_cast<std::uint32_t>(
        scanner.readInteger(0, std::numeric_limits<std::uint32_t>::max()));
  }
  void readValue(Location &value);
  void readValue(Expression &value) {
    if (++depth > MaxExpressionDepth)
      scanner.fail("expressions are nested more than " +
                   std::to_string(MaxExpressionDepth) + " deep");
    readObject(value);
    --depth;
  }
  template <typename Value> void readValue(std::optional<Value> &value) {
    readValue(value.emplace());
  }
  template <typename Element> void readValue(std::vector<Element> &values) {
    scanner.beginArray();
    bool isFirst = true;
    while (scanner.nextElement(isFirst))
      readValue(values.emplace_back());
  }
  template <typename Value> void readValue(Value &value) {
    if constexpr (std::is_enum_v<Value>)
      readEnumerator(value);
    else
      readObject(value);
  }
  template <typename Enum> void readEnumerator(Enum &value) {
    scanner.readString(word);
    const auto &names = EnumeratorNames<Enum>::All;
    auto found = std::find(std::begin(names), std::end(names), word);
    if (found == std::end(names))
      scanner.fail("unknown value '" + word.substr(0, MaxNameInMessage) + "'");
    value = static_cast<Enum>(found - std::begin(names));
  }

  JsonScanner scanner;
  unsigned depth = 0;
  std::string word;
};

TranslationUnitFacts Reader::read() {
  scanner.beginObject();
  Fields fields(*this);
  if (!fields.advance() || fields.key != VersionKey)
    scanner.fail("facts start with '" + std::string(VersionKey) + "'");
  std::int64_t version = 0;
  readValue(version);
  if (version != TranslationUnitFacts::SchemaVersion)
    throw FactsError("the facts have schema version " + std::to_string(version) +
                     ", but this hooktidy reads version " +
                     std::to_string(TranslationUnitFacts::SchemaVersion) +
                     "; extract them again");
  TranslationUnitFacts facts;
  fields.advance();
  fields.readRest(facts);
  scanner.finish();
  checkFacts(facts);
  return facts;
}

void Reader::readValue(Location &value) {
  scanner.beginArray();
  bool isFirst = true;
  for (std::uint32_t *part : {&value.file, &value.line, &value.column}) {
    if (!scanner.nextElement(isFirst))
      scanner.fail("a location has three numbers");
    readValue(*part);
  }
  if (scanner.nextElement(isFirst))
    scanner.fail("a location has three numbers");
}

} // namespace

TranslationUnitFacts readFacts(std::string_view json) { return Reader(json).read(); }

} // namespace hooktidy
