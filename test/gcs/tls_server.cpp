//===- tls_server.cpp - an https server for tests -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tls_server.h"

#include "test_keys.h"

#include <cstdlib>
#include <httplib.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <thread>
#include <unistd.h>

namespace hooktidy::runtime::gcs {

namespace {

struct FreeCertificate {
  void operator()(X509 *certificate) const { X509_free(certificate); }
};
using Certificate = std::unique_ptr<X509, FreeCertificate>;

Certificate make_certificate(EVP_PKEY *key, const std::string &host) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME *name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char *>(host.c_str()), -1,
                             -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  X509_EXTENSION *names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name,
                                              ("DNS:" + host).c_str());
  X509_add_ext(certificate.get(), names, -1);
  X509_EXTENSION_free(names);
  X509_sign(certificate.get(), key, EVP_sha256());
  return certificate;
}

std::string write_certificate(X509 *certificate) {
  char path[] = "/tmp/hooktidy-cert-XXXXXX";
  FILE *file = ::fdopen(::mkstemp(path), "w");
  PEM_write_X509(file, certificate);
  std::fclose(file);
  return path;
}

} // namespace

class TlsServer::Impl {
public:
  explicit Impl(const std::string &host)
      : key_(make_rsa_key(2048)), certificate_(make_certificate(key_.get(), host)),
        file(write_certificate(certificate_.get())),
        http_(certificate_.get(), key_.get()) {
    http_.Get(".*", [](const httplib::Request &, httplib::Response &response) {
      response.set_content("hello", "text/plain");
    });
    http_.set_keep_alive_timeout(1);
    port = http_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { http_.listen_after_bind(); });
    while (!http_.is_running())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~Impl() {
    http_.stop();
    thread_.join();
    ::unlink(file.c_str());
  }

private:
  TestKey key_;
  Certificate certificate_;

public:
  const std::string file;
  int port = 0;

private:
  httplib::SSLServer http_;
  std::thread thread_;
};

TlsServer::TlsServer(const std::string &host) : impl_(std::make_unique<Impl>(host)) {}
TlsServer::~TlsServer() = default;
int TlsServer::port() const noexcept { return impl_->port; }
const std::string &TlsServer::certificate_file() const noexcept { return impl_->file; }

} // namespace hooktidy::runtime::gcs
