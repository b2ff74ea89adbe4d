// Function and class templates; only the instantiation knows what is called.
#include "Inputs/keeps_graph.h"

#include <string>
#include <utility>

namespace {

template <typename Builder> Operation add_to(Builder &builder, const char *name) {
  return builder.add_no_op(name);
}

template <typename... Names> void add_all(Graph &graph, const Names &...names) {
  (graph.add_no_op(names), ...);
}

template <typename Function> void twice(Function &&function) {
  function();
  std::forward<Function>(function)();
}

template <bool Adds> void maybe_add(Graph &graph) {
  if constexpr (Adds)
    graph.add_no_op("maybe");
}

template <typename Target> class Writer {
public:
  explicit Writer(Target &target) : target_(target) {}
  template <typename Value> void write(const Value &value) {
    target_.add_constant("written", value);
  }

private:
  Target &target_;
};

/// Has the graph's interface and is none.
struct Journal {
  Operation add_no_op(const std::string &name) {
    text += name;
    return {};
  }
  void add_constant(const std::string &name, int value) {
    text += name + std::to_string(value);
  }
  std::string text;
};

} // namespace

class BadTemplates : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    add_to(*graph_, "template"); // expect: hook-graph-mutation-after-begin
    add_all(*graph_, "a", "b"); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    twice([this] { graph_->add_no_op("twice"); }); // expect: hook-graph-mutation-after-begin
    maybe_add<true>(*graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void end(Session &) override {
    Writer<Graph> writer(*graph_);
    writer.write(1.5f); // expect: hook-graph-mutation-after-begin
  }
};

/// A hook that is a template itself.
template <typename Value> class BadTyped : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    graph_->add_constant("typed", Value()); // expect: hook-graph-mutation-after-begin
  }
};
template class BadTyped<int>;

class GoodTemplates : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    add_to(graph, "template");
    add_all(graph, "a", "b");
    Writer<Graph>(graph).write(1);
    maybe_add<true>(graph);
  }
  void after_create_session(Session &, Coordinator &) override {
    add_to(journal_, "template");
    Writer<Journal>(journal_).write(1);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    twice([this] { ++runs_; });
    maybe_add<false>(*graph_);
    return {};
  }

private:
  Journal journal_;
  int runs_ = 0;
};

template <typename Value> class GoodTyped : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    value_ = Value();
  }

private:
  Value value_;
};
template class GoodTyped<int>;
