//===- test_keys.cpp - keys made for one test run -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test_keys.h"

#include <cstring>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

namespace hooktidy::runtime::gcs {

namespace {

TestKey generate(EVP_PKEY_CTX *context) {
  EVP_PKEY *key = nullptr;
  EVP_PKEY_keygen(context, &key);
  EVP_PKEY_CTX_free(context);
  return TestKey(key);
}

} // namespace

TestKey make_rsa_key(int bits) {
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nullptr);
  EVP_PKEY_keygen_init(context);
  EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits);
  return generate(context);
}

TestKey make_ec_key() {
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nullptr);
  EVP_PKEY_keygen_init(context);
  EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1);
  return generate(context);
}

std::string private_pem(EVP_PKEY *key, const char *password) {
  BIO *bio = BIO_new(BIO_s_mem());
  PEM_write_bio_PKCS8PrivateKey(
      bio, key, password ? EVP_aes_128_cbc() : nullptr, password,
      password ? static_cast<int>(std::strlen(password)) : 0, nullptr, nullptr);
  char *data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string pem(data, static_cast<std::size_t>(size));
  BIO_free(bio);
  return pem;
}

bool verify_signature(EVP_PKEY *key, const std::string &text,
                      const std::string &signature) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  const bool good =
      EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, key) == 1 &&
      EVP_DigestVerify(context, reinterpret_cast<const unsigned char *>(signature.data()),
                       signature.size(),
                       reinterpret_cast<const unsigned char *>(text.data()),
                       text.size()) == 1;
  EVP_MD_CTX_free(context);
  return good;
}

std::string json_escaped(const std::string &pem) {
  std::string escaped;
  for (const char c : pem)
    escaped += c == '\n' ? std::string("\\n") : std::string(1, c);
  return escaped;
}

} // namespace hooktidy::runtime::gcs
