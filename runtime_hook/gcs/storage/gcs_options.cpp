//===- gcs_options.cpp - options of the gs:// reader ----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/storage/gcs_options.h"

#include "runtime_hook/gcs/http/url.h"
#include "runtime_hook/graph/error.h"

#include <cstdint>
#include <optional>

namespace hooktidy::runtime::gcs {

namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

class Variables {
public:
  explicit Variables(const Platform &platform) : platform_(platform) {}

  std::string text(const char *name) const { return platform_.environment(name); }

  void warn(const char *name, const char *why) const {
    platform_.log->write(std::string("gs://: the environment variable ") + name + " " +
                         why + "; it is ignored");
  }

  /// None if it is not set, is no whole number or exceeds the limit.
  std::optional<std::uint64_t> number(const char *name, std::uint64_t limit) const {
    const std::string value = text(name);
    if (value.empty())
      return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : value) {
      if (c < '0' || c > '9') {
        warn(name, "is no whole number");
        return std::nullopt;
      }
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
      if (number > limit) {
        warn(name, "is too large");
        return std::nullopt;
      }
    }
    return number;
  }

  template <typename Size>
  void read_size(const char *name, std::uint64_t unit, Size &size) const {
    if (const auto value = number(name, (std::uint64_t{1} << 46) / unit))
      size = static_cast<Size>(*value * unit);
  }

  template <typename Duration> void read_seconds(const char *name, Duration &time) const {
    if (const auto value = number(name, 10u * 365 * 24 * 3600))
      time = std::chrono::seconds(*value);
  }

  /// 0 would mean that every request fails at once.
  void read_timeout(const char *name, std::chrono::milliseconds &time) const {
    std::chrono::seconds given{0};
    read_seconds(name, given);
    if (given.count() > 0)
      time = given;
    else if (text(name) == "0")
      warn(name, "must be positive");
  }

private:
  const Platform &platform_;
};

std::pair<std::string, std::string> read_header(const Variables &variables) {
  constexpr char kName[] = "GCS_ADDITIONAL_REQUEST_HEADER";
  const std::string text = variables.text(kName);
  if (text.empty())
    return {};
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size() ||
      text.find_first_of("\r\n") != std::string::npos) {
    variables.warn(kName, "is not of the form NAME:VALUE");
    return {};
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

/// "host:port" or "http://host:port", as the official clients take it.
void read_endpoint(const Variables &variables, GcsOptions &options) {
  std::string host = variables.text("STORAGE_EMULATOR_HOST");
  if (host.empty())
    return;
  while (!host.empty() && host.back() == '/')
    host.pop_back();
  if (host.find("://") == std::string::npos)
    host = "http://" + host;
  const bool known =
      host.compare(0, 7, "http://") == 0 || host.compare(0, 8, "https://") == 0;
  if (!known || url_origin(host) != host ||
      host.find_first_of(" \t\r\n@") != std::string::npos || host.back() == '/' ||
      host.back() == ':')
    throw InvalidArgumentError("STORAGE_EMULATOR_HOST must be host:port or "
                               "http://host:port, for example localhost:9023");
  options.endpoint = host;
  options.emulator = true;
}

/// A cache without room for a block would fetch a block for every read and drop it.
void fit_one_block(const Variables &variables, BlockCacheOptions &cache) {
  if (cache.max_bytes == 0 || cache.max_bytes >= cache.block_size)
    return;
  variables.warn("GCS_READ_CACHE_MAX_SIZE_MB", "is less than one block");
  cache.max_bytes = cache.block_size;
}

} // namespace

GcsOptions GcsOptions::from_environment(const Platform &platform) {
  GcsOptions options;
  options.platform = platform.completed();
  const Variables variables(options.platform);
  read_endpoint(variables, options);

  variables.read_size("GCS_READAHEAD_BUFFER_SIZE_BYTES", 1,
                      options.block_cache.block_size);
  variables.read_size("GCS_READ_CACHE_BLOCK_SIZE_MB", kMebibyte,
                      options.block_cache.block_size);
  variables.read_size("GCS_READ_CACHE_MAX_SIZE_MB", kMebibyte,
                      options.block_cache.max_bytes);
  variables.read_seconds("GCS_READ_CACHE_MAX_STALENESS",
                         options.block_cache.max_staleness);
  fit_one_block(variables, options.block_cache);
  variables.read_seconds("GCS_STAT_CACHE_MAX_AGE", options.stat_cache_max_age);
  variables.read_size("GCS_STAT_CACHE_MAX_ENTRIES", 1, options.stat_cache_max_entries);

  variables.read_timeout("GCS_REQUEST_CONNECTION_TIMEOUT_SECS",
                         options.connection_timeout);
  variables.read_timeout("GCS_REQUEST_IDLE_TIMEOUT_SECS", options.idle_timeout);
  variables.read_timeout("GCS_METADATA_REQUEST_TIMEOUT_SECS", options.metadata_timeout);
  variables.read_timeout("GCS_READ_REQUEST_TIMEOUT_SECS", options.read_timeout);
  variables.read_timeout("GCS_WRITE_REQUEST_TIMEOUT_SECS", options.write_timeout);
  options.additional_header = read_header(variables);
  return options;
}

HttpTimeouts GcsOptions::metadata_timeouts() const {
  return {connection_timeout, idle_timeout, metadata_timeout};
}
HttpTimeouts GcsOptions::read_timeouts() const {
  return {connection_timeout, idle_timeout, read_timeout};
}
HttpTimeouts GcsOptions::write_timeouts() const {
  return {connection_timeout, idle_timeout, write_timeout};
}

} // namespace hooktidy::runtime::gcs
