//===- url.h - escaping, and parts of URLs ----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_URL_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_URL_H

#include "runtime_hook/gcs/credentials/secret_string.h"

#include <string>
#include <string_view>

namespace hooktidy::runtime::gcs {

/// Every byte but letters, digits and "-._~" as %XX, so the result fits into a path
/// segment, a query and a form.
std::string url_escape(std::string_view text);

/// Appends `name=value` to a form, both escaped, with a '&' before it if needed.
void append_form_field(credentials::SecretString &form, std::string_view name,
                       std::string_view value);

/// "https://host:port" of a URL; empty if it has no such beginning.
std::string url_origin(std::string_view url);

/// What follows the origin.
std::string url_path_and_query(std::string_view url);

/// True if the URL's host is this machine itself, by one of its usual names.
bool is_loopback_url(std::string_view url);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_URL_H
