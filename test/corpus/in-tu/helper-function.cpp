// A free function, a static function, or a method of the hook itself.
#include "Inputs/keeps_graph.h"

namespace {

Operation level_3(Graph &graph) { return graph.add_no_op("deep"); }
Operation level_2(Graph &graph) { return level_3(graph); }
Operation level_1(Graph *graph) { return level_2(*graph); }

Tensor pick(Graph &graph, bool make) {
  if (make)
    return graph.add_constant("made", 1);
  return graph.tensor("made");
}

std::size_t size_of(const Graph &graph) { return graph.num_operations(); }

} // namespace

class BadFreeFunctions : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    level_3(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({level_2(*graph_)}); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    level_1(graph_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    pick(*graph_, true); // expect: hook-graph-mutation-after-begin
  }
};

class BadOwnMethods : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    prepare(); // expect: hook-graph-mutation-after-begin
    this->prepare(); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    BadOwnMethods::make(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  void prepare() {
    if (graph_)
      make(*graph_);
  }
  static void make(Graph &graph) { graph.add_no_op("made"); }
};

class GoodHelpersInBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    op_ = level_1(&graph);
    prepare();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({op_, made_});
  }
  void end(Session &) override { pick(*graph_, false); }

private:
  void prepare() { made_ = pick(*graph_, true); }

  Graph *graph_ = nullptr;
  Operation op_;
  Tensor made_;
};

class GoodHelpersOnlyLook : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override { size_ = size_of(*graph_); }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    if (grew())
      context.request_stop();
  }

private:
  bool grew() const { return size_of(*graph_) > size_; }
  /// Never called.
  void unused() { graph_->add_no_op("unused"); }

  std::size_t size_ = 0;
};
