//===- wipe_test.cpp - no secret in memory that was given back ------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Replaces operator new and delete for this program: every piece of memory is searched
// for secrets when it is given back. It sees what C++ code leaves behind; what libcurl
// and OpenSSL do with malloc it does not.
//
//===----------------------------------------------------------------------===//

#include "scripted_http.h"
#include "test_support.h"

#include "runtime_hook/gcs/auth/oauth.h"
#include "runtime_hook/gcs/credentials/json_object.h"
#include "runtime_hook/gcs/hook/configure_gcs_hook.h"
#include "runtime_hook/gcs/hook/gcs_ops.h"
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>

namespace {

// Not written as one literal, so that the program's own text is not found.
constexpr char kMarkTail[] = "unter2";
std::atomic<bool> searching{false};
std::atomic<int> found{0};

bool has_mark(const char *memory, std::size_t size) {
  for (std::size_t i = 0; i + 1 + sizeof kMarkTail - 1 <= size; ++i)
    if (memory[i] == 'H' &&
        std::memcmp(memory + i + 1, kMarkTail, sizeof kMarkTail - 1) == 0)
      return true;
  return false;
}

void give_back(void *memory) noexcept {
  if (memory && searching &&
      has_mark(static_cast<const char *>(memory), ::malloc_usable_size(memory)))
    ++found;
  std::free(memory);
}

} // namespace

void *operator new(std::size_t size) {
  if (void *memory = std::calloc(1, size ? size : 1))
    return memory;
  throw std::bad_alloc();
}
void *operator new[](std::size_t size) { return operator new(size); }
void operator delete(void *memory) noexcept { give_back(memory); }
void operator delete[](void *memory) noexcept { give_back(memory); }
void operator delete(void *memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void *memory, std::size_t) noexcept { give_back(memory); }

namespace hooktidy::runtime::gcs {
namespace {

using credentials::SecretString;

class WipeTest : public testing::Test {
protected:
  WipeTest() : mark_(std::string("H") + kMarkTail) {}

  /// Runs the function and counts what it leaves behind.
  template <typename Function> static int left_behind(Function &&function) {
    found = 0;
    searching = true;
    function();
    searching = false;
    return found;
  }

  std::string mark_;
};

TEST_F(WipeTest, SearchWorks) {
  EXPECT_GT(left_behind([&] { std::string copy = mark_ + std::string(100, 'x'); }), 0);
}

TEST_F(WipeTest, SecretString) {
  EXPECT_EQ(left_behind([&] {
              SecretString text;
              for (int i = 0; i < 100; ++i)
                text.append(mark_);
              SecretString copy = text;
              copy = SecretString(mark_);
              const SecretString moved = std::move(copy);
            }),
            0);
}

TEST_F(WipeTest, Parsing) {
  SecretString json("{\"client_id\": \"i\", \"client_secret\": \"");
  json.append(mark_);
  json.append("\", \"refresh_token\": \"");
  json.append(mark_);
  json.append("\", \"nested\": {\"x\": [\"");
  json.append(mark_);
  json.append("\"]}}");
  EXPECT_EQ(left_behind([&] {
              EXPECT_FALSE(credentials::check_credentials(json.reveal()));
              EXPECT_EQ(credentials::parse_credentials(json.reveal()).index(), 0u);
              credentials::parse_credentials(json.reveal().substr(0, 60));
            }),
            0);
}

TEST_F(WipeTest, TokenAnswer) {
  HttpResponse response;
  response.status = 200;
  response.body =
      "{\"expires_in\": 3600, \"token_type\": \"Bearer\", \"access_token\": \"";
  response.body.append(mark_);
  response.body.append("\"}");
  FakeClock clock;
  EXPECT_EQ(left_behind([&] {
              Token token = read_token_answer("x", response, clock.now());
              TokenProvider provider(std::make_unique<StaticTokenSource>(token.value),
                                     clock);
              provider.token();
              provider.invalidate(token.value);
              response = HttpResponse();
            }),
            0);
}

/// Takes any request for a token.
class DeafHttp final : public HttpClient {
public:
  HttpResponse send(const HttpRequest &) override {
    HttpResponse response;
    response.status = 200;
    response.body = "{\"expires_in\": 3600, \"token_type\": \"Bearer\", "
                    "\"access_token\": \"t\"}";
    return response;
  }
};

TEST_F(WipeTest, TokenRequest) {
  FakeClock clock;
  Platform platform;
  platform.http = std::make_shared<DeafHttp>();
  platform.clock = &clock;
  const RetryPolicy policy({}, &clock);
  SecretString json("{\"client_id\": \"i\", \"client_secret\": \"");
  json.append(mark_);
  json.append("\", \"refresh_token\": \"");
  json.append(mark_);
  json.append("\"}");
  EXPECT_EQ(left_behind([&] {
              auto parsed = credentials::parse_credentials(json.reveal());
              const auto source = make_credentials_source(
                  std::get<credentials::Credentials>(std::move(parsed)), platform, policy,
                  HttpTimeouts());
              EXPECT_EQ(source->fetch().value.reveal(), "t");
            }),
            0);
}

TEST_F(WipeTest, SecretValue) {
  // In the string itself, and in memory of its own.
  for (const std::size_t padding : {0u, 1000u}) {
    SecretString text(mark_);
    text.append(std::string(padding, 'x'));
    EXPECT_EQ(left_behind([&] {
                const TensorValue value = TensorValue::secret(text.reveal());
                const TensorValue copy = value;
                EXPECT_EQ(copy.as_string().size(), text.size());
              }),
              0);
    EXPECT_GT(left_behind([&] { TensorValue value{std::string(text.reveal())}; }), 0)
        << "an ordinary value";
  }
}

TEST_F(WipeTest, FedCredentials) {
  SecretString json("{\"client_id\": \"i\", \"client_secret\": \"");
  json.append(mark_);
  json.append("\", \"refresh_token\": \"");
  json.append(mark_);
  json.append("\"}");
  GcsOptions options;
  options.platform.http = std::make_shared<DeafHttp>();
  KernelRegistry kernels = KernelRegistry::builtin();
  register_gcs_kernels(kernels, std::make_shared<GcsFileSystem>(options));
  Graph graph;
  const auto default_graph = graph.as_default();
  Session session(graph, &kernels);
  Coordinator coordinator;
  EXPECT_EQ(left_behind([&] {
              ConfigureGcsHook hook{json};
              hook.begin(graph);
              hook.after_create_session(session, coordinator);
              configure_gcs(session, json);
            }),
            0);
}

} // namespace
} // namespace hooktidy::runtime::gcs
