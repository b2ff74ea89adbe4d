//===- replay_isolated.cpp - replays in a child process -------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/replay/replay_listener.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace hooktidy::runtime {

namespace {

// The child sends its result as texts, each with its length in front of it.

void put(std::string &message, const std::string &text) {
  const std::uint64_t size = text.size();
  message.append(reinterpret_cast<const char *>(&size), sizeof size);
  message += text;
}

void put(std::string &message, const std::vector<std::string> &texts) {
  put(message, std::to_string(texts.size()));
  for (const std::string &text : texts)
    put(message, text);
}

std::string encode(const ReplayResult &result) {
  std::string message;
  put(message, result.trace);
  put(message, result.errors);
  put(message, std::to_string(result.breaches.size()));
  for (const Breach &breach : result.breaches) {
    put(message, breach.rule);
    put(message, breach.phase);
    put(message, breach.hook);
    put(message, breach.detail);
    put(message, breach.callbacks);
  }
  return message;
}

/// Reads what encode() wrote.
class Decoder {
public:
  explicit Decoder(std::string message) : message_(std::move(message)) {}

  ReplayResult result() {
    ReplayResult result;
    result.trace = texts();
    result.errors = texts();
    result.breaches.resize(std::stoul(text()));
    for (Breach &breach : result.breaches) {
      breach.rule = text();
      breach.phase = text();
      breach.hook = text();
      breach.detail = text();
      breach.callbacks = texts();
    }
    return result;
  }

private:
  std::string text() {
    std::uint64_t size = 0;
    std::memcpy(&size, message_.data() + at_, sizeof size);
    const std::string found = message_.substr(at_ + sizeof size, size);
    at_ += sizeof size + size;
    return found;
  }

  std::vector<std::string> texts() {
    std::vector<std::string> found(std::stoul(text()));
    for (std::string &entry : found)
      entry = text();
    return found;
  }

  const std::string message_;
  std::size_t at_ = 0;
};

/// Sends the result when the sessions are over, and again at the end.
class Sender final : public internal::ReplayListener {
public:
  explicit Sender(int output) : output_(output) {}

  void sessions_done(const ReplayResult &so_far) override { send(so_far); }

  void send(const ReplayResult &result) {
    std::string message;
    put(message, encode(result));
    std::size_t done = 0;
    while (done < message.size()) {
      const ssize_t written =
          ::write(output_, message.data() + done, message.size() - done);
      if (written < 0 && errno != EINTR)
        ::_exit(1);
      if (written > 0)
        done += static_cast<std::size_t>(written);
    }
  }

private:
  const int output_;
};

[[noreturn]] void run_child(ReplaySubject &subject, const FaultPlan &plan, int output,
                            unsigned limit_in_seconds) {
  ::alarm(limit_in_seconds);
  Sender sender(output);
  sender.send(internal::replay(subject, plan, &sender));
  std::fflush(nullptr);
  ::_exit(0);
}

std::string read_all(int input) {
  std::string message;
  char buffer[4096];
  for (;;) {
    const ssize_t got = ::read(input, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return message;
    message.append(buffer, static_cast<std::size_t>(got));
  }
}

/// The last result that arrived whole.
ReplayResult last_result(const std::string &messages) {
  ReplayResult result;
  std::size_t at = 0;
  std::uint64_t size = 0;
  while (messages.size() - at >= sizeof size) {
    std::memcpy(&size, messages.data() + at, sizeof size);
    at += sizeof size;
    if (messages.size() - at < size)
      break;
    result = Decoder(messages.substr(at, size)).result();
    at += size;
  }
  return result;
}

void add_signal(ReplayResult &result, int signal) {
  result.signal = signal;
  if (signal == SIGABRT || signal == SIGALRM)
    result.breaches.push_back({kCleanupOnlyInEnd,
                               "destroy",
                               "hooks",
                               signal == SIGABRT ? "end the process" : "hang",
                               {}});
}

} // namespace

ReplayResult replay_isolated(ReplaySubject &subject, const FaultPlan &plan,
                             unsigned limit_in_seconds) {
  int channel[2];
  if (::pipe(channel) != 0)
    throw ResourceExhaustedError("cannot make a pipe for a replay");
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(channel[0]);
    ::close(channel[1]);
    throw ResourceExhaustedError("cannot fork for a replay");
  }
  if (child == 0) {
    ::close(channel[0]);
    run_child(subject, plan, channel[1], limit_in_seconds);
  }
  ::close(channel[1]);
  const std::string message = read_all(channel[0]);
  ::close(channel[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFSIGNALED(status) && status != 0)
    throw InternalError("a replay ended with exit code " +
                        std::to_string(WEXITSTATUS(status)));
  ReplayResult result = last_result(message);
  if (WIFSIGNALED(status))
    add_signal(result, WTERMSIG(status));
  return result;
}

} // namespace hooktidy::runtime
