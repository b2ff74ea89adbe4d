//===- secrets_test.cpp - no secret in any text ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Everything that can go wrong with credentials goes wrong here, mostly with a server
// that sends back all that it was sent. No text that comes out may hold a secret.
//
//===----------------------------------------------------------------------===//

#include "test_keys.h"
#include "test_support.h"

#include "runtime_hook/gcs/hook/configure_gcs_hook.h"
#include "runtime_hook/gcs/hook/gcs_ops.h"
#include "runtime_hook/session/coordinator.h"

namespace hooktidy::runtime::gcs {
namespace {

using Kind = EmulatedFault::Kind;

const char *const kSecrets[] = {
    "hunter2-refresh", "hunter2-client", "hunter2-access", "MIIE", "hunter2", "eyJ"};

class SecretsTest : public EmulatorTest {
protected:
  SecretsTest() {
    emulator_.put_object("bucket", "o", "0123456789");
    options_.platform.log = &log_;
  }
  ~SecretsTest() override {
    for (const std::string &line : log_.lines())
      texts_.push_back(line);
    EXPECT_FALSE(texts_.empty());
    for (const std::string &text : texts_)
      for (const char *secret : kSecrets)
        EXPECT_FALSE(contains(text, secret)) << text;
  }

  template <typename Function> void collect(Function &&function) {
    texts_.push_back(message_of(function));
  }

  std::string user(const std::string &extra = {}) const {
    return R"({"type": "authorized_user", "client_id": "i",
               "client_secret": "hunter2-client", "refresh_token": "hunter2-refresh",)" +
           extra + R"("token_uri": ")" + emulator_.token_url() + "\"}";
  }

  /// Answers with all the secrets.
  void echo(int status, const std::string &target_part, int times = 1) {
    EmulatedFault fault = answer(status, "", target_part, times);
    fault.body = R"({"error": "hunter2-refresh", "error_description": "hunter2-client",
                     "access_token": "hunter2-access"})";
    emulator_.inject(fault);
  }

  std::vector<std::string> texts_;
};

TEST_F(SecretsTest, TokenServerThatEchoes) {
  GcsFileSystem fs(options_);
  for (const int status : {200, 204, 301, 400, 401, 403, 404, 409, 501}) {
    echo(status, "/token");
    collect([&] { fs.set_credentials(user()); });
  }
  echo(503, "/token", 11);
  collect([&] { fs.set_credentials(user()); });
}

TEST_F(SecretsTest, TokenServerThatIsNotThere) {
  GcsFileSystem fs(options_);
  for (const char *uri : {"http://127.0.0.1:1/token", "http://localhost:1/token"})
    collect([&] {
      fs.set_credentials(R"({"client_id": "i", "client_secret": "hunter2-client",
                             "refresh_token": "hunter2-refresh", "token_uri": ")" +
                         std::string(uri) + "\"}");
    });
}

TEST_F(SecretsTest, ServerThatEchoesTheToken) {
  EmulatedFault token = answer(200, "POST", "/token", 1000);
  token.body = R"({"access_token": "hunter2-access", "expires_in": 3600,
                   "token_type": "Bearer"})";
  emulator_.inject(token);
  GcsFileSystem fs(options_);
  fs.set_credentials(user());
  for (const int status : {302, 400, 401, 403, 404, 409, 501}) {
    EmulatedFault fault = answer(status, "GET", "/download/", 2);
    fault.body = std::string(485, 'x') + " hunter2-access";
    emulator_.inject(fault);
    collect([&] { fs.read_all("gs://bucket/o"); });
    EmulatedFault upload = answer(status == 401 ? 403 : status, "PUT", "/upload/session/",
                                  status == 404 ? 1000 : 1);
    upload.body = "hunter2-access";
    emulator_.inject(upload);
    collect([&] { fs.write("gs://bucket/o", "x"); });
  }
}

TEST_F(SecretsTest, MalformedCredentials) {
  GcsFileSystem fs(options_);
  const std::string good = user();
  for (std::size_t cut = 0; cut < good.size(); ++cut)
    collect([&] { fs.set_credentials(good.substr(0, cut)); });
  collect([&] { fs.set_credentials("[" + good + "]"); });
  collect([&] { fs.set_credentials(good + good); });
  collect([&] { fs.set_credentials(user(R"("hunter2": null,)")); });
  collect([&] { fs.set_credentials(user(R"("private_key": 5,)")); });
  collect([&] { ConfigureGcsHook hook("{\"token\": \"hunter2\"}"); });
  collect([&] { ConfigureGcsHook hook("hunter2"); });
}

TEST_F(SecretsTest, PrivateKeys) {
  const TestKey key = make_rsa_key(2048);
  const TestKey weak = make_rsa_key(1024);
  const std::string pem = private_pem(key.get());
  GcsFileSystem fs(options_);
  for (const std::string &wrong :
       {private_pem(weak.get()), pem.substr(0, 800), "hunter2 " + pem.substr(27),
        private_pem(key.get(), "hunter2")})
    collect([&] {
      fs.set_credentials(
          R"({"private_key_id": "i", "client_email": "e", "private_key": ")" +
          json_escaped(wrong) + "\"}");
    });
  echo(400, "/token");
  collect([&] {
    fs.set_credentials(R"({"private_key_id": "i", "client_email": "e", "token_uri": ")" +
                       emulator_.token_url() + R"(", "private_key": ")" +
                       json_escaped(pem) + "\"}");
  });
}

TEST_F(SecretsTest, HookInASession) {
  KernelRegistry kernels = KernelRegistry::builtin();
  register_gcs_kernels(kernels, std::make_shared<GcsFileSystem>(options_));
  Graph graph;
  Coordinator coordinator;
  ConfigureGcsHook hook(user());
  hook.begin(graph);
  Session session(graph, &kernels);
  for (const int status : {200, 400, 403}) {
    echo(status, "/token");
    collect([&] { hook.after_create_session(session, coordinator); });
  }
  Session bare(graph);
  collect([&] { hook.after_create_session(bare, coordinator); });
  session.close();
  collect([&] { hook.after_create_session(session, coordinator); });
}

} // namespace
} // namespace hooktidy::runtime::gcs
