//===- object_api.h - the JSON API, request by request ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_OBJECT_API_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_OBJECT_API_H

#include "runtime_hook/gcs/storage/connection.h"
#include "runtime_hook/gcs/storage/gcs_path.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hooktidy::runtime::gcs {

/// What the service says of an object.
struct ObjectMetadata {
  std::uint64_t size = 0;
  /// Differs for every state of the object.
  std::int64_t generation = 0;
  /// RFC 3339.
  std::string updated;
};

/// Throws NotFoundError.
ObjectMetadata get_object_metadata(GcsConnection &connection, const GcsPath &path);

/// Reads size and generation out of an answer. Throws InternalError if they are not
/// there.
ObjectMetadata parse_object_metadata(const std::string &purpose,
                                     const HttpResponse &response);

bool bucket_exists(GcsConnection &connection, const std::string &bucket);

/// Up to `size` bytes of one generation of an object; fewer at its end. Throws
/// ObjectChangedError if the object is of another generation by now, InternalError if the
/// answer has fewer bytes than it says itself.
std::size_t read_object(GcsConnection &connection, const GcsPath &path,
                        std::int64_t generation, std::uint64_t offset, char *buffer,
                        std::size_t size);

struct ListOptions {
  std::string prefix;
  /// Names with a '/' behind the prefix are given once, up to that '/'.
  bool one_level = false;
  /// The list ends after so many names; 0: no limit.
  std::size_t limit = 0;
};

/// Full names of objects, in the service's order, from as many pages as there are.
std::vector<std::string> list_objects(GcsConnection &connection,
                                      const std::string &bucket,
                                      const ListOptions &options);

/// Throws NotFoundError if there is no such object; not if only a retry finds none, for
/// then an earlier attempt removed it.
void delete_object(GcsConnection &connection, const GcsPath &path);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_OBJECT_API_H
