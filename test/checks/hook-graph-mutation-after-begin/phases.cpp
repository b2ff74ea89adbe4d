// RUN: %check_hook %s hook-graph-mutation-after-begin --off

// Each callback after begin, and each kind of thing that adds to the graph.
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class EveryPhase : public SessionRunHook {
public:
  void begin(Graph &graph) override { graph_ = &graph; }
  void after_create_session(Session &, Coordinator &) override {
    graph_->add_constant("created", 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_constant' changes the graph in 'after_create_session', but the graph is final after 'begin'; add it in 'begin' and use it here [hook-graph-mutation-after-begin]
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Tensor fed = graph_->add_placeholder("fed", DataType::kFloat);
    // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'Graph::add_placeholder' changes the graph in 'before_run', {{.*}} [hook-graph-mutation-after-begin]
    return SessionRunArgs({fed}, {{fed, 1.0f}});
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    Graph::current().add_assign("assign", step_, step_);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::add_assign' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
  }
  void end(Session &) override {
    graph_->add_operation({"Custom", "end", {}, {}, {}, std::nullopt});
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_operation' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }

private:
  Graph *graph_ = nullptr;
  Tensor step_;
};

// A saver adds its operations when it is made.
class SavesLate : public SessionRunHook {
public:
  void begin(Graph &graph) override { graph_ = &graph; }
  void after_create_session(Session &session, Coordinator &) override {
    saver_.emplace(*graph_);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Saver::Saver' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
    saver_->restore(session, "model-0.ckpt");
  }
  void end(Session &session) override {
    Saver(*graph_).save(session, "/tmp", 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Saver::Saver' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
    auto shared = std::make_shared<Saver>(*graph_);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Saver::Saver' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }

private:
  Graph *graph_ = nullptr;
  std::optional<Saver> saver_;
};

// Each place in a callback is told, each once.
class SeveralPlaces : public SessionRunHook {
public:
  explicit SeveralPlaces(Graph &graph) : graph_(graph) {}
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    if (values.results.empty()) {
      graph_.add_no_op("empty");
      // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
      return;
    }
    grow(3);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    grow(4), graph_.add_no_op("same line");
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    // CHECK-MESSAGES: :[[@LINE-2]]:21: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    context.request_stop();
  }

private:
  // What is below the reported call is not told again.
  void grow(int times) {
    for (int i = 0; i < times; ++i) {
      graph_.add_no_op("grown");
      graph_.add_no_op("grown more");
    }
  }

  Graph &graph_;
};
