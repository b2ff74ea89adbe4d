//===- Value.h - what is known of a value ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_VALUE_H
#define HOOKTIDY_ENGINE_VALUE_H

#include "facts/Facts.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

struct CallableValue;

/// An abstract value: the three-valued predicates of a hook (null or not, true
/// or not, compared with a constant) are read off it.
struct Value {
  enum class Kind : std::uint8_t {
    Unknown,
    Range,    ///< An integer in [low, high]; false and null are [0, 0].
    Truthy,   ///< Not null, not false, not empty.
    Symbol,   ///< Whatever `text` denotes; equal texts are equal values.
    Callable, ///< One of `callables`.
  };
  static constexpr std::int64_t Infinity = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t MinusInfinity = std::numeric_limits<std::int64_t>::min();

  Kind kind = Kind::Unknown;
  /// Symbol: it is an address, hence never null.
  bool isAddress = false;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string text;
  /// Truthy: USR of the record of a new object, if known.
  std::string record;
  std::vector<std::shared_ptr<const CallableValue>> callables;

  static Value unknown() { return {}; }
  static Value integer(std::int64_t value) { return range(value, value); }
  static Value range(std::int64_t low, std::int64_t high);
  static Value truthy(std::string record = {});
  static Value falsy() { return integer(0); }
  static Value symbol(std::string text, bool isAddress);
  static Value callable(std::shared_ptr<const CallableValue> callable);

  bool isUnknown() const { return kind == Kind::Unknown; }
  /// True, false, or nothing if both are possible.
  std::optional<bool> truth() const;
  /// The value plus a constant. Results beyond a small bound are widened, so
  /// that counters have finitely many values.
  Value plus(std::int64_t increment) const;
  /// A text that is equal exactly for equal values.
  std::string key() const;
};

/// What a parameter or capture stands for: an object of the caller (`object`
/// is its key, `isAddress` if it is a pointer to that object), else a value.
struct Binding {
  std::string object;
  bool isAddress = false;
  Value value;

  std::string key() const { return object + (isAddress ? "&" : "") + "=" + value.key(); }
};

/// A function together with what it captured or is bound to.
struct CallableValue {
  /// USR of the function.
  std::string function;
  bool isBound = false;
  /// The object that `this` is in the function: a lambda's captured `this`, a
  /// bound receiver.
  Binding self;
  /// Captures of a lambda, bound arguments of a bound function.
  std::vector<Binding> bound;

  std::string key() const;
};

/// `left` `comparison` `right`, if the values decide it.
std::optional<bool> compareValues(const Value &left, Comparison comparison,
                                  const Value &right);
/// The comparison that holds exactly when `comparison` does not.
Comparison negate(Comparison comparison);
/// The comparison with its sides exchanged.
Comparison mirror(Comparison comparison);
/// What is known of a value after it compared like that with a constant.
Value refine(const Value &value, Comparison comparison, std::int64_t constant);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_VALUE_H
