// RUN: %check_hook %s hook-graph-mutation-in-constructor --off

// All that runs when a hook is constructed.
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <memory>
#include <vector>

using namespace hooktidy::runtime;

class InBody : public SessionRunHook {
public:
  explicit InBody(Graph &graph) {
    op_ = graph.add_no_op("body");
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Graph::add_no_op' changes the graph in the constructor of 'InBody', but the session's graph is known only in 'begin'; add it in 'begin' [hook-graph-mutation-in-constructor]
  }

private:
  Operation op_;
};

class InInitialiser : public SessionRunHook {
public:
  explicit InInitialiser(Graph &graph)
      : constant_(graph.add_constant("initialiser", 1)), saver_(graph) {}
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'Graph::add_constant' changes the graph in the constructor of 'InInitialiser', {{.*}} [hook-graph-mutation-in-constructor]
      // CHECK-MESSAGES: :[[@LINE-2]]:58: warning: 'Saver::Saver' changes the graph in the constructor of 'InInitialiser', {{.*}} [hook-graph-mutation-in-constructor]

private:
  Tensor constant_;
  Saver saver_;
};

class InDefaultInitialiser : public SessionRunHook {
  Tensor constant_ = Graph::current().add_constant("default", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'Graph::add_constant' changes the graph in the constructor of 'InDefaultInitialiser', {{.*}} [hook-graph-mutation-in-constructor]
  std::unique_ptr<Saver> saver_ = std::make_unique<Saver>(Graph::current());
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'Saver::Saver' changes the graph in the constructor of 'InDefaultInitialiser', {{.*}} [hook-graph-mutation-in-constructor]
};

namespace {

struct Ops {
  explicit Ops(Graph &graph) { graph.add_no_op("ops"); }
};
void prepare(Graph &graph) { graph.add_no_op("prepared"); }

} // namespace

class ThroughHelpers : public SessionRunHook {
public:
  explicit ThroughHelpers(Graph &graph) : ops_(graph) {
    // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'Graph::add_no_op' changes the graph in the constructor of 'ThroughHelpers', {{.*}} [hook-graph-mutation-in-constructor]
    prepare(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in the constructor of 'ThroughHelpers', {{.*}} [hook-graph-mutation-in-constructor]
    grow();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in the constructor of 'ThroughHelpers', {{.*}} [hook-graph-mutation-in-constructor]
    [&graph] { graph.add_no_op("lambda"); }();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' changes the graph in the constructor of 'ThroughHelpers', {{.*}} [hook-graph-mutation-in-constructor]
  }

private:
  void grow() { prepare(Graph::current()); }

  Ops ops_;
};

// One constructor of several.
class OneOfTwo : public SessionRunHook {
public:
  OneOfTwo() = default;
  explicit OneOfTwo(const Tensor &given) : constant_(given) {}
  OneOfTwo(Graph &graph, float value);

private:
  Tensor constant_;
};
OneOfTwo::OneOfTwo(Graph &graph, float value) {
  if (value > 0)
    constant_ = graph.add_constant("positive", value);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'Graph::add_constant' changes the graph in the constructor of 'OneOfTwo', {{.*}} [hook-graph-mutation-in-constructor]
}

// Delegation is told where it stands, as each constructor may be used.
class Delegates : public SessionRunHook {
public:
  Delegates() : Delegates(Graph::current()) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Graph::add_no_op' changes the graph in the constructor of 'Delegates', {{.*}} [hook-graph-mutation-in-constructor]
  explicit Delegates(Graph &graph) {
    graph.add_no_op("target");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' changes the graph in the constructor of 'Delegates', {{.*}} [hook-graph-mutation-in-constructor]
  }
};

// The base's constructor runs for both classes.
class Base : public SessionRunHook {
public:
  Base() {
    Graph::current().add_no_op("base");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::add_no_op' changes the graph in the constructor of 'Base', {{.*}} [hook-graph-mutation-in-constructor]
  }
};
class Derived : public Base {
public:
  explicit Derived(int steps) : steps_(steps) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Graph::add_no_op' changes the graph in the constructor of 'Derived', {{.*}} [hook-graph-mutation-in-constructor]

private:
  int steps_;
};
