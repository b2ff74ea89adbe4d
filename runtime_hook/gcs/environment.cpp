//===- environment.cpp - environment variables ----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/environment.h"

#include <cstdlib>

namespace hooktidy::runtime::gcs {

Environment process_environment() {
  return [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
}

} // namespace hooktidy::runtime::gcs
