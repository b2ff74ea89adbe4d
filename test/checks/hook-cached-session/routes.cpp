// RUN: %check_hook %s hook-cached-session --off
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

// By helpers.
class Helpers : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    if (!session())
      remember(context.session());
    step(*session());
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'session_' is used in 'before_run' but refers to the session of an earlier 'before_run'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
    return std::nullopt;
  }

private:
  void remember(Session &session) { session_ = &session; }
  Session *session() { return session_; }
  static void step(Session &session) { session.run({}); }

  Session *session_ = nullptr;
};

// By variables.
class Variables : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    Session &current = context.session();
    Session *const given = &current;
    if (!session_)
      session_ = given;
    Session *kept = session_;
    kept->run({});
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'session_' is used in 'before_run' but refers to the session of an earlier 'before_run'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
    return std::nullopt;
  }

private:
  Session *session_ = nullptr;
};

// In a member of a member.
class Nested : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (!state_)
      state_ = std::make_unique<State>();
    if (!state_->session)
      state_->session = &session;
  }
  void end(Session &) override { state_->session->run({}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'state_.session' is used in 'end' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]

private:
  struct State {
    Session *session = nullptr;
  };
  std::unique_ptr<State> state_;
};

class Wrapped : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (!session_)
      session_ = session;
  }
  void end(Session &) override { session_->get().run({}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'session_' is used in 'end' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]

private:
  std::optional<std::reference_wrapper<Session>> session_;
};

class InContainer : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (sessions_.empty())
      sessions_.push_back(&session);
  }
  void end(Session &) override {
    for (Session *session : sessions_)
      session->run({});
      // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'sessions_' is used in 'end' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
  }

private:
  std::vector<Session *> sessions_;
};

class Captured : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (!save_)
      save_ = [&session] { session.run({}); };
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { save_(); }
  // CHECK-MESSAGES: :[[@LINE-1]]:76: warning: 'save_' is used in 'after_run' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]

private:
  std::function<void()> save_;
};

class Base : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (!session_)
      session_ = &session;
  }

protected:
  Session *session_ = nullptr;
};
class Derived : public Base {
public:
  void end(Session &) override { session_->run({}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'session_' is used in 'end' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
};
