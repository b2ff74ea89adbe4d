// RUN: %check_hook %s hook-graph-mutation-after-begin --off

// A callable that is given to a function without a visible body may run there.
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/monitored_session.h"

#include <functional>
#include <memory>

using namespace hooktidy::runtime;

void schedule(const std::function<void()> &task);
void visit(void (*visitor)(Graph &), Graph &graph);
class Queue {
public:
  void post(std::function<void()> task);
};

static void grow(Graph &graph) { graph.add_no_op("grown"); }
static void look(Graph &graph) { graph.num_operations(); }

class HandsOver : public SessionRunHook {
public:
  explicit HandsOver(Graph &graph) : graph_(graph) {}
  void after_create_session(Session &, Coordinator &coordinator) override {
    schedule([this] { graph_.add_no_op("scheduled"); });
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in 'after_create_session', but the graph is final after 'begin'; add it in 'begin' and use it here [hook-graph-mutation-after-begin]
    coordinator.start_thread([this] { graph_.add_no_op("thread"); });
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Graph::add_no_op' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    queue_.post([this] { graph_.add_no_op("posted"); });
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    visit(grow, graph_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
  }

private:
  Graph &graph_;
  Queue queue_;
};

class HandsOverHarmless : public SessionRunHook {
public:
  explicit HandsOverHarmless(Graph &graph) : graph_(graph) {}
  // What begin hands over may run at once.
  void begin(Graph &graph) override {
    schedule([&graph] { graph.add_no_op("scheduled"); });
    visit(grow, graph);
  }
  void after_create_session(Session &, Coordinator &coordinator) override {
    coordinator.start_thread([&coordinator] {
      while (!coordinator.should_stop())
        coordinator.wait_for_stop(std::chrono::milliseconds(10));
    });
    schedule([this] { size_ = graph_.num_operations(); });
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    queue_.post([] {});
    visit(look, graph_);
    // Kept, not run.
    auto kept = std::make_unique<std::function<void()>>([this] { graph_.add_no_op("kept"); });
  }

private:
  Graph &graph_;
  Queue queue_;
  std::size_t size_ = 0;
};
