//===- fault_plan.h - where and how runs fail -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_REPLAY_FAULT_PLAN_H
#define HOOKTIDY_RUNTIME_HOOK_REPLAY_FAULT_PLAN_H

#include "runtime_hook/graph/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hooktidy::runtime {

/// Places where a hooked session can be made to fail.
enum class FaultPoint : std::uint8_t {
  /// Instead of creating a raw session.
  kCreateSession,
  /// Instead of the raw run, between before_run and after_run.
  kRun,
  // When every hook's callback has returned, as if one more hook, the last of the list,
  // threw from its own.
  kBegin,
  kAfterCreateSession,
  kBeforeRun,
  kAfterRun,
  kEnd,
  // Before any hook's callback is called, as if one more hook, the first of the list,
  // threw from its own.
  kEarlierBegin,
  kEarlierAfterCreateSession,
  kEarlierBeforeRun,
  kEarlierAfterRun,
  kEarlierEnd,
};

/// How many of them there are.
constexpr std::size_t kFaultPoints =
    static_cast<std::size_t>(FaultPoint::kEarlierEnd) + 1;

/// The name of a point in words, for example "in an earlier hook's before_run".
const char *fault_point_name(FaultPoint point) noexcept;

/// From the `at`-th time on that the point is reached (counted from 1, over all
/// sessions), fail `times` times in a row.
struct Fault {
  FaultPoint point = FaultPoint::kRun;
  int at = 1;
  ErrorCode code = ErrorCode::kAborted;
  int times = 1;
  /// Throw a std::runtime_error, as code does that knows nothing of the runtime's errors,
  /// and not an Error with that code.
  bool foreign = false;
};

/// A course of events for a list of hooks.
struct FaultPlan {
  std::string name;
  std::vector<Fault> faults;
  /// How many hooked sessions use the hooks, one after another.
  int sessions = 1;
  /// Whether these are on one graph, or each on its own.
  bool same_graph = true;
  /// Calls of run() in each session, unless it ends earlier.
  int runs = 3;
  /// Whether the caller of run() catches errors and goes on in the same session.
  bool go_on_after_errors = false;

  /// Plans that together reach every transition of the lifecycle: no fault; the session
  /// is lost in a run, after a run, at its creation, twice in a row; a run fails for
  /// good, at once and later; the input ends; the hooks are used again on the same graph
  /// and on another one, after a clean end, after an error, and after a begin that no
  /// session followed.
  static std::vector<FaultPlan> standard();

  /// The standard plans; a run that fails in each of the first steps with each kind of
  /// error; an error and a lost session in each callback of an earlier and of a later
  /// hook, with the hooks used again after the error. About sixty plans.
  static std::vector<FaultPlan> thorough();

  /// The plan that leads along a lifecycle, told in the linter's words: phases, and
  /// "run fails" with or without a code in brackets; "'before_run' throws", "an error
  /// leaves the session", "the session is re-created" and "the hook is used again" may
  /// stand between. Throws InvalidArgumentError if a step is unknown or the steps are no
  /// lifecycle.
  static FaultPlan from_trace(const std::vector<std::string> &steps);
};

/// Carries out the faults of a plan. One per replay, for one thread at a time.
class FaultInjector {
public:
  explicit FaultInjector(std::vector<Fault> faults) : faults_(std::move(faults)) {}

  /// Throws if the plan says so.
  void reach(FaultPoint point);

private:
  const std::vector<Fault> faults_;
  std::array<int, kFaultPoints> reached_{};
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_REPLAY_FAULT_PLAN_H
