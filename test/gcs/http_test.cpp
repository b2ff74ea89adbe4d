//===- http_test.cpp - HTTP as it really goes wrong -----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_support.h"
#include "tls_server.h"

#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/http/curl_http_client.h"

#include <cstring>
#include <filesystem>
#include <future>
#include <iterator>
#include <thread>

namespace hooktidy::runtime::gcs {
namespace {

using std::chrono::milliseconds;

class HttpTest : public testing::Test {
protected:
  HttpRequest get(const std::string &path) const {
    HttpRequest request;
    request.url = emulator_.endpoint() + path;
    request.purpose = "testing";
    request.timeouts = {milliseconds(5000), milliseconds(5000), milliseconds(10000)};
    return request;
  }
  EmulatedFault fault(EmulatedFault::Kind kind) const {
    EmulatedFault fault;
    fault.kind = kind;
    fault.times = 1000;
    return fault;
  }

  GcsEmulator emulator_;
  CurlHttpClient http_;
};

TEST_F(HttpTest, SendsWhatItIsTold) {
  EmulatedFault answer = fault(EmulatedFault::Kind::kAnswer);
  answer.status = 201;
  answer.body = "made";
  answer.headers = {{"X-Some-Header", "  value "}};
  emulator_.inject(answer);
  HttpRequest request = get("/a/../b%2Fc?x=1");
  request.method = HttpMethod::kPut;
  request.body = "payload";
  request.headers = {{"Content-Type", "text/x-test"}, {"X-Mine", "1"}};
  request.bearer_token = "tok";
  const HttpResponse response = http_.send(request);
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body.reveal(), "made");
  EXPECT_EQ(response.header("x-some-header"), "value");
  EXPECT_EQ(response.header("none"), "");
  const EmulatedRequest seen = emulator_.requests().at(0);
  EXPECT_EQ(seen.method, "PUT");
  EXPECT_EQ(seen.target, "/a/../b%2Fc?x=1");
  EXPECT_EQ(seen.body, "payload");
  EXPECT_EQ(seen.header("authorization"), "Bearer tok");
  EXPECT_EQ(seen.header("content-type"), "text/x-test");
  EXPECT_EQ(seen.header("x-mine"), "1");
  EXPECT_EQ(seen.header("expect"), "");
}

TEST_F(HttpTest, AllMethods) {
  emulator_.inject(fault(EmulatedFault::Kind::kAnswer));
  for (const HttpMethod method :
       {HttpMethod::kGet, HttpMethod::kPost, HttpMethod::kPut, HttpMethod::kDelete}) {
    HttpRequest request = get("/");
    request.method = method;
    EXPECT_EQ(http_.send(request).status, 503);
    const EmulatedRequest seen = emulator_.requests().back();
    EXPECT_EQ(seen.method, http_method_name(method));
    EXPECT_EQ(seen.body, "");
    EXPECT_EQ(seen.header("authorization"), "");
  }
}

TEST_F(HttpTest, RedirectsAreNotFollowed) {
  EmulatedFault redirect = fault(EmulatedFault::Kind::kAnswer);
  redirect.status = 302;
  redirect.headers = {{"Location", emulator_.endpoint() + "/elsewhere"}};
  emulator_.inject(redirect);
  HttpRequest request = get("/");
  request.bearer_token = "tok";
  EXPECT_EQ(http_.send(request).status, 302);
  EXPECT_EQ(emulator_.requests().size(), 1u);
}

TEST_F(HttpTest, Sink) {
  EmulatedFault answer = fault(EmulatedFault::Kind::kAnswer);
  answer.status = 200;
  answer.body = "123456";
  emulator_.inject(answer);
  char buffer[8] = "xxxxxxx";
  HttpRequest request = get("/");
  request.sink = buffer;
  request.sink_size = 6;
  const HttpResponse response = http_.send(request);
  EXPECT_EQ(response.sink_used, 6u);
  EXPECT_STREQ(buffer, "123456x");
  EXPECT_TRUE(response.body.empty());
  request.sink_size = 5;
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kFailedPrecondition);
}

TEST_F(HttpTest, ErrorTextsDoNotReachTheSink) {
  EmulatedFault answer = fault(EmulatedFault::Kind::kAnswer);
  answer.body = std::string(100000, 'e');
  emulator_.inject(answer);
  char buffer[4] = "xxx";
  HttpRequest request = get("/");
  request.sink = buffer;
  request.sink_size = 3;
  const HttpResponse response = http_.send(request);
  EXPECT_EQ(response.status, 503);
  EXPECT_STREQ(buffer, "xxx");
  EXPECT_EQ(response.body.size(), 4096u);
}

TEST_F(HttpTest, CutAnswer) {
  EmulatedFault answer = fault(EmulatedFault::Kind::kCutBody);
  emulator_.put_object("b", "o", std::string(1000, 'x'));
  emulator_.inject(answer);
  EXPECT_EQ(code_of([&] { http_.send(get("/download/storage/v1/b/b/o/o?alt=media")); }),
            ErrorCode::kUnavailable);
}

TEST_F(HttpTest, NoServer) {
  HttpRequest request = get("/");
  request.url = "http://127.0.0.1:1/";
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kUnavailable);
}

TEST_F(HttpTest, StallIsATimeout) {
  emulator_.put_object("b", "o", std::string(1000, 'x'));
  EmulatedFault stall = fault(EmulatedFault::Kind::kStall);
  stall.delay = milliseconds(20000);
  emulator_.inject(stall);
  HttpRequest request = get("/download/storage/v1/b/b/o/o?alt=media");
  request.timeouts.idle = milliseconds(200);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kDeadlineExceeded);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(HttpTest, TotalTimeout) {
  EmulatedFault delay = fault(EmulatedFault::Kind::kDelay);
  delay.delay = milliseconds(20000);
  emulator_.inject(delay);
  HttpRequest request = get("/");
  request.timeouts.total = milliseconds(200);
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kDeadlineExceeded);
}

TEST_F(HttpTest, LineBreaksAreRefused) {
  HttpRequest request = get("/");
  request.headers = {{"X-Mine", "1\r\nX-Evil: 1"}};
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kInvalidArgument);
  request = get("/");
  request.bearer_token = "a\nb";
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kInvalidArgument);
  request = get("/\r\nHost: evil");
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kInvalidArgument);
  EXPECT_TRUE(emulator_.requests().empty());
}

TEST_F(HttpTest, OtherSchemesAreRefused) {
  HttpRequest request = get("/");
  for (const char *url : {"file:///etc/passwd", "ftp://127.0.0.1/", "127.0.0.1", ""}) {
    request.url = url;
    EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kInvalidArgument) << url;
  }
}

TEST_F(HttpTest, TokensDoNotTravelInClear) {
  HttpRequest request = get("/");
  request.url = "http://example.invalid/";
  request.bearer_token = "tok";
  EXPECT_EQ(code_of([&] { http_.send(request); }), ErrorCode::kFailedPrecondition);
}

TEST_F(HttpTest, ManyThreads) {
  emulator_.put_object("b", "o", "bytes");
  std::vector<std::future<int>> senders;
  for (int i = 0; i < 16; ++i)
    senders.push_back(std::async(std::launch::async, [&] {
      int good = 0;
      for (int k = 0; k < 20; ++k)
        good += http_.send(get("/download/storage/v1/b/b/o/o?alt=media")).body.reveal() ==
                "bytes";
      return good;
    }));
  for (auto &sender : senders)
    EXPECT_EQ(sender.get(), 20);
}

std::ptrdiff_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

/// The server closes its side a moment later, so the count may take a while to settle.
bool settles_at(std::ptrdiff_t count) {
  for (int i = 0; i < 500 && open_files() > count; ++i)
    std::this_thread::sleep_for(milliseconds(10));
  return open_files() <= count;
}

TEST_F(HttpTest, LeavesNoHandlesBehind) {
  emulator_.put_object("b", "o", std::string(1000, 'x'));
  const std::ptrdiff_t before = open_files();
  for (const EmulatedFault::Kind kind :
       {EmulatedFault::Kind::kNone, EmulatedFault::Kind::kAnswer,
        EmulatedFault::Kind::kCutBody, EmulatedFault::Kind::kStall}) {
    EmulatedFault trouble = fault(kind);
    trouble.times = 4;
    trouble.delay = milliseconds(2000);
    emulator_.inject(trouble);
    CurlHttpClient client;
    for (int i = 0; i < 4; ++i) {
      HttpRequest request = get("/download/storage/v1/b/b/o/o?alt=media");
      request.timeouts.total = milliseconds(100);
      try {
        client.send(request);
      } catch (const Error &) {
      }
    }
  }
  EXPECT_TRUE(settles_at(before)) << open_files() << " open files instead of " << before;
}

TEST(HttpTlsTest, CertificatesAreVerified) {
  TlsServer server("localhost");
  HttpRequest request;
  request.purpose = "testing";
  request.url = "https://localhost:" + std::to_string(server.port()) + "/";

  CurlHttpClient system;
  EXPECT_EQ(code_of([&] { system.send(request); }), ErrorCode::kFailedPrecondition)
      << "the certificate is signed by nobody";

  CurlHttpClient trusting(server.certificate_file());
  EXPECT_EQ(trusting.send(request).status, 200);

  request.url = "https://127.0.0.1:" + std::to_string(server.port()) + "/";
  EXPECT_EQ(code_of([&] { trusting.send(request); }), ErrorCode::kFailedPrecondition)
      << "the certificate is for another name";
}

TEST(HttpStatusTest, Codes) {
  const std::pair<int, ErrorCode> rows[] = {
      {400, ErrorCode::kInvalidArgument},    {401, ErrorCode::kUnauthenticated},
      {403, ErrorCode::kPermissionDenied},   {404, ErrorCode::kNotFound},
      {408, ErrorCode::kUnavailable},        {409, ErrorCode::kFailedPrecondition},
      {410, ErrorCode::kNotFound},           {411, ErrorCode::kInvalidArgument},
      {412, ErrorCode::kFailedPrecondition}, {429, ErrorCode::kUnavailable},
      {500, ErrorCode::kUnavailable},        {501, ErrorCode::kUnimplemented},
      {502, ErrorCode::kUnavailable},        {503, ErrorCode::kUnavailable},
      {504, ErrorCode::kUnavailable},        {302, ErrorCode::kFailedPrecondition},
      {0, ErrorCode::kFailedPrecondition}};
  for (const auto &[status, code] : rows) {
    HttpResponse response;
    response.status = status;
    EXPECT_EQ(code_of([&, &response = response] { check_status({}, response); }), code)
        << status;
  }
  for (const int status : {200, 201, 204, 206}) {
    HttpResponse response;
    response.status = status;
    EXPECT_NO_THROW(check_status({}, response));
  }
}

TEST(HttpStatusTest, TextIsBoundedAndHasNoToken) {
  HttpRequest request;
  request.purpose = "reading 'gs://b/o'";
  request.bearer_token = "hunter2";
  HttpResponse response;
  response.status = 403;
  response.body =
      "Bearer hunter2\n\n is \x01 wrong " + std::string(3000, 'x') + "hunter2";
  const std::string message = message_of([&] { check_status(request, response); });
  EXPECT_TRUE(contains(message, "reading 'gs://b/o': the server answered 403 (Bearer "
                                "[secret] is wrong xxx"))
      << message;
  EXPECT_FALSE(contains(message, "hunter2"));
  EXPECT_LT(message.size(), 800u);
}

TEST(HttpStatusTest, RetryAfter) {
  HttpResponse response;
  response.status = 429;
  const std::pair<const char *, int> rows[] = {{"30", 30},
                                               {"", 0},
                                               {"-1", 0},
                                               {"Wed, 21 Oct 2015 07:28:00 GMT", 0},
                                               {"99999999", 0}};
  for (const auto &[value, expected] : rows) {
    response.headers["retry-after"] = value;
    try {
      check_status({}, response);
      FAIL();
    } catch (const BusyError &error) {
      EXPECT_EQ(error.retry_after().count(), expected) << value;
    }
  }
}

} // namespace
} // namespace hooktidy::runtime::gcs
