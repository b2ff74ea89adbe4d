//===- oauth_test.cpp - requests for tokens, field by field ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scripted_http.h"
#include "test_keys.h"
#include "test_support.h"

#include "runtime_hook/gcs/auth/jwt.h"
#include "runtime_hook/gcs/auth/oauth.h"
#include "runtime_hook/gcs/errors.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace hooktidy::runtime::gcs {
namespace {

using credentials::SecretString;
using std::chrono::seconds;

constexpr char kAnswer[] =
    R"({"access_token": "ya29.token", "expires_in": 3920, "token_type": "Bearer"})";

std::string unescape(const std::string &text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '%') {
      plain += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      plain += text[i];
    }
  return plain;
}

std::map<std::string, std::string> parse_form(const std::string &form) {
  std::map<std::string, std::string> fields;
  std::istringstream stream(form);
  for (std::string field; std::getline(stream, field, '&');) {
    const std::size_t equals = field.find('=');
    fields[unescape(field.substr(0, equals))] = unescape(field.substr(equals + 1));
  }
  return fields;
}

std::string decode_base64url(const std::string &text) {
  const std::string alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    bits = bits << 6 | static_cast<unsigned>(alphabet.find(c));
    count += 6;
    if (count >= 8)
      bytes.push_back(static_cast<char>(bits >> (count -= 8)));
  }
  return bytes;
}

class OAuthTest : public testing::Test {
protected:
  OAuthTest() {
    platform_.http = http_;
    platform_.clock = &clock_;
    platform_.wall_clock = [] { return std::int64_t{1500000000}; };
  }

  std::unique_ptr<TokenSource> source_of(const std::string &json) {
    auto parsed = credentials::parse_credentials(json);
    return make_credentials_source(std::get<credentials::Credentials>(parsed), platform_,
                                   policy_, HttpTimeouts());
  }
  std::unique_ptr<TokenSource> user_source() {
    return source_of(R"({"type": "authorized_user", "client_id": "id &1",
                         "client_secret": "s=ecret/+", "refresh_token": "1//re fresh%"})");
  }

  FakeClock clock_;
  std::shared_ptr<ScriptedHttp> http_ = std::make_shared<ScriptedHttp>();
  RetryPolicy policy_{{}, &clock_, [] { return 0.0; }};
  Platform platform_;
};

TEST_F(OAuthTest, RefreshRequest) {
  http_->answer(200, kAnswer);
  clock_.advance(seconds(100));
  const Token token = user_source()->fetch();
  EXPECT_EQ(token.value.reveal(), "ya29.token");
  EXPECT_EQ(token.expiry.time_since_epoch(), seconds(4020));

  ASSERT_EQ(http_->requests.size(), 1u);
  const ScriptedHttp::Request &request = http_->requests[0];
  EXPECT_EQ(request.method, HttpMethod::kPost);
  EXPECT_EQ(request.url, "https://oauth2.googleapis.com/token");
  EXPECT_EQ(request.bearer_token, "");
  EXPECT_EQ(request.headers[0].first, "Content-Type");
  EXPECT_EQ(request.headers[0].second, "application/x-www-form-urlencoded");
  // Every value is escaped.
  EXPECT_EQ(request.body, "client_id=id%20%261&client_secret=s%3Decret%2F%2B&"
                          "refresh_token=1%2F%2Fre%20fresh%25&grant_type=refresh_token");
}

TEST_F(OAuthTest, ServiceAccountRequest) {
  const TestKey key = make_rsa_key(2048);
  http_->answer(200, kAnswer);
  const auto source = source_of(R"({"type": "service_account", "private_key_id": "key-1",
                    "client_email": "robot@example.com", "client_id": "7",
                    "token_uri": "https://token.example.com/t", "private_key": ")" +
                                json_escaped(private_pem(key.get())) + "\"}");
  EXPECT_EQ(source->fetch().value.reveal(), "ya29.token");

  const ScriptedHttp::Request &request = http_->requests.at(0);
  EXPECT_EQ(request.method, HttpMethod::kPost);
  EXPECT_EQ(request.url, "https://token.example.com/t");
  const auto form = parse_form(request.body);
  ASSERT_EQ(form.size(), 2u);
  EXPECT_EQ(form.at("grant_type"), "urn:ietf:params:oauth:grant-type:jwt-bearer");

  const std::string &jwt = form.at("assertion");
  const std::size_t first = jwt.find('.');
  const std::size_t second = jwt.rfind('.');
  ASSERT_LT(first, second);
  EXPECT_EQ(jwt.find_first_of("+/="), std::string::npos);
  const auto header = nlohmann::json::parse(decode_base64url(jwt.substr(0, first)));
  EXPECT_EQ(header, nlohmann::json({{"alg", "RS256"}, {"typ", "JWT"}, {"kid", "key-1"}}));
  const auto claims =
      nlohmann::json::parse(decode_base64url(jwt.substr(first + 1, second - first - 1)));
  EXPECT_EQ(claims,
            nlohmann::json({{"iss", "robot@example.com"},
                            {"scope", "https://www.googleapis.com/auth/cloud-platform"},
                            {"aud", "https://token.example.com/t"},
                            {"iat", 1500000000},
                            {"exp", 1500003600}}));
  EXPECT_TRUE(verify_signature(key.get(), jwt.substr(0, second),
                               decode_base64url(jwt.substr(second + 1))));
  const TestKey other = make_rsa_key(2048);
  EXPECT_FALSE(verify_signature(other.get(), jwt.substr(0, second),
                                decode_base64url(jwt.substr(second + 1))));
}

TEST_F(OAuthTest, KeysThatCannotSign) {
  const TestKey ec = make_ec_key();
  const TestKey weak = make_rsa_key(1024);
  const TestKey good = make_rsa_key(2048);
  const std::string pem = private_pem(good.get());
  for (const std::string &wrong :
       {std::string("nonsense"), private_pem(ec.get()), private_pem(weak.get()),
        private_pem(good.get(), "password"), pem.substr(0, pem.size() / 2)}) {
    const auto source =
        source_of(R"({"private_key_id": "i", "client_email": "e", "private_key": ")" +
                  json_escaped(wrong) + "\"}");
    EXPECT_EQ(code_of([&] { source->fetch(); }), ErrorCode::kInvalidArgument);
  }
  EXPECT_TRUE(http_->requests.empty());
}

TEST_F(OAuthTest, WrongAnswersAreRefusedWhole) {
  const char *const wrong[] = {
      "",
      "<html>login</html>",
      "[]",
      "null",
      R"({"access_token": "t", "expires_in": 3600})",
      R"({"access_token": "t", "expires_in": 3600, "token_type": "MAC"})",
      R"({"access_token": "t", "expires_in": 3600, "token_type": 5})",
      R"({"access_token": "t", "token_type": "Bearer"})",
      R"({"access_token": "t", "expires_in": "3600", "token_type": "Bearer"})",
      R"({"access_token": "t", "expires_in": 0, "token_type": "Bearer"})",
      R"({"access_token": "t", "expires_in": -5, "token_type": "Bearer"})",
      R"({"access_token": "t", "expires_in": 1.5, "token_type": "Bearer"})",
      R"({"access_token": "t", "expires_in": 1e9, "token_type": "Bearer"})",
      R"({"access_token": "t", "expires_in": 99999999999999999999, "token_type": "Bearer"})",
      R"({"expires_in": 3600, "token_type": "Bearer"})",
      R"({"access_token": "", "expires_in": 3600, "token_type": "Bearer"})",
      R"({"access_token": null, "expires_in": 3600, "token_type": "Bearer"})",
      R"({"access_token": "a\r\nX-Evil: 1", "expires_in": 3600, "token_type": "Bearer"})",
      R"({"access_token": "a b", "expires_in": 3600, "token_type": "Bearer"})",
  };
  for (const char *body : wrong) {
    http_->answer(200, body);
    EXPECT_EQ(code_of([&] { user_source()->fetch(); }), ErrorCode::kFailedPrecondition)
        << body;
  }
  EXPECT_TRUE(clock_.sleeps().empty()) << "asking again would not help";
}

TEST_F(OAuthTest, MalformedAnswerLeavesTheOldTokenAlone) {
  http_->answer(200, kAnswer);
  TokenProvider provider(user_source(), clock_);
  provider.token();
  clock_.advance(seconds(3900));
  http_->answer(200, R"({"expires_in": 99999, "token_type": "Bearer"})");
  EXPECT_EQ(code_of([&] { provider.token(); }), ErrorCode::kFailedPrecondition);
  http_->answer(200, kAnswer);
  EXPECT_EQ(provider.token().reveal(), "ya29.token");
  EXPECT_EQ(http_->requests.size(), 3u);
}

TEST_F(OAuthTest, RefusedCredentials) {
  http_->answer(400,
                R"({"error": "invalid_grant", "error_description": "1//re fresh%"})");
  const std::string message = message_of([&] { user_source()->fetch(); });
  EXPECT_TRUE(contains(message, "Unauthenticated")) << message;
  EXPECT_TRUE(contains(message, "invalid_grant")) << message;
  EXPECT_FALSE(contains(message, "re fresh")) << message;
  http_->answer(401, R"({"error": "s=ecret/+"})");
  EXPECT_FALSE(contains(message_of([&] { user_source()->fetch(); }), "s=ecret"));
}

TEST_F(OAuthTest, TroubleOfTheServerIsRetried) {
  http_->answer(503, "s=ecret/+");
  http_->fail<UnavailableError>("no connection");
  http_->answer(429, "", {{"retry-after", "9"}});
  http_->answer(200, kAnswer);
  EXPECT_EQ(user_source()->fetch().value.reveal(), "ya29.token");
  EXPECT_EQ(clock_.sleeps(), (std::vector<std::int64_t>{100, 200, 9000}));
}

TEST_F(OAuthTest, GivesUpWithoutPreemption) {
  for (int i = 0; i < 11; ++i)
    http_->answer(503, "");
  EXPECT_THROW(user_source()->fetch(), RetriesExhaustedError);
}

TEST_F(OAuthTest, OtherStatusesAreNoTokens) {
  http_->answer(302, "");
  EXPECT_EQ(code_of([&] { user_source()->fetch(); }), ErrorCode::kFailedPrecondition);
  http_->answer(204, "");
  EXPECT_EQ(code_of([&] { user_source()->fetch(); }), ErrorCode::kFailedPrecondition);
}

class NumberedSource final : public TokenSource {
public:
  NumberedSource(const Clock &clock, std::atomic<int> &fetches)
      : clock_(clock), fetches_(fetches) {}
  Token fetch() override {
    return Token{"token-" + std::to_string(++fetches_), clock_.now() + seconds(3600)};
  }

private:
  const Clock &clock_;
  std::atomic<int> &fetches_;
};

TEST(TokenProviderTest, KeepsTokensUntilAMinuteBeforeTheirEnd) {
  FakeClock clock;
  std::atomic<int> fetches{0};
  TokenProvider provider(std::make_unique<NumberedSource>(clock, fetches), clock);
  EXPECT_EQ(provider.token().reveal(), "token-1");
  clock.advance(seconds(3539));
  EXPECT_EQ(provider.token().reveal(), "token-1");
  clock.advance(seconds(1));
  EXPECT_EQ(provider.token().reveal(), "token-2");
}

TEST(TokenProviderTest, InvalidateForgetsThatTokenOnly) {
  FakeClock clock;
  std::atomic<int> fetches{0};
  TokenProvider provider(std::make_unique<NumberedSource>(clock, fetches), clock);
  const SecretString first = provider.token();
  provider.invalidate(first);
  EXPECT_EQ(provider.token().reveal(), "token-2");
  provider.invalidate(first);
  EXPECT_EQ(provider.token().reveal(), "token-2");
}

TEST(JwtTest, Base64Url) {
  const std::pair<const char *, const char *> rows[] = {{"", ""},
                                                        {"f", "Zg"},
                                                        {"fo", "Zm8"},
                                                        {"foo", "Zm9v"},
                                                        {"foob", "Zm9vYg"},
                                                        {"fooba", "Zm9vYmE"},
                                                        {"foobar", "Zm9vYmFy"},
                                                        {"\xFB\xFF", "-_8"}};
  for (const auto &[bytes, text] : rows)
    EXPECT_EQ(base64url(bytes), text);
}

} // namespace
} // namespace hooktidy::runtime::gcs
