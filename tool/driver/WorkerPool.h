//===- WorkerPool.h - tasks in worker processes -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang may crash, hang or run out of memory on a file. So files are parsed in
// processes of their own: a worker that ends or exceeds a limit costs its file
// and is replaced. Workers live on from task to task.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TOOL_DRIVER_WORKERPOOL_H
#define HOOKTIDY_TOOL_DRIVER_WORKERPOOL_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hooktidy {

struct PoolLimits {
  unsigned workers = 1;
  std::chrono::seconds timeout{300};
  std::uint64_t memoryBytes = 0;
  /// No task starts while one that comes this many before it has not ended. It
  /// bounds how many results wait for one that must be taken first.
  std::size_t window = 64;
};

/// What became of a task.
struct TaskOutcome {
  bool isFinished = false;
  /// The task's result; if it did not finish, why.
  std::string text;
};

/// Runs tasks 0, 1, ... in forked workers.
class WorkerPool {
public:
  /// Runs in a worker; its result is sent to the parent.
  using Task = std::function<std::string(std::size_t task)>;
  /// Runs in the parent, in the order in which tasks end.
  using Done = std::function<void(std::size_t task, TaskOutcome outcome)>;

  WorkerPool(PoolLimits limits, std::function<void()> prepareWorker, Task task,
             Done done);
  /// Ends all workers.
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  /// Throws Interrupted if the process is asked to stop, and ToolError if no
  /// worker can be started.
  void run(std::size_t taskCount);

private:
  struct Worker {
    int pid = -1;
    int taskPipe = -1;
    int resultPipe = -1;
    bool isBusy = false;
    std::size_t task = 0;
    std::chrono::steady_clock::time_point deadline;
    std::string received;
  };

  bool start(Worker &worker);
  [[noreturn]] void serve(int taskPipe, int resultPipe);
  void limitWorker() const;
  bool mayStart(std::size_t task) const;
  bool assign(Worker &worker, std::size_t task);
  void receive(Worker &worker);
  bool takeResult(Worker &worker);
  void fail(Worker &worker, const std::string &reason);
  std::string reap(Worker &worker);
  void waitForResults();
  void expire(Worker &worker);

  PoolLimits limits;
  std::function<void()> prepareWorker;
  Task task;
  Done done;
  std::vector<Worker> workers;
};

} // namespace hooktidy

#endif // HOOKTIDY_TOOL_DRIVER_WORKERPOOL_H
