//===- error.h - typed errors of the runtime --------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every error of the runtime derives from Error and has one code. The session
// decides by code, so a class derived from AbortedError is treated as one.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_ERROR_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_ERROR_H

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

namespace hooktidy::runtime {

class Error;

namespace internal {

/// Finds out later whether an exception object is still alive, by a mark that is put
/// into the object itself: what it was copied from does not count.
class ErrorMark {
public:
  ErrorMark() = default;
  explicit ErrorMark(const Error &error);
  bool alive() const noexcept { return !mark_.expired(); }

private:
  std::weak_ptr<const void> mark_;
};

} // namespace internal

/// The kinds of error; all but kStopIteration are the usual RPC status codes.
enum class ErrorCode : std::uint8_t {
  kCancelled,
  kUnknown,
  kInvalidArgument,
  kDeadlineExceeded,
  kNotFound,
  kAlreadyExists,
  kPermissionDenied,
  kUnauthenticated,
  kResourceExhausted,
  kFailedPrecondition,
  kAborted,
  kOutOfRange,
  kUnimplemented,
  kInternal,
  kUnavailable,
  kDataLoss,
  kStopIteration,
};

/// The name of a code as users write it, for example "Aborted".
const char *error_code_name(ErrorCode code) noexcept;

/// Base of all errors that the runtime throws.
class Error : public std::exception {
public:
  Error(const Error &) noexcept = default;
  Error &operator=(const Error &) noexcept = default;
  ~Error() override;

  ErrorCode code() const noexcept { return code_; }

  /// The message without the code.
  const std::string &message() const noexcept { return *message_; }

  /// "<code>: <message>".
  const char *what() const noexcept override { return what_->c_str(); }

protected:
  Error(ErrorCode code, const std::string &message);

private:
  friend class internal::ErrorMark;

  ErrorCode code_;
  std::shared_ptr<const std::string> message_;
  std::shared_ptr<const std::string> what_;
  mutable std::shared_ptr<const void> mark_;
};

/// An error with a fixed code. The named classes below are what to throw and to
/// catch; deriving from them is fine.
template <ErrorCode Code> class CodedError : public Error {
public:
  explicit CodedError(const std::string &message) : Error(Code, message) {}
};

/// The run or its thread was cancelled.
using CancelledError = CodedError<ErrorCode::kCancelled>;
/// Nothing is known about the cause.
using UnknownError = CodedError<ErrorCode::kUnknown>;
/// An argument is wrong whatever the state of the system.
using InvalidArgumentError = CodedError<ErrorCode::kInvalidArgument>;
/// RunOptions::timeout_in_ms or a waiting limit ran out.
using DeadlineExceededError = CodedError<ErrorCode::kDeadlineExceeded>;
/// A file, an operation or a checkpoint does not exist.
using NotFoundError = CodedError<ErrorCode::kNotFound>;
/// What was to be made is there already.
using AlreadyExistsError = CodedError<ErrorCode::kAlreadyExists>;
/// The caller may not do this.
using PermissionDeniedError = CodedError<ErrorCode::kPermissionDenied>;
/// The caller did not say, or could not prove, who it is.
using UnauthenticatedError = CodedError<ErrorCode::kUnauthenticated>;
/// A disk is full, a quota is used up.
using ResourceExhaustedError = CodedError<ErrorCode::kResourceExhausted>;
/// The system is in the wrong state: graph final, session closed, ...
using FailedPreconditionError = CodedError<ErrorCode::kFailedPrecondition>;
/// The session was lost; MonitoredSession makes a new one and tries again.
using AbortedError = CodedError<ErrorCode::kAborted>;
/// The input is used up; MonitoredSession ends cleanly.
using OutOfRangeError = CodedError<ErrorCode::kOutOfRange>;
/// There is no such operation or scheme.
using UnimplementedError = CodedError<ErrorCode::kUnimplemented>;
/// An invariant of the runtime is broken.
using InternalError = CodedError<ErrorCode::kInternal>;
/// A peer is not there for now; MonitoredSession makes a new session and tries again.
using UnavailableError = CodedError<ErrorCode::kUnavailable>;
/// Stored data is damaged.
using DataLossError = CodedError<ErrorCode::kDataLoss>;
/// Asks for a clean end of the training loop.
using StopIteration = CodedError<ErrorCode::kStopIteration>;

/// True for Aborted and Unavailable: MonitoredSession recovers from these.
bool is_preemption(const Error &error) noexcept;

/// True for OutOfRange and StopIteration: a session ends cleanly on these.
bool is_clean_exit(const Error &error) noexcept;

/// Throws the error class that belongs to `code`.
[[noreturn]] void throw_error(ErrorCode code, const std::string &message);

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_ERROR_H
