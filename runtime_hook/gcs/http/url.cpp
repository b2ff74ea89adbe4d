//===- url.cpp - escaping, and parts of URLs ------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/http/url.h"

#include "runtime_hook/gcs/credentials/credentials.h"

namespace hooktidy::runtime::gcs {

namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '-' || c == '.' || c == '_' || c == '~';
}

template <typename Text> void append_escaped(Text &out, std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c)) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 15]);
  }
}

/// Length of "scheme://authority"; 0 if there is none.
std::size_t origin_length(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos || scheme == 0)
    return 0;
  const std::size_t end = url.find_first_of("/?#", scheme + 3);
  return end == std::string_view::npos ? url.size() : end;
}

} // namespace

std::string url_escape(std::string_view text) {
  std::string escaped;
  append_escaped(escaped, text);
  return escaped;
}

void append_form_field(credentials::SecretString &form, std::string_view name,
                       std::string_view value) {
  if (!form.empty())
    form.push_back('&');
  append_escaped(form, name);
  form.push_back('=');
  append_escaped(form, value);
}

std::string url_origin(std::string_view url) {
  return std::string(url.substr(0, origin_length(url)));
}

std::string url_path_and_query(std::string_view url) {
  return std::string(url.substr(origin_length(url)));
}

bool is_loopback_url(std::string_view url) {
  constexpr std::string_view kHttps = "https://";
  if (url.substr(0, kHttps.size()) != kHttps)
    return credentials::is_confidential_url(url);
  return credentials::is_confidential_url("http://" +
                                          std::string(url.substr(kHttps.size())));
}

} // namespace hooktidy::runtime::gcs
