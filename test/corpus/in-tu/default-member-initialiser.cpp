// A default member initialiser of what is made in the callback.
#include "Inputs/keeps_graph.h"

#include <memory>

namespace {

Tensor make_constant() { return Graph::current().add_constant("made", 1); }

struct Request {
  int step = 0;
  Tensor constant = Graph::current().add_constant("request", 1);
};

struct HelperRequest {
  Tensor constant = make_constant();
};

struct Choice {
  Choice() = default;
  explicit Choice(const Tensor &given) : constant(given) {}
  Tensor constant = make_constant();
};

struct Lookup {
  Tensor constant = Graph::current().tensor("made");
  Operation operation = Operation();
};

struct Outer {
  HelperRequest request;
};

} // namespace

class BadInitialisers : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    Request request; // expect: hook-graph-mutation-after-begin
    request.step = 1;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({HelperRequest().constant}); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    auto request = std::make_unique<Request>(); // expect: hook-graph-mutation-after-begin
    Outer outer; // expect: hook-graph-mutation-after-begin
    (void)outer;
  }
  void end(Session &) override {
    Choice choice; // expect: hook-graph-mutation-after-begin
    Request aggregate{3}; // expect: hook-graph-mutation-after-begin
    (void)aggregate;
  }
};

class GoodInitialisers : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    Request request;
    constant_ = request.constant;
    Outer outer;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Lookup lookup;
    Choice choice(lookup.constant);
    Request given{1, constant_};
    return SessionRunArgs({choice.constant, given.constant});
  }

private:
  Tensor constant_;
};
