// A lambda that is called where it is written, or a little later in the callback.
#include "Inputs/keeps_graph.h"

#include <utility>

class BadLambdas : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    [this] { graph_->add_no_op("at once"); }(); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    auto add = [graph = graph_](const char *name) { return graph->add_no_op(name); };
    return SessionRunArgs({add("named")}); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    Graph &graph = *graph_;
    auto inner = [&graph] { graph.add_no_op("inner"); };
    auto outer = [&inner] { inner(); };
    outer(); // expect: hook-graph-mutation-after-begin
    const Tensor rate = [&]() -> Tensor { return graph.add_constant("rate", 1); }(); // expect: hook-graph-mutation-after-begin
    (void)rate;
  }
  void end(Session &) override {
    helper(); // expect: hook-graph-mutation-after-begin
    auto moved = [this]() mutable { graph_->add_no_op("moved"); };
    auto target = std::move(moved);
    target(); // expect: hook-graph-mutation-after-begin
  }

private:
  void helper() {
    auto add = [this] { graph_->add_no_op("helper"); };
    add();
  }
};

class GoodLambdas : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    op_ = [&graph] { return graph.add_no_op("at once"); }();
    auto add = [&graph](const char *name) { graph.add_no_op(name); };
    add("named");
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    // Made, but not called.
    auto add = [this] { return graph_->add_no_op("never"); };
    (void)add;
    auto find = [this](const char *name) { return graph_->find_operation(name); };
    return SessionRunArgs({find("named"), op_});
  }
  void end(Session &) override {
    auto outer = [this] {
      auto inner = [this] { graph_->add_no_op("never"); };
      (void)inner;
      return graph_->num_operations();
    };
    count_ = outer();
  }

private:
  Operation op_;
  std::size_t count_ = 0;
};
