// The constructor or destructor of a member of what is made or destroyed.
#include "Inputs/keeps_graph.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Ops {
  explicit Ops(Graph &graph) { graph.add_no_op("ops"); }
};

struct DefaultOps {
  DefaultOps() { Graph::current().add_no_op("default"); }
};

struct FlushedOps {
  ~FlushedOps() { Graph::current().add_no_op("flushed"); }
  int pending = 0;
};

struct HasOps {
  explicit HasOps(Graph &graph) : ops(graph) {}
  Ops ops;
};

/// Its constructor is the compiler's.
struct HasDefaultOps {
  int number = 0;
  DefaultOps ops;
};

struct HasFlushedOps {
  std::string name;
  FlushedOps ops;
};

struct Deep {
  HasFlushedOps inner;
};

struct Plain {
  std::string name;
  std::vector<int> numbers;
};

} // namespace

class BadMemberConstructors : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    HasOps made(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    HasDefaultOps made; // expect: hook-graph-mutation-after-begin
    made.number = 1;
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    std::array<DefaultOps, 2> two; // expect: hook-graph-mutation-after-begin
    (void)two;
  }
  void end(Session &) override {
    DefaultOps list[3]; // expect: hook-graph-mutation-after-begin
    (void)list;
  }
};

class BadMemberDestructors : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    HasFlushedOps flushed; // expect: hook-graph-mutation-after-begin
    flushed.name = "created";
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Deep deep; // expect: hook-graph-mutation-after-begin
    deep.inner.name = "before";
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    std::vector<FlushedOps> all(2); // expect: hook-graph-mutation-after-begin
    all[0].pending = 1;
  }
  void end(Session &) override {
    std::pair<int, FlushedOps> pair; // expect: hook-graph-mutation-after-begin
    pair.first = 1;
  }
};

class GoodMembers : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    HasOps ops(graph);
    HasDefaultOps default_ops;
    HasFlushedOps flushed;
    Deep deep;
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Plain plain;
    std::vector<Plain> all(2);
    all[0] = plain;
    return {};
  }
};

/// The member is made before begin and destroyed with the hook.
class GoodOwnMember : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    ++flushed_.ops.pending;
  }

private:
  HasFlushedOps flushed_;
};
