// RUN: %check_hook %s hook-run-dependent-after-create-session --off

// A new session has not run: what only a run sets is not there yet or is old.
#include "runtime_hook/session/session_run_hook.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

void log(float value);
void log(const std::string &text);

class ReadsLoss : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    log(loss_);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'loss_' is read in 'after_create_session' but only 'after_run' sets it, and a new session has not run yet; set it in 'begin' or read it after a run [hook-run-dependent-after-create-session]
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
  }

private:
  float loss_ = 0;
};

// A decision on it.
class Decides : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (has_run_)
      session.run({});
    // CHECK-MESSAGES: :[[@LINE-2]]:9: warning: 'has_run_' is read in 'after_create_session' but only 'before_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    has_run_ = true;
    return {};
  }

private:
  bool has_run_ = false;
};

// Through helpers on both sides.
class ThroughHelpers : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    report();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'value_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    note(values);
  }

private:
  void report() { log(value_); }
  void note(const SessionRunValues &values) { value_ = values.results[0].as_float(); }

  float value_ = 0;
};

// Values of class type, in containers and behind pointers.
class KeepsValues : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    log(text_);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'text_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    log(results_.front().as_float());
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'results_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    // A member is told once, at its first read.
    if (!names_.empty())
      log(names_.back());
    // CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'names_' is read in 'after_create_session' but only 'before_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    names_.push_back("run");
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    text_ = values.results[0].to_string();
    results_.assign(values.results.begin(), values.results.end());
  }

private:
  std::string text_;
  std::vector<TensorValue> results_;
  std::vector<std::string> names_;
};

// Other ways to read: a loop, an argument, a dereference, a getter, a reference.
class ReadsOtherwise : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    for (float loss : losses_)
      log(loss);
    // CHECK-MESSAGES: :[[@LINE-2]]:21: warning: 'losses_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    session.run(fetches_);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'fetches_' is read in 'after_create_session' but only 'before_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    log(*last_);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'last_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    log(loss());
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'loss_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    const float &alias = best_;
    log(alias);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'best_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    switch (mode_) {
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'mode_' is read in 'after_create_session' but only 'before_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    case 1:
      session.run({});
    }
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    fetches_ = context.original_args().fetches;
    mode_ = 1;
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
    best_ = loss_ < best_ ? loss_ : best_;
    losses_.push_back(loss_);
    last_ = std::make_unique<float>(loss_);
  }

private:
  float loss() const { return loss_; }

  std::vector<float> losses_;
  std::vector<Operation> fetches_;
  std::unique_ptr<float> last_;
  float loss_ = 0;
  float best_ = 0;
  int mode_ = 0;
};

// Set in both callbacks of a run.
class SetInBoth : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    log(static_cast<float>(state_));
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'state_' is read in 'after_create_session' but only 'before_run' and 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    state_ = 1;
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { state_ = 2; }

private:
  int state_ = 0;
};

// Reset on one way only.
class ResetsSometimes : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    log(loss_);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'loss_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    if (session.closed())
      loss_ = 0;
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
  }

private:
  float loss_ = 0;
};

// A lambda of after_create_session that is called there.
class InLambda : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    auto report = [this] { log(loss_); };
    report();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'loss_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
  }

private:
  float loss_ = 0;
};
