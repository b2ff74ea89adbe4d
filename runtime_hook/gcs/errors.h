//===- errors.h - errors that only the gs:// reader throws ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GCS_ERRORS_H
#define HOOKTIDY_RUNTIME_HOOK_GCS_ERRORS_H

#include "runtime_hook/graph/error.h"

#include <chrono>
#include <string>

namespace hooktidy::runtime::gcs {

/// Every attempt failed. Deliberately neither Aborted nor Unavailable: a monitored
/// session recovers from those, and would make new sessions for ever while the service is
/// down.
class RetriesExhaustedError : public DeadlineExceededError {
public:
  using DeadlineExceededError::DeadlineExceededError;
};

/// The object is not the one any more that was opened. Open it again.
class ObjectChangedError : public FailedPreconditionError {
public:
  using FailedPreconditionError::FailedPreconditionError;
};

/// The service asks to come back later. Never leaves GcsFileSystem.
class BusyError : public UnavailableError {
public:
  BusyError(const std::string &message, std::chrono::seconds retry_after)
      : UnavailableError(message), retry_after_(retry_after) {}

  /// How long the service wants to be left alone; 0 if it did not say.
  std::chrono::seconds retry_after() const noexcept { return retry_after_; }

private:
  std::chrono::seconds retry_after_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_RUNTIME_HOOK_GCS_ERRORS_H
