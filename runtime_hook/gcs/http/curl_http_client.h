//===- curl_http_client.h - HTTP with libcurl -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_CURL_HTTP_CLIENT_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_CURL_HTTP_CLIENT_H

#include "runtime_hook/gcs/http/http_client.h"

#include <memory>
#include <string>

namespace hooktidy::runtime::gcs {

/// Certificates and host names are always verified, redirects are never followed (a token
/// would go along), and only http and https are spoken. Connections are kept for later
/// requests.
class CurlHttpClient final : public HttpClient {
public:
  /// `ca_file`: certificates to trust instead of the system's, for private authorities.
  explicit CurlHttpClient(std::string ca_file = {});
  ~CurlHttpClient() override;
  CurlHttpClient(const CurlHttpClient &) = delete;
  CurlHttpClient &operator=(const CurlHttpClient &) = delete;

  HttpResponse send(const HttpRequest &request) override;

private:
  class Pool;

  const std::string ca_file_;
  const std::unique_ptr<Pool> pool_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_CURL_HTTP_CLIENT_H
