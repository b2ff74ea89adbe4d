// RUN: %check_hook %s hook-non-idempotent-begin --off

// Other frameworks of this shape.

namespace my {
class Graph {
public:
  int AddOp(const char *type);
  int createNode(const char *type);
  bool HasOp(const char *type) const;
  static Graph &Default();
};
namespace ops {
int Const(Graph &graph, float value);
} // namespace ops
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void Begin() {}
  virtual void End() {}
};

class Repeats : public SessionRunHook {
public:
  void Begin() override {
    Graph::Default().AddOp("Const");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Graph::AddOp' adds to the graph again each time 'begin' runs; remember the graph that it was added to and add only to another one [hook-non-idempotent-begin]
    ops::Const(Graph::Default(), 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Const' adds to the graph again each time 'begin' runs; {{.*}} [hook-non-idempotent-begin]
  }
};

class Remembers : public SessionRunHook {
public:
  void Begin() override {
    if (graph_ == &Graph::Default())
      return;
    graph_ = &Graph::Default();
    node_ = graph_->createNode("Const");
    constant_ = ops::Const(*graph_, 1);
  }

private:
  Graph *graph_ = nullptr;
  int node_ = -1;
  int constant_ = -1;
};

class Asks : public SessionRunHook {
public:
  void Begin() override {
    Graph &graph = Graph::Default();
    if (!graph.HasOp("Const"))
      graph.AddOp("Const");
  }
};
} // namespace my
