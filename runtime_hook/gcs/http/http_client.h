//===- http_client.h - one HTTP exchange ------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_HTTP_CLIENT_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_HTTP_CLIENT_H

#include "runtime_hook/gcs/credentials/secret_string.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hooktidy::runtime::gcs {

enum class HttpMethod : std::uint8_t { kGet, kPost, kPut, kDelete };

const char *http_method_name(HttpMethod method) noexcept;

struct HttpTimeouts {
  /// For the connection, TLS included.
  std::chrono::milliseconds connect{120000};
  /// Without a byte in either direction.
  std::chrono::milliseconds idle{60000};
  /// For everything.
  std::chrono::milliseconds total{3600000};
};

struct HttpRequest {
  HttpMethod method = HttpMethod::kGet;
  std::string url;
  /// What the request is for, in error texts: "reading 'gs://b/o'". The URL itself is
  /// in none: it may hold an upload session, which is as good as a password.
  std::string purpose;
  std::vector<std::pair<std::string, std::string>> headers;
  /// Empty: the request goes without an Authorization header.
  credentials::SecretString bearer_token;
  /// Must stay valid during send().
  std::string_view body;
  HttpTimeouts timeouts;
  /// If set, the body of a 2xx answer goes here. A longer one is an error.
  char *sink = nullptr;
  std::size_t sink_size = 0;
  /// Never through a proxy.
  bool direct = false;
};

struct HttpResponse {
  int status = 0;
  /// Names in lower case.
  std::map<std::string, std::string> headers;
  /// Wiped when released, for it may be a token. Of an answer that is no 2xx only the
  /// beginning is kept.
  credentials::SecretString body;
  /// How much went to HttpRequest::sink.
  std::size_t sink_used = 0;

  /// Empty if there is none. `name` in lower case.
  const std::string &header(const std::string &name) const;
};

/// Sends requests. Implementations are thread-safe.
class HttpClient {
public:
  virtual ~HttpClient();

  /// Returns every answer of a server, whatever its status is.
  ///
  /// Throws UnavailableError if the server cannot be reached or stops in the middle,
  /// DeadlineExceededError after a timeout, FailedPreconditionError if the certificate
  /// cannot be verified, the answer is longer than the sink, or a secret would travel in
  /// clear over a network.
  virtual HttpResponse send(const HttpRequest &request) = 0;
};

/// Returns if the answer is a 2xx. Else throws the error that belongs to its status, with
/// at most 500 bytes of the answer in the text and the request's token taken out.
///
/// 408, 429, 500, 502, 503, 504 and every unknown 5xx are Unavailable, which alone is
/// worth a retry; 400 and 411 InvalidArgument, 401 Unauthenticated, 403 PermissionDenied,
/// 404 and 410 NotFound, 501 Unimplemented, everything else FailedPrecondition.
void check_status(const HttpRequest &request, const HttpResponse &response);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_HTTP_HTTP_CLIENT_H
