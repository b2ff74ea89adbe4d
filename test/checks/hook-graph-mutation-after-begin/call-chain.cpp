// RUN: %check_hook %s hook-graph-mutation-after-begin --off

// The notes: first the lifecycle, then the calls from the callback down.
#include "runtime_hook/graph/error.h"
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

static void addSummary(Graph &graph) {
  graph.add_constant("summary", 1);
}

class Summary {
public:
  explicit Summary(Graph &graph) : graph_(graph) {}
  void write() { addSummary(graph_); }

private:
  Graph &graph_;
};

class DirectHook : public SessionRunHook {
public:
  explicit DirectHook(Graph &graph) : graph_(graph) {}
  void end(Session &) override {
    graph_.add_no_op("end");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Graph::add_no_op' changes the graph in 'end', but the graph is final after 'begin'; add it in 'begin' and use it here [hook-graph-mutation-after-begin]
    // CHECK-NOTES: :[[@LINE-3]]:8: note: lifecycle: construct -> begin -> end
  }

private:
  Graph &graph_;
};

class DeepHook : public SessionRunHook {
public:
  explicit DeepHook(Graph &graph) : summary_(graph) {}
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    step();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_constant' changes the graph in 'before_run', {{.*}} [hook-graph-mutation-after-begin]
    // CHECK-NOTES: :[[@LINE-3]]:33: note: lifecycle: construct -> begin -> after_create_session -> before_run
    // CHECK-NOTES: :[[@LINE+6]]:26: note: 'Summary::write' is called here
    // CHECK-NOTES: :[[@LINE-27]]:18: note: 'addSummary' is called here
    // CHECK-NOTES: :[[@LINE-34]]:9: note: 'Graph::add_constant' is called here
    return {};
  }

  void step() { summary_.write(); }

private:
  Summary summary_;
};

// The shortest lifecycle that breaks the hook is told.
class AfterRecovery : public SessionRunHook {
public:
  explicit AfterRecovery(Graph &graph) : graph_(graph) {}
  void after_create_session(Session &, Coordinator &) override {
    if (++sessions_ > 1)
      graph_.add_no_op("again");
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Graph::add_no_op' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
    // CHECK-NOTES: :[[@LINE-4]]:8: note: lifecycle: construct -> begin -> after_create_session -> the session is re-created -> after_create_session
  }

private:
  Graph &graph_;
  int sessions_ = 0;
};

class AfterFailedRun : public SessionRunHook {
public:
  explicit AfterFailedRun(Graph &graph) : graph_(graph) {}
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    runs_ = true;
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { runs_ = false; }
  void end(Session &) override {
    if (runs_)
      graph_.add_no_op("failed");
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
    // CHECK-NOTES: :[[@LINE-4]]:8: note: lifecycle: construct -> begin -> after_create_session -> before_run -> run fails -> end
  }

private:
  Graph &graph_;
  bool runs_ = false;
};

// A callback that throws leads elsewhere than one that returns.
class AfterThrow : public SessionRunHook {
public:
  explicit AfterThrow(Graph &graph) : graph_(graph) {}
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    if (context.stop_requested()) {
      failed_ = true;
      throw OutOfRangeError("no more input");
    }
    return {};
  }
  void end(Session &) override {
    if (failed_)
      graph_.add_no_op("failed");
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Graph::add_no_op' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
    // CHECK-NOTES: :[[@LINE-4]]:8: note: lifecycle: construct -> begin -> after_create_session -> before_run -> 'before_run' throws -> end
  }

private:
  Graph &graph_;
  bool failed_ = false;
};
