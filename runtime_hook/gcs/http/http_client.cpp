//===- http_client.cpp - one HTTP exchange --------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/http/http_client.h"

#include "runtime_hook/gcs/errors.h"

#include <algorithm>
#include <cstdlib>

namespace hooktidy::runtime::gcs {

namespace {

constexpr std::size_t kMaxExcerpt = 500;

ErrorCode code_of_status(int status) {
  switch (status) {
  case 400:
  case 411:
    return ErrorCode::kInvalidArgument;
  case 401:
    return ErrorCode::kUnauthenticated;
  case 403:
    return ErrorCode::kPermissionDenied;
  case 404:
  case 410:
    return ErrorCode::kNotFound;
  case 408:
  case 429:
    return ErrorCode::kUnavailable;
  case 501:
    return ErrorCode::kUnimplemented;
  default:
    return status >= 500 && status < 600 ? ErrorCode::kUnavailable
                                         : ErrorCode::kFailedPrecondition;
  }
}

const char *hint_of(ErrorCode code) {
  switch (code) {
  case ErrorCode::kUnauthenticated:
    return "; the server does not accept the token: log in again, or use other "
           "credentials";
  case ErrorCode::kPermissionDenied:
    return "; grant the account access to the bucket, or use other credentials";
  default:
    return "";
  }
}

/// One line of printable text.
std::string excerpt(const HttpRequest &request, const HttpResponse &response) {
  if (!response.header("content-encoding").empty())
    return {};
  // Redacted before it is cut: half a secret is not found by looking for the whole.
  std::string text =
      credentials::redact(std::string(response.body.reveal()), {&request.bearer_token});
  std::string line;
  for (const char c : text) {
    if (line.size() == kMaxExcerpt)
      break;
    const bool printable = static_cast<unsigned char>(c) > 0x20 && c != 0x7F;
    if (printable)
      line.push_back(c);
    else if (!line.empty() && line.back() != ' ')
      line.push_back(' ');
  }
  return line;
}

std::chrono::seconds retry_after(const HttpResponse &response) {
  const std::string &value = response.header("retry-after");
  const bool number = !value.empty() && value.size() <= 6 &&
                      value.find_first_not_of("0123456789") == std::string::npos;
  return std::chrono::seconds(number ? std::atoi(value.c_str()) : 0);
}

} // namespace

HttpClient::~HttpClient() = default;

const char *http_method_name(HttpMethod method) noexcept {
  switch (method) {
  case HttpMethod::kGet:
    return "GET";
  case HttpMethod::kPost:
    return "POST";
  case HttpMethod::kPut:
    return "PUT";
  case HttpMethod::kDelete:
    return "DELETE";
  }
  return "GET";
}

const std::string &HttpResponse::header(const std::string &name) const {
  static const std::string none;
  const auto found = headers.find(name);
  return found == headers.end() ? none : found->second;
}

void check_status(const HttpRequest &request, const HttpResponse &response) {
  if (response.status >= 200 && response.status < 300)
    return;
  const ErrorCode code = code_of_status(response.status);
  std::string text =
      request.purpose + ": the server answered " + std::to_string(response.status);
  const std::string quoted = excerpt(request, response);
  if (!quoted.empty())
    text += " (" + quoted + ")";
  text += hint_of(code);
  if (code == ErrorCode::kUnavailable)
    throw BusyError(text, retry_after(response));
  throw_error(code, text);
}

} // namespace hooktidy::runtime::gcs
