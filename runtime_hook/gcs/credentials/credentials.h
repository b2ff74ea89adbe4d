//===- credentials.h - credentials JSON: check and parse --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Two levels. check_credentials is what a hook's constructor can tell at once, and what a
// linter can tell of a literal: a JSON object with a refresh token or a private key.
// parse_credentials asks for everything that a token request needs.
//
// No text that comes from here quotes a value of the credentials.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_CREDENTIALS_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_CREDENTIALS_H

#include "runtime_hook/gcs/credentials/secret_string.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace hooktidy::credentials {

/// What is wrong with credentials.
struct CredentialsProblem {
  enum class Kind : std::uint8_t {
    /// Not well-formed JSON, or longer than any credentials are.
    kNotJson,
    /// JSON, but an array, a string, a number, a bool or null.
    kNotAnObject,
    /// Neither "refresh_token" nor "private_key" is there.
    kNoSecret,
    /// A value is null.
    kNull,
    /// A known field is no string.
    kNotAString,
    /// A known field is an empty string.
    kEmpty,
    /// A field that the kind of credentials needs is missing.
    kMissingField,
    /// "type" is of another kind of credentials, or does not fit the fields.
    kWrongType,
    /// "token_uri" is no place to send a secret to.
    kUnsafeTokenUri,
  };

  Kind kind;
  /// The field in question, if there is one.
  std::string field;
  /// A sentence without a full stop that says what to do instead.
  std::string message;
  /// Where in the JSON text; 0 where that says nothing.
  std::size_t offset = 0;
};

/// No problem: an object with a non-empty string "refresh_token" or "private_key", no
/// member that is null, and strings in all fields that a token request would use.
std::optional<CredentialsProblem> check_credentials(std::string_view json);

/// What `gcloud auth application-default login` writes ("authorized_user").
struct AuthorizedUser {
  std::string client_id;
  SecretString client_secret;
  SecretString refresh_token;
  /// Empty: the usual one.
  std::string token_uri;
};

/// A key of a service account ("service_account").
struct ServiceAccount {
  std::string client_email;
  std::string private_key_id;
  /// PEM.
  SecretString private_key;
  /// Empty: the usual one.
  std::string token_uri;
};

using Credentials = std::variant<AuthorizedUser, ServiceAccount>;

/// Credentials with all that a token request needs, or what is wrong. "type" decides the
/// kind; without it, "refresh_token" is preferred to "private_key".
std::variant<Credentials, CredentialsProblem> parse_credentials(std::string_view json);

/// True for https, and for http to this machine itself: places that may be sent a secret.
bool is_confidential_url(std::string_view url);

} // namespace hooktidy::credentials

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_CREDENTIALS_CREDENTIALS_H
