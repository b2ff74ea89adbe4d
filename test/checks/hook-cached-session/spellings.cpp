// RUN: %check_hook %s hook-cached-session --off

// Other frameworks of this shape: camel case, capitals, pointers, handles, and members
// instead of functions.

#include <memory>

struct TF_Session;
void TF_SessionRun(TF_Session *session);

namespace camel {
class Session {
public:
  void run();
};
class SessionRunContext {
public:
  Session &session;
};
struct SessionRunValues {
  float *results;
};
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void afterCreateSession(Session *) {}
  virtual void beforeRun(SessionRunContext &) {}
  virtual void afterRun(SessionRunContext &, const SessionRunValues *) {}
  virtual void end(Session *) {}
};
class SetOnce : public SessionRunHook {
public:
  void afterCreateSession(Session *session) override {
    if (!session_)
      session_ = session;
  }
  void beforeRun(SessionRunContext &) override { session_->run(); }
  // CHECK-MESSAGES: :[[@LINE-1]]:60: warning: 'session_' is used in 'before_run' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]

private:
  Session *session_ = nullptr;
};
class SetOnceInStep : public SessionRunHook {
public:
  void beforeRun(SessionRunContext &context) override {
    if (!session_)
      session_ = &context.session;
    session_->run();
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'session_' is used in 'before_run' but refers to the session of an earlier 'before_run'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
  }

private:
  Session *session_ = nullptr;
};
class ValuesKept : public SessionRunHook {
public:
  void afterRun(SessionRunContext &, const SessionRunValues *values) override {
    values_ = values;
  }
  void end(Session *) override { last_ = *values_->results; }
  // CHECK-MESSAGES: :[[@LINE-1]]:52: warning: 'values_' is used in 'end' but refers to the values of an earlier 'after_run'; copy what is needed [hook-cached-session]

private:
  const SessionRunValues *values_ = nullptr;
  float last_ = 0;
};
// What a pointer in the values points to may live on.
class PointerInValues : public SessionRunHook {
public:
  void afterRun(SessionRunContext &, const SessionRunValues *values) override {
    results_ = values->results;
  }
  void end(Session *) override { last_ = *results_; }

private:
  float *results_ = nullptr;
  float last_ = 0;
};
} // namespace camel

namespace capitals {
class Session {
public:
  virtual ~Session() = default;
  virtual void Run() = 0;
};
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void Begin() {}
  virtual void AfterCreateSession(const std::shared_ptr<Session> &) {}
  virtual void BeforeRun() {}
  virtual void End(Session *) {}
};
// Shared, but closed all the same.
class SetOnce : public SessionRunHook {
public:
  void AfterCreateSession(const std::shared_ptr<Session> &session) override {
    if (!session_)
      session_ = session;
  }
  void BeforeRun() override { session_->Run(); }
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: 'session_' is used in 'before_run' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]

private:
  std::shared_ptr<Session> session_;
};
class SetEachTime : public SessionRunHook {
public:
  void AfterCreateSession(const std::shared_ptr<Session> &session) override {
    session_ = session;
  }
  void BeforeRun() override { session_->Run(); }
  void End(Session *) override { session_.reset(); }

private:
  std::shared_ptr<Session> session_;
};
} // namespace capitals

namespace handles {
class ClientSession {
public:
  void Run() const;
};
void evaluate(ClientSession session);
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void after_create_session(const ClientSession &) {}
  virtual void after_run() {}
};
class SetOnce : public SessionRunHook {
public:
  void after_create_session(const ClientSession &session) override {
    if (sessions_++ == 0)
      session_ = session;
  }
  void after_run() override { evaluate(session_); }
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'session_' is used in 'after_run' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]

private:
  ClientSession session_;
  int sessions_ = 0;
};
} // namespace handles
