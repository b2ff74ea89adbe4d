//===- platform.h - what the reader needs of the outside world --*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_PLATFORM_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_PLATFORM_H

#include "runtime_hook/gcs/environment.h"
#include "runtime_hook/gcs/http/http_client.h"
#include "runtime_hook/gcs/retry_policy.h"
#include "runtime_hook/session/clock.h"
#include "runtime_hook/session/log_sink.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace hooktidy::runtime::gcs {

/// Seconds since 1970-01-01, for what is compared with other machines' clocks.
using WallClock = std::function<std::int64_t()>;

/// Everything that tests replace. What is left empty is the real thing.
struct Platform {
  std::shared_ptr<HttpClient> http;
  /// Must outlive all that uses it.
  const Clock *clock = nullptr;
  WallClock wall_clock;
  RandomSource random;
  Environment environment;
  /// For warnings; thread-safe. Must outlive all that uses it.
  LogSink *log = nullptr;

  /// With the empty members filled in.
  Platform completed() const;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_PLATFORM_H
