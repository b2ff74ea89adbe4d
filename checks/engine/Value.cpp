//===- Value.cpp - what is known of a value ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Value.h"

#include <algorithm>

namespace hooktidy {

/// Counters are told apart up to this value.
static constexpr std::int64_t CounterBound = 3;

Value Value::range(std::int64_t low, std::int64_t high) {
  Value value;
  value.kind = Kind::Range;
  value.low = low;
  value.high = high;
  return value;
}

Value Value::truthy(std::string record) {
  Value value;
  value.kind = Kind::Truthy;
  value.record = std::move(record);
  return value;
}

Value Value::symbol(std::string text, bool isAddress) {
  Value value;
  value.kind = Kind::Symbol;
  value.text = std::move(text);
  value.isAddress = isAddress;
  return value;
}

Value Value::callable(std::shared_ptr<const CallableValue> callable) {
  Value value;
  value.kind = Kind::Callable;
  value.callables.push_back(std::move(callable));
  return value;
}

std::optional<bool> Value::truth() const {
  switch (kind) {
  case Kind::Unknown:
    return std::nullopt;
  case Kind::Range:
    if (low == 0 && high == 0)
      return false;
    if (low > 0 || high < 0)
      return true;
    return std::nullopt;
  case Kind::Truthy:
  case Kind::Callable:
    return true;
  case Kind::Symbol:
    return isAddress ? std::optional<bool>(true) : std::nullopt;
  }
  return std::nullopt;
}

static std::int64_t addBound(std::int64_t bound, std::int64_t increment) {
  if (bound == Value::Infinity || bound == Value::MinusInfinity)
    return bound;
  std::int64_t sum = 0;
  if (__builtin_add_overflow(bound, increment, &sum))
    return increment > 0 ? Value::Infinity : Value::MinusInfinity;
  return sum;
}

Value Value::plus(std::int64_t increment) const {
  if (kind != Kind::Range)
    return unknown();
  std::int64_t newLow = addBound(low, increment);
  std::int64_t newHigh = addBound(high, increment);
  if (increment >= 0) {
    newLow = std::min(newLow, CounterBound);
    if (newHigh > CounterBound)
      newHigh = Infinity;
  } else {
    newHigh = std::max(newHigh, -CounterBound);
    if (newLow < -CounterBound)
      newLow = MinusInfinity;
  }
  return range(newLow, newHigh);
}

std::string Value::key() const {
  switch (kind) {
  case Kind::Unknown:
    return "?";
  case Kind::Range:
    return std::to_string(low) + ".." + std::to_string(high);
  case Kind::Truthy:
    return "!" + record;
  case Kind::Symbol:
    return "$" + text;
  case Kind::Callable: {
    std::string result = "f";
    for (const auto &callable : callables)
      result += "(" + callable->key() + ")";
    return result;
  }
  }
  return {};
}

std::string CallableValue::key() const {
  std::string result = function + (isBound ? "#" : "@") + self.key();
  for (const Binding &binding : bound)
    result += "," + binding.key();
  return result;
}

static std::optional<bool> compareRanges(const Value &left, Comparison comparison,
                                         const Value &right) {
  switch (comparison) {
  case Comparison::Equal:
    if (left.low == left.high && right.low == right.high && left.low == right.low)
      return true;
    if (left.high < right.low || right.high < left.low)
      return false;
    return std::nullopt;
  case Comparison::Less:
    if (left.high < right.low)
      return true;
    if (left.low >= right.high)
      return false;
    return std::nullopt;
  case Comparison::LessEqual:
    if (left.high <= right.low)
      return true;
    if (left.low > right.high)
      return false;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static bool isZero(const Value &value) {
  return value.kind == Value::Kind::Range && value.low == 0 && value.high == 0;
}

std::optional<bool> compareValues(const Value &left, Comparison comparison,
                                  const Value &right) {
  switch (comparison) {
  case Comparison::NotEqual:
  case Comparison::Greater:
  case Comparison::GreaterEqual:
    if (std::optional<bool> result = compareValues(left, negate(comparison), right))
      return !*result;
    return std::nullopt;
  default:
    break;
  }
  if (left.kind == Value::Kind::Range && right.kind == Value::Kind::Range)
    return compareRanges(left, comparison, right);
  if (left.kind == Value::Kind::Symbol && right.kind == Value::Kind::Symbol &&
      left.text == right.text)
    return comparison != Comparison::Less;
  if (comparison != Comparison::Equal)
    return std::nullopt;
  if (isZero(right) && left.truth() == true)
    return false;
  if (isZero(left) && right.truth() == true)
    return false;
  return std::nullopt;
}

Comparison negate(Comparison comparison) {
  switch (comparison) {
  case Comparison::Equal:
    return Comparison::NotEqual;
  case Comparison::NotEqual:
    return Comparison::Equal;
  case Comparison::Less:
    return Comparison::GreaterEqual;
  case Comparison::LessEqual:
    return Comparison::Greater;
  case Comparison::Greater:
    return Comparison::LessEqual;
  case Comparison::GreaterEqual:
    return Comparison::Less;
  }
  return comparison;
}

Comparison mirror(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return Comparison::Greater;
  case Comparison::LessEqual:
    return Comparison::GreaterEqual;
  case Comparison::Greater:
    return Comparison::Less;
  case Comparison::GreaterEqual:
    return Comparison::LessEqual;
  default:
    return comparison;
  }
}

Value refine(const Value &value, Comparison comparison, std::int64_t constant) {
  bool isRange = value.kind == Value::Kind::Range;
  if (!isRange && value.kind != Value::Kind::Unknown)
    return value;
  std::int64_t low = isRange ? value.low : Value::MinusInfinity;
  std::int64_t high = isRange ? value.high : Value::Infinity;
  switch (comparison) {
  case Comparison::Equal:
    return Value::integer(constant);
  case Comparison::NotEqual:
    if (constant == 0 && low < 0 && high > 0)
      return Value::truthy();
    if (low == constant)
      low = addBound(low, 1);
    if (high == constant)
      high = addBound(high, -1);
    break;
  case Comparison::Less:
    high = std::min(high, addBound(constant, -1));
    break;
  case Comparison::LessEqual:
    high = std::min(high, constant);
    break;
  case Comparison::Greater:
    low = std::max(low, addBound(constant, 1));
    break;
  case Comparison::GreaterEqual:
    low = std::max(low, constant);
    break;
  }
  if (low == Value::MinusInfinity && high == Value::Infinity)
    return Value::unknown();
  return low <= high ? Value::range(low, high) : value;
}

} // namespace hooktidy
