// A call through a macro: the place is where the macro is used.
#include "Inputs/keeps_graph.h"

#define ADD_OP(graph, name) (graph)->add_no_op(name)
#define ADD_TWO(graph)                                                                   \
  do {                                                                                   \
    ADD_OP(graph, "first");                                                              \
    ADD_OP(graph, "second");                                                             \
  } while (false)
#define IF_DEBUG(statement)                                                              \
  if (debug_) {                                                                          \
    statement;                                                                           \
  }
#define FIND_OP(graph, name) (graph)->find_operation(name)
#define NOTHING(statement)
#define OVERRIDE_END(body)                                                               \
  void end(Session &) override { body; }

class BadMacros : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    ADD_OP(graph_, "macro"); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({ADD_OP(graph_, "macro")}); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    ADD_TWO(graph_); // expect: hook-graph-mutation-after-begin
    IF_DEBUG(graph_->add_no_op("debug")); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    helper(); // expect: hook-graph-mutation-after-begin
  }

private:
  void helper() { ADD_TWO(graph_); }

  bool debug_ = true;
};

class BadCallbackFromMacro : public KeepsGraph {
public:
  OVERRIDE_END(ADD_OP(graph_, "end")) // expect: hook-graph-mutation-after-begin
};

class GoodMacros : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    ADD_OP(&graph, "macro");
    ADD_TWO(&graph);
    IF_DEBUG(graph.add_no_op("debug"));
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    NOTHING(graph_->add_no_op("nothing"));
    if (FIND_OP(graph_, "stop"))
      context.request_stop();
  }
  OVERRIDE_END(FIND_OP(graph_, "end"))

private:
  bool debug_ = true;
};
