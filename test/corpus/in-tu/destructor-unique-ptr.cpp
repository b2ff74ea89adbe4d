// A destructor by an owning pointer or optional: reset, assignment, end of scope.
#include "Inputs/keeps_graph.h"

#include <memory>
#include <utility>
#include <vector>

namespace {

struct Flush {
  explicit Flush(Graph &graph) : graph(graph) {}
  ~Flush() { graph.add_no_op("flushed"); }
  Graph &graph;
};

struct Base {
  virtual ~Base() = default;
};
struct FlushingBase : Base {
  explicit FlushingBase(Graph &graph) : graph(graph) {}
  ~FlushingBase() override { graph.add_no_op("flushed"); }
  Graph &graph;
};

struct Quiet {
  explicit Quiet(Graph &graph) : size(graph.num_operations()) {}
  ~Quiet() { size = 0; }
  std::size_t size;
};

} // namespace

class BadResets : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    unique_ = std::make_unique<Flush>(graph);
    shared_ = std::make_shared<Flush>(graph);
    optional_.emplace(graph);
    base_ = std::make_unique<FlushingBase>(graph);
    all_.push_back(std::make_unique<Flush>(graph));
  }
  void after_create_session(Session &, Coordinator &) override {
    unique_.reset(); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    shared_ = nullptr; // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    optional_.reset(); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    base_.reset(); // expect: hook-graph-mutation-after-begin
    all_.clear(); // expect: hook-graph-mutation-after-begin
  }

private:
  std::unique_ptr<Flush> unique_;
  std::shared_ptr<Flush> shared_;
  std::optional<Flush> optional_;
  std::unique_ptr<Base> base_;
  std::vector<std::unique_ptr<Flush>> all_;
};

class BadScopeEnd : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    kept_ = std::make_unique<Flush>(graph);
  }
  void after_create_session(Session &, Coordinator &) override {
    auto unique = std::make_unique<Flush>(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    std::optional<Flush> optional; // expect: hook-graph-mutation-after-begin
    optional.emplace(*graph_);
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    auto taken = std::move(kept_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    std::unique_ptr<Base> base = std::make_unique<FlushingBase>(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  std::unique_ptr<Flush> kept_;
};

class GoodResets : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    unique_ = std::make_unique<Flush>(graph);
    unique_.reset();
    auto local = std::make_unique<Flush>(graph);
    optional_.emplace(graph);
  }
  void after_create_session(Session &, Coordinator &) override {
    quiet_ = std::make_unique<Quiet>(*graph_);
    quiet_.reset();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    auto local = std::make_unique<Quiet>(*graph_);
    std::optional<Flush> empty;
    return {};
  }
  void end(Session &) override {
    // Empty since begin.
    unique_.reset();
  }

private:
  std::unique_ptr<Flush> unique_;
  /// Destroyed with the hook.
  std::optional<Flush> optional_;
  std::unique_ptr<Quiet> quiet_;
};
