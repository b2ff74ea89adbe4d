//===- fault_plan.cpp - where and how runs fail ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/replay/fault_plan.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hooktidy::runtime {

namespace {

[[noreturn]] void fail(const Fault &fault) {
  if (fault.foreign)
    throw std::runtime_error("injected fault");
  throw_error(fault.code, "injected fault");
}

FaultPlan make_plan(std::string name, std::vector<Fault> faults, int sessions = 1,
                    bool same_graph = true) {
  FaultPlan result;
  result.name = std::move(name);
  result.faults = std::move(faults);
  result.sessions = sessions;
  result.same_graph = same_graph;
  return result;
}

} // namespace

const char *fault_point_name(FaultPoint point) noexcept {
  switch (point) {
  case FaultPoint::kCreateSession:
    return "at the session's creation";
  case FaultPoint::kRun:
    return "in the run";
  case FaultPoint::kBegin:
    return "in a later hook's begin";
  case FaultPoint::kAfterCreateSession:
    return "in a later hook's after_create_session";
  case FaultPoint::kBeforeRun:
    return "in a later hook's before_run";
  case FaultPoint::kAfterRun:
    return "in a later hook's after_run";
  case FaultPoint::kEnd:
    return "in a later hook's end";
  case FaultPoint::kEarlierBegin:
    return "in an earlier hook's begin";
  case FaultPoint::kEarlierAfterCreateSession:
    return "in an earlier hook's after_create_session";
  case FaultPoint::kEarlierBeforeRun:
    return "in an earlier hook's before_run";
  case FaultPoint::kEarlierAfterRun:
    return "in an earlier hook's after_run";
  case FaultPoint::kEarlierEnd:
    return "in an earlier hook's end";
  }
  return "nowhere";
}

void FaultInjector::reach(FaultPoint point) {
  const int time = ++reached_[static_cast<std::size_t>(point)];
  for (const Fault &fault : faults_)
    if (fault.point == point && time >= fault.at && time < fault.at + fault.times)
      fail(fault);
}

std::vector<FaultPlan> FaultPlan::standard() {
  constexpr ErrorCode lost = ErrorCode::kAborted;
  constexpr ErrorCode gone = ErrorCode::kUnavailable;
  constexpr ErrorCode broken = ErrorCode::kInternal;
  return {
      make_plan("no fault", {}),
      make_plan("session lost in the second run", {{FaultPoint::kRun, 2, lost, 1}}),
      make_plan("session lost after the second run",
                {{FaultPoint::kAfterRun, 2, gone, 1}}),
      make_plan("session lost at its creation",
                {{FaultPoint::kAfterCreateSession, 1, gone, 1}}),
      make_plan("session lost twice in a row", {{FaultPoint::kRun, 2, lost, 2}}),
      make_plan("first run fails", {{FaultPoint::kRun, 1, broken, 1}}),
      make_plan("second run fails", {{FaultPoint::kRun, 2, broken, 1}}),
      make_plan("session cannot be created",
                {{FaultPoint::kCreateSession, 1, broken, 1}}),
      make_plan("input ends", {{FaultPoint::kRun, 2, ErrorCode::kOutOfRange, 1}}),
      make_plan("hooks used twice on one graph", {}, 2),
      make_plan("hooks used on two graphs", {}, 2, false),
      make_plan("hooks used again after an error", {{FaultPoint::kRun, 2, broken, 1}}, 2),
      make_plan("begin twice on one graph", {{FaultPoint::kCreateSession, 1, broken, 1}},
                2),
      make_plan("begin twice on two graphs", {{FaultPoint::kCreateSession, 1, broken, 1}},
                2, false),
  };
}

namespace {

void add_failing_runs(std::vector<FaultPlan> &plans) {
  for (const int step : {1, 2, 3}) {
    const std::string name = "run " + std::to_string(step) + " fails with ";
    for (const ErrorCode code :
         {ErrorCode::kAborted, ErrorCode::kUnavailable, ErrorCode::kOutOfRange,
          ErrorCode::kStopIteration, ErrorCode::kInternal})
      plans.push_back(
          make_plan(name + error_code_name(code), {{FaultPoint::kRun, step, code, 1}}));
    Fault foreign{FaultPoint::kRun, step};
    foreign.foreign = true;
    plans.push_back(make_plan(name + "std::runtime_error", {foreign}));
  }
}

void add_failing_neighbours(std::vector<FaultPlan> &plans) {
  for (std::size_t i = static_cast<std::size_t>(FaultPoint::kBegin); i < kFaultPoints;
       ++i) {
    const auto point = static_cast<FaultPoint>(i);
    const bool in_a_run =
        point == FaultPoint::kBeforeRun || point == FaultPoint::kAfterRun ||
        point == FaultPoint::kEarlierBeforeRun || point == FaultPoint::kEarlierAfterRun;
    const int at = in_a_run ? 2 : 1;
    const std::string where = fault_point_name(point);
    plans.push_back(make_plan("Aborted " + where, {{point, at, ErrorCode::kAborted, 1}}));
    const std::vector<Fault> error{{point, at, ErrorCode::kInternal, 1}};
    plans.push_back(make_plan("error " + where + ", used again", error, 2));
    plans.push_back(
        make_plan("error " + where + ", used on another graph", error, 2, false));
  }
}

} // namespace

std::vector<FaultPlan> FaultPlan::thorough() {
  std::vector<FaultPlan> plans = standard();
  add_failing_runs(plans);
  add_failing_neighbours(plans);
  return plans;
}

namespace {

const std::string kRunFails = "run fails";
const std::string kBeforeRunThrows = "'before_run' throws";

/// Told for the reader: what comes next says it, too.
bool is_comment(const std::string &step) {
  return step == "an error leaves the session" || step == "the hook is used again" ||
         step == "the session is re-created" ||
         (step.size() > 8 && step.front() == '\'' &&
          step.compare(step.size() - 8, 8, "' throws") == 0);
}

/// Follows a lifecycle step by step and notes the faults that make it happen. What made
/// a step end badly is known only from the step that follows.
class TraceReader {
public:
  TraceReader() {
    plan_.name = "trace";
    plan_.sessions = 0;
    plan_.runs = 0;
  }

  void read(const std::string &step) {
    if (is_comment(step)) {
      before_run_threw_ = step == kBeforeRunThrows;
      return;
    }
    const bool fails = step.compare(0, kRunFails.size(), kRunFails) == 0;
    const std::string next = fails ? kRunFails : step;
    check_order(next);
    if (next == "begin" || next == "destroy")
      leave_session(ErrorCode::kInternal);
    else if (next == "after_create_session" && previous_ != "begin")
      leave_session(ErrorCode::kAborted);
    else if (next == "end" && run_failed())
      add(failed_run(), runs_, ErrorCode::kOutOfRange);
    else if (next == "before_run" && run_failed())
      go_on_after_error();
    count(next);
    code_ = fails ? code_in(step) : std::string();
    before_run_threw_ = false;
    previous_ = next;
  }

  FaultPlan finish() {
    if (previous_.empty())
      throw InvalidArgumentError("a lifecycle without steps cannot be replayed");
    if (previous_ == kRunFails)
      add(FaultPoint::kRun, runs_, ErrorCode::kInternal);
    return plan_;
  }

private:
  FaultPoint failed_run() const {
    return before_run_threw_ ? FaultPoint::kBeforeRun : FaultPoint::kRun;
  }
  bool run_failed() const { return previous_ == "before_run" || previous_ == kRunFails; }

  void check_order(const std::string &next) const {
    const bool in_session = next == "before_run" || next == "after_run" ||
                            next == "end" || next == kRunFails ||
                            next == "after_create_session";
    if (!in_session && next != "construct" && next != "begin" && next != "destroy")
      throw InvalidArgumentError("'" + next + "' is no step of a hook's lifecycle");
    if (in_session && (plan_.sessions == 0 || previous_ == "end"))
      throw InvalidArgumentError("'" + next + "' comes before 'begin'");
    if ((next == "after_run" || next == kRunFails) && previous_ != "before_run")
      throw InvalidArgumentError("'" + next + "' does not follow 'before_run'");
  }

  /// The session ends, or is lost, at the previous step.
  void leave_session(ErrorCode code) {
    if (previous_ == "begin")
      add(FaultPoint::kCreateSession, creations_ + 1, code);
    else if (previous_ == "after_create_session")
      add(FaultPoint::kAfterCreateSession, creations_, code);
    else if (previous_ == "after_run")
      add(FaultPoint::kAfterRun, completed_runs_, code);
    else if (run_failed())
      add(failed_run(), runs_, code);
  }

  void go_on_after_error() {
    plan_.go_on_after_errors = true;
    add(failed_run(), runs_, ErrorCode::kInternal);
  }

  void count(const std::string &next) {
    if (next == "begin") {
      ++plan_.sessions;
      runs_of_session_ = 0;
    } else if (next == "after_create_session") {
      ++creations_;
    } else if (next == "before_run") {
      ++runs_;
      plan_.runs = std::max(plan_.runs, ++runs_of_session_);
    } else if (next == "after_run") {
      ++completed_runs_;
    }
  }

  /// Adds a fault, with the code that the trace names if it names one.
  void add(FaultPoint point, int at, ErrorCode fallback) {
    ErrorCode code = fallback;
    for (int i = 0; i <= static_cast<int>(ErrorCode::kStopIteration); ++i)
      if (code_ == error_code_name(static_cast<ErrorCode>(i)))
        code = static_cast<ErrorCode>(i);
    plan_.faults.push_back({point, at, code, 1});
  }

  static std::string code_in(const std::string &step) {
    const std::size_t open = step.find('('), close = step.find(')');
    return open == std::string::npos || close == std::string::npos
               ? std::string()
               : step.substr(open + 1, close - open - 1);
  }

  FaultPlan plan_;
  std::string previous_;
  /// Code of the last "run fails", if it named one.
  std::string code_;
  bool before_run_threw_ = false;
  int creations_ = 0;
  int runs_ = 0;
  int runs_of_session_ = 0;
  int completed_runs_ = 0;
};

} // namespace

FaultPlan FaultPlan::from_trace(const std::vector<std::string> &steps) {
  TraceReader reader;
  for (const std::string &step : steps)
    reader.read(step);
  return reader.finish();
}

} // namespace hooktidy::runtime
