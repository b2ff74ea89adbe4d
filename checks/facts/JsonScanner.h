//===- JsonScanner.h - a pull parser for JSON -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the values that the caller expects, one after the other, without a tree
// in between. Numbers are integers; other values of JSON do not occur in facts.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_FACTS_JSONSCANNER_H
#define HOOKTIDY_FACTS_JSONSCANNER_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hooktidy {

/// All members but `fail` throw FactsError if something else comes next.
class JsonScanner {
public:
  explicit JsonScanner(std::string_view text) : text(text) {}

  /// Throws FactsError with the place in the text.
  [[noreturn]] void fail(const std::string &message) const;

  void beginObject() { expect('{'); }
  /// Reads a key and its colon; false at the end of the object. `isFirst` is
  /// true before the first key, and then set to false. Keys with escapes are
  /// returned as they are written.
  bool nextKey(bool &isFirst, std::string_view &key);

  void beginArray() { expect('['); }
  /// False at the end of the array. `isFirst` is as above.
  bool nextElement(bool &isFirst) { return next(isFirst, ']'); }

  bool readBoolean();
  /// An integer from `low` to `high`.
  std::int64_t readInteger(std::int64_t low, std::int64_t high);
  void readString(std::string &value);

  /// Nothing but white space may be left.
  void finish();

private:
  void skipSpace();
  void expect(char wanted);
  bool next(bool &isFirst, char closing);
  void readEscape(std::string &value);
  unsigned readHexDigits();
  bool skipWord(std::string_view word);

  std::string_view text;
  std::size_t offset = 0;
};

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_JSONSCANNER_H
