// RUN: %check_hook %s hook-graph-mutation-after-begin --off

// Other frameworks of this shape: the names in camel case and in capitals, the
// base in any namespace or in none, other names for what adds to a graph.

namespace my::training {

struct Node {};
class Graph {
public:
  Node addOp(const char *type);
  Node addConstant(const char *name, int value);
  void addListener(void (*listener)());
  void additionalDetails();
  Node AddNode(const char *name);
  Node createOperation(const char *name);
  void removeNode(Node node);
  void clearCollection(const char *name);
  Node findOp(const char *name) const;
  bool isFinalized() const;
};
class GraphBuilder {
public:
  Node addMatMul(Node a, Node b);
  Node build() const;
};
class Session {};
class Coordinator {};
struct Args {};
struct Context {};
struct Values {};

namespace ops {
Node Const(Graph &graph, int value);
Node MatMul(Graph *graph, Node a, Node b);
Node Find(const Graph &graph, const char *name);
int Rank(Node node);
} // namespace ops

class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void begin(Graph &) {}
  virtual void afterCreateSession(Session &, Coordinator &) {}
  virtual Args beforeRun(Context &) { return {}; }
  virtual void afterRun(Context &, const Values &) {}
  virtual void end(Session &) {}
};

class CamelCase : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ == &graph)
      return;
    graph_ = &graph;
    node_ = graph.addOp("Const");
    ops::Const(graph, 1);
  }
  void afterCreateSession(Session &, Coordinator &) override {
    graph_->addOp("Const");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::addOp' changes the graph in 'after_create_session', but the graph is final after 'begin'; add it in 'begin' and use it here [hook-graph-mutation-after-begin]
    graph_->createOperation("created");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::createOperation' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
  }
  Args beforeRun(Context &) override {
    ops::Const(*graph_, 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'Const' changes the graph in 'before_run', {{.*}} [hook-graph-mutation-after-begin]
    ops::MatMul(graph_, node_, node_);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'MatMul' changes the graph in 'before_run', {{.*}} [hook-graph-mutation-after-begin]
    return {};
  }
  void afterRun(Context &, const Values &) override {
    builder_.addMatMul(node_, node_);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'GraphBuilder::addMatMul' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    GraphBuilder local;
    local.addMatMul(node_, node_);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'GraphBuilder::addMatMul' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    graph_->AddNode("x");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::AddNode' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
  }
  void end(Session &) override {
    graph_->removeNode(node_);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::removeNode' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
    graph_->clearCollection("losses");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Graph::clearCollection' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }

private:
  Graph *graph_ = nullptr;
  GraphBuilder builder_;
  Node node_;
};

class CamelCaseLooks : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ == &graph)
      return;
    graph_ = &graph;
    node_ = builder_.addMatMul(ops::Const(graph, 1), ops::Const(graph, 2));
  }
  void afterCreateSession(Session &, Coordinator &) override {
    graph_->addListener([] {});
    graph_->additionalDetails();
  }
  Args beforeRun(Context &) override {
    graph_->findOp("x");
    ops::Find(*graph_, "x");
    ops::Rank(node_);
    return {};
  }
  void afterRun(Context &, const Values &) override { node_ = builder_.build(); }
  void end(Session &) override {
    if (!graph_->isFinalized())
      graph_->addConstant("open", 1);
  }

private:
  Graph *graph_ = nullptr;
  GraphBuilder builder_;
  Node node_;
};

} // namespace my::training

// In no namespace, in capitals.
struct Graph {
  int AddOp(const char *type);
  int CreateNode(const char *type);
  bool IsFinalized() const;
};
struct Session {};
struct SessionRunHook {
  virtual ~SessionRunHook() = default;
  virtual void Begin(Graph *) {}
  virtual void AfterCreateSession(Session *) {}
  virtual void BeforeRun() {}
  virtual void AfterRun() {}
  virtual void End(Session *) {}
};

struct Capitals : SessionRunHook {
  void Begin(Graph *given) override {
    if (graph != given)
      given->AddOp("Const");
    graph = given;
  }
  void AfterCreateSession(Session *) override {
    graph->AddOp("Const");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Graph::AddOp' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
  }
  void BeforeRun() override {
    graph->CreateNode("Const");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Graph::CreateNode' changes the graph in 'before_run', {{.*}} [hook-graph-mutation-after-begin]
  }
  void AfterRun() override {
    if (graph->IsFinalized())
      return;
    graph->AddOp("Const");
  }
  void End(Session *) override {
    graph->AddOp("Const");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Graph::AddOp' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
  Graph *graph = nullptr;
};

// A base that declares no callback at all: the names decide.
namespace duck {
struct Graph {
  int create_op(const char *type);
};
struct SessionRunHook {};
struct Quacks : SessionRunHook {
  void begin(Graph &graph) {
    if (!made)
      graph.create_op("Const");
    made = true;
  }
  void before_run(Graph &graph) {
    graph.create_op("Const");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Graph::create_op' changes the graph in 'before_run', {{.*}} [hook-graph-mutation-after-begin]
  }
  void another(Graph &graph) { graph.create_op("Const"); }
  bool made = false;
};
} // namespace duck

// The C++ and C interfaces of TensorFlow.
namespace tensorflow {
class Scope {};
class GraphDef {};
class Graph {};
struct Output {};
namespace ops {
Output Const(const Scope &scope, float value);
class MatMul {
public:
  MatMul(const Scope &scope, Output a, Output b);
  Output product;
};
} // namespace ops
struct NodeBuilder {
  NodeBuilder(const char *name, const char *op);
  void Finalize(Graph *graph);
};
void ImportGraphDef(const GraphDef &def, Graph *graph);
} // namespace tensorflow
struct TF_Operation;
struct TF_OperationDescription;
extern "C" TF_Operation *TF_FinishOperation(TF_OperationDescription *description);

struct UsesTensorFlow : SessionRunHook {
  void AfterCreateSession(Session *) override {
    tensorflow::Output c = tensorflow::ops::Const(scope, 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'Const' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
    tensorflow::ops::MatMul product(scope, c, c);
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'MatMul::MatMul' changes the graph in 'after_create_session', {{.*}} [hook-graph-mutation-after-begin]
  }
  void AfterRun() override {
    tensorflow::ImportGraphDef(tensorflow::GraphDef(), tensorflow_graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'ImportGraphDef' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
    tensorflow::NodeBuilder("x", "Const").Finalize(tensorflow_graph);
    // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'NodeBuilder::Finalize' changes the graph in 'after_run', {{.*}} [hook-graph-mutation-after-begin]
  }
  void End(Session *) override {
    TF_FinishOperation(nullptr);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'TF_FinishOperation' changes the graph in 'end', {{.*}} [hook-graph-mutation-after-begin]
  }
  tensorflow::Scope scope;
  tensorflow::Graph *tensorflow_graph = nullptr;
};
