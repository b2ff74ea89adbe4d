//===- credentials_test.cpp - credentials JSON and secret text ------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/credentials/credentials.h"
#include "runtime_hook/gcs/credentials/json_object.h"

#include <cstring>
#include <gtest/gtest.h>
#include <type_traits>
#include <utility>

namespace hooktidy::credentials {
namespace {

using Kind = CredentialsProblem::Kind;

template <typename T, typename = void> struct IsPrintable : std::false_type {};
template <typename T>
struct IsPrintable<
    T, std::void_t<decltype(std::declval<std::ostream &>() << std::declval<const T &>())>>
    : std::true_type {};

static_assert(!IsPrintable<SecretString>::value, "a secret must not be printable");

TEST(SecretStringTest, HoldsText) {
  SecretString text("abc");
  text.push_back('d');
  text.append("efghijklmnopqrstuvwxyz");
  EXPECT_EQ(text.reveal(), "abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(std::strlen(text.reveal().data()), text.size());
  const SecretString copy = text;
  EXPECT_TRUE(copy == text);
  const SecretString moved = std::move(text);
  EXPECT_TRUE(moved == copy);
  EXPECT_TRUE(text.empty()); // NOLINT: a moved-from secret is wiped
  EXPECT_TRUE(SecretString("a") != SecretString("b"));
  EXPECT_TRUE(SecretString("a") != SecretString("ab"));
}

TEST(SecretStringTest, AppendsPartsOfItself) {
  SecretString text("abc");
  for (int i = 0; i < 5; ++i)
    text.append(text.reveal());
  EXPECT_EQ(text.size(), 96u);
  EXPECT_EQ(text.reveal().substr(93), "abc");
}

TEST(SecretStringTest, Redacts) {
  const SecretString a("hunter2"), b("swordfish"), none;
  EXPECT_EQ(redact("x hunter2 hunter2 swordfish y", {&a, &b, &none}),
            "x [secret] [secret] [secret] y");
}

TEST(JsonObjectTest, ReadsMembers) {
  const auto parsed = JsonObject::parse(
      " { \"s\" : \"a\\n\\u00e9\\ud83d\\ude00\\\"\" , \"n\":-1.5e+3,\"t\":true,\n"
      "\"z\":null, \"o\":{\"s\":[1,{},[]]}, \"a\":[\"x\"] }\n");
  const auto *object = std::get_if<JsonObject>(&parsed);
  ASSERT_TRUE(object);
  ASSERT_EQ(object->members().size(), 6u);
  EXPECT_EQ(object->find("s")->text.reveal(), "a\n\xC3\xA9\xF0\x9F\x98\x80\"");
  EXPECT_EQ(object->find("n")->kind, JsonKind::kNumber);
  EXPECT_EQ(object->find("n")->text.reveal(), "-1.5e+3");
  EXPECT_EQ(object->find("t")->text.reveal(), "true");
  EXPECT_EQ(object->find("z")->kind, JsonKind::kNull);
  EXPECT_EQ(object->find("o")->kind, JsonKind::kObject);
  EXPECT_EQ(object->find("a")->kind, JsonKind::kArray);
  EXPECT_EQ(object->find("none"), nullptr);
  EXPECT_EQ(object->find("s")->offset, 9u);
}

TEST(JsonObjectTest, RefusesWhatIsNotJson) {
  const char *const wrong[] = {"",
                               "{",
                               "{]",
                               "{\"a\"}",
                               "{\"a\":}",
                               "{\"a\":1,}",
                               "{\"a\":1}x",
                               "{'a':1}",
                               "{a:1}",
                               "{\"a\":01}",
                               "{\"a\":1.}",
                               "{\"a\":.5}",
                               "{\"a\":+1}",
                               "{\"a\":1e}",
                               "{\"a\":tru}",
                               "{\"a\":NaN}",
                               "{\"a\":\"x}",
                               "{\"a\":\"\n\"}",
                               "{\"a\":\"\\x\"}",
                               "{\"a\":\"\\u12g4\"}",
                               "{\"a\":\"\\ud800\"}",
                               "{\"a\":\"\\ud800\\u0041\"}",
                               "{\"a\":\"\\udc00\"}",
                               "{\"a\":\"\xFF\"}",
                               "{\"a\":\"\xC0\x80\"}",
                               "{\"a\":\"\xED\xA0\x80\"}",
                               "{\"a\":\"\xF5\x80\x80\x80\"}",
                               "{\"a\":\"\xE2\x82\"}",
                               "{\"a\":1,\"a\":2}",
                               "{\"a\":{\"b\":1,\"b\":2}}",
                               "// no\n{}",
                               "{\"a\":[1,]}"};
  for (const char *text : wrong) {
    const auto parsed = JsonObject::parse(text);
    const auto *problem = std::get_if<JsonProblem>(&parsed);
    ASSERT_TRUE(problem) << text;
    EXPECT_FALSE(problem->not_an_object) << text;
    EXPECT_LE(problem->offset, std::strlen(text)) << text;
  }
  const std::string deep(100000, '[');
  EXPECT_TRUE(std::holds_alternative<JsonProblem>(JsonObject::parse("{\"a\":" + deep)));
  EXPECT_TRUE(std::holds_alternative<JsonProblem>(
      JsonObject::parse(std::string_view("{\"a\":1}\0", 8))));
}

/// The outcome of each kind of argument.
struct Row {
  const char *json;
  std::optional<Kind> problem;
};

TEST(CredentialsTest, CheckTable) {
  const Row rows[] = {
      {"", Kind::kNotJson},
      {"no json", Kind::kNotJson},
      {"{\"refresh_token\": \"x\"", Kind::kNotJson},
      {"null", Kind::kNotAnObject},
      {"17", Kind::kNotAnObject},
      {"true", Kind::kNotAnObject},
      {"[\"refresh_token\"]", Kind::kNotAnObject},
      {"\"my refresh_token\"", Kind::kNotAnObject},
      {"{}", Kind::kNoSecret},
      {"{\"type\": \"authorized_user\"}", Kind::kNoSecret},
      {"{\"x\": {\"refresh_token\": \"x\"}}", Kind::kNoSecret},
      {"{\"refresh_token\": null}", Kind::kNull},
      {"{\"refresh_token\": \"x\", \"other\": null}", Kind::kNull},
      {"{\"refresh_token\": 5}", Kind::kNotAString},
      {"{\"refresh_token\": \"\"}", Kind::kEmpty},
      {"{\"private_key\": [\"x\"]}", Kind::kNotAString},
      {"{\"refresh_token\": \"x\", \"client_id\": false}", Kind::kNotAString},
      {"{\"refresh_token\": \"x\"}", std::nullopt},
      {"{\"private_key\": \"x\"}", std::nullopt},
      {"{\"private_key\": \"x\", \"refresh_token\": \"y\"}", std::nullopt},
      {"{\"refresh_token\": \"x\", \"extra\": {\"a\": [1]}}", std::nullopt},
  };
  for (const Row &row : rows) {
    const auto problem = check_credentials(row.json);
    ASSERT_EQ(problem.has_value(), row.problem.has_value()) << row.json;
    if (problem) {
      EXPECT_EQ(problem->kind, *row.problem) << row.json << ": " << problem->message;
      EXPECT_NE(problem->message.back(), '.');
    }
  }
  EXPECT_EQ(
      check_credentials("{\"refresh_token\": \"" + std::string(70000, 'x') + "\"}")->kind,
      Kind::kNotJson);
}

TEST(CredentialsTest, NamesBothFields) {
  const std::string message = check_credentials("{}")->message;
  EXPECT_NE(message.find("'refresh_token'"), std::string::npos);
  EXPECT_NE(message.find("'private_key'"), std::string::npos);
}

TEST(CredentialsTest, ParsesAuthorizedUser) {
  const auto parsed = parse_credentials(
      R"({"type": "authorized_user", "client_id": "i", "client_secret": "s",
          "refresh_token": "r", "token_uri": "https://example.com/token"})");
  const auto &user = std::get<AuthorizedUser>(std::get<Credentials>(parsed));
  EXPECT_EQ(user.client_id, "i");
  EXPECT_EQ(user.client_secret.reveal(), "s");
  EXPECT_EQ(user.refresh_token.reveal(), "r");
  EXPECT_EQ(user.token_uri, "https://example.com/token");
}

TEST(CredentialsTest, ParsesServiceAccount) {
  const auto parsed = parse_credentials(
      R"({"private_key": "k", "private_key_id": "i", "client_email": "e"})");
  const auto &account = std::get<ServiceAccount>(std::get<Credentials>(parsed));
  EXPECT_EQ(account.private_key.reveal(), "k");
  EXPECT_EQ(account.private_key_id, "i");
  EXPECT_EQ(account.client_email, "e");
  EXPECT_EQ(account.token_uri, "");
}

TEST(CredentialsTest, TypeDecides) {
  const std::string both =
      R"("client_id": "i", "client_secret": "s", "refresh_token": "r",
         "private_key": "k", "private_key_id": "i", "client_email": "e")";
  const auto kind_of = [](const std::string &json) {
    return std::get<Credentials>(parse_credentials(json)).index();
  };
  EXPECT_EQ(kind_of("{" + both + "}"), 0u);
  EXPECT_EQ(kind_of("{\"type\": \"authorized_user\", " + both + "}"), 0u);
  EXPECT_EQ(kind_of("{\"type\": \"service_account\", " + both + "}"), 1u);
}

TEST(CredentialsTest, ParseAsksForAllThatATokenNeeds) {
  const std::pair<const char *, Kind> rows[] = {
      {R"({"refresh_token": "r"})", Kind::kMissingField},
      {R"({"refresh_token": "r", "client_id": "i"})", Kind::kMissingField},
      {R"({"private_key": "k", "client_email": "e"})", Kind::kMissingField},
      {R"({"type": "service_account", "refresh_token": "r"})", Kind::kMissingField},
      {R"({"type": "external_account", "refresh_token": "r"})", Kind::kWrongType},
      {R"({"refresh_token": "r", "token_uri": "http://example.com"})",
       Kind::kUnsafeTokenUri},
      {R"({"refresh_token": "r", "token_uri": "file:///etc/passwd"})",
       Kind::kUnsafeTokenUri},
  };
  for (const auto &[json, kind] : rows) {
    const auto parsed = parse_credentials(json);
    ASSERT_TRUE(std::holds_alternative<CredentialsProblem>(parsed)) << json;
    EXPECT_EQ(std::get<CredentialsProblem>(parsed).kind, kind) << json;
  }
}

TEST(CredentialsTest, MessagesQuoteNoValue) {
  constexpr const char *kSecret = "hunter2";
  const char *const wrong[] = {
      R"(hunter2)",
      R"({"hunter2": null})",
      R"({"refresh_token": "hunter2")",
      R"({"refresh_token": "hunter2\q"})",
      R"({"refresh_token": "hunter2", "refresh_token": "hunter2"})",
      R"({"hunter2": "refresh_token"})",
      R"({"refresh_token": "hunter2", "type": "hunter2"})",
      R"({"refresh_token": "hunter2", "token_uri": "hunter2"})",
      R"({"refresh_token": "hunter2", "client_id": "hunter2"})",
      R"({"refresh_token": ["hunter2"]})",
      R"(["hunter2"])",
  };
  for (const char *json : wrong) {
    const auto parsed = parse_credentials(json);
    ASSERT_TRUE(std::holds_alternative<CredentialsProblem>(parsed)) << json;
    const auto &problem = std::get<CredentialsProblem>(parsed);
    EXPECT_EQ(problem.message.find(kSecret), std::string::npos) << problem.message;
    EXPECT_EQ(problem.field.find(kSecret), std::string::npos) << problem.field;
  }
}

TEST(CredentialsTest, ConfidentialUrls) {
  for (const char *url :
       {"https://example.com", "http://localhost", "http://localhost:80/x",
        "http://127.0.0.1:1?x", "http://[::1]:9/"})
    EXPECT_TRUE(is_confidential_url(url)) << url;
  for (const char *url :
       {"", "https://", "http://example.com", "http://localhost.example.com",
        "http://localhost:80@example.com", "http://127.0.0.1.example.com",
        "ftp://localhost", "http://localhost@example.com", "https://exam ple.com",
        "HTTPS://example.com\n"})
    EXPECT_FALSE(is_confidential_url(url)) << url;
}

} // namespace
} // namespace hooktidy::credentials
