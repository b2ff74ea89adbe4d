//===- checkpoint_format.cpp - variables as bytes -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/checkpoint_format.h"

#include "runtime_hook/graph/error.h"

#include <algorithm>
#include <cstring>

namespace hooktidy::runtime::internal {

namespace {

constexpr char kMagic[] = "hooktidy-checkpoint-1\n";
constexpr std::size_t kMagicSize = sizeof kMagic - 1;
constexpr std::size_t kChecksumSize = 4;

std::uint32_t crc32(const char *bytes, std::size_t size) {
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= static_cast<unsigned char>(bytes[i]);
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ ((crc & 1) ? 0xedb88320u : 0u);
  }
  return ~crc;
}

template <typename Unsigned> void put(std::string &bytes, Unsigned value) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
}

void put_text(std::string &bytes, const std::string &text) {
  put<std::uint64_t>(bytes, text.size());
  bytes += text;
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

void put_elements(std::string &bytes, const TensorValue &value) {
  switch (value.dtype()) {
  case DataType::kFloat:
    for (float element : value.floats())
      put<std::uint32_t>(bytes, bits_of(element));
    return;
  case DataType::kInt64:
    for (std::int64_t element : value.ints())
      put<std::uint64_t>(bytes, static_cast<std::uint64_t>(element));
    return;
  case DataType::kString:
    for (const std::string &element : value.strings())
      put_text(bytes, element);
    return;
  }
}

/// Reads what put() wrote; never beyond the end.
class Reader {
public:
  Reader(const char *bytes, std::size_t size, const std::string &path)
      : bytes_(bytes), left_(size), path_(path) {}

  template <typename Unsigned> Unsigned get() {
    const char *at = take(sizeof(Unsigned));
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
      value |= static_cast<Unsigned>(static_cast<unsigned char>(at[i])) << (8 * i);
    return value;
  }

  std::string get_text() {
    const auto size = get<std::uint64_t>();
    return std::string(take(size), static_cast<std::size_t>(size));
  }

  /// A count of things of at least `size` bytes each; refused if they cannot be there.
  std::size_t get_count(std::size_t size) {
    const auto count = get<std::uint64_t>();
    if (count > left_ / size)
      damaged();
    return static_cast<std::size_t>(count);
  }

  std::size_t left() const { return left_; }

  [[noreturn]] void damaged() const {
    throw DataLossError("checkpoint '" + path_ +
                        "' is damaged or is none; remove it, or write the name of a good "
                        "one into the file 'checkpoint' beside it");
  }

private:
  const char *take(std::uint64_t size) {
    if (size > left_)
      damaged();
    const char *at = bytes_;
    bytes_ += size;
    left_ -= static_cast<std::size_t>(size);
    return at;
  }

  const char *bytes_;
  std::size_t left_;
  const std::string &path_;
};

TensorValue get_value(Reader &reader) {
  const auto type = reader.get<std::uint8_t>();
  Shape shape(reader.get_count(8));
  for (std::int64_t &extent : shape)
    extent = static_cast<std::int64_t>(reader.get<std::uint64_t>());
  switch (type) {
  case static_cast<std::uint8_t>(DataType::kFloat): {
    std::vector<float> elements(reader.get_count(4));
    for (float &element : elements)
      element = float_of(reader.get<std::uint32_t>());
    return TensorValue(shape, std::move(elements));
  }
  case static_cast<std::uint8_t>(DataType::kInt64): {
    std::vector<std::int64_t> elements(reader.get_count(8));
    for (std::int64_t &element : elements)
      element = static_cast<std::int64_t>(reader.get<std::uint64_t>());
    return TensorValue(shape, std::move(elements));
  }
  case static_cast<std::uint8_t>(DataType::kString): {
    std::vector<std::string> elements(reader.get_count(8));
    for (std::string &element : elements)
      element = reader.get_text();
    return TensorValue(shape, std::move(elements));
  }
  default:
    reader.damaged();
  }
}

} // namespace

std::string encode_checkpoint(const NamedValues &values) {
  std::string bytes = kMagic;
  put<std::uint64_t>(bytes, values.size());
  for (const auto &[name, value] : values) {
    put_text(bytes, name);
    put<std::uint8_t>(bytes, static_cast<std::uint8_t>(value.dtype()));
    put<std::uint64_t>(bytes, value.shape().size());
    for (std::int64_t extent : value.shape())
      put<std::uint64_t>(bytes, static_cast<std::uint64_t>(extent));
    put<std::uint64_t>(bytes, value.num_elements());
    put_elements(bytes, value);
  }
  put<std::uint32_t>(bytes, crc32(bytes.data(), bytes.size()));
  return bytes;
}

NamedValues decode_checkpoint(const std::string &bytes, const std::string &path) {
  const Reader outer(bytes.data(), bytes.size(), path);
  if (bytes.size() < kMagicSize + kChecksumSize || bytes.compare(0, kMagicSize, kMagic))
    outer.damaged();
  const std::size_t covered = bytes.size() - kChecksumSize;
  Reader checksum(bytes.data() + covered, kChecksumSize, path);
  if (checksum.get<std::uint32_t>() != crc32(bytes.data(), covered))
    outer.damaged();

  Reader reader(bytes.data() + kMagicSize, covered - kMagicSize, path);
  NamedValues values(reader.get_count(1));
  for (auto &[name, value] : values) {
    name = reader.get_text();
    value = get_value(reader);
  }
  if (reader.left() != 0)
    reader.damaged();
  return values;
}

std::string checkpoint_name_in(std::string text, const std::string &path) {
  // People who name another checkpoint end the line.
  if (!text.empty() && text.back() == '\n')
    text.pop_back();
  const bool is_name =
      !text.empty() && std::none_of(text.begin(), text.end(),
                                    [](unsigned char c) { return c == '/' || c < ' '; });
  if (!is_name)
    throw DataLossError("'" + path +
                        "' is damaged; write the name of a good checkpoint of this "
                        "directory into it, or remove it to begin anew");
  return text;
}

} // namespace hooktidy::runtime::internal
