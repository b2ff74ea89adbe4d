//===- gcs_path.h - gs:// paths ---------------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_PATH_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_PATH_H

#include <string>
#include <string_view>

namespace hooktidy::runtime::gcs {

/// A bucket and the name of an object in it. Object names have no directories; a '/' in
/// them is a letter like any other, and tools show it as one.
struct GcsPath {
  std::string bucket;
  /// Empty for the bucket itself.
  std::string object;

  /// "gs://bucket/object".
  std::string to_string() const;
};

/// Throws InvalidArgumentError unless `text` is gs://BUCKET/OBJECT, with the bucket in
/// the alphabet that the service allows and an object name that it can store.
GcsPath parse_object_path(std::string_view text);

/// The same, but the object may be left out.
GcsPath parse_path(std::string_view text);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_GCS_PATH_H
