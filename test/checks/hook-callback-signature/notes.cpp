// RUN: %check_hook %s hook-callback-signature --off

// The declaration that is meant stands below.
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class Late : public SessionRunHook {
public:
  void begin(Graph &) override;
  void afterRun(SessionRunContext &, const SessionRunValues &);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Late::afterRun' looks like the callback 'SessionRunHook::after_run' but overrides nothing: the name is spelt differently; declare it as 'void after_run(SessionRunContext &, const SessionRunValues &)' [hook-callback-signature]
  // CHECK-NOTES: ../../../runtime_hook/session/session_run_hook.h:{{[0-9]+:[0-9]+}}: note: 'SessionRunHook::after_run' is declared here
  void end(const Session &);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Late::end' looks like the callback 'SessionRunHook::end' but overrides nothing: parameter 1 is 'const Session &' instead of 'Session &'; declare it as 'void end(Session &)' [hook-callback-signature]
  // CHECK-NOTES: ../../../runtime_hook/session/session_run_hook.h:{{[0-9]+:[0-9]+}}: note: 'SessionRunHook::end' is declared here
};

void Late::begin(Graph &) {}
void Late::afterRun(SessionRunContext &, const SessionRunValues &) {}
