// The callback itself calls the graph.
#include "Inputs/keeps_graph.h"
#include "runtime_hook/session/saver.h"

class BadInEveryPhase : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    graph_->add_no_op("created"); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    SessionRunArgs args;
    args.fetches.push_back(graph_->add_constant("before", 1)); // expect: hook-graph-mutation-after-begin
    return args;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    Graph::current().add_placeholder("after", DataType::kFloat); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    (*graph_).add_variables_initializer("end"); // expect: hook-graph-mutation-after-begin
  }
};

class BadThroughReferences : public SessionRunHook {
public:
  explicit BadThroughReferences(Graph &graph) : graph_(graph) {}
  void after_create_session(Session &, Coordinator &) override {
    Graph &graph = graph_;
    Graph &same = graph;
    same.add_no_op("alias"); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &session) override {
    const_cast<Graph &>(session.graph()).add_no_op("cast"); // expect: hook-graph-mutation-after-begin
  }

private:
  Graph &graph_;
};

class BadTwiceInOneCallback : public KeepsGraph {
public:
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    Tensor loss = graph_->add_constant("loss", 0.5f); // expect: hook-graph-mutation-after-begin
    if (values.results.empty())
      return;
    graph_->add_identity("copy", loss); // expect: hook-graph-mutation-after-begin
    context.request_stop();
  }
};

class BadInLoopAndSwitch : public KeepsGraph {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    const std::size_t mode = context.original_args().fetches.size();
    for (int i = 0; i < 3; ++i)
      graph_->add_no_op("loop"); // expect: hook-graph-mutation-after-begin
    switch (mode) {
    case 0:
      break;
    case 1:
      graph_->add_no_op("one"); // expect: hook-graph-mutation-after-begin
      break;
    default:
      graph_->add_no_op("other"); // expect: hook-graph-mutation-after-begin
    }
    return mode > 1 ? SessionRunArgs({graph_->add_no_op("ternary")}) // expect: hook-graph-mutation-after-begin
                     : SessionRunArgs();
  }
};

class BadSaver : public KeepsGraph {
public:
  void after_create_session(Session &session, Coordinator &) override {
    Saver saver(*graph_); // expect: hook-graph-mutation-after-begin
    saver.restore(session, "model-0.ckpt");
  }
};

class GoodInBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    loss_ = graph.add_constant("loss", 0.5f);
    saver_.emplace(graph);
    graph.add_no_op("done");
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({loss_});
  }
  void end(Session &session) override { saver_->save(session, "/tmp", 1); }

private:
  Tensor loss_;
  std::optional<Saver> saver_;
};

class GoodLooksUpOnly : public KeepsGraph {
public:
  void after_create_session(Session &session, Coordinator &) override {
    count_ = graph_->num_operations();
    session.run({graph_->operation("init")});
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({graph_->tensor("loss")});
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    if (graph_->find_operation("stop") || Graph::current().finalized())
      context.request_stop();
  }

private:
  std::size_t count_ = 0;
};
