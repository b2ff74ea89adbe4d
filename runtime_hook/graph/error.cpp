//===- error.cpp - typed errors of the runtime ----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/error.h"

namespace hooktidy::runtime {

const char *error_code_name(ErrorCode code) noexcept {
  switch (code) {
  case ErrorCode::kCancelled:
    return "Cancelled";
  case ErrorCode::kUnknown:
    return "Unknown";
  case ErrorCode::kInvalidArgument:
    return "InvalidArgument";
  case ErrorCode::kDeadlineExceeded:
    return "DeadlineExceeded";
  case ErrorCode::kNotFound:
    return "NotFound";
  case ErrorCode::kAlreadyExists:
    return "AlreadyExists";
  case ErrorCode::kPermissionDenied:
    return "PermissionDenied";
  case ErrorCode::kUnauthenticated:
    return "Unauthenticated";
  case ErrorCode::kResourceExhausted:
    return "ResourceExhausted";
  case ErrorCode::kFailedPrecondition:
    return "FailedPrecondition";
  case ErrorCode::kAborted:
    return "Aborted";
  case ErrorCode::kOutOfRange:
    return "OutOfRange";
  case ErrorCode::kUnimplemented:
    return "Unimplemented";
  case ErrorCode::kInternal:
    return "Internal";
  case ErrorCode::kUnavailable:
    return "Unavailable";
  case ErrorCode::kDataLoss:
    return "DataLoss";
  case ErrorCode::kStopIteration:
    return "StopIteration";
  }
  return "Unknown";
}

Error::Error(ErrorCode code, const std::string &message)
    : code_(code), message_(std::make_shared<const std::string>(message)),
      what_(std::make_shared<const std::string>(std::string(error_code_name(code)) +
                                                ": " + message)) {}

Error::~Error() = default;

internal::ErrorMark::ErrorMark(const Error &error) {
  error.mark_ = std::make_shared<char>();
  mark_ = error.mark_;
}

bool is_preemption(const Error &error) noexcept {
  return error.code() == ErrorCode::kAborted || error.code() == ErrorCode::kUnavailable;
}

bool is_clean_exit(const Error &error) noexcept {
  return error.code() == ErrorCode::kOutOfRange ||
         error.code() == ErrorCode::kStopIteration;
}

void throw_error(ErrorCode code, const std::string &message) {
  switch (code) {
  case ErrorCode::kCancelled:
    throw CancelledError(message);
  case ErrorCode::kUnknown:
    throw UnknownError(message);
  case ErrorCode::kInvalidArgument:
    throw InvalidArgumentError(message);
  case ErrorCode::kDeadlineExceeded:
    throw DeadlineExceededError(message);
  case ErrorCode::kNotFound:
    throw NotFoundError(message);
  case ErrorCode::kAlreadyExists:
    throw AlreadyExistsError(message);
  case ErrorCode::kPermissionDenied:
    throw PermissionDeniedError(message);
  case ErrorCode::kUnauthenticated:
    throw UnauthenticatedError(message);
  case ErrorCode::kResourceExhausted:
    throw ResourceExhaustedError(message);
  case ErrorCode::kFailedPrecondition:
    throw FailedPreconditionError(message);
  case ErrorCode::kAborted:
    throw AbortedError(message);
  case ErrorCode::kOutOfRange:
    throw OutOfRangeError(message);
  case ErrorCode::kUnimplemented:
    throw UnimplementedError(message);
  case ErrorCode::kInternal:
    throw InternalError(message);
  case ErrorCode::kUnavailable:
    throw UnavailableError(message);
  case ErrorCode::kDataLoss:
    throw DataLossError(message);
  case ErrorCode::kStopIteration:
    throw StopIteration(message);
  }
  throw UnknownError(message);
}

} // namespace hooktidy::runtime
