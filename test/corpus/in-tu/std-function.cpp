// A std::function: local, parameter, member, returned, in a container.
#include "Inputs/keeps_graph.h"

#include <functional>
#include <utility>
#include <vector>

namespace {

using Step = std::function<void(Graph &)>;

void add_one(Graph &graph) { graph.add_no_op("one"); }
void look(Graph &graph) { (void)graph.num_operations(); }

void run_step(const Step &step, Graph &graph) { step(graph); }
void run_later(Step, Graph &) {}

struct Adder {
  void operator()(Graph &graph) const { graph.add_no_op("functor"); }
};

Step make_step() {
  return [](Graph &graph) { graph.add_no_op("returned"); };
}

} // namespace

class BadLocals : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    Step step = [](Graph &graph) { graph.add_no_op("lambda"); };
    step(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Step step = add_one;
    step(*graph_); // expect: hook-graph-mutation-after-begin
    Step functor = Adder();
    functor(*graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    Step copy = &add_one;
    Step step = copy;
    std::vector<Step> steps = {look, step};
    for (const Step &each : steps)
      each(*graph_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    make_step()(*graph_); // expect: hook-graph-mutation-after-begin
    Step step = make_step();
    step(*graph_); // expect: hook-graph-mutation-after-begin
  }
};

class BadParameters : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    run_step(add_one, *graph_); // expect: hook-graph-mutation-after-begin
    run_step([](Graph &graph) { graph.add_no_op("argument"); }, *graph_); // expect: hook-graph-mutation-after-begin
    run_step(Adder(), *graph_); // expect: hook-graph-mutation-after-begin
  }
};

class BadMembers : public KeepsGraph {
public:
  explicit BadMembers(bool adds) {
    if (adds)
      step_ = add_one;
    else
      step_ = look;
  }
  void end(Session &) override {
    step_(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  Step step_;
};

class GoodFunctions : public KeepsGraph {
public:
  GoodFunctions() : step_(look) {}
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    Step add = add_one;
    add(graph);
    run_step(Adder(), graph);
    make_step()(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    step_(*graph_);
    run_step(look, *graph_);
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    // Given to a function that does not call it.
    run_later(add_one, *graph_);
    Step empty;
    if (empty)
      empty(*graph_);
  }

private:
  Step step_;
};
