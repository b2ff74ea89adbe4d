// Overloaded operators, conversions and literals.
#include "Inputs/keeps_graph.h"

namespace {

struct Sum {
  Graph *graph = nullptr;
  Tensor value;

  Sum operator+(const Sum &other) const {
    return {graph, graph->add_add("sum", value, other.value)};
  }
  Sum &operator+=(const Sum &other) {
    value = graph->add_add("sum", value, other.value);
    return *this;
  }
  Tensor operator()(int times) const {
    return graph->add_multiply("times", value, graph->add_constant("n", times));
  }
  Tensor operator[](int index) const {
    return graph->add_constant("index", index);
  }
  operator Operation() const { return graph->add_identity("converted", value); }
  Sum operator-() const { return *this; }
  bool operator==(const Sum &other) const { return value == other.value; }
};

Graph &operator<<(Graph &graph, const char *name) {
  graph.add_no_op(name);
  return graph;
}

Operation operator""_op(const char *name, std::size_t) {
  return Graph::current().add_no_op(name);
}

struct Arrow {
  Graph *graph;
  Graph *operator->() const {
    graph->add_no_op("arrow");
    return graph;
  }
};

} // namespace

class BadOperators : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    Sum c = a_ + b_; // expect: hook-graph-mutation-after-begin
    c += a_; // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    SessionRunArgs args;
    args.fetches.push_back(a_(2)); // expect: hook-graph-mutation-after-begin
    args.fetches.push_back(a_[0]); // expect: hook-graph-mutation-after-begin
    Operation converted = a_; // expect: hook-graph-mutation-after-begin
    args.fetches.push_back(converted);
    return args;
  }
  void end(Session &) override {
    *graph_ << "streamed"; // expect: hook-graph-mutation-after-begin
    "literal"_op; // expect: hook-graph-mutation-after-begin
    Arrow{graph_}->num_operations(); // expect: hook-graph-mutation-after-begin
    a_.operator+=(b_); // expect: hook-graph-mutation-after-begin
  }

private:
  Sum a_, b_;
};

class GoodOperators : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    a_ = {&graph, graph.add_constant("a", 1)};
    sum_ = a_ + a_;
    sum_ += a_;
    graph << "streamed" << "twice";
    op_ = "literal"_op;
    Arrow{&graph}->num_operations();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Sum minus = -a_;
    if (minus == sum_)
      return {};
    return SessionRunArgs({sum_.value, op_});
  }

private:
  Sum a_, sum_;
  Operation op_;
};
