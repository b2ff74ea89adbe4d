// RUN: %check_hook %s hook-cached-session --off
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

void log(float value);
void watch(Session &session);

// Set once only: after a recovery it is the session that was lost.
class SetOnce : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    if (session_ == nullptr)
      session_ = &context.session();
    session_->run({});
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'session_' is used in 'before_run' but refers to the session of an earlier 'before_run'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
    // CHECK-NOTES: :[[@LINE-5]]:33: note: lifecycle: construct -> begin -> after_create_session -> before_run -> run fails -> the session is re-created -> after_create_session -> before_run
    // CHECK-NOTES: :[[@LINE-4]]:7: note: 'session_' is set here
    return std::nullopt;
  }

private:
  Session *session_ = nullptr;
};

class SetOnceByFlag : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (is_set_)
      return;
    session_ = &session;
    is_set_ = true;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    watch(*session_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'session_' is used in 'after_run' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> begin -> after_create_session -> the session is re-created -> after_create_session -> before_run -> after_run
    // CHECK-NOTES: :[[@LINE-7]]:5: note: 'session_' is set here
  }

private:
  Session *session_ = nullptr;
  bool is_set_ = false;
};

class InDestructor : public SessionRunHook {
public:
  ~InDestructor() override {
    if (session_)
      session_->close();
      // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'session_' is used in 'destroy' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
      // CHECK-NOTES: :[[@LINE-6]]:7: note: lifecycle: construct -> begin -> after_create_session -> an error leaves the session -> destroy
      // CHECK-NOTES: :[[@LINE+3]]:5: note: 'session_' is set here
  }
  void after_create_session(Session &session, Coordinator &) override {
    session_ = &session;
  }
  void end(Session &) override { session_ = nullptr; }

private:
  Session *session_ = nullptr;
};

class OldOneClosed : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    if (session_)
      session_->close();
      // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'session_' is used in 'after_create_session' but refers to the session of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
      // CHECK-NOTES: :[[@LINE-4]]:8: note: lifecycle: construct -> begin -> after_create_session -> the session is re-created -> after_create_session
      // CHECK-NOTES: :[[@LINE+1]]:5: note: 'session_' is set here
    session_ = &session;
  }

private:
  Session *session_ = nullptr;
};

class CoordinatorKept : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &coordinator) override {
    if (!coordinator_)
      coordinator_ = &coordinator;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    coordinator_->request_stop();
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'coordinator_' is used in 'after_run' but refers to the coordinator of an earlier 'after_create_session'; set it in each 'after_create_session', and do not use it after 'end' [hook-cached-session]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> begin -> after_create_session -> the session is re-created -> after_create_session -> before_run -> after_run
    // CHECK-NOTES: :[[@LINE-6]]:7: note: 'coordinator_' is set here
  }

private:
  Coordinator *coordinator_ = nullptr;
};

class ContextKept : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    context_ = &context;
    return std::nullopt;
  }
  void end(Session &) override { context_->request_stop(); }
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'context_' is used in 'end' but refers to the run context of an earlier 'before_run'; use the one that the callback is given [hook-cached-session]
  // CHECK-NOTES: :[[@LINE-2]]:8: note: lifecycle: construct -> begin -> after_create_session -> before_run -> run fails -> end
  // CHECK-NOTES: :[[@LINE-6]]:5: note: 'context_' is set here

private:
  SessionRunContext *context_ = nullptr;
};

class ValuesKept : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (last_)
      log(last_->results[0].as_float());
      // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'last_' is used in 'before_run' but refers to the values of an earlier 'after_run'; copy what is needed [hook-cached-session]
      // CHECK-NOTES: :[[@LINE-4]]:33: note: lifecycle: construct -> begin -> after_create_session -> before_run -> after_run -> before_run
      // CHECK-NOTES: :[[@LINE+4]]:5: note: 'last_' is set here
    return SessionRunArgs({loss_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    last_ = &values;
  }

private:
  Tensor loss_;
  const SessionRunValues *last_ = nullptr;
};

class PartOfValuesKept : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({loss_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_value_ = &values.results[0];
  }
  void end(Session &) override { log(loss_value_->as_float()); }
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'loss_value_' is used in 'end' but refers to the values of an earlier 'after_run'; copy what is needed [hook-cached-session]
  // CHECK-NOTES: :[[@LINE-2]]:8: note: lifecycle: construct -> begin -> after_create_session -> before_run -> after_run -> end
  // CHECK-NOTES: :[[@LINE-5]]:5: note: 'loss_value_' is set here

private:
  Tensor loss_;
  const TensorValue *loss_value_ = nullptr;
};
