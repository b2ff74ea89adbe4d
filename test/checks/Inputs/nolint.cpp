#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class Suppressed : public SessionRunHook {
public:
  explicit Suppressed(Graph &graph) : graph_(graph) {}
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    graph_.add_no_op("same line"); // NOLINT(hook-graph-mutation-after-begin)
  }
  void end(Session &) override {
    // NOLINTNEXTLINE(hook-*)
    graph_.add_no_op("next line");
  }

private:
  Graph &graph_;
};
