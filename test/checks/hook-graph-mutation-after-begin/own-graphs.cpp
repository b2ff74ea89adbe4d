// RUN: %check_hook %s hook-graph-mutation-after-begin

// A graph that the hook makes itself is not the session's graph: nothing makes it
// final.
#include "runtime_hook/session/session_run_hook.h"

#include <memory>

using namespace hooktidy::runtime;

class Evaluates : public SessionRunHook {
public:
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    Graph scratch;
    Tensor doubled = scratch.add_multiply("doubled", scratch.add_constant("a", 2),
                                          scratch.add_constant("b", values.results[0]));
    Session session(scratch);
    if (session.run({doubled})[0].as_float() > 1)
      context.request_stop();
  }
  void end(Session &) override {
    auto scratch = std::make_unique<Graph>();
    fill(*scratch);
    fill(kept_);
  }

private:
  static void fill(Graph &graph) { graph.add_no_op("filled"); }

  Graph kept_;
};
