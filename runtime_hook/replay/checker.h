//===- checker.h - records breaches of the hook contract --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The checked mode. Without HOOKTIDY_CHECKED_MODE nothing is ever recorded; with
// it, and no Checker::Scope on the thread, adding an operation and running a session
// cost one load of a thread-local pointer each.
//
// Known holes: what a thread does that a hook started is not seen (it is in no
// callback); members are seen only if they are HOOKTIDY_WATCHED, resources only if
// they are noted or counted by replay().
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_REPLAY_CHECKER_H
#define HOOKTIDY_RUNTIME_HOOK_REPLAY_CHECKER_H

#include "runtime_hook/replay/callback_frame.h"
#include "runtime_hook/session/session_run_hook.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

// Rules that can be breached: the ids of the linter's checks without "hook-".
inline constexpr char kGraphMutationAfterBegin[] = "graph-mutation-after-begin";
inline constexpr char kGraphMutationInConstructor[] = "graph-mutation-in-constructor";
inline constexpr char kSessionUseInBegin[] = "session-use-in-begin";
inline constexpr char kNonIdempotentBegin[] = "non-idempotent-begin";
inline constexpr char kRunDependentAfterCreateSession[] =
    "run-dependent-after-create-session";
inline constexpr char kCleanupOnlyInEnd[] = "cleanup-only-in-end";

/// One breach of the contract.
struct Breach {
  /// One of the ids above.
  std::string rule;
  /// "construct", "begin", ...; for kCleanupOnlyInEnd where the resource was taken.
  std::string phase;
  /// Class of the hook.
  std::string hook;
  /// What was done, for example "adds operation 'saver'".
  std::string detail;
  /// The callbacks that were running, outermost first: "<class>::<phase>".
  std::vector<std::string> callbacks;

  /// "<hook>::<phase>: <detail> [<rule>]".
  std::string to_string() const;
};

/// Records what hooks do against their contract, and lets them go on: an operation that
/// is added to a final graph is added. Thread-safe.
class Checker {
public:
  class Scope;

  Checker();
  ~Checker();
  Checker(const Checker &) = delete;
  Checker &operator=(const Checker &) = delete;

  /// False if the runtime was built without HOOKTIDY_CHECKED_MODE.
  static bool available() noexcept;
  /// The checker of the innermost Scope of this thread, or null.
  static Checker *active() noexcept;

  std::vector<Breach> breaches() const;
  /// The phases and "run fails" events so far, in the linter's words; a phase is listed
  /// once for all hooks of a session.
  std::vector<std::string> trace() const;

  /// Makes a hook of class `Hook` in the phase "construct". Elsewhere, the runtime cannot
  /// tell where a constructor of a derived class ends.
  template <typename Hook, typename... Args>
  std::unique_ptr<Hook> make_hook(Args &&...args) {
    internal::CallbackFrame frame(this, HookPhase::kConstruct, nullptr, typeid(Hook));
    auto hook = std::make_unique<Hook>(std::forward<Args>(args)...);
    frame.set_hook(hook.get());
    return hook;
  }

  /// The same for `make()`, which returns a hook of whatever class.
  template <typename Function>
  std::unique_ptr<SessionRunHook> make_hook_by(Function make) {
    internal::CallbackFrame frame(this, HookPhase::kConstruct, nullptr,
                                  typeid(SessionRunHook));
    std::unique_ptr<SessionRunHook> hook = make();
    frame.set_hook(hook.get());
    return hook;
  }

  /// Tells that the running callback takes a resource which its hook has to give back, or
  /// that one is given back. What is still taken when the hook is destroyed is a breach
  /// of kCleanupOnlyInEnd. Without an active checker, or outside callbacks, note_taken
  /// does nothing.
  static void note_taken(const void *resource, const char *kind);
  static void note_given_back(const void *resource);

  /// For drivers that see breaches from outside of callbacks.
  void record(Breach breach);

private:
  friend class internal::CallbackFrame;
  friend class internal::CheckerAccess;
  struct State;

  std::unique_ptr<State> state_;
};

/// Switches the checked mode on for this thread: sessions that are constructed while the
/// scope lives are checked until they are closed. Scopes nest. Hooks should be destroyed
/// before the scope ends, since that is when their resources are counted.
class Checker::Scope {
public:
  explicit Scope(Checker &checker) noexcept;
  ~Scope();
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

private:
  Checker *previous_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_REPLAY_CHECKER_H
