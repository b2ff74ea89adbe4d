//===- run_request.cpp - one run, put together from all who want something ===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/run_request.h"

#include "runtime_hook/graph/error.h"

#include <algorithm>

namespace hooktidy::runtime::internal {

namespace {

/// Names of the tensors that both feed; empty if there are none.
std::string common_tensors(const Feeds &a, const Feeds &b) {
  std::string names;
  for (const auto &feed : a)
    if (std::any_of(b.begin(), b.end(),
                    [&](const auto &other) { return other.first == feed.first; }))
      names += (names.empty() ? "'" : ", '") +
               (feed.first ? feed.first.name() : std::string("null")) + "'";
  return names;
}

std::vector<TensorValue> part(const std::vector<TensorValue> &values, std::size_t first,
                              std::size_t last) {
  return {values.begin() + static_cast<std::ptrdiff_t>(first),
          values.begin() + static_cast<std::ptrdiff_t>(last)};
}

} // namespace

void RunRequest::add_hook(const SessionRunArgs &args) {
  const std::string common = common_tensors(feeds_, args.feeds);
  if (!common.empty())
    throw InvalidArgumentError("Same tensor is fed by two hooks: " + common);
  feeds_.insert(feeds_.end(), args.feeds.begin(), args.feeds.end());
  fetches_.insert(fetches_.end(), args.fetches.begin(), args.fetches.end());
  merge_run_options(options_, args.options);
  add_hook();
}

void RunRequest::finish() {
  const std::string common = common_tensors(feeds_, caller_.feeds);
  if (!common.empty())
    throw InvalidArgumentError("Same tensor is fed by a hook and the caller: " + common);
  feeds_.insert(feeds_.end(), caller_.feeds.begin(), caller_.feeds.end());
}

std::vector<TensorValue>
RunRequest::caller_part(const std::vector<TensorValue> &values) const {
  return part(values, 0, caller_.fetches.size());
}

std::vector<TensorValue> RunRequest::hook_part(const std::vector<TensorValue> &values,
                                               std::size_t hook) const {
  return part(values, hook == 0 ? caller_.fetches.size() : ends_[hook - 1], ends_[hook]);
}

} // namespace hooktidy::runtime::internal
