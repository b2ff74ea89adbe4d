//===- checker.cpp - records breaches of the hook contract ----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/replay/checker.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <map>
#include <mutex>
#include <set>

namespace hooktidy::runtime {

namespace {

thread_local Checker *active_checker = nullptr;
thread_local internal::CallbackFrame *innermost_frame = nullptr;

struct Resource {
  const SessionRunHook *hook;
  /// What to record if it is never given back.
  Breach breach;
};

std::string class_name(const std::type_info &type) {
  int status = 0;
  char *demangled = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  const std::string name = demangled ? demangled : type.name();
  std::free(demangled);
  return name;
}

bool left_by_a_run(HookPhase phase) {
  return phase == HookPhase::kBeforeRun || phase == HookPhase::kAfterRun;
}

} // namespace

const char *hook_phase_name(HookPhase phase) noexcept {
  switch (phase) {
  case HookPhase::kRuntime:
    return "runtime";
  case HookPhase::kConstruct:
    return "construct";
  case HookPhase::kBegin:
    return "begin";
  case HookPhase::kAfterCreateSession:
    return "after_create_session";
  case HookPhase::kBeforeRun:
    return "before_run";
  case HookPhase::kAfterRun:
    return "after_run";
  case HookPhase::kEnd:
    return "end";
  }
  return "unknown";
}

std::string Breach::to_string() const {
  return hook + "::" + phase + ": " + detail + " [" + rule + "]";
}

//===-- Checker -----------------------------------------------------------===//

struct Checker::State {
  std::mutex mutex;
  std::vector<Breach> breaches;
  std::vector<std::string> trace;
  /// Graphs that an earlier begin of the hook saw or changed.
  std::map<const SessionRunHook *, std::set<std::uint64_t>> begun_on;
  std::map<const void *, Resource> taken;
  /// Phase in which a watched member was last written.
  std::map<const void *, HookPhase> written_in;
  std::vector<std::unique_ptr<Session>> closed_sessions;
};

Checker::Checker() : state_(std::make_unique<State>()) {}
Checker::~Checker() = default;

bool Checker::available() noexcept {
#ifdef HOOKTIDY_CHECKED_MODE
  return true;
#else
  return false;
#endif
}

Checker *Checker::active() noexcept { return active_checker; }

Checker::Scope::Scope(Checker &checker) noexcept : previous_(active_checker) {
  active_checker = available() ? &checker : nullptr;
}
Checker::Scope::~Scope() { active_checker = previous_; }

std::vector<Breach> Checker::breaches() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->breaches;
}

std::vector<std::string> Checker::trace() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->trace;
}

void Checker::record(Breach breach) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->breaches.push_back(std::move(breach));
}

void Checker::note_taken(const void *resource, const char *kind) {
  const internal::CallbackFrame *frame = internal::CallbackFrame::top();
  if (!frame)
    return;
  Breach breach{kCleanupOnlyInEnd, hook_phase_name(frame->phase()), frame->hook_class(),
                std::string("takes a ") + kind + " that is never given back",
                frame->callbacks()};
  State &state = *frame->checker()->state_;
  std::lock_guard<std::mutex> lock(state.mutex);
  state.taken[resource] = Resource{frame->hook(), std::move(breach)};
}

void Checker::note_given_back(const void *resource) {
  const internal::CallbackFrame *frame = internal::CallbackFrame::top();
  Checker *checker = frame ? frame->checker() : active();
  if (!checker)
    return;
  std::lock_guard<std::mutex> lock(checker->state_->mutex);
  checker->state_->taken.erase(resource);
}

namespace internal {

void CheckerAccess::hook_destroyed(const SessionRunHook &hook) noexcept {
  Checker *checker = Checker::active();
  if (!checker)
    return;
  Checker::State &state = *checker->state_;
  std::lock_guard<std::mutex> lock(state.mutex);
  state.begun_on.erase(&hook);
  for (auto resource = state.taken.begin(); resource != state.taken.end();) {
    if (resource->second.hook != &hook) {
      ++resource;
      continue;
    }
    state.breaches.push_back(std::move(resource->second.breach));
    resource = state.taken.erase(resource);
  }
}

void CheckerAccess::add_to_trace(Checker &checker, const std::string &event) {
  std::lock_guard<std::mutex> lock(checker.state_->mutex);
  checker.state_->trace.push_back(event);
}

void CheckerAccess::keep(Checker &checker, std::unique_ptr<Session> closed) {
  std::lock_guard<std::mutex> lock(checker.state_->mutex);
  checker.state_->closed_sessions.push_back(std::move(closed));
}

//===-- CallbackFrame -----------------------------------------------------===//

CallbackFrame::CallbackFrame(Checker *checker, HookPhase phase,
                             const SessionRunHook *hook, const std::type_info &hook_class,
                             const Graph *graph)
    : checker_(checker), phase_(phase), hook_(hook), hook_class_(hook_class),
      newest_graph_(checker ? newest_graph_id() : 0), outer_(innermost_frame) {
  if (!checker_)
    return;
  if (graph)
    graphs_.push_back(graph->id());
  innermost_frame = this;
}

CallbackFrame::~CallbackFrame() {
  if (!checker_)
    return;
  if (!stale_reads_.empty())
    record(kRunDependentAfterCreateSession,
           "reads a member that holds what an earlier run left behind");
  innermost_frame = outer_;
  if (phase_ != HookPhase::kBegin)
    return;
  std::lock_guard<std::mutex> lock(checker_->state_->mutex);
  checker_->state_->begun_on[hook_].insert(graphs_.begin(), graphs_.end());
}

void CallbackFrame::set_hook(const SessionRunHook *hook) {
  hook_ = hook;
  if (!checker_)
    return;
  std::lock_guard<std::mutex> lock(checker_->state_->mutex);
  for (auto &resource : checker_->state_->taken)
    if (!resource.second.hook)
      resource.second.hook = hook;
}

CallbackFrame *CallbackFrame::top() noexcept { return innermost_frame; }

std::string CallbackFrame::hook_class() const { return class_name(hook_class_); }

std::vector<std::string> CallbackFrame::callbacks() const {
  std::vector<std::string> names;
  for (const CallbackFrame *frame = this; frame; frame = frame->outer_)
    if (frame->phase_ != HookPhase::kRuntime)
      names.push_back(frame->hook_class() + "::" + hook_phase_name(frame->phase_));
  std::reverse(names.begin(), names.end());
  return names;
}

void CallbackFrame::record(const char *rule, const std::string &detail) const {
  checker_->record({rule, hook_phase_name(phase_), hook_class(), detail, callbacks()});
}

void CallbackFrame::member_read(const void *member) {
  if (phase_ != HookPhase::kAfterCreateSession)
    return;
  std::lock_guard<std::mutex> lock(checker_->state_->mutex);
  const auto written = checker_->state_->written_in.find(member);
  if (written != checker_->state_->written_in.end() && left_by_a_run(written->second))
    stale_reads_.push_back(member);
}

void CallbackFrame::member_written(const void *member) {
  stale_reads_.erase(std::remove(stale_reads_.begin(), stale_reads_.end(), member),
                     stale_reads_.end());
  std::lock_guard<std::mutex> lock(checker_->state_->mutex);
  checker_->state_->written_in[member] = phase_;
}

void CallbackFrame::graph_changed(std::uint64_t graph_id, const std::string &operation) {
  const std::string detail = "adds operation '" + operation + "'";
  switch (phase_) {
  case HookPhase::kRuntime:
    return;
  case HookPhase::kConstruct:
    record(kGraphMutationInConstructor, detail);
    return;
  case HookPhase::kBegin: {
    std::unique_lock<std::mutex> lock(checker_->state_->mutex);
    const bool again = checker_->state_->begun_on[hook_].count(graph_id) != 0;
    lock.unlock();
    if (again)
      record(kNonIdempotentBegin, detail + " in a second call on the same graph");
    graphs_.push_back(graph_id);
    return;
  }
  default:
    record(kGraphMutationAfterBegin, detail);
    return;
  }
}

bool note_graph_change(std::uint64_t graph_id, const std::string &operation) {
  CallbackFrame *frame = CallbackFrame::top();
  if (!frame || frame->owns_graph(graph_id))
    return false;
  frame->graph_changed(graph_id, operation);
  return frame->phase() != HookPhase::kRuntime;
}

void note_session_use(std::uint64_t graph_id, bool closed) {
  const CallbackFrame *frame = CallbackFrame::top();
  if (!frame || frame->owns_graph(graph_id))
    return;
  if (frame->phase() == HookPhase::kBegin)
    frame->record(kSessionUseInBegin, "runs a session");
  if (frame->phase() == HookPhase::kAfterCreateSession && closed)
    frame->record(kRunDependentAfterCreateSession,
                  "runs a session that was closed before this one was created");
}

} // namespace internal
} // namespace hooktidy::runtime
