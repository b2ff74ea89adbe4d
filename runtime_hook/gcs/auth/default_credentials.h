//===- default_credentials.h - credentials of the machine ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_DEFAULT_CREDENTIALS_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_DEFAULT_CREDENTIALS_H

#include "runtime_hook/gcs/auth/token_provider.h"
#include "runtime_hook/gcs/platform.h"
#include "runtime_hook/gcs/retry_policy.h"

#include <memory>

namespace hooktidy::runtime::gcs {

/// Tokens of the first of these that is there:
///  1. $GOOGLE_AUTH_TOKEN_FOR_TESTING itself;
///  2. the credentials file $GOOGLE_APPLICATION_CREDENTIALS;
///  3. application_default_credentials.json in $CLOUDSDK_CONFIG, or else in
///     $HOME/.config/gcloud;
///  4. the metadata server of a cloud machine, unless $NO_GCE_CHECK is "true";
///  5. none: the token is empty, which is enough for public data. A warning says so, and
///     after five minutes the list is gone through again.
///
/// A file that is there but cannot be used is an error, not a reason to go on without
/// credentials. `policy` must outlive the source.
std::unique_ptr<TokenSource> make_default_source(const Platform &platform,
                                                 const RetryPolicy &policy,
                                                 const HttpTimeouts &timeouts);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_DEFAULT_CREDENTIALS_H
