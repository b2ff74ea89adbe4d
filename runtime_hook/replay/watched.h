//===- watched.h - members that the checked mode can see --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_REPLAY_WATCHED_H
#define HOOKTIDY_RUNTIME_HOOK_REPLAY_WATCHED_H

#include "runtime_hook/replay/callback_frame.h"

#include <utility>

/// Type of a hook's member: plain `type`, or with HOOKTIDY_WATCH_MEMBERS a wrapper that
/// lets the checked mode see reads and writes:
///   HOOKTIDY_WATCHED(double) best_ = 0;
#ifdef HOOKTIDY_WATCH_MEMBERS
#define HOOKTIDY_WATCHED(...) ::hooktidy::runtime::Watched<__VA_ARGS__>
#else
#define HOOKTIDY_WATCHED(...) __VA_ARGS__
#endif

namespace hooktidy::runtime {

/// A value that tells the running callback when it is read and written. A read in
/// after_create_session of what before_run or after_run wrote is a breach, unless the
/// same callback overwrites it.
template <typename T> class Watched {
public:
  Watched() = default;
  template <typename U> Watched(U &&value) : value_(std::forward<U>(value)) { written(); }
  Watched(const Watched &other) : value_(other.get()) { written(); }

  template <typename U> Watched &operator=(U &&value) {
    value_ = std::forward<U>(value);
    written();
    return *this;
  }
  Watched &operator=(const Watched &other) {
    value_ = other.get();
    written();
    return *this;
  }

  operator const T &() const { return get(); }
  const T &get() const {
    if (internal::CallbackFrame *frame = internal::CallbackFrame::top())
      frame->member_read(this);
    return value_;
  }
  const T &operator->() const { return get(); }

  Watched &operator++() { return *this += 1; }
  Watched &operator--() { return *this -= 1; }
  template <typename U> Watched &operator+=(const U &value) {
    return *this = get() + value;
  }
  template <typename U> Watched &operator-=(const U &value) {
    return *this = get() - value;
  }

private:
  void written() {
    if (internal::CallbackFrame *frame = internal::CallbackFrame::top())
      frame->member_written(this);
  }

  T value_{};
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_REPLAY_WATCHED_H
