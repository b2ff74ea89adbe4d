//===- tls_server.h - an https server for tests -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_GCS_TLS_SERVER_H
#define HOOKTIDY_TEST_GCS_TLS_SERVER_H

#include <memory>
#include <string>

namespace hooktidy::runtime::gcs {

/// Answers every request with 200, on a port of the loopback interface.
class TlsServer {
public:
  /// `host`: the name in the certificate, which it has signed itself.
  explicit TlsServer(const std::string &host);
  ~TlsServer();
  TlsServer(const TlsServer &) = delete;
  TlsServer &operator=(const TlsServer &) = delete;

  int port() const noexcept;
  const std::string &certificate_file() const noexcept;

private:
  class Impl;

  std::unique_ptr<Impl> impl_;
};

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_TEST_GCS_TLS_SERVER_H
