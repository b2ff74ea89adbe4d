// RUN: %check_hook %s hook-run-dependent-after-create-session --off
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

void log(float value);

// Nobody else sets it: the first session finds what the constructor left.
class NeverSetBefore : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    report();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'loss_' is read in 'after_create_session' but only 'after_run' sets it, and a new session has not run yet; set it in 'begin' or read it after a run [hook-run-dependent-after-create-session]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> begin -> after_create_session
    // CHECK-NOTES: :[[@LINE+8]]:23: note: 'loss_' is read here
    // CHECK-NOTES: :[[@LINE+3]]:5: note: 'loss_' is set here
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
  }

private:
  void report() { log(loss_); }

  float loss_ = 0;
};
