//===- secret_string.h - text that is wiped when released -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_SECRET_STRING_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_SECRET_STRING_H

#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace hooktidy::credentials {

/// Overwrites memory in a way that the compiler may not leave out.
void wipe(void *memory, std::size_t size) noexcept;

/// A secret: its bytes are overwritten before their memory is given back, when the text
/// grows and when it is destroyed. It prints nowhere: reveal() is the one way out, so
/// looking for that word finds every use.
///
/// Known hole: what reveal() is handed to makes its own copies. libcurl and OpenSSL do;
/// those are freed, but not all of them are wiped.
class SecretString {
public:
  SecretString() noexcept = default;
  SecretString(const char *text) : SecretString(std::string_view(text)) {}
  SecretString(const std::string &text) : SecretString(std::string_view(text)) {}
  SecretString(std::string_view text) { append(text); }
  SecretString(const SecretString &other) { append(other.reveal()); }
  SecretString(SecretString &&other) noexcept { swap(other); }
  SecretString &operator=(SecretString other) noexcept {
    swap(other);
    return *this;
  }
  ~SecretString() { clear(); }

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }

  /// The text, valid until the next change. Followed by a NUL that is not part of it.
  std::string_view reveal() const noexcept {
    return size_ == 0 ? std::string_view("") : std::string_view(data_.get(), size_);
  }

  void append(std::string_view text);
  void push_back(char c) { append(std::string_view(&c, 1)); }
  /// Wipes the text and gives its memory back.
  void clear() noexcept;
  void swap(SecretString &other) noexcept;

  /// Takes the same time wherever the first difference is.
  friend bool operator==(const SecretString &a, const SecretString &b) noexcept;
  friend bool operator!=(const SecretString &a, const SecretString &b) noexcept {
    return !(a == b);
  }

  friend std::ostream &operator<<(std::ostream &stream, const SecretString &) = delete;

private:
  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0;
  /// Without the terminating NUL.
  std::size_t capacity_ = 0;
};

/// The text with every occurrence of every secret replaced by "[secret]".
std::string redact(std::string text, std::initializer_list<const SecretString *> secrets);

} // namespace hooktidy::credentials

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_SECRET_STRING_H
