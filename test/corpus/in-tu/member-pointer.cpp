// A pointer to a method: called directly, through std::invoke or std::mem_fn.
#include "Inputs/keeps_graph.h"

#include <functional>

namespace {

struct Builder {
  void build(Graph &graph) { graph.add_no_op("built"); }
  void look(Graph &graph) { size = graph.num_operations(); }
  std::size_t size = 0;
};

using Step = void (Builder::*)(Graph &);

void run_step(Builder &builder, Step step, Graph &graph) { (builder.*step)(graph); }

} // namespace

class BadMemberPointers : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    Step step = &Builder::build;
    (builder_.*step)(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    Builder *builder = &builder_;
    (builder->*step_)(*graph_); // expect: hook-graph-mutation-after-begin
    run_step(builder_, &Builder::build, *graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    std::invoke(&Builder::build, builder_, *graph_); // expect: hook-graph-mutation-after-begin
    std::mem_fn(&Builder::build)(builder_, *graph_); // expect: hook-graph-mutation-after-begin
    auto build = std::mem_fn(&Builder::build);
    build(builder_, *graph_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    std::function<void(Builder &, Graph &)> build = &Builder::build;
    build(builder_, *graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  Builder builder_;
  Step step_ = &Builder::build;
};

class BadOwnMethodPointer : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    (this->*next_)(); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    std::invoke(&BadOwnMethodPointer::grow, this); // expect: hook-graph-mutation-after-begin
  }

private:
  void grow() { graph_->add_no_op("grown"); }
  void (BadOwnMethodPointer::*next_)() = &BadOwnMethodPointer::grow;
};

class GoodMemberPointers : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    Step step = &Builder::build;
    (builder_.*step)(graph);
    std::invoke(&Builder::build, builder_, graph);
    std::mem_fn(&Builder::build)(builder_, graph);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    (builder_.*look_)(*graph_);
    run_step(builder_, &Builder::look, *graph_);
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    std::invoke(&Builder::look, builder_, *graph_);
    std::mem_fn(&Builder::look)(builder_, *graph_);
    (this->*next_)();
    // A pointer to a data member.
    std::size_t Builder::*size = &Builder::size;
    builder_.*size = 0;
    std::invoke(&Builder::size, builder_) = 1;
  }

private:
  void count() { ++runs_; }

  Builder builder_;
  Step look_ = &Builder::look;
  void (GoodMemberPointers::*next_)() = &GoodMemberPointers::count;
  int runs_ = 0;
};
