//===- token_provider.cpp - access tokens ---------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/auth/token_provider.h"

#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

/// A token must survive the request that it is used for.
constexpr std::chrono::seconds kMargin{60};

} // namespace

TokenSource::~TokenSource() = default;

TokenProvider::TokenProvider(std::unique_ptr<TokenSource> source, const Clock &clock)
    : source_(std::move(source)), clock_(clock) {}

credentials::SecretString TokenProvider::token() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!token_ || clock_.now() + kMargin >= token_->expiry) {
    auto fresh = std::make_unique<Token>(source_->fetch());
    token_ = std::move(fresh);
  }
  return token_->value;
}

void TokenProvider::invalidate(const credentials::SecretString &refused) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (token_ && token_->value == refused)
    token_.reset();
}

} // namespace hooktidy::runtime::gcs
