// A pointer to a function: local, member, parameter, in a table, from a lambda.
#include "Inputs/keeps_graph.h"

namespace {

using Step = void (*)(Graph &);

void add_one(Graph &graph) { graph.add_no_op("one"); }
void add_two(Graph &graph) { graph.add_no_op("two"); }
void look(Graph &graph) { (void)graph.num_operations(); }

void run_step(Step step, Graph &graph) { step(graph); }
void run_reference(void (&step)(Graph &), Graph &graph) { step(graph); }

const Step Table[] = {look, add_one};
const Step LookTable[] = {look, look};

} // namespace

class BadPointers : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    Step step = add_one;
    step(*graph_); // expect: hook-graph-mutation-after-begin
    (*step)(*graph_); // expect: hook-graph-mutation-after-begin
    (&add_two)(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    run_step(add_one, *graph_); // expect: hook-graph-mutation-after-begin
    run_reference(add_two, *graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    Step step = values.results.empty() ? add_one : look;
    step(*graph_); // expect: hook-graph-mutation-after-begin
    Step lambda = [](Graph &graph) { graph.add_no_op("lambda"); };
    lambda(*graph_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    for (Step step : Table)
      step(*graph_); // expect: hook-graph-mutation-after-begin
    member_(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  Step member_ = add_two;
};

class BadSetInBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    step_ = add_one;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (step_)
      step_(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  Graph *graph_ = nullptr;
  Step step_ = nullptr;
};

class GoodPointers : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    Step step = add_one;
    step(graph);
    run_step(add_two, graph);
    run_reference(add_one, graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    member_(*graph_);
    run_step(look, *graph_);
    for (Step step : LookTable)
      step(*graph_);
    return {};
  }
  void end(Session &) override {
    // Compared, not called.
    if (member_ == add_one)
      member_ = look;
    if (none_)
      none_(*graph_);
  }

private:
  Step member_ = look;
  Step none_ = nullptr;
};
