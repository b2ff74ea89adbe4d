// The constructor or destructor of a local variable.
#include "Inputs/keeps_graph.h"

#include <mutex>
#include <vector>

namespace {

struct AddsWhenMade {
  explicit AddsWhenMade(Graph &graph) { graph.add_no_op("made"); }
};

struct AddsInInitialiser {
  explicit AddsInInitialiser(Graph &graph) : op(graph.add_no_op("initialised")) {}
  Operation op;
};

struct Delegates {
  explicit Delegates(Graph &graph) : Delegates(graph, "delegated") {}
  Delegates(Graph &graph, const char *name) { graph.add_no_op(name); }
};

struct InheritsConstructor : AddsWhenMade {
  using AddsWhenMade::AddsWhenMade;
};

struct AddsWhenGone {
  explicit AddsWhenGone(Graph &graph) : graph(graph) {}
  ~AddsWhenGone() { graph.add_no_op("gone"); }
  Graph &graph;
};

struct DerivedGone : AddsWhenGone {
  using AddsWhenGone::AddsWhenGone;
};

/// Undoes in its destructor what it did, unless told not to.
struct LooksWhenGone {
  explicit LooksWhenGone(Graph &graph) : graph(graph), size(graph.num_operations()) {}
  ~LooksWhenGone() { grown = graph.num_operations() != size; }
  Graph &graph;
  std::size_t size;
  bool grown = false;
};

} // namespace

class BadLocalConstructors : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    AddsWhenMade made(*graph_); // expect: hook-graph-mutation-after-begin
    AddsInInitialiser initialised{*graph_}; // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Delegates delegates(*graph_); // expect: hook-graph-mutation-after-begin
    InheritsConstructor inherits(*graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void end(Session &) override {
    helper(); // expect: hook-graph-mutation-after-begin
    std::vector<AddsWhenMade> all;
    all.emplace_back(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  void helper() { AddsWhenMade made(*graph_); }
};

class BadLocalDestructors : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    AddsWhenGone gone(*graph_); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    {
      DerivedGone gone(*graph_); // expect: hook-graph-mutation-after-begin
      if (values.results.empty())
        return;
    }
    for (int i = 0; i < 2; ++i) {
      AddsWhenGone in_loop(*graph_); // expect: hook-graph-mutation-after-begin
    }
  }
  void end(Session &) override {
    helper(); // expect: hook-graph-mutation-after-begin
  }

private:
  void helper() {
    const AddsWhenGone &extended = AddsWhenGone(*graph_);
    (void)extended;
  }
};

class GoodLocals : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    AddsWhenMade made(graph);
    AddsInInitialiser initialised(graph);
    op_ = initialised.op;
    AddsWhenGone gone(graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    std::lock_guard<std::mutex> lock(mutex_);
    LooksWhenGone looks(*graph_);
    return SessionRunArgs({op_});
  }
  void end(Session &) override {
    AddsWhenMade *none = nullptr;
    AddsWhenGone *nothing = nullptr;
    (void)none, (void)nothing;
  }

private:
  Graph *graph_ = nullptr;
  Operation op_;
  std::mutex mutex_;
};
