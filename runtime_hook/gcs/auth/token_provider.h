//===- token_provider.h - access tokens -------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_TOKEN_PROVIDER_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_TOKEN_PROVIDER_H

#include "runtime_hook/gcs/credentials/secret_string.h"
#include "runtime_hook/session/clock.h"

#include <memory>
#include <mutex>

namespace hooktidy::runtime::gcs {

/// An access token and the end of its life.
struct Token {
  /// Empty: requests go without a token, and see what is public.
  credentials::SecretString value;
  Clock::TimePoint expiry;
};

/// Where tokens come from. One call at a time.
class TokenSource {
public:
  virtual ~TokenSource();
  /// A new token. Throws what the request for it throws.
  virtual Token fetch() = 0;
};

/// Gives tokens and keeps them until 60 seconds before their end. Thread-safe: of many
/// threads that need a new token one asks for it.
class TokenProvider {
public:
  explicit TokenProvider(std::unique_ptr<TokenSource> source, const Clock &clock);

  /// A token that is valid for a while, or an empty one. If no new token can be had, the
  /// error is passed on and the next call tries again; nothing is stored.
  credentials::SecretString token();

  /// A server refused this token before its time; unless there is another one already,
  /// the next call of token() asks for a new one.
  void invalidate(const credentials::SecretString &refused);

private:
  const std::unique_ptr<TokenSource> source_;
  const Clock &clock_;
  std::mutex mutex_;
  /// Null: none yet, or none any more.
  std::unique_ptr<Token> token_;
};

/// Always the same token, or none: for public data, emulators and tests.
class StaticTokenSource final : public TokenSource {
public:
  explicit StaticTokenSource(credentials::SecretString token)
      : token_(std::move(token)) {}
  Token fetch() override { return Token{token_, Clock::TimePoint::max()}; }

private:
  const credentials::SecretString token_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_AUTH_TOKEN_PROVIDER_H
