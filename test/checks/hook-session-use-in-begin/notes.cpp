// RUN: %check_hook %s hook-session-use-in-begin --off
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

// The first time there is none; when the hook is used again the old one is left.
class LeftOver : public SessionRunHook {
public:
  void begin(Graph &) override {
    if (session_)
      session_->run({});
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Session::run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    // CHECK-NOTES: :[[@LINE-4]]:8: note: lifecycle: construct -> begin -> after_create_session -> an error leaves the session -> the hook is used again -> begin
  }
  void after_create_session(Session &session, Coordinator &) override { session_ = &session; }
  void end(Session &) override { session_ = nullptr; }

private:
  Session *session_ = nullptr;
};
