//===- log_sink.h - where hooks write lines ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_LOG_SINK_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_LOG_SINK_H

#include <string>

namespace hooktidy::runtime {

/// Takes lines of text. Derived classes say whether they are thread-safe.
class LogSink {
public:
  virtual ~LogSink();
  /// `line` has no newline at its end.
  virtual void write(const std::string &line) = 0;

  /// The standard error stream; thread-safe.
  static LogSink &standard_error();
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_LOG_SINK_H
