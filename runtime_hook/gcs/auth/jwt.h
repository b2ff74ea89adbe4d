//===- jwt.h - signed assertions of a service account -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_JWT_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_JWT_H

#include "runtime_hook/gcs/credentials/credentials.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hooktidy::runtime::gcs {

/// What a token of a service account may do.
inline constexpr char kScope[] = "https://www.googleapis.com/auth/cloud-platform";

/// The web-safe alphabet, without padding.
std::string base64url(std::string_view bytes);

/// header.claims.signature, RS256, valid from `now` (seconds since 1970) for an hour.
/// Whoever has it can get a token, so it is a secret. Throws InvalidArgumentError if the
/// private key is no PEM RSA key of at least 2048 bits, or is encrypted.
credentials::SecretString make_signed_jwt(const credentials::ServiceAccount &account,
                                          const std::string &audience, std::int64_t now);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_JWT_H
