// The constructor or destructor of a temporary.
#include "Inputs/keeps_graph.h"

namespace {

struct MadeOps {
  explicit MadeOps(Graph &graph) : first(graph.add_no_op("first")) {}
  Operation first;
};

/// Converts implicitly.
struct Wrapped {
  Wrapped(Graph &graph) { graph.add_no_op("wrapped"); }
};
void take(const Wrapped &) {}

struct Flush {
  explicit Flush(Graph &graph) : graph(graph) {}
  ~Flush() { graph.add_no_op("flushed"); }
  Flush &note(int value) {
    last = value;
    return *this;
  }
  Graph &graph;
  int last = 0;
};

struct Harmless {
  explicit Harmless(Graph &graph) : graph(graph) {}
  ~Harmless() { size = graph.num_operations(); }
  int note(int value) { return value; }
  Graph &graph;
  std::size_t size = 0;
};

Flush make_flush(Graph &graph) { return Flush(graph); }

} // namespace

class BadTemporaryConstructor : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    MadeOps{*graph_}; // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({MadeOps(*graph_).first}); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    take(*graph_); // expect: hook-graph-mutation-after-begin
  }
};

class BadTemporaryDestructor : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    Flush(*graph_).note(1).note(2); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    make_flush(*graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void end(Session &) override {
    int last = make_flush(*graph_).note(3).last; // expect: hook-graph-mutation-after-begin
    (void)last;
  }
};

class GoodTemporaries : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    first_ = MadeOps(graph).first;
    take(graph);
    Flush(graph).note(1);
    make_flush(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({first_}, Feeds(), RunOptions());
  }
  void end(Session &) override { Harmless(*graph_).note(1); }

private:
  Graph *graph_ = nullptr;
  Operation first_;
};
