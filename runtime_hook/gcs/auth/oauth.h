//===- oauth.h - requests for access tokens ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_OAUTH_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_OAUTH_H

#include "runtime_hook/gcs/auth/token_provider.h"
#include "runtime_hook/gcs/credentials/credentials.h"
#include "runtime_hook/gcs/http/http_client.h"
#include "runtime_hook/gcs/platform.h"
#include "runtime_hook/gcs/retry_policy.h"

#include <memory>
#include <string>

namespace hooktidy::runtime::gcs {

/// Where a token is asked for unless the credentials say it.
inline constexpr char kDefaultTokenUrl[] = "https://oauth2.googleapis.com/token";

/// Tokens of credentials; both kinds. `policy` must outlive the source.
///
/// fetch() throws UnauthenticatedError if the credentials are refused,
/// FailedPreconditionError if the answer is no usable token, InvalidArgumentError if the
/// private key cannot be read, RetriesExhaustedError if the service is not there. No text
/// quotes the answer: a server may send back what it was sent.
std::unique_ptr<TokenSource> make_credentials_source(credentials::Credentials credentials,
                                                     const Platform &platform,
                                                     const RetryPolicy &policy,
                                                     const HttpTimeouts &timeouts);

/// The token in the answer of a token or metadata server. Everything is looked at before
/// anything is used: "token_type" is Bearer, "expires_in" a positive integer, and
/// "access_token" printable text. Throws FailedPreconditionError beginning with
/// `purpose`.
Token read_token_answer(const std::string &purpose, const HttpResponse &response,
                        Clock::TimePoint requested);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_OAUTH_H
