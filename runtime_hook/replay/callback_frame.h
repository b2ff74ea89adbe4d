//===- callback_frame.h - which callback of which hook is running *- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_REPLAY_CALLBACK_FRAME_H
#define HOOKTIDY_RUNTIME_HOOK_REPLAY_CALLBACK_FRAME_H

#include <cstdint>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

namespace hooktidy::runtime {

class Checker;
class Graph;
class Session;
class SessionRunHook;

/// Where a hook is in its lifecycle. kRuntime: the session's own code, in between.
enum class HookPhase : std::uint8_t {
  kRuntime,
  kConstruct,
  kBegin,
  kAfterCreateSession,
  kBeforeRun,
  kAfterRun,
  kEnd,
};

/// "construct", "begin", "after_create_session", ...
const char *hook_phase_name(HookPhase phase) noexcept;

namespace internal {

/// One running callback. Frames of a thread are a stack, the innermost on top.
class CallbackFrame {
public:
  /// With a null checker nothing happens here, nor in the destructor.
  CallbackFrame(Checker *checker, HookPhase phase, const SessionRunHook *hook,
                const std::type_info &hook_class, const Graph *graph = nullptr);
  ~CallbackFrame();
  CallbackFrame(const CallbackFrame &) = delete;
  CallbackFrame &operator=(const CallbackFrame &) = delete;

  /// For hooks whose address is known only at the end of the phase.
  void set_hook(const SessionRunHook *hook);

  static CallbackFrame *top() noexcept;

  HookPhase phase() const noexcept { return phase_; }
  Checker *checker() const noexcept { return checker_; }
  const SessionRunHook *hook() const noexcept { return hook_; }
  /// True if the graph was made during this callback, which makes it the hook's own.
  bool owns_graph(std::uint64_t graph_id) const noexcept {
    return graph_id > newest_graph_;
  }

  /// Records a breach of this callback.
  void record(const char *rule, const std::string &detail) const;

  // Watched members.
  void member_read(const void *member);
  void member_written(const void *member);

  // For the checker.
  void graph_changed(std::uint64_t graph_id, const std::string &operation);
  std::string hook_class() const;
  std::vector<std::string> callbacks() const;

private:
  Checker *const checker_;
  const HookPhase phase_;
  const SessionRunHook *hook_;
  const std::type_info &hook_class_;
  const std::uint64_t newest_graph_;
  CallbackFrame *const outer_;
  /// Graphs that a `begin` has to leave alone next time.
  std::vector<std::uint64_t> graphs_;
  /// Members read that hold what a run left behind, until they are overwritten.
  std::vector<const void *> stale_reads_;
};

/// What the runtime tells the checker.
class CheckerAccess {
public:
  /// Called by ~SessionRunHook.
  static void hook_destroyed(const SessionRunHook &hook) noexcept;
  static void add_to_trace(Checker &checker, const std::string &event);
  /// Keeps a closed session until the checker is destroyed: a hook that holds on to it
  /// can then be told so.
  static void keep(Checker &checker, std::unique_ptr<Session> closed);
};

/// Called before an operation is added. True: add it even if the graph is final, since
/// the breach was recorded.
bool note_graph_change(std::uint64_t graph_id, const std::string &operation);

/// Called before a session runs.
void note_session_use(std::uint64_t graph_id, bool closed);

/// The newest graph's id; defined with Graph.
std::uint64_t newest_graph_id() noexcept;

} // namespace internal
} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_REPLAY_CALLBACK_FRAME_H
