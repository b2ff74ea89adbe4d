//===- gcs_emulator.h - a gs:// service inside the process ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// For tests and demos: buckets in memory, on a port of the loopback interface, with the
// part of the JSON API that the reader uses, a token server and a metadata server. It can
// be told to misbehave.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_EMULATOR_GCS_EMULATOR_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_EMULATOR_GCS_EMULATOR_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime::gcs {

/// A request as it arrived.
struct EmulatedRequest {
  std::string method;
  /// As sent, with the query.
  std::string target;
  /// Names in lower case.
  std::map<std::string, std::string> headers;
  std::string body;

  /// Empty if there is none.
  std::string header(const std::string &lower_case_name) const;
};

/// What goes wrong with some requests.
struct EmulatedFault {
  enum class Kind : std::uint8_t {
    /// The request has no effect; `status`, `headers` and, where HTTP lets the status have
    /// one, `body` are answered.
    kAnswer,
    /// The request has its effect, but `status` is answered.
    kLoseAnswer,
    /// The answer ends after half of the bytes that it announced.
    kCutBody,
    /// The answer has, and announces, half of the bytes only.
    kShortBody,
    /// Half of the answer comes, and then nothing for `delay`.
    kStall,
    /// Nothing at all comes for `delay`; then the proper answer.
    kDelay,
    /// The proper answer; only `before` is called.
    kNone,
  };

  Kind kind = Kind::kAnswer;
  /// Empty: any.
  std::string method;
  /// What the target must contain.
  std::string target_part;
  /// So many requests that fit are let through first.
  int skip = 0;
  int times = 1;
  int status = 503;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::chrono::milliseconds delay{0};
  /// Called before the request is dealt with.
  std::function<void()> before;
};

/// Runs from construction to destruction. Thread-safe.
class GcsEmulator {
public:
  /// Throws UnavailableError if no port can be had.
  GcsEmulator();
  ~GcsEmulator();
  GcsEmulator(const GcsEmulator &) = delete;
  GcsEmulator &operator=(const GcsEmulator &) = delete;

  /// "http://127.0.0.1:port": what STORAGE_EMULATOR_HOST takes.
  const std::string &endpoint() const noexcept;
  /// For "token_uri" of credentials.
  std::string token_url() const { return endpoint() + "/token"; }

  void add_bucket(const std::string &bucket);
  /// Makes or replaces an object; returns its generation. The bucket is made if needed.
  std::int64_t put_object(const std::string &bucket, const std::string &name,
                          std::string bytes);
  std::optional<std::string> object(const std::string &bucket,
                                    const std::string &name) const;

  /// Requests without a token that the token server gave get 401 from now on.
  void require_tokens();
  /// The tokens that were given out so far are worth nothing.
  void revoke_tokens();
  /// No upload request is taken further than so many bytes; 0: all are taken.
  void limit_upload_step(std::size_t bytes);

  /// Faults are tried in the order in which they were added; the first that fits counts.
  void inject(EmulatedFault fault);

  /// All requests so far, those that met a fault included.
  std::vector<EmulatedRequest> requests() const;
  /// How many requests of the method had this in their target.
  std::size_t count_requests(const std::string &method,
                             const std::string &target_part) const;

private:
  class Server;

  std::unique_ptr<Server> server_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_EMULATOR_GCS_EMULATOR_H
