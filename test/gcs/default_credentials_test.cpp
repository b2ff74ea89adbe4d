//===- default_credentials_test.cpp - where credentials are looked for ----===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scripted_http.h"
#include "test_support.h"

#include "runtime_hook/gcs/auth/default_credentials.h"

#include <cstdlib>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace hooktidy::runtime::gcs {
namespace {

constexpr char kUser[] = R"({"type": "authorized_user", "client_id": "i",
                             "client_secret": "s", "refresh_token": "r"})";
constexpr char kAnswer[] =
    R"({"access_token": "t", "expires_in": 3600, "token_type": "Bearer"})";
const std::map<std::string, std::string> kFlavor = {{"metadata-flavor", "Google"}};

class DefaultCredentialsTest : public testing::Test {
protected:
  DefaultCredentialsTest() {
    char name[] = "/tmp/hooktidy-gcs-XXXXXX";
    directory_ = ::mkdtemp(name);
    platform_.http = http_;
    platform_.clock = &clock_;
    platform_.log = &log_;
  }
  ~DefaultCredentialsTest() override {
    for (const std::string &file : files_)
      ::unlink(file.c_str());
    ::rmdir((directory_ + "/.config/gcloud").c_str());
    ::rmdir((directory_ + "/.config").c_str());
    ::rmdir(directory_.c_str());
  }

  std::string write(const std::string &name, const std::string &text) {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path) << text;
    files_.push_back(path);
    return path;
  }

  std::unique_ptr<TokenProvider> provider(Variables variables) {
    platform_.environment = environment_of(std::move(variables));
    return std::make_unique<TokenProvider>(
        make_default_source(platform_, policy_, HttpTimeouts()), clock_);
  }
  std::string token(Variables variables) {
    return std::string(provider(std::move(variables))->token().reveal());
  }

  FakeClock clock_;
  MemoryLog log_;
  std::shared_ptr<ScriptedHttp> http_ = std::make_shared<ScriptedHttp>();
  RetryPolicy policy_{{}, &clock_, [] { return 0.0; }};
  Platform platform_;
  std::string directory_;

private:
  std::vector<std::string> files_;
};

TEST_F(DefaultCredentialsTest, TokenForTesting) {
  EXPECT_EQ(token({{"GOOGLE_AUTH_TOKEN_FOR_TESTING", "tok"}}), "tok");
  EXPECT_TRUE(http_->requests.empty());
}

TEST_F(DefaultCredentialsTest, NamedFile) {
  http_->answer(200, kAnswer);
  const std::string path = write("key.json", kUser);
  EXPECT_EQ(token({{"GOOGLE_APPLICATION_CREDENTIALS", path}}), "t");
  EXPECT_TRUE(contains(http_->requests.at(0).body, "refresh_token=r"));
}

TEST_F(DefaultCredentialsTest, NamedFileThatCannotBeUsedIsAnError) {
  const std::string missing = directory_ + "/missing.json";
  EXPECT_EQ(code_of([&] { token({{"GOOGLE_APPLICATION_CREDENTIALS", missing}}); }),
            ErrorCode::kFailedPrecondition);
  EXPECT_EQ(code_of([&] { token({{"GOOGLE_APPLICATION_CREDENTIALS", directory_}}); }),
            ErrorCode::kFailedPrecondition);
  const std::string broken = write("broken.json", R"({"refresh_token": "hunter2")");
  const std::string message =
      message_of([&] { token({{"GOOGLE_APPLICATION_CREDENTIALS", broken}}); });
  EXPECT_TRUE(contains(message, broken)) << message;
  EXPECT_FALSE(contains(message, "hunter2")) << message;
}

TEST_F(DefaultCredentialsTest, WellKnownFiles) {
  write("application_default_credentials.json", kUser);
  http_->answer(200, kAnswer);
  EXPECT_EQ(token({{"CLOUDSDK_CONFIG", directory_}, {"HOME", "/nowhere"}}), "t");
  ::mkdir((directory_ + "/.config").c_str(), 0700);
  ::mkdir((directory_ + "/.config/gcloud").c_str(), 0700);
  write(".config/gcloud/application_default_credentials.json", kUser);
  http_->answer(200, kAnswer);
  EXPECT_EQ(token({{"HOME", directory_}}), "t");
}

TEST_F(DefaultCredentialsTest, MetadataServer) {
  http_->answer(503, "", kFlavor);
  http_->answer(200, kAnswer, kFlavor);
  EXPECT_EQ(token({{"HOME", directory_}}), "t");
  const auto &request = http_->requests.at(1);
  EXPECT_EQ(request.url, "http://metadata.google.internal/computeMetadata/v1/instance/"
                         "service-accounts/default/token");
  EXPECT_EQ(request.headers.at(0).first, "Metadata-Flavor");
  EXPECT_EQ(request.headers.at(0).second, "Google");
  EXPECT_TRUE(request.direct);
}

TEST_F(DefaultCredentialsTest, MetadataServerElsewhere) {
  http_->answer(200, kAnswer, kFlavor);
  EXPECT_EQ(token({{"GCE_METADATA_HOST", "127.0.0.1:5"}}), "t");
  EXPECT_EQ(http_->requests.at(0).url.rfind("http://127.0.0.1:5/", 0), 0u);
}

TEST_F(DefaultCredentialsTest, NothingFound) {
  http_->fail<UnavailableError>("no such host");
  const auto tokens = provider({});
  EXPECT_TRUE(tokens->token().empty());
  EXPECT_TRUE(tokens->token().empty());
  EXPECT_EQ(http_->requests.size(), 1u);
  EXPECT_EQ(log_.lines().size(), 1u);
  EXPECT_TRUE(clock_.sleeps().empty());
  // Credentials that come later are found.
  clock_.advance(std::chrono::minutes(5));
  http_->answer(200, kAnswer, kFlavor);
  EXPECT_EQ(tokens->token().reveal(), "t");
}

TEST_F(DefaultCredentialsTest, SomethingElseAnswersToThatName) {
  http_->answer(200, kAnswer);
  EXPECT_EQ(token({}), "");
  http_->answer(404, "", kFlavor);
  EXPECT_EQ(token({}), "");
}

TEST_F(DefaultCredentialsTest, MetadataServerThatWasThereIsMissed) {
  http_->answer(200, kAnswer, kFlavor);
  const auto tokens = provider({});
  tokens->token();
  clock_.advance(std::chrono::hours(1));
  http_->fail<UnavailableError>("gone");
  http_->answer(200, kAnswer, kFlavor);
  EXPECT_EQ(tokens->token().reveal(), "t");
  EXPECT_EQ(clock_.sleeps().size(), 1u);
}

TEST_F(DefaultCredentialsTest, NoGceCheck) {
  EXPECT_EQ(token({{"NO_GCE_CHECK", "TRUE"}}), "");
  EXPECT_TRUE(http_->requests.empty());
}

} // namespace
} // namespace hooktidy::runtime::gcs
