// RUN: %check_hook %s hook-graph-mutation-in-constructor --off
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

namespace app {

void prepare(Graph &graph) {
  graph.add_no_op("prepared");
}

class Prepares : public SessionRunHook {
public:
  explicit Prepares(Graph &graph) {
    prepare(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in the constructor of 'app::Prepares', but the session's graph is known only in 'begin'; add it in 'begin' [hook-graph-mutation-in-constructor]
    // CHECK-NOTES: :[[@LINE-5]]:7: note: lifecycle: construct
    // CHECK-NOTES: :[[@LINE-9]]:9: note: 'Graph::add_no_op' is called here
  }
};

} // namespace app
