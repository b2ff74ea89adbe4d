// RUN: %check_hook %s hook-non-idempotent-begin --off

// The second begin that adds is told, with the way that leads there.
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class Repeats : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    prepare(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; remember the graph that it was added to and add only to another one [hook-non-idempotent-begin]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> begin -> an error leaves the session -> the hook is used again -> begin
    // CHECK-NOTES: :[[@LINE+5]]:11: note: 'Graph::add_no_op' is called here
  }

private:
  void prepare(Graph &graph) {
    graph.add_no_op("prepared");
  }
};

// Only end opens the guard again.
class ForgetsInEnd : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (made_)
      return;
    graph.add_no_op("made");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    // CHECK-NOTES: :[[@LINE-5]]:8: note: lifecycle: construct -> begin -> end -> the hook is used again -> begin
    made_ = true;
  }
  void end(Session &) override { made_ = false; }

private:
  bool made_ = false;
};
