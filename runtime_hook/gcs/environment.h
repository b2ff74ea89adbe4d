//===- environment.h - environment variables --------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_ENVIRONMENT_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_ENVIRONMENT_H

#include <functional>
#include <string>

namespace hooktidy::runtime::gcs {

/// The value of an environment variable; empty if it is not set. Tests give their own.
using Environment = std::function<std::string(const char *name)>;

/// The variables of this process.
Environment process_environment();

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_ENVIRONMENT_H
