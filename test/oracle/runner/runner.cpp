//===- runner.cpp - runs hooks under fault plans and prints breaches ------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   PROGRAM run [CLASS...]    all plans, on all hooks or on those of these classes
//   PROGRAM trace             one lifecycle per line of the standard input:
//                             CLASS <tab> STEP <tab> STEP ...
//
// Prints one JSON object per line on the standard output:
//   {"kind": "breach", "class", "rule", "phase", "detail", "callbacks", "plan",
//   "subject"}
//   {"kind": "crash", "class", "signal", "plan"}           (signal 0: an exit)
//   {"kind": "done", "class", "plans", "why_not"}
//   {"kind": "replayed", "class", "rules", "error"}        (trace only, one per line)
// `class` is the one that was asked for; `subject` the one that the runtime saw. A breach
// is printed once for each rule, phase and detail, a crash once for each hook. What the
// hooks print is thrown away.
//
//===----------------------------------------------------------------------===//

#include "runner/subjects.h"

#include "examples/tiny_model.h"
#include "runtime_hook/replay/replay.h"
#include "runtime_hook/session/monitored_session.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <set>
#include <sstream>
#include <unistd.h>

namespace hooktidy::oracle {

using namespace hooktidy::runtime;

std::vector<Subject> &subjects() {
  static std::vector<Subject> all;
  return all;
}

namespace {

/// Where the results go; the standard output belongs to the hooks.
std::FILE *results = nullptr;

/// A replay of milliseconds that takes this long hangs.
constexpr unsigned kLimitInSeconds = 5;

std::string quoted(const std::string &text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      json += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      json += escape;
    } else {
      json += c;
    }
  }
  return json + '"';
}

template <typename Texts> std::string quoted_list(const Texts &texts) {
  std::string json;
  for (const std::string &text : texts)
    json += (json.empty() ? "" : ", ") + quoted(text);
  return "[" + json + "]";
}

void print(const std::string &kind, const std::string &hook, const std::string &rest) {
  std::fprintf(results, "{\"kind\": \"%s\", \"class\": %s%s}\n", kind.c_str(),
               quoted(hook).c_str(), rest.c_str());
}

/// The hooks of one maker in a program that trains the tiny model.
class Training final : public ReplaySubject {
public:
  explicit Training(const Maker &maker) : maker_(maker) {}

  void build_model(Graph &graph) override { train_ = examples::build_tiny_model(graph); }
  Hooks make_hooks(Checker &checker) override { return maker_(checker); }
  const KernelRegistry *kernels() override { return &examples::example_kernels(); }
  void step(HookedSession &session) override { session.run({train_}); }

private:
  const Maker &maker_;
  Operation train_;
};

ReplayResult replay_once(const Maker &maker, const FaultPlan &plan) {
  Training training(maker);
  return replay_isolated(training, plan, kLimitInSeconds);
}

class SubjectRun {
public:
  explicit SubjectRun(const Subject &subject) : subject_(subject) {}

  void run() {
    for (const Maker &maker : subject_.makers)
      for (const FaultPlan &plan : FaultPlan::thorough())
        if (!hung_)
          run(maker, plan);
    print("done", subject_.name,
          ", \"plans\": " + std::to_string(plans_) +
              ", \"why_not\": " + quoted(subject_.why_not));
  }

private:
  void run(const Maker &maker, const FaultPlan &plan) {
    ++plans_;
    ReplayResult result;
    try {
      result = replay_once(maker, plan);
    } catch (const std::exception &) {
      print_crash(0, plan);
      return;
    }
    for (const Breach &breach : result.breaches)
      print_once(breach, plan);
    // A hook that hangs once will do so again, and each time takes the whole limit.
    hung_ = result.signal == SIGALRM;
    if (result.signal && result.signal != SIGALRM && result.signal != SIGABRT)
      print_crash(result.signal, plan);
  }

  void print_crash(int signal, const FaultPlan &plan) {
    if (!std::exchange(crashed_, true))
      print("crash", subject_.name,
            ", \"signal\": " + std::to_string(signal) +
                ", \"plan\": " + quoted(plan.name));
  }

  void print_once(const Breach &breach, const FaultPlan &plan) {
    const std::string what = ", \"rule\": " + quoted(breach.rule) +
                             ", \"phase\": " + quoted(breach.phase) +
                             ", \"detail\": " + quoted(breach.detail) +
                             ", \"subject\": " + quoted(breach.hook);
    if (printed_.insert(what).second)
      print("breach", subject_.name,
            what + ", \"callbacks\": " + quoted_list(breach.callbacks) +
                ", \"plan\": " + quoted(plan.name));
  }

  const Subject &subject_;
  std::set<std::string> printed_;
  int plans_ = 0;
  bool hung_ = false;
  bool crashed_ = false;
};

/// Rules breached on this lifecycle, in any of the ways to make the hook.
void replay_trace(const std::string &line) {
  std::istringstream input(line);
  std::string name, step;
  std::getline(input, name, '\t');
  std::vector<std::string> steps;
  while (std::getline(input, step, '\t'))
    steps.push_back(step);
  std::set<std::string> rules;
  std::string error = "no such hook";
  try {
    const FaultPlan plan = FaultPlan::from_trace(steps);
    for (const Subject &subject : subjects()) {
      if (subject.name != name)
        continue;
      error = subject.why_not;
      for (const Maker &maker : subject.makers)
        for (const Breach &breach : replay_once(maker, plan).breaches)
          rules.insert(breach.rule);
    }
  } catch (const std::exception &failure) {
    error = failure.what();
  }
  print("replayed", name,
        ", \"rules\": " + quoted_list(rules) + ", \"error\": " + quoted(error));
}

/// The standard output becomes `results`; hooks that print, print to nobody.
void take_standard_output() {
  const int kept = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  results = ::fdopen(kept, "w");
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (!results || nowhere < 0) {
    std::perror("oracle");
    std::exit(2);
  }
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

int main(int argc, char **argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || (arguments[0] != "run" && arguments[0] != "trace")) {
    std::fputs("usage: PROGRAM run [CLASS...] | PROGRAM trace < LIFECYCLES\n", stderr);
    return 2;
  }
  if (!Checker::available()) {
    std::fputs("the runtime was built without HOOKTIDY_CHECKED_MODE\n", stderr);
    return 2;
  }
  take_standard_output();
  if (arguments[0] == "trace") {
    for (std::string line; std::getline(std::cin, line);)
      replay_trace(line);
    return std::fclose(results) == 0 ? 0 : 2;
  }
  const std::set<std::string> wanted(arguments.begin() + 1, arguments.end());
  for (const Subject &subject : subjects())
    if (wanted.empty() || wanted.count(subject.name))
      SubjectRun(subject).run();
  return std::fclose(results) == 0 ? 0 : 2;
}

} // namespace
} // namespace hooktidy::oracle

int main(int argc, char **argv) { return hooktidy::oracle::main(argc, argv); }
