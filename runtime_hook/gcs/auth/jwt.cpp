//===- jwt.cpp - signed assertions of a service account -------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/auth/jwt.h"

#include "runtime_hook/graph/error.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace hooktidy::runtime::gcs {

namespace {

constexpr std::int64_t kLifetime = 3600;
constexpr int kMinimumBits = 2048;

template <auto Free> struct Deleter {
  template <typename T> void operator()(T *object) const { Free(object); }
};
using Bio = std::unique_ptr<BIO, Deleter<BIO_free_all>>;
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Deleter<EVP_MD_CTX_free>>;

/// OpenSSL's own error texts are dropped: they say nothing that a user can act on.
[[noreturn]] void refuse_key(const char *why) {
  ERR_clear_error();
  throw InvalidArgumentError(std::string("'private_key' of the credentials ") + why +
                             "; make a new JSON key for the service account");
}

/// Called for an encrypted key; without it OpenSSL asks on the terminal.
int no_password(char *, int, int, void *) { return -1; }

Key read_key(const credentials::SecretString &pem) {
  const std::string_view text = pem.reveal();
  const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (!bio)
    throw ResourceExhaustedError("out of memory while reading the private key");
  Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, &no_password, nullptr));
  if (!key)
    refuse_key("is no PEM private key without a password");
  if (EVP_PKEY_base_id(key.get()) != EVP_PKEY_RSA)
    refuse_key("is no RSA key");
  if (EVP_PKEY_bits(key.get()) < kMinimumBits)
    refuse_key("has fewer than 2048 bits");
  return key;
}

std::string sign(EVP_PKEY *key, std::string_view text) {
  const Digest digest(EVP_MD_CTX_new());
  const auto *bytes = reinterpret_cast<const unsigned char *>(text.data());
  std::size_t size = 0;
  if (!digest ||
      EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key) != 1 ||
      EVP_DigestSign(digest.get(), nullptr, &size, bytes, text.size()) != 1)
    refuse_key("cannot be used for signing");
  std::string signature(size, '\0');
  if (EVP_DigestSign(digest.get(), reinterpret_cast<unsigned char *>(signature.data()),
                     &size, bytes, text.size()) != 1)
    refuse_key("cannot be used for signing");
  signature.resize(size);
  return signature;
}

} // namespace

std::string base64url(std::string_view bytes) {
  constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6)
      text.push_back(kAlphabet[bits >> (count - 6) & 63]);
  }
  if (count > 0)
    text.push_back(kAlphabet[bits << (6 - count) & 63]);
  return text;
}

credentials::SecretString make_signed_jwt(const credentials::ServiceAccount &account,
                                          const std::string &audience, std::int64_t now) {
  const Key key = read_key(account.private_key);
  const nlohmann::json header = {
      {"alg", "RS256"}, {"typ", "JWT"}, {"kid", account.private_key_id}};
  const nlohmann::json claims = {{"iss", account.client_email},
                                 {"scope", kScope},
                                 {"aud", audience},
                                 {"iat", now},
                                 {"exp", now + kLifetime}};
  const std::string text = base64url(header.dump()) + "." + base64url(claims.dump());
  credentials::SecretString jwt(text);
  jwt.push_back('.');
  jwt.append(base64url(sign(key.get(), text)));
  return jwt;
}

} // namespace hooktidy::runtime::gcs
