// RUN: %check_hook %s hook-callback-signature --off

// Methods that have the name of a callback and hide it.
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class Parameters : public SessionRunHook {
public:
  void begin(Graph *graph) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Parameters::begin' looks like the callback 'SessionRunHook::begin' but overrides nothing: parameter 1 is 'Graph *' instead of 'Graph &'; declare it as 'void begin(Graph &)' [hook-callback-signature]
  void after_create_session(Session &session) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Parameters::after_create_session' looks like the callback 'SessionRunHook::after_create_session' but overrides nothing: it has 1 parameter instead of 2; declare it as 'void after_create_session(Session &, Coordinator &)' [hook-callback-signature]
  std::optional<SessionRunArgs> before_run(const SessionRunContext &context) { return {}; }
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'Parameters::before_run' looks like the callback 'SessionRunHook::before_run' but overrides nothing: parameter 1 is 'const SessionRunContext &' instead of 'SessionRunContext &'; declare it as 'std::optional<SessionRunArgs> before_run(SessionRunContext &)' [hook-callback-signature]
  void after_run(SessionRunContext &context, SessionRunValues values) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Parameters::after_run' looks like the callback 'SessionRunHook::after_run' but overrides nothing: parameter 2 is 'SessionRunValues' instead of 'const SessionRunValues &'; declare it as 'void after_run(SessionRunContext &, const SessionRunValues &)' [hook-callback-signature]
  void end() {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Parameters::end' looks like the callback 'SessionRunHook::end' but overrides nothing: it has no parameters instead of 1; declare it as 'void end(Session &)' [hook-callback-signature]
};

class Qualifiers : public SessionRunHook {
public:
  void begin(Graph &) const {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Qualifiers::begin' looks like the callback 'SessionRunHook::begin' but overrides nothing: it is 'const'; declare it as 'void begin(Graph &)' [hook-callback-signature]
  static void after_create_session(const Session &, Coordinator &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Qualifiers::after_create_session' looks like the callback 'SessionRunHook::after_create_session' but overrides nothing: it is static and parameter 1 is 'const Session &' instead of 'Session &'; declare it as 'void after_create_session(Session &, Coordinator &)' [hook-callback-signature]
  virtual void end(const Session &) const {}
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'Qualifiers::end' looks like the callback 'SessionRunHook::end' but overrides nothing: parameter 1 is 'const Session &' instead of 'Session &' and it is 'const'; declare it as 'void end(Session &)' [hook-callback-signature]
};

class OtherContext : public SessionRunHook {
  void begin(Session &session) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'OtherContext::begin' looks like the callback 'SessionRunHook::begin' but overrides nothing: parameter 1 is 'Session &' instead of 'Graph &'; declare it as 'void begin(Graph &)' [hook-callback-signature]
  void end(Graph &graph, Session &session) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'OtherContext::end' looks like the callback 'SessionRunHook::end' but overrides nothing: it has 2 parameters instead of 1; declare it as 'void end(Session &)' [hook-callback-signature]
  SessionRunArgs before_run(SessionRunContext &context, Session &session) { return {}; }
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'OtherContext::before_run' looks like the callback 'SessionRunHook::before_run' but overrides nothing: it has 2 parameters instead of 1 and it returns 'SessionRunArgs' instead of 'std::optional<SessionRunArgs>'; declare it as 'std::optional<SessionRunArgs> before_run(SessionRunContext &)' [hook-callback-signature]
};

// A helper of that name beside another callback's override.
class CallsItself : public SessionRunHook {
public:
  void begin(Graph &) override {}
  void end(Session *session) { end(session); }
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'CallsItself::end' looks like the callback 'SessionRunHook::end' but overrides nothing: parameter 1 is 'Session *' instead of 'Session &'; declare it as 'void end(Session &)' [hook-callback-signature]
};

// Deriving does not help: the derived class misses it, too.
class Middle : public Parameters {
public:
  void end(const Session &) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Middle::end' looks like the callback 'SessionRunHook::end' but overrides nothing: parameter 1 is 'const Session &' instead of 'Session &'; declare it as 'void end(Session &)' [hook-callback-signature]
};

void local() {
  class Hook : public SessionRunHook {
    void after_run(SessionRunContext &) {}
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Hook::after_run' looks like the callback 'SessionRunHook::after_run' but overrides nothing: it has 1 parameter instead of 2; declare it as 'void after_run(SessionRunContext &, const SessionRunValues &)' [hook-callback-signature]
  };
  Hook hook;
}
