// RUN: %check_hook %s hook-graph-mutation-after-begin

// Names alone are no breach.
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <map>
#include <string>
#include <vector>

using namespace hooktidy::runtime;

// The callbacks' names in classes that are no hooks.
class Pipeline {
public:
  void begin(Graph &graph) { graph.add_no_op("begin"); }
  void after_create_session(Graph &graph) { graph.add_no_op("created"); }
  void before_run(Graph &graph) { graph.add_no_op("before"); }
  void after_run(Graph &graph) { graph.add_no_op("after"); }
  void end(Graph &graph) { graph.add_no_op("end"); }
};

// It has a hook, but is none.
class Holder {
public:
  void end(Session &) { Graph::current().add_no_op("end"); }

private:
  SessionRunHook *hook_ = nullptr;
};

// A class whose name only contains the base's.
namespace other {
class NotSessionRunHook {
public:
  virtual ~NotSessionRunHook() = default;
  virtual void end(Session &) {}
};
class SessionRunHookFactory {};
class FactoryUser : public SessionRunHookFactory, public NotSessionRunHook {
  void end(Session &) override { Graph::current().add_no_op("end"); }
};
} // namespace other

// Methods of a hook that are named like callbacks and override nothing.
class Overloads : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    begin(graph, "op");
    end(graph);
    before_run();
    after_run(1);
  }

private:
  void begin(Graph &graph, const char *name) { graph.add_no_op(name); }
  void end(Graph &graph) const { graph.add_no_op("end"); }
  void before_run() { Graph::current().add_no_op("before"); }
  void after_run(int value) { Graph::current().add_constant("after", value); }
  static void after_create_session(Graph &graph) { graph.add_no_op("created"); }
};

// Spelt like other frameworks' callbacks; this one does not call them.
class OtherSpelling : public SessionRunHook {
public:
  void begin(Graph &graph) override { BeforeRun(graph); }
  void BeforeRun(Graph &graph) { graph.add_no_op("before"); }
  void afterRun(Graph &graph) { graph.add_no_op("after"); }
  void AfterCreateSession(Graph &graph) { graph.add_no_op("created"); }
};

// The graph's names in classes that are no graphs.
class CallGraph {
public:
  void add_edge(int from, int to) { edges_[from].push_back(to); }
  void add_no_op(const std::string &) {}

private:
  std::map<int, std::vector<int>> edges_;
};
namespace report {
class Saver {
public:
  explicit Saver(const std::string &path) : path_(path) {}
  void add_constant(const std::string &name, int value) { names_[name] = value; }

private:
  std::string path_;
  std::map<std::string, int> names_;
};
} // namespace report
class GraphPrinter {
public:
  void add_operation(const OperationSpec &spec) { text_ += spec.name; }
  void AddNode(const std::string &name) { text_ += name; }

private:
  std::string text_;
};

class UsesLookAlikes : public SessionRunHook {
public:
  explicit UsesLookAlikes(Graph &graph) : graph_(graph) {}
  void after_create_session(Session &session, Coordinator &) override {
    saver_.add_constant("sessions", 1);
    session.graph().num_operations();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    calls_.add_edge(1, 2);
    calls_.add_no_op("edge");
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    printer_.add_operation({"Const", "c", {}, {}, {}, std::nullopt});
    printer_.AddNode("n");
    report::Saver("/tmp/report").add_constant("c", 1);
  }
  // Everything that only looks at the graph.
  void end(Session &) override {
    graph_.finalized();
    graph_.find_operation("a");
    graph_.operation("b");
    graph_.tensor("c");
    graph_.variables();
    graph_.operations();
    graph_.id();
    global_step(graph_);
  }

private:
  Graph &graph_;
  CallGraph calls_;
  report::Saver saver_{"/tmp/report"};
  GraphPrinter printer_;
};

// A method that nothing calls, and one that only other code calls.
class OffersHelpers : public SessionRunHook {
public:
  // For the caller, before the session is made.
  static OffersHelpers make(Graph &graph);
  void prepare(Graph &graph) { op_ = graph.add_no_op("prepared"); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({op_});
  }

private:
  Operation op_;
};

void train(Graph &graph) {
  OffersHelpers hook;
  hook.prepare(graph);
  Pipeline().after_run(graph);
}
