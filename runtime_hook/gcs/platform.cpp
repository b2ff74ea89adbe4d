//===- platform.cpp - what the reader needs of the outside world ----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/platform.h"

#include "runtime_hook/gcs/http/curl_http_client.h"

#include <ctime>

namespace hooktidy::runtime::gcs {

Platform Platform::completed() const {
  Platform full = *this;
  if (!full.http)
    full.http = std::make_shared<CurlHttpClient>();
  if (!full.clock)
    full.clock = &Clock::system();
  if (!full.wall_clock)
    full.wall_clock = [] { return static_cast<std::int64_t>(std::time(nullptr)); };
  if (!full.environment)
    full.environment = process_environment();
  if (!full.log)
    full.log = &LogSink::standard_error();
  return full;
}

} // namespace hooktidy::runtime::gcs
