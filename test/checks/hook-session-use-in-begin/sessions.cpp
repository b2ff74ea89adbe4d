// RUN: %check_hook %s hook-session-use-in-begin --off

// A session that begin gets from somewhere is an old one or somebody else's.
#include "runtime_hook/session/monitored_session.h"
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <string>

using namespace hooktidy::runtime;

class KeepsSession : public SessionRunHook {
public:
  explicit KeepsSession(Session &session) : session_(&session) {}
  void begin(Graph &graph) override {
    session_->run({graph.operation("init")});
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Session::run' uses a session in 'begin', before there is one; move it to 'after_create_session' [hook-session-use-in-begin]
    session_->close();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Session::close' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
  }

private:
  Session *session_;
};

class RunsMonitored : public SessionRunHook {
public:
  explicit RunsMonitored(MonitoredSession &session) : session_(session) {}
  void begin(Graph &graph) override {
    session_.run({graph.operation("train")});
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'HookedSession::run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    session_.run_step_fn([](StepContext &context) { context.session().run({}); });
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'HookedSession::run_step_fn' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
  }

private:
  MonitoredSession &session_;
};

// The saver's operations are made in begin; running them is not for begin.
class Restores : public SessionRunHook {
public:
  explicit Restores(Session &session) : session_(session) {}
  void begin(Graph &graph) override {
    Saver saver = Saver::get_or_create(graph);
    saver.restore(session_, "model-0.ckpt");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Saver::restore' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    if (graph.num_operations() > 100)
      saver.save(session_, "/tmp", 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Saver::save' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
  }

private:
  Session &session_;
};

static void runInit(Session &session, const Operation &init) { session.run({init}); }

class ThroughHelpers : public SessionRunHook {
public:
  explicit ThroughHelpers(Session &session) : session_(session) {}
  void begin(Graph &graph) override {
    runInit(session_, graph.operation("init"));
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Session::run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    evaluate();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Session::run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
    std::function<void()> run = [this] { session_.run({}); };
    run();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Session::run' uses a session in 'begin', {{.*}} [hook-session-use-in-begin]
  }

private:
  void evaluate() { runInit(session_, {}); }

  Session &session_;
};
