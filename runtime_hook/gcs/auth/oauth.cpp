//===- oauth.cpp - requests for access tokens -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/auth/oauth.h"

#include "runtime_hook/gcs/auth/jwt.h"
#include "runtime_hook/gcs/credentials/json_object.h"
#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/http/url.h"

#include <cstdlib>
#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

using credentials::JsonKind;
using credentials::JsonMember;
using credentials::JsonObject;
using credentials::SecretString;

/// Longer than any token lives; a larger number is a mistake.
constexpr long kMaxLifetime = 7 * 24 * 3600;

[[noreturn]] void refuse_answer(const std::string &purpose, const std::string &why) {
  throw FailedPreconditionError(purpose + ": the server's answer is no token: " + why +
                                "; check that the token URL is right");
}

const SecretString &text_member(const std::string &purpose, const JsonObject &object,
                                const char *name, JsonKind kind) {
  const JsonMember *member = object.find(name);
  if (!member)
    refuse_answer(purpose, std::string("'") + name + "' is missing");
  if (member->kind != kind)
    refuse_answer(purpose, std::string("'") + name + "' is " +
                               credentials::json_kind_name(member->kind) + ", not " +
                               credentials::json_kind_name(kind));
  return member->text;
}

std::chrono::seconds lifetime(const std::string &purpose, const JsonObject &object) {
  const std::string text(
      text_member(purpose, object, "expires_in", JsonKind::kNumber).reveal());
  char *end = nullptr;
  const long seconds = std::strtol(text.c_str(), &end, 10);
  if (*end != '\0' || seconds <= 0 || seconds > kMaxLifetime)
    refuse_answer(purpose, "'expires_in' is no sensible number of seconds");
  return std::chrono::seconds(seconds);
}

bool equal_ignoring_case(std::string_view a, std::string_view lower) {
  if (a.size() != lower.size())
    return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] >= 'A' && a[i] <= 'Z' ? static_cast<char>(a[i] | 0x20) : a[i]) != lower[i])
      return false;
  return true;
}

/// OAuth's error codes are words like "invalid_grant". Anything else in an error answer
/// could be a piece of the request, so it is not quoted.
std::string error_code(const HttpResponse &response) {
  const auto parsed = JsonObject::parse(response.body.reveal());
  const auto *object = std::get_if<JsonObject>(&parsed);
  const JsonMember *error = object ? object->find("error") : nullptr;
  if (!error || error->kind != JsonKind::kString)
    return {};
  for (const char *known :
       {"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
        "unsupported_grant_type", "invalid_scope", "access_denied", "deleted_client",
        "org_internal", "admin_policy_enforced", "invalid_rapt"})
    if (error->text.reveal() == known)
      return std::string(" (") + known + ")";
  return {};
}

void check_token_status(const HttpRequest &request, const HttpResponse &response) {
  if (response.status == 200)
    return;
  if (response.status == 400 || response.status == 401 || response.status == 403)
    throw UnauthenticatedError(request.purpose + ": the credentials were refused with " +
                               std::to_string(response.status) + error_code(response) +
                               "; log in again, or use other credentials");
  // The status alone decides from here; an empty body quotes nothing.
  HttpResponse bare;
  bare.status = response.status;
  bare.headers = response.headers;
  check_status(request, bare);
  refuse_answer(request.purpose, "the status is " + std::to_string(response.status));
}

class CredentialsSource final : public TokenSource {
public:
  CredentialsSource(credentials::Credentials credentials, const Platform &platform,
                    const RetryPolicy &policy, const HttpTimeouts &timeouts)
      : credentials_(std::move(credentials)), platform_(platform), policy_(policy),
        timeouts_(timeouts) {}

  Token fetch() override {
    return policy_.run(purpose_, [this] { return fetch_once(); });
  }

private:
  Token fetch_once() const {
    const SecretString form =
        std::visit([this](const auto &known) { return form_of(known); }, credentials_);
    HttpRequest request;
    request.method = HttpMethod::kPost;
    request.url = token_url();
    request.purpose = purpose_;
    request.headers = {{"Content-Type", "application/x-www-form-urlencoded"},
                       {"Accept", "application/json"}};
    request.body = form.reveal();
    request.timeouts = timeouts_;
    const Clock::TimePoint requested = platform_.clock->now();
    const HttpResponse response = platform_.http->send(request);
    check_token_status(request, response);
    return read_token_answer(purpose_, response, requested);
  }

  SecretString form_of(const credentials::AuthorizedUser &user) const {
    SecretString form;
    append_form_field(form, "client_id", user.client_id);
    append_form_field(form, "client_secret", user.client_secret.reveal());
    append_form_field(form, "refresh_token", user.refresh_token.reveal());
    append_form_field(form, "grant_type", "refresh_token");
    return form;
  }

  SecretString form_of(const credentials::ServiceAccount &account) const {
    const SecretString assertion =
        make_signed_jwt(account, token_url(), platform_.wall_clock());
    SecretString form;
    append_form_field(form, "grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
    append_form_field(form, "assertion", assertion.reveal());
    return form;
  }

  std::string token_url() const {
    const std::string &given = std::visit(
        [](const auto &known) -> const std::string & { return known.token_uri; },
        credentials_);
    return given.empty() ? kDefaultTokenUrl : given;
  }

  const credentials::Credentials credentials_;
  const Platform platform_;
  const RetryPolicy &policy_;
  const HttpTimeouts timeouts_;
  const std::string purpose_ = "requesting an access token";
};

} // namespace

Token read_token_answer(const std::string &purpose, const HttpResponse &response,
                        Clock::TimePoint requested) {
  const auto parsed = JsonObject::parse(response.body.reveal());
  const auto *object = std::get_if<JsonObject>(&parsed);
  if (!object)
    refuse_answer(purpose, "it is no JSON object");
  const SecretString &type =
      text_member(purpose, *object, "token_type", JsonKind::kString);
  if (!equal_ignoring_case(type.reveal(), "bearer"))
    refuse_answer(purpose, "'token_type' is not 'Bearer'");
  const std::chrono::seconds life = lifetime(purpose, *object);
  const SecretString &value =
      text_member(purpose, *object, "access_token", JsonKind::kString);
  bool printable = !value.empty();
  for (const char c : value.reveal())
    printable = printable && c > 0x20 && c < 0x7F;
  if (!printable)
    refuse_answer(purpose, "'access_token' is empty or not printable");
  return Token{value, requested + life};
}

std::unique_ptr<TokenSource> make_credentials_source(credentials::Credentials credentials,
                                                     const Platform &platform,
                                                     const RetryPolicy &policy,
                                                     const HttpTimeouts &timeouts) {
  return std::make_unique<CredentialsSource>(std::move(credentials), platform, policy,
                                             timeouts);
}

} // namespace hooktidy::runtime::gcs
