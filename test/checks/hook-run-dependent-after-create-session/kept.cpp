// RUN: %check_hook %s hook-run-dependent-after-create-session,hook-cached-session --off

// What a run lends is no member of a new session; hook-cached-session says so, too.
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

// The session and the context of a run.
class KeepsContext : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    context_->session().run({});
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'context_' is read in 'after_create_session' but only 'before_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    // CHECK-MESSAGES: :[[@LINE-2]]:15: warning: 'context_' is used in 'after_create_session' but refers to the run context of an earlier 'before_run'; {{.*}} [hook-cached-session]
    old_session_->run({});
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'old_session_' is read in 'after_create_session' but only 'after_run' sets it, {{.*}} [hook-run-dependent-after-create-session]
    // CHECK-MESSAGES: :[[@LINE-2]]:19: warning: 'old_session_' is used in 'after_create_session' but refers to the session of an earlier 'after_run'; {{.*}} [hook-cached-session]
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    context_ = &context;
    return {};
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    old_session_ = &context.session();
  }

private:
  SessionRunContext *context_ = nullptr;
  Session *old_session_ = nullptr;
};
