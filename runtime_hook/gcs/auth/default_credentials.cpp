//===- default_credentials.cpp - credentials of the machine ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/auth/default_credentials.h"

#include "runtime_hook/gcs/auth/oauth.h"
#include "runtime_hook/gcs/credentials/credentials.h"
#include "runtime_hook/gcs/errors.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

using credentials::SecretString;

constexpr std::chrono::minutes kAnonymousFor{5};
constexpr std::size_t kMaxFileSize = 1 << 20;
constexpr char kDefaultMetadataHost[] = "metadata.google.internal";
constexpr char kTokenPath[] =
    "/computeMetadata/v1/instance/service-accounts/default/token";

class Descriptor {
public:
  explicit Descriptor(const std::string &path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int get() const { return number_; }

private:
  const int number_;
};

[[noreturn]] void refuse_file(const std::string &path, const std::string &why) {
  throw FailedPreconditionError("the credentials file '" + path +
                                "' cannot be used: " + why);
}

/// None if there is no such file. No stream buffer: that would keep a copy.
std::optional<SecretString> read_secret_file(const std::string &path) {
  const Descriptor file(path);
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      return std::nullopt;
    refuse_file(path, std::strerror(errno));
  }
  SecretString contents;
  char buffer[4096];
  ssize_t got = 0;
  while ((got = ::read(file.get(), buffer, sizeof buffer)) > 0) {
    contents.append({buffer, static_cast<std::size_t>(got)});
    if (contents.size() > kMaxFileSize)
      break;
  }
  const int error = errno;
  credentials::wipe(buffer, sizeof buffer);
  if (got < 0)
    refuse_file(path, std::strerror(error));
  return contents;
}

class DefaultSource final : public TokenSource {
public:
  DefaultSource(const Platform &platform, const RetryPolicy &policy,
                const HttpTimeouts &timeouts)
      : platform_(platform), policy_(policy), timeouts_(timeouts) {}

  Token fetch() override {
    if (!source_)
      source_ = find_source();
    if (source_)
      return source_->fetch();
    if (std::optional<Token> token = token_of_metadata_server())
      return std::move(*token);
    platform_.log->write("gs://: no credentials found, so only public data can be read; "
                         "run 'gcloud auth application-default login' or set "
                         "GOOGLE_APPLICATION_CREDENTIALS");
    return Token{{}, platform_.clock->now() + kAnonymousFor};
  }

private:
  /// The first three; null if none is there.
  std::unique_ptr<TokenSource> find_source() const {
    const std::string testing = platform_.environment("GOOGLE_AUTH_TOKEN_FOR_TESTING");
    if (!testing.empty())
      return std::make_unique<StaticTokenSource>(SecretString(testing));
    const std::string named = platform_.environment("GOOGLE_APPLICATION_CREDENTIALS");
    if (!named.empty()) {
      std::optional<SecretString> json = read_secret_file(named);
      if (!json)
        refuse_file(named, "it does not exist; correct GOOGLE_APPLICATION_CREDENTIALS");
      return source_of_file(named, *json);
    }
    const std::string path = well_known_path();
    if (path.empty())
      return nullptr;
    std::optional<SecretString> json = read_secret_file(path);
    return json ? source_of_file(path, *json) : nullptr;
  }

  std::string well_known_path() const {
    constexpr char kFile[] = "/application_default_credentials.json";
    const std::string config = platform_.environment("CLOUDSDK_CONFIG");
    if (!config.empty())
      return config + kFile;
    const std::string home = platform_.environment("HOME");
    return home.empty() ? std::string() : home + "/.config/gcloud" + kFile;
  }

  std::unique_ptr<TokenSource> source_of_file(const std::string &path,
                                              const SecretString &json) const {
    auto parsed = credentials::parse_credentials(json.reveal());
    if (const auto *problem = std::get_if<credentials::CredentialsProblem>(&parsed))
      refuse_file(path, problem->message);
    return make_credentials_source(std::get<credentials::Credentials>(std::move(parsed)),
                                   platform_, policy_, timeouts_);
  }

  /// None if this is no cloud machine.
  std::optional<Token> token_of_metadata_server() {
    std::string off = platform_.environment("NO_GCE_CHECK");
    std::transform(off.begin(), off.end(), off.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    });
    if (off == "true")
      return std::nullopt;
    const std::string host = platform_.environment("GCE_METADATA_HOST");
    HttpRequest request;
    request.url = "http://" + (host.empty() ? kDefaultMetadataHost : host) + kTokenPath;
    request.purpose = "requesting an access token from the metadata server";
    request.headers = {{"Metadata-Flavor", "Google"}};
    request.timeouts = timeouts_;
    // The server is on this machine or nowhere.
    request.timeouts.connect = std::min<std::chrono::milliseconds>(
        request.timeouts.connect, std::chrono::seconds(3));
    request.direct = true;
    return policy_.run(request.purpose, [&] { return ask_metadata_server(request); });
  }

  std::optional<Token> ask_metadata_server(const HttpRequest &request) {
    const Clock::TimePoint requested = platform_.clock->now();
    HttpResponse response;
    try {
      response = platform_.http->send(request);
    } catch (const Error &) {
      // Once it has answered, it being away is an error like any other.
      if (metadata_server_seen_)
        throw;
      return std::nullopt;
    }
    // Anything else that answers to that name is not the metadata server.
    if (response.header("metadata-flavor") != "Google")
      return std::nullopt;
    metadata_server_seen_ = true;
    if (response.status == 404)
      return std::nullopt;
    check_status(request, response);
    return read_token_answer(request.purpose, response, requested);
  }

  const Platform platform_;
  const RetryPolicy &policy_;
  const HttpTimeouts timeouts_;
  std::unique_ptr<TokenSource> source_;
  bool metadata_server_seen_ = false;
};

} // namespace

std::unique_ptr<TokenSource> make_default_source(const Platform &platform,
                                                 const RetryPolicy &policy,
                                                 const HttpTimeouts &timeouts) {
  return std::make_unique<DefaultSource>(platform, policy, timeouts);
}

} // namespace hooktidy::runtime::gcs
