//===- connection.h - authorised requests to the service --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_CONNECTION_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_CONNECTION_H

#include "runtime_hook/gcs/auth/token_provider.h"
#include "runtime_hook/gcs/http/http_client.h"
#include "runtime_hook/gcs/retry_policy.h"
#include "runtime_hook/gcs/storage/gcs_options.h"

#include <memory>
#include <mutex>

namespace hooktidy::runtime::gcs {

/// Adds to requests what all of them need: the token, and the header that the user wants.
/// Thread-safe.
class GcsConnection {
public:
  /// Without credentials of its own: those of the machine, or none for an emulator.
  explicit GcsConnection(const GcsOptions &options);

  const GcsOptions &options() const noexcept { return options_; }
  const RetryPolicy &policy() const noexcept { return policy_; }
  const Clock &clock() const noexcept { return *options_.platform.clock; }

  /// Checks the credentials, gets a token with them, and only then uses them for requests
  /// from now on. Throws InvalidArgumentError if the credentials are incomplete, and what
  /// the request for a token throws.
  void set_credentials(const credentials::SecretString &json);
  /// Throws InvalidArgumentError if it is null.
  void set_token_provider(std::shared_ptr<TokenProvider> provider);

  /// One attempt; any status. A 401 to a token is answered with a new token, once. Only
  /// requests to the endpoint itself carry the token, and no error text that comes back
  /// has it.
  HttpResponse send(HttpRequest request);

  /// Attempts until one gets an answer that is a 2xx; see RetryPolicy and check_status.
  HttpResponse send_checked(const HttpRequest &request);

private:
  std::shared_ptr<TokenProvider> provider() const;
  bool is_endpoint(const std::string &url) const;

  const GcsOptions options_;
  const RetryPolicy policy_;
  mutable std::mutex mutex_;
  std::shared_ptr<TokenProvider> provider_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_STORAGE_CONNECTION_H
