//===- gcs_path.cpp - gs:// paths -----------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/storage/gcs_path.h"

#include "runtime_hook/graph/error.h"

namespace hooktidy::runtime::gcs {

namespace {

constexpr std::string_view kScheme = "gs://";
constexpr std::size_t kMaxBucket = 222;
constexpr std::size_t kMaxObject = 1024;

[[noreturn]] void refuse(std::string_view text, const char *why) {
  throw InvalidArgumentError("'" + std::string(text.substr(0, 200)) +
                             "' is no gs:// path: " + why + "; write gs://bucket/object");
}

bool is_bucket_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.';
}

bool is_bucket(std::string_view name) {
  bool all_dots = true;
  for (const char c : name) {
    if (!is_bucket_letter(c))
      return false;
    all_dots = all_dots && c == '.';
  }
  return !all_dots && name.size() <= kMaxBucket;
}

} // namespace

std::string GcsPath::to_string() const {
  return std::string(kScheme) + bucket + "/" + object;
}

GcsPath parse_path(std::string_view text) {
  if (text.substr(0, kScheme.size()) != kScheme)
    refuse(text, "it does not begin with 'gs://'");
  const std::string_view rest = text.substr(kScheme.size());
  const std::size_t slash = rest.find('/');
  const std::string_view bucket = rest.substr(0, slash);
  if (bucket.empty())
    refuse(text, "the bucket is missing");
  if (!is_bucket(bucket))
    refuse(text, "bucket names have lower-case letters, digits, '-', '_' and '.' only");
  const std::string_view object =
      slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
  if (object.size() > kMaxObject)
    refuse(text.substr(0, 100), "the object's name has more than 1024 bytes");
  if (object.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos)
    refuse("gs://" + std::string(bucket), "the object's name has a line break");
  if (object == "." || object == "..")
    refuse(text, "no object can be named so");
  return GcsPath{std::string(bucket), std::string(object)};
}

GcsPath parse_object_path(std::string_view text) {
  GcsPath path = parse_path(text);
  if (path.object.empty())
    refuse(text, "the object's name is missing");
  return path;
}

} // namespace hooktidy::runtime::gcs
