// Helpers that call themselves or each other.
#include "Inputs/keeps_graph.h"

#include <functional>
#include <memory>
#include <vector>

namespace {

struct Node {
  std::vector<std::unique_ptr<Node>> children;
  bool is_leaf() const { return children.empty(); }
};

void add_tree(Graph &graph, const Node &node) {
  for (const auto &child : node.children)
    add_tree(graph, *child);
  graph.add_no_op("node");
}

void even(Graph &graph, int depth);
void odd(Graph &graph, int depth) {
  if (depth > 0)
    even(graph, depth - 1);
}
void even(Graph &graph, int depth) {
  if (depth == 0) {
    graph.add_no_op("even");
    return;
  }
  odd(graph, depth - 1);
}

std::size_t count_tree(const Graph &graph, const Node &node) {
  std::size_t count = graph.num_operations();
  for (const auto &child : node.children)
    count += count_tree(graph, *child);
  return count;
}

/// Nothing but itself, for ever.
void endless(Graph &graph) { endless(graph); }

template <int Depth> void descend(Graph &graph) {
  if constexpr (Depth == 0)
    graph.add_no_op("bottom");
  else
    descend<Depth - 1>(graph);
}

} // namespace

class BadRecursion : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    add_tree(*graph_, root_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    odd(*graph_, depth_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    descend<5>(*graph_); // expect: hook-graph-mutation-after-begin
    walk(root_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    std::function<void(int)> visit = [&](int depth) {
      if (depth > 0)
        visit(depth - 1);
      else
        graph_->add_no_op("visited");
    };
    visit(3); // expect: hook-graph-mutation-after-begin
  }

private:
  void walk(const Node &node) {
    if (node.is_leaf())
      graph_->add_no_op("leaf");
    for (const auto &child : node.children)
      walk(*child);
  }

  Node root_;
  int depth_ = 1;
};

class GoodRecursion : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    add_tree(graph, root_);
    odd(graph, 3);
    descend<3>(graph);
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    count_ = count_tree(*graph_, root_) + sum(3);
  }
  void end(Session &) override { endless(*graph_); }

private:
  std::size_t sum(std::size_t n) const { return n == 0 ? 0 : n + sum(n - 1); }

  Node root_;
  std::size_t count_ = 0;
};
