//===- basic_hooks.h - hooks that most programs want ------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_BASIC_HOOKS_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_BASIC_HOOKS_H

#include "runtime_hook/graph/error.h"
#include "runtime_hook/session/log_sink.h"
#include "runtime_hook/session/session_run_hook.h"
#include "runtime_hook/session/step_timer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

// All hooks here take tensors by name and look them up in begin(), so that one hook can
// be used for several graphs. begin() throws NotFoundError if there is none of a name,
// and none of them adds to the graph.

/// Stops the session at a global step.
class StopAtStepHook : public SessionRunHook {
public:
  /// So many steps after the one at which the session was first created.
  struct NumSteps {
    std::int64_t value;
  };
  /// This global step.
  struct LastStep {
    std::int64_t value;
  };

  explicit StopAtStepHook(NumSteps steps) noexcept : num_steps_(steps.value) {}
  explicit StopAtStepHook(LastStep step) noexcept : given_last_step_(step.value) {}

  void begin(Graph &graph) override;
  void after_create_session(Session &session, Coordinator &coordinator) override;
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override;
  void after_run(SessionRunContext &context, const SessionRunValues &values) override;

private:
  const std::int64_t num_steps_ = 0;
  const std::optional<std::int64_t> given_last_step_;
  Tensor step_;
  std::optional<std::int64_t> last_step_;
};

/// Writes "global_step/sec: <number>" from time to time.
class StepCounterHook : public SessionRunHook {
public:
  explicit StepCounterHook(Every every, LogSink &sink = LogSink::standard_error(),
                           const Clock *clock = nullptr)
      : sink_(sink), timer_(every, clock) {}

  void begin(Graph &graph) override;
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override;
  void after_run(SessionRunContext &context, const SessionRunValues &values) override;

private:
  LogSink &sink_;
  StepTimer timer_;
  Tensor step_;
};

/// Writes the values of tensors from time to time, counted in runs, and at the end if
/// wanted.
class LoggingTensorHook : public SessionRunHook {
public:
  LoggingTensorHook(std::vector<std::string> tensors, Every every, bool at_end = false,
                    LogSink &sink = LogSink::standard_error(),
                    const Clock *clock = nullptr)
      : names_(std::move(tensors)), at_end_(at_end), sink_(sink), timer_(every, clock) {}

  void begin(Graph &graph) override;
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override;
  void after_run(SessionRunContext &context, const SessionRunValues &values) override;
  void end(Session &session) override;

private:
  template <typename Values> void write(const Values &values);

  const std::vector<std::string> names_;
  const bool at_end_;
  LogSink &sink_;
  StepTimer timer_;
  std::vector<Operation> tensors_;
  std::int64_t runs_ = 0;
};

/// Thrown by NanTensorHook. It is no preemption: the same numbers would come again.
class NanLossError : public InvalidArgumentError {
public:
  using InvalidArgumentError::InvalidArgumentError;
};

/// Looks at a float tensor in every run.
class NanTensorHook : public SessionRunHook {
public:
  enum class OnNan : std::uint8_t { kThrow, kStop };

  explicit NanTensorHook(std::string loss, OnNan on_nan = OnNan::kThrow,
                         LogSink &sink = LogSink::standard_error())
      : name_(std::move(loss)), on_nan_(on_nan), sink_(sink) {}

  void begin(Graph &graph) override;
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override;
  /// Throws NanLossError if an element is not a number, or asks for a stop.
  void after_run(SessionRunContext &context, const SessionRunValues &values) override;

private:
  const std::string name_;
  const OnNan on_nan_;
  LogSink &sink_;
  Tensor loss_;
};

/// Runs operations when the session ends.
class FinalOpsHook : public SessionRunHook {
public:
  /// `feeds` by tensor name.
  explicit FinalOpsHook(std::vector<std::string> operations,
                        std::vector<std::pair<std::string, TensorValue>> feeds = {})
      : names_(std::move(operations)), named_feeds_(std::move(feeds)) {}

  void begin(Graph &graph) override;
  /// Throws FailedPreconditionError if an operation needs input that is used up: such
  /// operations must depend on variables only.
  void end(Session &session) override;

  /// What the operations gave; empty before end().
  const std::vector<TensorValue> &values() const noexcept { return values_; }

private:
  const std::vector<std::string> names_;
  const std::vector<std::pair<std::string, TensorValue>> named_feeds_;
  std::vector<Operation> operations_;
  Feeds feeds_;
  std::vector<TensorValue> values_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_BASIC_HOOKS_H
