//===- basic_hooks.cpp - hooks that most programs want --------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/basic_hooks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hooktidy::runtime {

namespace {

/// The value of a step after the run. What was fetched in the run may be from before the
/// step was counted, since nothing orders the two; this is not.
std::int64_t read_step(SessionRunContext &context, const Tensor &step) {
  return context.session().run({step})[0].as_int64();
}

std::vector<Operation> find_operations(const Graph &graph,
                                       const std::vector<std::string> &names) {
  std::vector<Operation> operations;
  for (const std::string &name : names)
    operations.push_back(graph.operation(name));
  return operations;
}

} // namespace

//===-- StopAtStepHook ----------------------------------------------------===//

void StopAtStepHook::begin(Graph &graph) {
  step_ = global_step(graph);
  last_step_ = given_last_step_;
}

void StopAtStepHook::after_create_session(Session &session, Coordinator &) {
  // Not again after a recovery: the steps are counted from the first session on.
  if (!last_step_)
    last_step_ = session.run({step_})[0].as_int64() + num_steps_;
}

std::optional<SessionRunArgs> StopAtStepHook::before_run(SessionRunContext &) {
  return SessionRunArgs({step_});
}

void StopAtStepHook::after_run(SessionRunContext &context,
                               const SessionRunValues &values) {
  if (values.results[0].as_int64() + 1 >= *last_step_ &&
      read_step(context, step_) >= *last_step_)
    context.request_stop();
}

//===-- StepCounterHook ---------------------------------------------------===//

void StepCounterHook::begin(Graph &graph) {
  step_ = global_step(graph);
  timer_.reset();
}

std::optional<SessionRunArgs> StepCounterHook::before_run(SessionRunContext &) {
  return SessionRunArgs({step_});
}

void StepCounterHook::after_run(SessionRunContext &context,
                                const SessionRunValues &values) {
  if (!timer_.is_due(values.results[0].as_int64() + 1))
    return;
  const std::int64_t step = read_step(context, step_);
  if (!timer_.is_due(step))
    return;
  const std::optional<StepTimer::Elapsed> elapsed = timer_.act(step);
  if (!elapsed || elapsed->time.count() <= 0)
    return;
  char line[64];
  std::snprintf(line, sizeof line, "global_step/sec: %g",
                static_cast<double>(elapsed->steps) / elapsed->time.count());
  sink_.write(line);
}

//===-- LoggingTensorHook -------------------------------------------------===//

void LoggingTensorHook::begin(Graph &graph) {
  tensors_ = find_operations(graph, names_);
  timer_.reset();
  runs_ = 0;
}

std::optional<SessionRunArgs> LoggingTensorHook::before_run(SessionRunContext &) {
  if (!timer_.is_due(runs_))
    return std::nullopt;
  return SessionRunArgs(tensors_);
}

void LoggingTensorHook::after_run(SessionRunContext &, const SessionRunValues &values) {
  if (!values.results.empty()) {
    timer_.act(runs_);
    write(values.results);
  }
  ++runs_;
}

void LoggingTensorHook::end(Session &session) {
  if (at_end_)
    write(session.run(tensors_));
}

template <typename Values> void LoggingTensorHook::write(const Values &values) {
  std::string line;
  for (std::size_t i = 0; i < names_.size(); ++i)
    line += (i ? ", " : "") + names_[i] + " = " + values[i].to_string();
  sink_.write(line);
}

//===-- NanTensorHook -----------------------------------------------------===//

void NanTensorHook::begin(Graph &graph) { loss_ = graph.tensor(name_); }

std::optional<SessionRunArgs> NanTensorHook::before_run(SessionRunContext &) {
  return SessionRunArgs({loss_});
}

void NanTensorHook::after_run(SessionRunContext &context,
                              const SessionRunValues &values) {
  const std::vector<float> &loss = values.results[0].floats();
  if (std::none_of(loss.begin(), loss.end(), [](float x) { return std::isnan(x); }))
    return;
  const std::string message = "tensor '" + name_ + "' is not a number";
  if (on_nan_ == OnNan::kThrow)
    throw NanLossError(message);
  sink_.write(message + "; the session stops");
  context.request_stop();
}

//===-- FinalOpsHook ------------------------------------------------------===//

void FinalOpsHook::begin(Graph &graph) {
  operations_ = find_operations(graph, names_);
  feeds_.clear();
  for (const auto &[name, value] : named_feeds_)
    feeds_.emplace_back(graph.tensor(name), value);
  values_.clear();
}

void FinalOpsHook::end(Session &session) {
  try {
    values_ = session.run(operations_, feeds_);
  } catch (const OutOfRangeError &error) {
    throw FailedPreconditionError(
        "a final operation needs input that is used up; it must "
        "depend on variables only (" +
        error.message() + ")");
  }
}

} // namespace hooktidy::runtime
