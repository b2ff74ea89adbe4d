//===- connection.cpp - authorised requests to the service ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/storage/connection.h"

#include "runtime_hook/gcs/auth/default_credentials.h"
#include "runtime_hook/gcs/auth/oauth.h"
#include "runtime_hook/gcs/http/url.h"
#include "runtime_hook/graph/error.h"

#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

GcsOptions completed(GcsOptions options) {
  options.platform = options.platform.completed();
  return options;
}

} // namespace

GcsConnection::GcsConnection(const GcsOptions &options)
    : options_(completed(options)),
      policy_(options_.retry, options_.platform.clock, options_.platform.random) {
  auto source =
      options_.emulator
          ? std::make_unique<StaticTokenSource>(credentials::SecretString())
          : make_default_source(options_.platform, policy_, options_.metadata_timeouts());
  provider_ = std::make_shared<TokenProvider>(std::move(source), clock());
}

void GcsConnection::set_credentials(const credentials::SecretString &json) {
  auto parsed = credentials::parse_credentials(json.reveal());
  if (const auto *problem = std::get_if<credentials::CredentialsProblem>(&parsed))
    throw InvalidArgumentError(problem->message);
  auto provider = std::make_shared<TokenProvider>(
      make_credentials_source(std::get<credentials::Credentials>(std::move(parsed)),
                              options_.platform, policy_, options_.metadata_timeouts()),
      clock());
  provider->token();
  set_token_provider(std::move(provider));
}

void GcsConnection::set_token_provider(std::shared_ptr<TokenProvider> provider) {
  if (!provider)
    throw InvalidArgumentError("the token provider is null");
  const std::lock_guard<std::mutex> lock(mutex_);
  provider_.swap(provider);
}

std::shared_ptr<TokenProvider> GcsConnection::provider() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return provider_;
}

bool GcsConnection::is_endpoint(const std::string &url) const {
  return url_origin(url) == options_.endpoint;
}

HttpResponse GcsConnection::send(HttpRequest request) {
  HttpClient &http = *options_.platform.http;
  if (!is_endpoint(request.url))
    return http.send(request);
  if (!options_.additional_header.first.empty())
    request.headers.push_back(options_.additional_header);
  const std::shared_ptr<TokenProvider> tokens = provider();
  request.bearer_token = tokens->token();
  HttpResponse response = http.send(request);
  if (response.status == 401 && !request.bearer_token.empty()) {
    tokens->invalidate(request.bearer_token);
    request.bearer_token = tokens->token();
    response = http.send(request);
  }
  // The caller does not know the token, so it could not take it out.
  if (response.status >= 300)
    response.body =
        credentials::redact(std::string(response.body.reveal()), {&request.bearer_token});
  return response;
}

HttpResponse GcsConnection::send_checked(const HttpRequest &request) {
  return policy_.run(request.purpose, [&] {
    HttpResponse response = send(request);
    check_status(request, response);
    return response;
  });
}

} // namespace hooktidy::runtime::gcs
