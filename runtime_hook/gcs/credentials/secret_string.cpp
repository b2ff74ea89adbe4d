//===- secret_string.cpp - text that is wiped when released ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/credentials/secret_string.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hooktidy::credentials {

void wipe(void *memory, std::size_t size) noexcept {
  volatile unsigned char *bytes = static_cast<volatile unsigned char *>(memory);
  while (size-- > 0)
    *bytes++ = 0;
}

void SecretString::append(std::string_view text) {
  if (text.empty())
    return;
  if (size_ + text.size() > capacity_) {
    const std::size_t capacity = std::max(size_ + text.size(), 2 * capacity_);
    std::unique_ptr<char[]> grown(new char[capacity + 1]);
    if (size_ > 0)
      std::memcpy(grown.get(), data_.get(), size_);
    // `text` may be part of the old buffer, so that is wiped only after the copy.
    std::memcpy(grown.get() + size_, text.data(), text.size());
    if (data_)
      wipe(data_.get(), capacity_);
    data_ = std::move(grown);
    capacity_ = capacity;
  } else {
    std::memmove(data_.get() + size_, text.data(), text.size());
  }
  size_ += text.size();
  data_[size_] = '\0';
}

void SecretString::clear() noexcept {
  if (data_)
    wipe(data_.get(), capacity_);
  data_.reset();
  size_ = 0;
  capacity_ = 0;
}

void SecretString::swap(SecretString &other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

bool operator==(const SecretString &a, const SecretString &b) noexcept {
  if (a.size_ != b.size_)
    return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size_; ++i)
    difference |= static_cast<unsigned char>(a.data_[i] ^ b.data_[i]);
  return difference == 0;
}

std::string redact(std::string text,
                   std::initializer_list<const SecretString *> secrets) {
  constexpr std::string_view kReplacement = "[secret]";
  for (const SecretString *secret : secrets) {
    if (secret->empty())
      continue;
    std::size_t at = 0;
    while ((at = text.find(secret->reveal(), at)) != std::string::npos) {
      text.replace(at, secret->size(), kReplacement);
      at += kReplacement.size();
    }
  }
  return text;
}

} // namespace hooktidy::credentials
