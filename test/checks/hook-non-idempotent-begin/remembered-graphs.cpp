// RUN: %check_hook %s hook-non-idempotent-begin

// Hooks that add once, or once for each graph, by a flag or by what they know of graphs.
#include "runtime_hook/session/session_run_hook.h"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

using namespace hooktidy::runtime;

class Flag : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (ops_made_)
      return;
    op_ = graph.add_no_op("flag");
    ops_made_ = true;
  }

private:
  bool ops_made_ = false;
  Operation op_;
};

class FlagFirst : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!made_) {
      made_ = true;
      graph.add_no_op("one");
      graph.add_no_op("two");
      grow(graph);
    }
  }

private:
  static void grow(Graph &graph) { graph.add_no_op("three"); }
  bool made_ = false;
};

// State that everybody could reach is still the hook's own.
struct PublicState : SessionRunHook {
  void begin(Graph &graph) override {
    if (made)
      return;
    graph.add_no_op("made");
    made = true;
  }
  bool made = false;
};

// Knows the graph by its address, its id, or both.
class GraphAddress : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph_ == &graph)
      return;
    graph_ = &graph;
    graph.add_no_op("made");
  }

private:
  const Graph *graph_ = nullptr;
};
class GraphId : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (graph.id() != graph_id_) {
      op_ = graph.add_no_op("made");
      graph_id_ = graph.id();
    }
  }

private:
  std::uint64_t graph_id_ = 0;
  Operation op_;
};
class CurrentGraph : public SessionRunHook {
public:
  void begin(Graph &) override {
    if (graph_ == &Graph::current())
      return;
    graph_ = &Graph::current();
    graph_->add_no_op("made");
  }

private:
  Graph *graph_ = nullptr;
};
class OptionalId : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (made_for_.has_value() && *made_for_ == graph.id())
      return;
    graph.add_no_op("made");
    made_for_ = graph.id();
  }

private:
  std::optional<std::uint64_t> made_for_;
};
class Helper : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (is_known(graph))
      return;
    graph.add_no_op("made");
    remember(graph);
  }

private:
  bool is_known(const Graph &graph) const { return known_ == &graph; }
  void remember(const Graph &graph) { known_ = &graph; }

  const Graph *known_ = nullptr;
};

// Knows all graphs that it has seen.
class SetOfIds : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (seen_.count(graph.id()))
      return;
    seen_.insert(graph.id());
    graph.add_no_op("made");
  }

private:
  std::set<std::uint64_t> seen_;
};
class InsertTells : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    if (!seen_.insert(graph.id()).second)
      return;
    graph.add_no_op("made");
  }

private:
  std::unordered_set<std::uint64_t> seen_;
};
class InsertTellsInBinding : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    auto [position, is_new] = ops_.try_emplace(&graph);
    if (is_new)
      position->second = graph.add_no_op("made");
  }

private:
  std::map<const Graph *, Operation> ops_;
};
class MapOfOps : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    auto found = ops_.find(graph.id());
    if (found == ops_.end())
      ops_[graph.id()] = graph.add_no_op("made");
  }

private:
  std::unordered_map<std::uint64_t, Operation> ops_;
};
class MapElement : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    Operation &op = ops_[graph.id()];
    if (!op)
      op = graph.add_no_op("made");
  }

private:
  std::map<std::uint64_t, Operation> ops_;
};
