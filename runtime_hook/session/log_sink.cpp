//===- log_sink.cpp - where hooks write lines -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/log_sink.h"

#include <cstdio>

namespace hooktidy::runtime {

LogSink::~LogSink() = default;

namespace {

class StandardError final : public LogSink {
public:
  void write(const std::string &line) override {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
};

} // namespace

LogSink &LogSink::standard_error() {
  static StandardError sink;
  return sink;
}

} // namespace hooktidy::runtime
