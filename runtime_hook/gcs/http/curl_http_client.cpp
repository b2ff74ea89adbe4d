//===- curl_http_client.cpp - HTTP with libcurl ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/http/curl_http_client.h"

#include "runtime_hook/gcs/errors.h"
#include "runtime_hook/gcs/http/url.h"

#include <algorithm>
#include <cstring>
#include <curl/curl.h>
#include <mutex>
#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

using SteadyTime = std::chrono::steady_clock;

/// An answer that is not written to a sink: metadata, lists, tokens.
constexpr std::size_t kMaxBody = 64u << 20;
/// Of an error's body more is not looked at.
constexpr std::size_t kMaxErrorBody = 4096;
constexpr std::size_t kMaxHeaders = 64 * 1024;

void require_libcurl() {
  static const CURLcode result = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (result != CURLE_OK)
    throw InternalError("libcurl cannot be initialised");
}

/// What goes wrong while libcurl calls back.
enum class Breach { kNone, kTooLarge, kIdle, kOutOfMemory };

/// One exchange: receives what libcurl calls back with.
class Exchange {
public:
  Exchange(CURL *handle, const HttpRequest &request)
      : handle_(handle), request_(request) {}

  HttpResponse take_response() { return std::move(response_); }
  Breach breach() const { return breach_; }

  static std::size_t on_header(char *data, std::size_t, std::size_t size, void *self) {
    return static_cast<Exchange *>(self)->guarded(
        [&](Exchange &exchange) { return exchange.add_header({data, size}); });
  }
  static std::size_t on_body(char *data, std::size_t, std::size_t size, void *self) {
    return static_cast<Exchange *>(self)->guarded(
        [&](Exchange &exchange) { return exchange.add_body({data, size}); });
  }
  static int on_progress(void *self, curl_off_t, curl_off_t received, curl_off_t,
                         curl_off_t sent) {
    return static_cast<Exchange *>(self)->check_progress(received, sent) ? 0 : 1;
  }

private:
  /// No exception may pass through libcurl. A return value that differs from the size
  /// makes it stop.
  template <typename Handler> std::size_t guarded(Handler handler) noexcept {
    try {
      return handler(*this);
    } catch (...) {
      breach_ = Breach::kOutOfMemory;
      return 0;
    }
  }

  int status() const {
    long status = 0;
    curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }

  std::size_t add_header(std::string_view line) {
    headers_size_ += line.size();
    if (headers_size_ > kMaxHeaders) {
      breach_ = Breach::kTooLarge;
      return 0;
    }
    // The headers of an interim answer (100) are not those of the answer.
    if (line.substr(0, 5) == "HTTP/")
      response_.headers.clear();
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      return line.size();
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    });
    std::string_view value = line.substr(colon + 1);
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = std::min(value.find_first_not_of(kSpace), value.size());
    const std::size_t end = value.find_last_not_of(kSpace) + 1;
    response_.headers[name] = value.substr(begin, std::max(begin, end) - begin);
    return line.size();
  }

  std::size_t add_body(std::string_view data) {
    const int code = status();
    if (code < 200 || code >= 300) {
      const std::size_t room = kMaxErrorBody - response_.body.size();
      response_.body.append(data.substr(0, std::min(room, data.size())));
      return data.size();
    }
    const std::size_t used = request_.sink ? response_.sink_used : response_.body.size();
    const std::size_t limit = request_.sink ? request_.sink_size : kMaxBody;
    if (data.size() > limit - used) {
      breach_ = Breach::kTooLarge;
      return 0;
    }
    if (!request_.sink) {
      response_.body.append(data);
    } else if (!data.empty()) {
      std::memcpy(request_.sink + used, data.data(), data.size());
      response_.sink_used += data.size();
    }
    return data.size();
  }

  bool check_progress(curl_off_t received, curl_off_t sent) {
    const auto now = SteadyTime::now();
    if (received != received_ || sent != sent_ || !progress_seen_) {
      progress_seen_ = true;
      received_ = received;
      sent_ = sent;
      last_progress_ = now;
      return true;
    }
    if (now - last_progress_ < request_.timeouts.idle)
      return true;
    breach_ = Breach::kIdle;
    return false;
  }

  CURL *const handle_;
  const HttpRequest &request_;
  HttpResponse response_;
  std::size_t headers_size_ = 0;
  Breach breach_ = Breach::kNone;
  bool progress_seen_ = false;
  curl_off_t received_ = 0;
  curl_off_t sent_ = 0;
  SteadyTime::time_point last_progress_;
};

/// A curl_slist of header lines; wiped, for one of them may hold a token.
class HeaderList {
public:
  HeaderList() = default;
  ~HeaderList() {
    for (curl_slist *line = list_; line; line = line->next)
      credentials::wipe(line->data, std::strlen(line->data));
    curl_slist_free_all(list_);
  }
  HeaderList(const HeaderList &) = delete;
  HeaderList &operator=(const HeaderList &) = delete;

  void add(const char *line) {
    curl_slist *longer = curl_slist_append(list_, line);
    if (!longer)
      throw ResourceExhaustedError("out of memory while sending a request");
    list_ = longer;
  }
  curl_slist *get() const { return list_; }

private:
  curl_slist *list_ = nullptr;
};

bool has_line_break(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

void check_request(const HttpRequest &request) {
  const bool https = request.url.compare(0, 8, "https://") == 0;
  if (!https && request.url.compare(0, 7, "http://") != 0)
    throw InvalidArgumentError(request.purpose +
                               ": the URL begins with neither 'https://' nor 'http://'");
  if (!https && !request.bearer_token.empty() && !is_loopback_url(request.url))
    throw FailedPreconditionError(request.purpose +
                                  ": a token would be sent without encryption; use an "
                                  "https endpoint, or no credentials");
  bool broken =
      has_line_break(request.bearer_token.reveal()) || has_line_break(request.url);
  for (const auto &header : request.headers)
    broken = broken || has_line_break(header.first) || has_line_break(header.second);
  if (broken)
    throw InvalidArgumentError(request.purpose +
                               ": a header or the URL contains a line break");
}

void add_headers(const HttpRequest &request, HeaderList &headers) {
  for (const auto &[name, value] : request.headers)
    headers.add((name + ": " + value).c_str());
  // Waiting for "100 Continue" costs a second with servers that do not send it.
  headers.add("Expect:");
  if (request.bearer_token.empty())
    return;
  credentials::SecretString line("Authorization: Bearer ");
  line.append(request.bearer_token.reveal());
  headers.add(line.reveal().data());
}

void set_protocol_options(CURL *handle, const HttpRequest &request,
                          const std::string &ca_file) {
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(handle, CURLOPT_SSLVERSION,
                   static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "hooktidy-gcs/0.1");
  if (!ca_file.empty())
    curl_easy_setopt(handle, CURLOPT_CAINFO, ca_file.c_str());
  if (request.direct || is_loopback_url(request.url))
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
}

void set_body(CURL *handle, const HttpRequest &request) {
  if (request.method == HttpMethod::kPost || request.method == HttpMethod::kPut) {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS,
                     request.body.empty() ? "" : request.body.data());
  }
  if (request.method != HttpMethod::kGet && request.method != HttpMethod::kPost)
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, http_method_name(request.method));
}

void set_callbacks(CURL *handle, const HttpRequest &request, Exchange &exchange) {
  const auto timeout = [](std::chrono::milliseconds limit) {
    return std::max<long>(1, static_cast<long>(limit.count()));
  };
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, timeout(request.timeouts.connect));
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout(request.timeouts.total));
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &Exchange::on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Exchange::on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &Exchange::on_progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &exchange);
}

[[noreturn]] void throw_transport_error(const HttpRequest &request, CURLcode result,
                                        Breach breach, const char *detail) {
  const std::string &what = request.purpose;
  switch (breach) {
  case Breach::kTooLarge:
    throw FailedPreconditionError(what + ": the server sent more than was asked for; it "
                                         "does not understand the request");
  case Breach::kIdle:
    throw DeadlineExceededError(what + ": the server sent nothing for " +
                                std::to_string(request.timeouts.idle.count()) + " ms");
  case Breach::kOutOfMemory:
    throw ResourceExhaustedError(what + ": out of memory");
  case Breach::kNone:
    break;
  }
  const std::string reason = *detail ? detail : curl_easy_strerror(result);
  switch (result) {
  case CURLE_OPERATION_TIMEDOUT:
    throw DeadlineExceededError(what + ": " + reason);
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_ISSUER_ERROR:
    throw FailedPreconditionError(
        what + ": the server's certificate cannot be verified: " + reason +
        "; install its authority, or correct the machine's clock");
  case CURLE_URL_MALFORMAT:
    throw InvalidArgumentError(what + ": the URL is malformed; check the endpoint");
  case CURLE_OUT_OF_MEMORY:
    throw ResourceExhaustedError(what + ": out of memory");
  default:
    throw UnavailableError(what + ": " + reason);
  }
}

} // namespace

/// Handles that are not in use. A handle keeps its connections.
class CurlHttpClient::Pool {
public:
  Pool() { require_libcurl(); }
  ~Pool() {
    for (CURL *handle : idle_)
      curl_easy_cleanup(handle);
  }
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  /// Borrows a handle for the time of its life.
  class Handle {
  public:
    explicit Handle(Pool &pool) : pool_(pool), handle_(pool.take()) {}
    ~Handle() { pool_.give_back(handle_); }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    CURL *get() const { return handle_; }

  private:
    Pool &pool_;
    CURL *const handle_;
  };

private:
  CURL *take() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        CURL *handle = idle_.back();
        idle_.pop_back();
        return handle;
      }
      // So that giving it back later cannot fail.
      idle_.reserve(++made_);
    }
    CURL *handle = curl_easy_init();
    if (!handle)
      throw ResourceExhaustedError("libcurl cannot make a handle: out of memory");
    return handle;
  }

  void give_back(CURL *handle) noexcept {
    curl_easy_reset(handle);
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(handle);
  }

  std::mutex mutex_;
  std::vector<CURL *> idle_;
  std::size_t made_ = 0;
};

CurlHttpClient::CurlHttpClient(std::string ca_file)
    : ca_file_(std::move(ca_file)), pool_(std::make_unique<Pool>()) {}
CurlHttpClient::~CurlHttpClient() = default;

HttpResponse CurlHttpClient::send(const HttpRequest &request) {
  check_request(request);
  HeaderList headers;
  add_headers(request, headers);
  char detail[CURL_ERROR_SIZE] = "";
  const Pool::Handle handle(*pool_);
  Exchange exchange(handle.get(), request);
  curl_easy_setopt(handle.get(), CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(handle.get(), CURLOPT_ERRORBUFFER, detail);
  curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  set_protocol_options(handle.get(), request, ca_file_);
  set_body(handle.get(), request);
  set_callbacks(handle.get(), request, exchange);
  const CURLcode result = curl_easy_perform(handle.get());
  if (result != CURLE_OK)
    throw_transport_error(request, result, exchange.breach(), detail);
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  HttpResponse response = exchange.take_response();
  response.status = static_cast<int>(status);
  return response;
}

} // namespace hooktidy::runtime::gcs
