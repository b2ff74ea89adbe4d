//===- credentials.cpp - credentials JSON: check and parse ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/credentials/credentials.h"

#include "runtime_hook/gcs/credentials/json_object.h"

#include <initializer_list>
#include <utility>

namespace hooktidy::credentials {

namespace {

using Kind = CredentialsProblem::Kind;

/// Far more than the longest real credentials (a 4096 bit key and its URLs: 4 KiB).
constexpr std::size_t kMaxSize = 64 * 1024;

enum class Type { kUnknown, kAuthorizedUser, kServiceAccount };

constexpr const char *kKnownFields[] = {"type",          "client_id",   "client_secret",
                                        "refresh_token", "private_key", "private_key_id",
                                        "client_email",  "token_uri"};

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

CredentialsProblem problem(Kind kind, const std::string &field,
                           const std::string &message, std::size_t offset = 0) {
  return CredentialsProblem{kind, field, message, offset};
}

/// What a member may be named in a message: a name from the text could be a secret that
/// stands in the wrong place.
std::string known_name(const JsonMember &member) {
  for (const char *field : kKnownFields)
    if (member.name == field)
      return member.name;
  return {};
}

std::optional<CredentialsProblem> check_nulls(const JsonObject &object) {
  for (const JsonMember &member : object.members()) {
    if (member.kind != JsonKind::kNull)
      continue;
    const std::string name = known_name(member);
    return problem(Kind::kNull, name,
                   (name.empty() ? "a member" : quoted(name)) +
                       " of the credentials is null; give its value or leave it out",
                   member.offset);
  }
  return std::nullopt;
}

std::optional<CredentialsProblem> check_strings(const JsonObject &object) {
  for (const char *field : kKnownFields) {
    const JsonMember *member = object.find(field);
    if (!member)
      continue;
    if (member->kind != JsonKind::kString)
      return problem(Kind::kNotAString, field,
                     quoted(field) + " of the credentials is " +
                         json_kind_name(member->kind) + ", but must be a string",
                     member->offset);
    if (member->text.empty())
      return problem(Kind::kEmpty, field,
                     quoted(field) + " of the credentials is empty; give its value",
                     member->offset);
  }
  return std::nullopt;
}

std::optional<CredentialsProblem> check_object(const JsonObject &object) {
  if (auto found = check_nulls(object))
    return found;
  if (auto found = check_strings(object))
    return found;
  if (!object.find("refresh_token") && !object.find("private_key"))
    return problem(Kind::kNoSecret, "",
                   "the credentials have neither 'refresh_token' nor 'private_key'; use "
                   "those of 'gcloud auth application-default login' or the JSON key of "
                   "a service account");
  return std::nullopt;
}

std::variant<JsonObject, CredentialsProblem> read_object(std::string_view json) {
  if (json.size() > kMaxSize)
    return problem(Kind::kNotJson, "",
                   "the credentials are longer than 64 KiB, which no credentials are");
  auto parsed = JsonObject::parse(json);
  if (const auto *refused = std::get_if<JsonProblem>(&parsed)) {
    if (refused->not_an_object)
      return problem(Kind::kNotAnObject, "",
                     "the credentials are JSON, but no object; give the whole "
                     "credentials file");
    return problem(Kind::kNotJson, "",
                   "the credentials are not well-formed JSON: " + refused->message +
                       " (at byte " + std::to_string(refused->offset) + ")",
                   refused->offset);
  }
  return std::get<JsonObject>(std::move(parsed));
}

std::optional<CredentialsProblem>
check_needed(const JsonObject &object, std::initializer_list<const char *> fields) {
  for (const char *field : fields)
    if (!object.find(field))
      return problem(Kind::kMissingField, field,
                     quoted(field) + " is missing in the credentials; give all that the "
                                     "credentials file has");
  return std::nullopt;
}

const SecretString &text_of(const JsonObject &object, const char *field) {
  static const SecretString none;
  const JsonMember *member = object.find(field);
  return member ? member->text : none;
}

std::string plain_text_of(const JsonObject &object, const char *field) {
  return std::string(text_of(object, field).reveal());
}

Type type_of(const JsonObject &object) {
  if (!object.find("type"))
    return object.find("refresh_token") ? Type::kAuthorizedUser : Type::kServiceAccount;
  const std::string_view type = text_of(object, "type").reveal();
  if (type == "authorized_user")
    return Type::kAuthorizedUser;
  return type == "service_account" ? Type::kServiceAccount : Type::kUnknown;
}

std::optional<CredentialsProblem> check_token_uri(const JsonObject &object) {
  const JsonMember *uri = object.find("token_uri");
  if (!uri || is_confidential_url(uri->text.reveal()))
    return std::nullopt;
  return problem(Kind::kUnsafeTokenUri, "token_uri",
                 "'token_uri' of the credentials must begin with 'https://': a secret is "
                 "sent there",
                 uri->offset);
}

} // namespace

std::optional<CredentialsProblem> check_credentials(std::string_view json) {
  const auto object = read_object(json);
  if (const auto *refused = std::get_if<CredentialsProblem>(&object))
    return *refused;
  return check_object(std::get<JsonObject>(object));
}

std::variant<Credentials, CredentialsProblem> parse_credentials(std::string_view json) {
  auto read = read_object(json);
  if (auto *refused = std::get_if<CredentialsProblem>(&read))
    return std::move(*refused);
  const JsonObject &object = std::get<JsonObject>(read);
  if (auto found = check_object(object))
    return *found;
  if (auto found = check_token_uri(object))
    return *found;
  const Type type = type_of(object);
  if (type == Type::kUnknown)
    return problem(Kind::kWrongType, "type",
                   "'type' of the credentials must be 'authorized_user' or "
                   "'service_account'; other kinds are not supported",
                   object.find("type")->offset);
  if (type == Type::kAuthorizedUser) {
    if (auto found =
            check_needed(object, {"client_id", "client_secret", "refresh_token"}))
      return *found;
    return Credentials(AuthorizedUser{
        plain_text_of(object, "client_id"), text_of(object, "client_secret"),
        text_of(object, "refresh_token"), plain_text_of(object, "token_uri")});
  }
  if (auto found =
          check_needed(object, {"client_email", "private_key_id", "private_key"}))
    return *found;
  return Credentials(ServiceAccount{
      plain_text_of(object, "client_email"), plain_text_of(object, "private_key_id"),
      text_of(object, "private_key"), plain_text_of(object, "token_uri")});
}

bool is_confidential_url(std::string_view url) {
  for (char c : url)
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F)
      return false;
  constexpr std::string_view kHttps = "https://";
  if (url.substr(0, kHttps.size()) == kHttps)
    return url.size() > kHttps.size();
  for (std::string_view host : {"http://localhost", "http://127.0.0.1", "http://[::1]"}) {
    if (url.substr(0, host.size()) != host)
      continue;
    // "http://localhost.example" and "http://localhost:80@example" are other hosts.
    const std::string_view rest = url.substr(host.size());
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.empty() ||
        (authority.front() == ':' &&
         authority.find_first_not_of("0123456789", 1) == authority.npos))
      return true;
  }
  return false;
}

} // namespace hooktidy::credentials
