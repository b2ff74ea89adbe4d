// RUN: %check_hook %s hook-non-idempotent-begin --off

// A hook object is used for several sessions, on one graph too.
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace hooktidy::runtime;

class Unguarded : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    constant_ = graph.add_constant("constant", 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'Graph::add_constant' adds to the graph again each time 'begin' runs; remember the graph that it was added to and add only to another one [hook-non-idempotent-begin]
    saver_ = std::make_unique<Saver>(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Saver::Saver' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }

private:
  Tensor constant_;
  std::unique_ptr<Saver> saver_;
};

static Operation makeOps(Graph &graph) { return graph.add_no_op("made"); }

class ThroughHelpers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    op_ = makeOps(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    grow();
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    for (const std::string &name : names_)
      graph.add_no_op(name);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }

private:
  void grow() { makeOps(Graph::current()); }

  Operation op_;
  std::vector<std::string> names_{"a", "b"};
};

// The flag is there but nobody sets it, or it is set to the wrong value.
class NeverSet : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!made_)
      graph.add_no_op("made");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    if (count_ < 2)
      graph.add_no_op("counted");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    count_ = 1;
  }

private:
  bool made_ = false;
  int count_ = 0;
};

// Only a part is guarded.
class PartlyGuarded : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!made_) {
      graph.add_no_op("first");
      made_ = true;
    }
    graph.add_no_op("second");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }

private:
  bool made_ = false;
};

// The guard is opened again before the next begin.
class ForgetsInEnd : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (made_)
      return;
    graph.add_no_op("made");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    made_ = true;
  }
  void end(Session &) override { made_ = false; }

private:
  bool made_ = false;
};

class ForgetsInBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    reset();
    if (!saver_)
      saver_ = std::make_unique<Saver>(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'Saver::Saver' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }

private:
  void reset() { saver_.reset(); }

  std::unique_ptr<Saver> saver_;
};

// Sets the flag on one way only.
class SetsOnOneWay : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (made_)
      return;
    graph.add_no_op("made");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    if (graph.num_operations() > 10)
      made_ = true;
  }

private:
  bool made_ = false;
};

// A graph is not final when a second session begins on it.
class AsksFinal : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph.finalized())
      return;
    graph.add_no_op("open");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }
};

// Remembers the wrong graph.
class RemembersTooEarly : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ != &graph) {
      graph_ = nullptr;
      graph.add_no_op("made");
      // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
    }
  }

private:
  Graph *graph_ = nullptr;
};

// Kept callables are run by begin each time.
class RunsBuilders : public SessionRunHook {
public:
  RunsBuilders() {
    builder_ = [](Graph &graph) { graph.add_no_op("built"); };
  }
  void begin(Graph &graph) override {
    builder_(graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }

private:
  std::function<void(Graph &)> builder_;
};

// What another hook's helper does counts as well.
class InheritsBegin : public Unguarded {};

class CallsSuper : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    SessionRunHook::begin(graph);
    if (runs_ > 0)
      graph.add_no_op("used before");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::add_no_op' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { runs_ = 1; }

private:
  int runs_ = 0;
};
