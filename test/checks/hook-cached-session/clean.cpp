// RUN: %check_hook %s hook-cached-session
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

void log(float value);

// Set anew for each session, used until there is another one.
class SetEachTime : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &coordinator) override {
    session_ = &session;
    coordinator_ = &coordinator;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    session_->run({});
    return std::nullopt;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (session_->closed())
      coordinator_->request_stop();
  }
  void end(Session &) override { session_->run({}); }

private:
  Session *session_ = nullptr;
  Coordinator *coordinator_ = nullptr;
};

// Set if it is another one.
class SetIfOther : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (session_ != &session) {
      session_ = &session;
      steps_ = 0;
    }
    session_->run({});
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    session_->run({});
    ++steps_;
  }

private:
  Session *session_ = nullptr;
  int steps_ = 0;
};

class SetIfOtherInStep : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    if (&context.session() != session_)
      session_ = &context.session();
    session_->run({});
    return std::nullopt;
  }

private:
  Session *session_ = nullptr;
};

// Set once, but taken back when there is another one.
class TakenBack : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override { session_ = nullptr; }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    if (!session_)
      session_ = &context.session();
    session_->run({});
    return std::nullopt;
  }

private:
  Session *session_ = nullptr;
};

// The context is the same one for before_run and after_run.
class ContextOfStep : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    context_ = &context;
    return std::nullopt;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    context_->request_stop();
    context_ = nullptr;
  }
  void end(Session &) override {
    if (context_)
      context_ = nullptr;
  }

private:
  SessionRunContext *context_ = nullptr;
};

// Values are copied.
class ValuesCopied : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    log(loss_value_);
    if (!results_.empty())
      log(results_[0].as_float());
    return SessionRunArgs({loss_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    const SessionRunValues *current = &values;
    loss_value_ = current->results[0].as_float();
    results_ = values.results;
    last_ = values.results[0];
    all_.push_back(values.results[0]);
  }
  void end(Session &) override {
    log(last_.as_float());
    for (const TensorValue &value : all_)
      log(value.as_float());
  }

private:
  Tensor loss_;
  float loss_value_ = 0;
  RunResults results_;
  TensorValue last_;
  std::vector<TensorValue> all_;
};

// Kept for the time of the callback.
class DuringCallback : public SessionRunHook {
public:
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    values_ = &values;
    report();
    values_ = nullptr;
  }

private:
  void report() {
    if (values_)
      log(values_->results[0].as_float());
  }

  const SessionRunValues *values_ = nullptr;
};

// Dropped in the destructor, which uses nothing.
class Dropped : public SessionRunHook {
public:
  ~Dropped() override {
    session_ = nullptr;
    sessions_.clear();
  }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
    sessions_.clear();
    sessions_.push_back(&session);
    save_ = [&session] { session.run({}); };
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    for (Session *session : sessions_)
      session->run({});
    save_();
  }

private:
  Session *session_ = nullptr;
  std::vector<Session *> sessions_;
  std::function<void()> save_;
};

// By helpers, one of which is not seen.
class Rebinder {
public:
  void rebind(Session &session);
  Session *session = nullptr;
};
class Helpers : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (!first_) {
      first_ = true;
      rebinder_.session = &session;
    }
    rebinder_.rebind(session);
    remember(session_, session);
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    rebinder_.session->run({});
    session_->run({});
  }

private:
  static void remember(Session *&kept, Session &session) { kept = &session; }

  Rebinder rebinder_;
  bool first_ = false;
  Session *session_ = nullptr;
};

class Wrapped : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    session_.reset();
    if (is_on_)
      session_ = session;
  }
  void end(Session &) override {
    if (session_)
      session_->get().run({});
  }

private:
  std::optional<std::reference_wrapper<Session>> session_;
  bool is_on_ = false;
};

// A session of its own.
class OwnSession : public SessionRunHook {
public:
  explicit OwnSession(Session *evaluation) : evaluation_(evaluation) {}
  void begin(Graph &graph) override { own_ = std::make_unique<Session>(graph); }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    evaluation_->run({});
    own_->run({});
  }
  ~OwnSession() override { own_->close(); }

private:
  Session *evaluation_;
  std::unique_ptr<Session> own_;
};

// Both kinds of step keep it up to date.
class Exchanged : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    Session *old = std::exchange(session_, &session);
    if (old == session_)
      return;
    previous_ = nullptr;
  }
  void end(Session &session) override {
    if (session_ == &session)
      session_->run({});
  }

private:
  Session *session_ = nullptr;
  Session *previous_ = nullptr;
};
