//===- replay.h - drives hooks through a fault plan -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_REPLAY_REPLAY_H
#define HOOKTIDY_RUNTIME_HOOK_REPLAY_REPLAY_H

#include "runtime_hook/replay/checker.h"
#include "runtime_hook/replay/fault_plan.h"

#include <memory>
#include <string>
#include <vector>

namespace hooktidy::runtime {

class HookedSession;
class KernelRegistry;

/// The hooks to be tried, and the program around them.
class ReplaySubject {
public:
  virtual ~ReplaySubject();

  /// Builds the model in a new graph, which is the default one. Called once per graph,
  /// for the first one before make_hooks().
  virtual void build_model(Graph &graph);
  /// Makes the hooks, with checker.make_hook<...>() so that constructors are checked.
  virtual std::vector<std::unique_ptr<SessionRunHook>> make_hooks(Checker &checker) = 0;
  /// Kernels for the sessions. Default: null, KernelRegistry::builtin().
  virtual const KernelRegistry *kernels();
  /// One step of the training loop. Default: a run without fetches.
  virtual void step(HookedSession &session);
};

/// What happened.
struct ReplayResult {
  std::vector<Breach> breaches;
  /// Phases and events in the linter's words.
  std::vector<std::string> trace;
  /// what() of the errors that reached the caller, one per session at most unless
  /// FaultPlan::go_on_after_errors.
  std::vector<std::string> errors;
  /// The signal that ended the replay, replay_isolated only; what is above is then what
  /// was known when the last session was over, if it came to that.
  int signal = 0;

  bool breaches_rule(const std::string &rule) const;
};

/// Makes the hooks, uses them as the plan says and destroys them. Threads of this process
/// and file descriptors that are still there afterwards are breaches of kCleanupOnlyInEnd
/// too, so nothing else may open files or start threads meanwhile.
ReplayResult replay(ReplaySubject &subject, const FaultPlan &plan);

/// The same in a child process, for hooks that may end it or hang. SIGABRT (a joinable
/// std::thread is destroyed) and the end of the time limit (a lock that was not given
/// back is taken again) are breaches of kCleanupOnlyInEnd. Call it while the process has
/// one thread. Throws ResourceExhaustedError if it cannot fork.
ReplayResult replay_isolated(ReplaySubject &subject, const FaultPlan &plan,
                             unsigned limit_in_seconds = 10);

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_REPLAY_REPLAY_H
