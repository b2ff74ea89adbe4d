// A default argument, evaluated where the call is.
#include "Inputs/keeps_graph.h"

namespace {

Tensor make_rate() { return Graph::current().add_constant("rate", 0.1f); }

void log(const Tensor &tensor = Graph::current().add_constant("log", 1)) { (void)tensor; }
void scale(int times, const Tensor &rate = make_rate()) { (void)times, (void)rate; }
void grow(Graph &graph = Graph::current()) { graph.add_no_op("grown"); }
void look(const Graph &graph = Graph::current()) { (void)graph.num_operations(); }

struct Scaled {
  explicit Scaled(Tensor rate = make_rate()) : rate(rate) {}
  Tensor rate;
};

} // namespace

class BadDefaults : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    log(); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    scale(2); // expect: hook-graph-mutation-after-begin
    return SessionRunArgs({Scaled().rate}); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    grow(); // expect: hook-graph-mutation-after-begin
    Scaled scaled; // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    step(); // expect: hook-graph-mutation-after-begin
    repeat(); // expect: hook-graph-mutation-after-begin
  }

private:
  void step(Tensor rate = make_rate()) { rate_ = rate; }
  void repeat() { scale(3); }

  Tensor rate_;
};

class GoodDefaults : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    rate_ = make_rate();
    log();
    grow();
    Scaled scaled;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    log(rate_);
    scale(2, rate_);
    look();
    return SessionRunArgs({Scaled(rate_).rate});
  }

private:
  Tensor rate_;
};
