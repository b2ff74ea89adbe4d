//===- test_keys.h - keys made for one test run -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_GCS_TEST_KEYS_H
#define HOOKTIDY_TEST_GCS_TEST_KEYS_H

#include <memory>
#include <openssl/evp.h>
#include <string>

namespace hooktidy::runtime::gcs {

struct FreeKey {
  void operator()(EVP_PKEY *key) const { EVP_PKEY_free(key); }
};
using TestKey = std::unique_ptr<EVP_PKEY, FreeKey>;

TestKey make_rsa_key(int bits);
TestKey make_ec_key();

/// PEM; encrypted if there is a password.
std::string private_pem(EVP_PKEY *key, const char *password = nullptr);

/// True if `signature` is the RSA-SHA256 signature of `text`.
bool verify_signature(EVP_PKEY *key, const std::string &text,
                      const std::string &signature);

/// The PEM with its line ends escaped, as it stands in JSON.
std::string json_escaped(const std::string &pem);

} // namespace hooktidy::runtime::gcs

#endif // HOOKTIDY_TEST_GCS_TEST_KEYS_H
