//===- tensor_value.h - small dense tensors ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_TENSOR_VALUE_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_TENSOR_VALUE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy::runtime {

/// Element types of tensors.
enum class DataType : std::uint8_t { kFloat, kInt64, kString };

/// "float", "int64" or "string".
const char *data_type_name(DataType type) noexcept;

/// Extents, outermost first; empty for a scalar.
using Shape = std::vector<std::int64_t>;

/// An immutable dense tensor in row-major order. Copies share the elements, so
/// passing by value is cheap and safe between threads. A default-constructed
/// value is *empty*: what a fetched operation without output gives.
class TensorValue {
public:
  TensorValue() noexcept;
  /// Scalars; implicit, so that feeds read naturally: {{rate, 0.1f}}.
  TensorValue(float value);
  TensorValue(double value);
  TensorValue(int value);
  TensorValue(std::int64_t value);
  TensorValue(const char *value);
  TensorValue(std::string value);
  TensorValue(bool) = delete;

  /// Dense tensors. Throws InvalidArgumentError if the number of elements does
  /// not fit the shape or an extent is negative.
  TensorValue(const Shape &shape, std::vector<float> elements);
  TensorValue(const Shape &shape, std::vector<std::int64_t> elements);
  TensorValue(const Shape &shape, std::vector<std::string> elements);

  /// A scalar string that is not to be seen: its memory is overwritten when the last copy
  /// is gone, and to_string() hides it. Feed it to the run that needs it: neither the
  /// graph nor a variable takes it. as_string() is the way out; what that is copied into
  /// is not overwritten.
  static TensorValue secret(std::string_view text);
  bool is_secret() const noexcept;

  /// False only for the empty value.
  bool has_value() const noexcept { return rep_ != nullptr; }

  /// The members below throw FailedPreconditionError on an empty value, and
  /// InvalidArgumentError if the element type or the number of elements differs.
  DataType dtype() const;
  const Shape &shape() const;
  std::size_t num_elements() const;
  const std::vector<float> &floats() const;
  const std::vector<std::int64_t> &ints() const;
  const std::vector<std::string> &strings() const;
  /// The only element.
  float as_float() const;
  std::int64_t as_int64() const;
  const std::string &as_string() const;

  /// Equal type, shape and elements (NaN differs from NaN).
  friend bool operator==(const TensorValue &a, const TensorValue &b);
  friend bool operator!=(const TensorValue &a, const TensorValue &b) { return !(a == b); }

  /// A short text such as "float[2]: 1 2"; at most `max_elements` are shown. Of a secret,
  /// "string: [secret]".
  std::string to_string(std::size_t max_elements = 8) const;

private:
  struct Rep;
  explicit TensorValue(Rep rep);
  const Rep &rep(DataType type) const;
  const Rep &rep() const;

  std::shared_ptr<const Rep> rep_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_TENSOR_VALUE_H
