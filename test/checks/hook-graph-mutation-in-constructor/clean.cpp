// RUN: %check_hook %s hook-graph-mutation-in-constructor

// Constructors that keep what begin needs.
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

class KeepsArguments : public SessionRunHook {
public:
  KeepsArguments(std::string name, float rate, Graph &graph)
      : name_(std::move(name)), rate_(rate), graph_(graph), size_(graph.num_operations()) {
    if (rate < 0)
      throw std::invalid_argument("rate");
    if (graph.finalized() || graph.find_operation(name_))
      names_.push_back(name_);
  }
  void begin(Graph &graph) override { constant_ = graph.add_constant(name_, rate_); }

private:
  const std::string name_;
  const float rate_;
  Graph &graph_;
  std::size_t size_;
  std::vector<std::string> names_;
  Tensor constant_;
};

// Ops that the caller made.
class TakesOps : public SessionRunHook {
public:
  explicit TakesOps(Operation op) : op_(std::move(op)) {}
  // A factory is no constructor: here the caller says which graph is meant.
  static std::unique_ptr<TakesOps> make(Graph &graph) {
    return std::make_unique<TakesOps>(graph.add_no_op("factory"));
  }

private:
  Operation op_;
};

// Told now what to do later.
class KeepsBuilder : public SessionRunHook {
public:
  using Builder = std::function<Tensor(Graph &)>;
  KeepsBuilder()
      : builder_([](Graph &graph) { return graph.add_constant("built", 1); }) {
    builders_.push_back([](Graph &graph) { return graph.add_constant("more", 1); });
    step_ = &KeepsBuilder::build;
  }
  void begin(Graph &graph) override {
    constant_ = builder_(graph);
    (this->*step_)(graph);
  }

private:
  void build(Graph &graph) {
    for (const Builder &builder : builders_)
      builder(graph);
  }

  Builder builder_;
  std::vector<Builder> builders_;
  void (KeepsBuilder::*step_)(Graph &) = nullptr;
  Tensor constant_;
};

// Made empty, filled in begin.
class MakesLater : public SessionRunHook {
public:
  MakesLater() : saver_(nullptr), optional_(std::nullopt) {}
  void begin(Graph &graph) override {
    saver_ = std::make_unique<Saver>(graph);
    optional_.emplace(graph);
    lazy_.prepare(graph);
  }

private:
  struct Lazy {
    Lazy() = default;
    void prepare(Graph &graph) { op = graph.add_no_op("lazy"); }
    Operation op;
  };

  std::unique_ptr<Saver> saver_;
  std::optional<Saver> optional_;
  Lazy lazy_;
};

// The flag says whether the graph is known; at construction it is not.
class AddsIfKnown : public SessionRunHook {
public:
  AddsIfKnown() { ensure(); }
  void begin(Graph &graph) override {
    graph_ = &graph;
    ensure();
  }

private:
  void ensure() {
    if (graph_)
      graph_->add_no_op("ensured");
  }

  Graph *graph_ = nullptr;
};

// Virtual calls in a constructor reach the class's own method, not the derived one.
class CallsOwn : public SessionRunHook {
public:
  CallsOwn() { prepare(Graph::current()); }

protected:
  virtual void prepare(Graph &) {}
};
class OverridesPrepare : public CallsOwn {
public:
  void begin(Graph &graph) override { prepare(graph); }

protected:
  void prepare(Graph &graph) override { op_ = graph.add_no_op("prepared"); }

private:
  Operation op_;
};

// No hooks.
class Model {
public:
  explicit Model(Graph &graph) : loss(graph.add_constant("loss", 0.0f)) {
    graph.add_no_op("train");
  }
  Tensor loss;
};
class UsesModel : public SessionRunHook {
public:
  explicit UsesModel(const Model &model) : model_(model) {}
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({model_.loss});
  }

private:
  const Model &model_;
};

// Copies of handles add nothing.
class CopiesHandles : public SessionRunHook {
public:
  CopiesHandles(const Saver &saver, const std::vector<Tensor> &tensors)
      : saver_(saver), fetches_(tensors.begin(), tensors.end()) {}

private:
  Saver saver_;
  std::vector<Operation> fetches_;
};
