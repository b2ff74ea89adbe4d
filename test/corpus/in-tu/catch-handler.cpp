// A call in an exception handler, or behind one.
#include "Inputs/keeps_graph.h"
#include "runtime_hook/graph/error.h"

#include <stdexcept>

namespace {

void add_note(Graph &graph) { graph.add_no_op("note"); }

void guarded(Graph &graph, Session &session) {
  try {
    session.run({graph.operation("train")});
  } catch (const Error &) {
    add_note(graph);
    throw;
  }
}

[[noreturn]] void fail() { throw std::runtime_error("failed"); }

} // namespace

class BadHandlers : public KeepsGraph {
public:
  void after_create_session(Session &session, Coordinator &) override {
    try {
      session.run({graph_->operation("init")});
    } catch (const NotFoundError &) {
      graph_->add_variables_initializer("init"); // expect: hook-graph-mutation-after-begin
    }
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    try {
      return SessionRunArgs({graph_->tensor("loss")});
    } catch (const std::exception &) {
      context.request_stop();
    } catch (...) {
      return SessionRunArgs({graph_->add_constant("loss", 0.0f)}); // expect: hook-graph-mutation-after-begin
    }
    return {};
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    guarded(*graph_, context.session()); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &session) override {
    try {
      fail();
    } catch (const std::runtime_error &) {
    }
    add_note(*graph_); // expect: hook-graph-mutation-after-begin
    try {
      try {
        session.run({});
      } catch (const AbortedError &) {
        throw std::logic_error("lost");
      }
    } catch (const std::logic_error &) {
      add_note(*graph_); // expect: hook-graph-mutation-after-begin
    }
  }
};

class BadFunctionTryBlock : public KeepsGraph {
public:
  void end(Session &session) override try {
    session.run({graph_->operation("final")});
  } catch (const Error &) {
    add_note(*graph_); // expect: hook-graph-mutation-after-begin
  }
};

class GoodHandlers : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    try {
      loss_ = graph.tensor("loss");
    } catch (const NotFoundError &) {
      loss_ = graph.add_constant("loss", 0.0f);
    }
  }
  void after_create_session(Session &session, Coordinator &) override {
    try {
      session.run({graph_->operation("init")});
    } catch (const NotFoundError &) {
      is_initialised_ = false;
    }
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({loss_});
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    fail();
    // Never reached.
    add_note(*graph_);
  }
  void end(Session &) override {
    try {
      throw std::runtime_error("reported");
    } catch (const std::runtime_error &) {
      return;
    }
    add_note(*graph_);
  }

private:
  Tensor loss_;
  bool is_initialised_ = true;
};
