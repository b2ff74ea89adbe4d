//===- scripted_http.h - answers written down beforehand --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_GCS_SCRIPTED_HTTP_H
#define HOOKTIDY_TEST_GCS_SCRIPTED_HTTP_H

#include "runtime_hook/gcs/http/http_client.h"

#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime::gcs {

/// Gives the answers in their order and keeps the requests.
class ScriptedHttp final : public HttpClient {
public:
  struct Request {
    HttpMethod method;
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string bearer_token;
    std::string body;
    bool direct;
  };

  void answer(int status, const std::string &body,
              std::map<std::string, std::string> headers = {}) {
    answers_.push_back([=](const HttpRequest &) {
      HttpResponse response;
      response.status = status;
      response.body = body;
      response.headers = headers;
      return response;
    });
  }
  template <typename Error> void fail(const std::string &message) {
    answers_.push_back(
        [=](const HttpRequest &) -> HttpResponse { throw Error(message); });
  }

  HttpResponse send(const HttpRequest &request) override {
    requests.push_back({request.method, request.url, request.headers,
                        std::string(request.bearer_token.reveal()),
                        std::string(request.body), request.direct});
    if (answers_.empty()) {
      ADD_FAILURE() << "no answer is left for " << request.purpose;
      return {};
    }
    const auto answer = std::move(answers_.front());
    answers_.pop_front();
    return answer(request);
  }

  std::vector<Request> requests;

private:
  std::deque<std::function<HttpResponse(const HttpRequest &)>> answers_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_TEST_GCS_SCRIPTED_HTTP_H
