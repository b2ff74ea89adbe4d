// RUN: %check_hook %s hook-callback-signature --off

// Callbacks under another name.
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class OtherFramework : public SessionRunHook {
public:
  void Begin(Graph &graph) { made_ = graph.add_no_op("made"); }
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'OtherFramework::Begin' looks like the callback 'SessionRunHook::begin' but overrides nothing: the name is spelt differently; declare it as 'void begin(Graph &)' [hook-callback-signature]
  void afterCreateSession(Session &session, Coordinator &) { session.run({made_}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'OtherFramework::afterCreateSession' looks like the callback 'SessionRunHook::after_create_session' but overrides nothing: the name is spelt differently; declare it as 'void after_create_session(Session &, Coordinator &)' [hook-callback-signature]
  std::optional<SessionRunArgs> before_Run(SessionRunContext &) { return {}; }
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'OtherFramework::before_Run' looks like the callback 'SessionRunHook::before_run' but overrides nothing: the name is spelt differently; declare it as 'std::optional<SessionRunArgs> before_run(SessionRunContext &)' [hook-callback-signature]
  void AfterRun(SessionRunContext &, const SessionRunValues &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'OtherFramework::AfterRun' looks like the callback 'SessionRunHook::after_run' but overrides nothing: the name is spelt differently; declare it as 'void after_run(SessionRunContext &, const SessionRunValues &)' [hook-callback-signature]
  void End(Session &session) { session.run({made_}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'OtherFramework::End' looks like the callback 'SessionRunHook::end' but overrides nothing: the name is spelt differently; declare it as 'void end(Session &)' [hook-callback-signature]

private:
  Operation made_;
};

class Misspelt : public SessionRunHook {
public:
  void begn(Graph &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Misspelt::begn' looks like the callback 'SessionRunHook::begin' but overrides nothing: the name is spelt differently; declare it as 'void begin(Graph &)' [hook-callback-signature]
  virtual void after_creat_sesion(Session &, Coordinator &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'Misspelt::after_creat_sesion' looks like the callback 'SessionRunHook::after_create_session' but overrides nothing: the name is spelt differently; declare it as 'void after_create_session(Session &, Coordinator &)' [hook-callback-signature]
  std::optional<SessionRunArgs> befor_run(SessionRunContext &context);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'Misspelt::befor_run' looks like the callback 'SessionRunHook::before_run' but overrides nothing: the name is spelt differently; declare it as 'std::optional<SessionRunArgs> before_run(SessionRunContext &)' [hook-callback-signature]
  void after_urn(SessionRunContext &, const SessionRunValues &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Misspelt::after_urn' looks like the callback 'SessionRunHook::after_run' but overrides nothing: the name is spelt differently; declare it as 'void after_run(SessionRunContext &, const SessionRunValues &)' [hook-callback-signature]
};

std::optional<SessionRunArgs> Misspelt::befor_run(SessionRunContext &) { return {}; }

// The name is another spelling, so the parameters need not be all right.
class Both : public SessionRunHook {
public:
  void BeforeRun(SessionRunContext) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Both::BeforeRun' looks like the callback 'SessionRunHook::before_run' but overrides nothing: the name is spelt differently, parameter 1 is 'SessionRunContext' instead of 'SessionRunContext &' and it returns 'void' instead of 'std::optional<SessionRunArgs>'; declare it as 'std::optional<SessionRunArgs> before_run(SessionRunContext &)' [hook-callback-signature]
  void afterRun(const SessionRunValues &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Both::afterRun' looks like the callback 'SessionRunHook::after_run' but overrides nothing: the name is spelt differently and it has 1 parameter instead of 2; declare it as 'void after_run(SessionRunContext &, const SessionRunValues &)' [hook-callback-signature]
  static void END(Session &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Both::END' looks like the callback 'SessionRunHook::end' but overrides nothing: the name is spelt differently and it is static; declare it as 'void end(Session &)' [hook-callback-signature]
};

// A base in between overrides; the derived class misses.
class Base : public SessionRunHook {
public:
  void end(Session &) override {}
};
class Derived : public Base {
public:
  void End(Session &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Derived::End' looks like the callback 'SessionRunHook::end' but overrides nothing: the name is spelt differently; declare it as 'void end(Session &)' [hook-callback-signature]
};

template <class T> class Generic : public SessionRunHook {
public:
  void beforerun(SessionRunContext &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Generic::beforerun' looks like the callback 'SessionRunHook::before_run' but overrides nothing: the name is spelt differently and it returns 'void' instead of 'std::optional<SessionRunArgs>'; declare it as 'std::optional<SessionRunArgs> before_run(SessionRunContext &)' [hook-callback-signature]
};
Generic<int> generic;
