//===- tensor_value.cpp - small dense tensors -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/tensor_value.h"

#include "runtime_hook/gcs/credentials/secret_string.h"
#include "runtime_hook/graph/error.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <variant>

namespace hooktidy::runtime {

/// The alternatives are in the order of DataType.
struct TensorValue::Rep {
  Shape shape;
  std::variant<std::vector<float>, std::vector<std::int64_t>, std::vector<std::string>>
      elements;
  bool secret = false;

  DataType dtype() const { return static_cast<DataType>(elements.index()); }
  std::size_t size() const {
    return std::visit([](const auto &values) { return values.size(); }, elements);
  }
};

namespace {

std::size_t count_elements(const Shape &shape) {
  std::size_t count = 1;
  for (std::int64_t extent : shape) {
    if (extent < 0)
      throw InvalidArgumentError("a tensor cannot have a negative extent");
    count *= static_cast<std::size_t>(extent);
  }
  return count;
}

template <typename Element>
std::vector<Element> checked(const Shape &shape, std::vector<Element> elements) {
  if (count_elements(shape) != elements.size())
    throw InvalidArgumentError(std::to_string(elements.size()) +
                               " elements do not fill a shape of " +
                               std::to_string(count_elements(shape)));
  return elements;
}

} // namespace

const char *data_type_name(DataType type) noexcept {
  switch (type) {
  case DataType::kFloat:
    return "float";
  case DataType::kInt64:
    return "int64";
  case DataType::kString:
    return "string";
  }
  return "unknown";
}

TensorValue::TensorValue() noexcept = default;
TensorValue::TensorValue(Rep rep) : rep_(std::make_shared<const Rep>(std::move(rep))) {}
TensorValue::TensorValue(float value) : TensorValue(Shape(), std::vector<float>{value}) {}
TensorValue::TensorValue(double value) : TensorValue(static_cast<float>(value)) {}
TensorValue::TensorValue(int value) : TensorValue(static_cast<std::int64_t>(value)) {}
TensorValue::TensorValue(std::int64_t value)
    : TensorValue(Shape(), std::vector<std::int64_t>{value}) {}
TensorValue::TensorValue(const char *value) : TensorValue(std::string(value)) {}
TensorValue::TensorValue(std::string value)
    : TensorValue(Shape(), std::vector<std::string>(1, std::move(value))) {}
TensorValue::TensorValue(const Shape &shape, std::vector<float> elements)
    : TensorValue(Rep{shape, checked(shape, std::move(elements))}) {}
TensorValue::TensorValue(const Shape &shape, std::vector<std::int64_t> elements)
    : TensorValue(Rep{shape, checked(shape, std::move(elements))}) {}
TensorValue::TensorValue(const Shape &shape, std::vector<std::string> elements)
    : TensorValue(Rep{shape, checked(shape, std::move(elements))}) {}

TensorValue TensorValue::secret(std::string_view text) {
  struct WipeAndDelete {
    void operator()(Rep *rep) const noexcept {
      for (std::string &element : std::get<2>(rep->elements))
        credentials::wipe(element.data(), element.capacity());
      delete rep;
    }
  };
  auto rep = std::unique_ptr<Rep, WipeAndDelete>(
      new Rep{Shape(), std::vector<std::string>(1), true});
  // Written once, where it stays: a string that is moved or grows leaves copies behind.
  std::get<2>(rep->elements).front().assign(text);
  TensorValue value;
  value.rep_ = std::move(rep);
  return value;
}

bool TensorValue::is_secret() const noexcept { return rep_ && rep_->secret; }

const TensorValue::Rep &TensorValue::rep() const {
  if (!rep_)
    throw FailedPreconditionError("an empty tensor value was read; operations without "
                                  "output give one");
  return *rep_;
}

const TensorValue::Rep &TensorValue::rep(DataType type) const {
  const Rep &found = rep();
  if (found.dtype() != type)
    throw InvalidArgumentError(std::string("a ") + data_type_name(found.dtype()) +
                               " tensor was read as " + data_type_name(type));
  return found;
}

DataType TensorValue::dtype() const { return rep().dtype(); }
const Shape &TensorValue::shape() const { return rep().shape; }
std::size_t TensorValue::num_elements() const { return rep().size(); }

const std::vector<float> &TensorValue::floats() const {
  return std::get<0>(rep(DataType::kFloat).elements);
}
const std::vector<std::int64_t> &TensorValue::ints() const {
  return std::get<1>(rep(DataType::kInt64).elements);
}
const std::vector<std::string> &TensorValue::strings() const {
  return std::get<2>(rep(DataType::kString).elements);
}

namespace {
template <typename Element> const Element &only(const std::vector<Element> &elements) {
  if (elements.size() != 1)
    throw InvalidArgumentError("a tensor of " + std::to_string(elements.size()) +
                               " elements was read as a scalar");
  return elements.front();
}
} // namespace

float TensorValue::as_float() const { return only(floats()); }
std::int64_t TensorValue::as_int64() const { return only(ints()); }
const std::string &TensorValue::as_string() const { return only(strings()); }

bool operator==(const TensorValue &a, const TensorValue &b) {
  if (!a.rep_ || !b.rep_)
    return !a.rep_ && !b.rep_;
  return a.rep_->shape == b.rep_->shape && a.rep_->elements == b.rep_->elements;
}

std::string TensorValue::to_string(std::size_t max_elements) const {
  if (!rep_)
    return "empty";
  if (rep_->secret)
    return "string: [secret]";
  std::ostringstream text;
  text << data_type_name(rep_->dtype());
  if (!rep_->shape.empty()) {
    text << '[';
    for (std::size_t i = 0; i < rep_->shape.size(); ++i)
      text << (i ? "," : "") << rep_->shape[i];
    text << ']';
  }
  text << ':';
  std::visit(
      [&](const auto &values) {
        for (std::size_t i = 0; i < std::min(max_elements, values.size()); ++i)
          text << ' ' << values[i];
        if (values.size() > max_elements)
          text << " ...";
      },
      rep_->elements);
  return text.str();
}

} // namespace hooktidy::runtime
