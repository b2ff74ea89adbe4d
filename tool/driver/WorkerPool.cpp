//===- WorkerPool.cpp - tasks in worker processes -------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/WorkerPool.h"

#include "Error.h"
#include "driver/SignalBlock.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hooktidy {

using Clock = std::chrono::steady_clock;

/// Exit code of a worker that ran out of memory.
static constexpr int OutOfMemoryExit = 77;
/// Exit code of a worker whose task threw.
static constexpr int ExceptionExit = 70;
/// Deeply nested code takes a deep stack in the parser.
static constexpr rlim_t WorkerStackBytes = 64u << 20;
static constexpr std::chrono::milliseconds PollInterval{100};

static bool readAll(int file, void *data, std::size_t size) {
  char *at = static_cast<char *>(data);
  while (size > 0) {
    ssize_t count = read(file, at, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

static bool writeAll(int file, const void *data, std::size_t size) {
  const char *at = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t count = write(file, at, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

static void closeFile(int &file) {
  if (file >= 0)
    close(file);
  file = -1;
}

WorkerPool::WorkerPool(PoolLimits limits, std::function<void()> prepareWorker, Task task,
                       Done done)
    : limits(limits), prepareWorker(std::move(prepareWorker)), task(std::move(task)),
      done(std::move(done)) {}

WorkerPool::~WorkerPool() {
  for (Worker &worker : workers) {
    if (worker.pid < 0)
      continue;
    // An idle worker ends by itself when its pipe closes.
    if (worker.isBusy)
      kill(worker.pid, SIGKILL);
    reap(worker);
  }
}

/// Limits of the worker process. A sanitizer reserves terabytes of address
/// space, so there memory is not limited.
void WorkerPool::limitWorker() const {
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < WorkerStackBytes) {
    stack.rlim_cur = std::min<rlim_t>(WorkerStackBytes, stack.rlim_max);
    setrlimit(RLIMIT_STACK, &stack);
  }
  rlimit core{0, 0};
  setrlimit(RLIMIT_CORE, &core);
#ifndef HOOKTIDY_SANITIZED
  if (limits.memoryBytes > 0) {
    rlimit memory{limits.memoryBytes, limits.memoryBytes};
    setrlimit(RLIMIT_DATA, &memory);
  }
  std::set_new_handler([] { _exit(OutOfMemoryExit); });
  // The parser prints to standard error when it crashes; the parent says it in
  // one line.
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
#endif
}

void WorkerPool::serve(int taskPipe, int resultPipe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (Worker &other : workers) {
    closeFile(other.taskPipe);
    closeFile(other.resultPipe);
  }
  limitWorker();
  try {
    prepareWorker();
    std::uint64_t index = 0;
    while (readAll(taskPipe, &index, sizeof index)) {
      std::string result = task(index);
      std::uint64_t size = result.size();
      if (!writeAll(resultPipe, &size, sizeof size) ||
          !writeAll(resultPipe, result.data(), result.size()))
        break;
    }
  } catch (const std::bad_alloc &) {
    _exit(OutOfMemoryExit);
  } catch (...) {
    _exit(ExceptionExit);
  }
  _exit(0);
}

bool WorkerPool::start(Worker &worker) {
  int tasks[2], results[2];
  if (pipe2(tasks, O_CLOEXEC) != 0)
    return false;
  if (pipe2(results, O_CLOEXEC) != 0) {
    close(tasks[0]);
    close(tasks[1]);
    return false;
  }
  int pid = fork();
  if (pid == 0) {
    close(tasks[1]);
    close(results[0]);
    unblockStopSignals();
    serve(tasks[0], results[1]);
  }
  close(tasks[0]);
  close(results[1]);
  worker = Worker();
  worker.pid = pid;
  worker.taskPipe = tasks[1];
  worker.resultPipe = results[0];
  if (pid < 0) {
    closeFile(worker.taskPipe);
    closeFile(worker.resultPipe);
  }
  return pid >= 0;
}

/// Waits for the end of a worker and says how it ended.
std::string WorkerPool::reap(Worker &worker) {
  closeFile(worker.taskPipe);
  closeFile(worker.resultPipe);
  int status = 0;
  while (waitpid(worker.pid, &status, 0) < 0 && errno == EINTR)
    continue;
  worker.pid = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == OutOfMemoryExit)
    return "it takes more memory than the limit of " +
           std::to_string(limits.memoryBytes >> 20) + " MB (see --memory-limit)";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return "the parser was killed, maybe because memory ran out (see -j)";
  if (WIFSIGNALED(status))
    return std::string("the parser crashed (") + strsignal(WTERMSIG(status)) + ")";
  return "the parser ended unexpectedly (exit code " +
         std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1) + ")";
}

bool WorkerPool::mayStart(std::size_t index) const {
  return std::all_of(workers.begin(), workers.end(), [&](const Worker &worker) {
    return !worker.isBusy || index < worker.task + limits.window;
  });
}

bool WorkerPool::assign(Worker &worker, std::size_t index) {
  if (worker.pid < 0 && !start(worker))
    return false;
  worker.isBusy = true;
  worker.task = index;
  worker.deadline = Clock::now() + limits.timeout;
  // A worker that cannot take the task has ended; waitForResults sees that.
  std::uint64_t wire = index;
  writeAll(worker.taskPipe, &wire, sizeof wire);
  return true;
}

void WorkerPool::fail(Worker &worker, const std::string &reason) {
  worker.isBusy = false;
  done(worker.task, {false, reason});
}

/// Hands over a result that is complete.
bool WorkerPool::takeResult(Worker &worker) {
  std::uint64_t size = 0;
  if (worker.received.size() < sizeof size)
    return false;
  std::memcpy(&size, worker.received.data(), sizeof size);
  if (worker.received.size() < sizeof size + size)
    return false;
  worker.isBusy = false;
  std::string result = worker.received.substr(sizeof size);
  worker.received.clear();
  done(worker.task, {true, std::move(result)});
  return true;
}

void WorkerPool::receive(Worker &worker) {
  char chunk[1 << 16];
  ssize_t count = read(worker.resultPipe, chunk, sizeof chunk);
  if (count < 0 && errno == EINTR)
    return;
  if (count > 0) {
    worker.received.append(chunk, static_cast<std::size_t>(count));
    takeResult(worker);
    return;
  }
  std::string reason = reap(worker);
  fail(worker, reason);
}

void WorkerPool::expire(Worker &worker) {
  kill(worker.pid, SIGKILL);
  reap(worker);
  fail(worker, "it takes longer than the limit of " +
                   std::to_string(limits.timeout.count()) + " s (see --timeout)");
}

void WorkerPool::waitForResults() {
  std::vector<pollfd> files;
  std::vector<Worker *> polled;
  for (Worker &worker : workers)
    if (worker.isBusy) {
      files.push_back({worker.resultPipe, POLLIN, 0});
      polled.push_back(&worker);
    }
  poll(files.data(), files.size(), static_cast<int>(PollInterval.count()));
  if (int signal = takeStopSignal())
    throw Interrupted(signal);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].revents != 0)
      receive(*polled[i]);
    else if (Clock::now() > polled[i]->deadline)
      expire(*polled[i]);
  }
}

void WorkerPool::run(std::size_t taskCount) {
  SignalBlock block;
  workers.resize(std::min<std::size_t>(std::max(1u, limits.workers), taskCount));
  std::size_t next = 0;
  auto isBusy = [](const Worker &worker) { return worker.isBusy; };
  while (next < taskCount || std::any_of(workers.begin(), workers.end(), isBusy)) {
    for (Worker &worker : workers)
      if (!worker.isBusy && next < taskCount && mayStart(next) && assign(worker, next))
        ++next;
    if (std::none_of(workers.begin(), workers.end(), isBusy))
      throw ToolError(std::string("cannot start a worker process: ") +
                      std::strerror(errno));
    waitForResults();
  }
}

} // namespace hooktidy
