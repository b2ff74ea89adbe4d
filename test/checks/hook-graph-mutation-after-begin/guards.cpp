// RUN: %check_hook %s hook-graph-mutation-after-begin

// Code that could add to the graph but does so only while it is open.
#include "runtime_hook/session/saver.h"
#include "runtime_hook/graph/error.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

using namespace hooktidy::runtime;

// Built when first needed, and begin needs it.
class BuiltOnDemand : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    saver();
    loss();
    rate();
  }
  void after_create_session(Session &session, Coordinator &) override {
    saver().restore(session, "model-0.ckpt");
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({loss(), rate()});
  }
  void end(Session &session) override { saver().save(session, "/tmp", 1); }

private:
  const Saver &saver() {
    if (!saver_)
      saver_ = std::make_unique<Saver>(*graph_);
    return *saver_;
  }
  const Tensor &loss() {
    if (!loss_.has_value())
      loss_ = graph_->add_constant("loss", 0.0f);
    return *loss_;
  }
  Tensor rate() {
    if (ops_made_)
      return rate_;
    rate_ = graph_->add_constant("rate", 0.1f);
    ops_made_ = true;
    return rate_;
  }

  Graph *graph_ = nullptr;
  std::unique_ptr<Saver> saver_;
  std::optional<Tensor> loss_;
  Tensor rate_;
  bool ops_made_ = false;
};

// Tensors in a table; what begin asked for is there later.
class CachesByName : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    constant("a");
    constant("b");
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({constant("a"), constant("b")});
  }

private:
  Tensor constant(const std::string &name) {
    auto found = constants_.find(name);
    if (found != constants_.end())
      return found->second;
    return constants_[name] = graph_->add_constant(name, 1);
  }

  Graph *graph_ = nullptr;
  std::unordered_map<std::string, Tensor> constants_;
};

// Only for a graph that it has not seen.
class KnowsGraphs : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    prepare(graph);
  }
  void after_create_session(Session &, Coordinator &) override { prepare(*graph_); }

private:
  void prepare(Graph &graph) {
    if (!seen_.insert(graph.id()).second)
      return;
    graph.add_no_op("prepared");
  }

  Graph *graph_ = nullptr;
  std::set<std::uint64_t> seen_;
};

class OnceEver : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    prepare();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    prepare();
    return {};
  }

private:
  void prepare() {
    std::call_once(once_, [this] { graph_->add_no_op("once"); });
  }

  Graph *graph_ = nullptr;
  std::once_flag once_;
};

class AsksTheGraph : public SessionRunHook {
public:
  explicit AsksTheGraph(Graph &graph) : graph_(graph) {}
  void after_create_session(Session &, Coordinator &) override {
    if (graph_.finalized()) {
      size_ = graph_.num_operations();
    } else {
      graph_.add_no_op("open");
    }
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (!is_open())
      return {};
    return SessionRunArgs({graph_.add_no_op("open")});
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    const bool may_add = !graph_.finalized() && values.results.empty();
    if (may_add)
      graph_.add_no_op("open");
    if (values.results.size() > 1 && is_open())
      graph_.add_no_op("open");
    while (!graph_.finalized())
      graph_.add_no_op("open");
  }
  void end(Session &) override {
    if (graph_.finalized())
      throw FailedPreconditionError("too late");
    graph_.add_no_op("open");
  }

private:
  bool is_open() const { return !graph_.finalized(); }

  Graph &graph_;
  std::size_t size_ = 0;
};

// The mode is fixed at construction.
class Modes : public SessionRunHook {
public:
  enum class Mode { kOff, kOn };
  void begin(Graph &graph) override {
    graph_ = &graph;
    mode_ = Mode::kOff;
    phase_ = 1;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (mode_ == Mode::kOn)
      graph_->add_no_op("on");
    if (phase_ < 1 || phase_ >= 2)
      graph_->add_no_op("phase");
    step(false);
    step(kDebug);
  }

private:
  static constexpr bool kDebug = false;
  void step(bool adds) {
    if (adds)
      graph_->add_no_op("step");
  }

  Graph *graph_ = nullptr;
  Mode mode_ = Mode::kOn;
  int phase_ = 0;
};

// The guard stands in a helper that throws, or in what makes the operations.
class Helpers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    made();
    grow(3);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    check_open();
    return SessionRunArgs({graph_->add_no_op("open")});
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    context.session().run({made().op});
    grow(2);
  }

private:
  struct Made {
    Operation op;
  };
  const Made &made() {
    if (!made_)
      made_ = Made{graph_->add_no_op("made")};
    return *made_;
  }
  void grow(std::size_t size) {
    while (ops_.size() < size)
      ops_.push_back(graph_->add_no_op("op"));
  }
  void check_open() const {
    if (graph_->finalized())
      throw FailedPreconditionError("too late");
  }

  Graph *graph_ = nullptr;
  std::optional<Made> made_;
  std::vector<Operation> ops_;
};

// State that everybody could reach is still the hook's own.
struct PublicState : SessionRunHook {
  void begin(Graph &given) override {
    graph = &given;
    ensure();
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    ensure();
    if (!saver)
      saver.emplace(*graph);
  }
  void ensure() {
    if (made)
      return;
    graph->add_no_op("made");
    saver.emplace(*graph);
    made = true;
  }
  Graph *graph = nullptr;
  bool made = false;
  std::optional<Saver> saver;
};

// Open while a guard object lives.
class OpenInScope : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    Scope scope(is_open_);
    build();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    build();
    return {};
  }

private:
  struct Scope {
    explicit Scope(bool &flag) : flag(flag) { flag = true; }
    ~Scope() { flag = false; }
    bool &flag;
  };
  void build() {
    if (is_open_)
      graph_->add_no_op("built");
  }

  Graph *graph_ = nullptr;
  bool is_open_ = false;
};

// Work that begin puts into a list and does itself.
class Deferred : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    pending_.push_back([&graph] { graph.add_no_op("a"); });
    pending_.push_back([&graph] { graph.add_no_op("b"); });
    flush();
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { flush(); }

private:
  void flush() {
    for (const std::function<void()> &task : pending_)
      task();
    pending_.clear();
  }

  std::vector<std::function<void()>> pending_;
};
