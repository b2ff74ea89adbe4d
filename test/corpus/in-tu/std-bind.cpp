// A bound function: at once, stored, with placeholders.
#include "Inputs/keeps_graph.h"

#include <functional>
#include <string>

namespace {

void add_named(Graph &graph, const std::string &name) { graph.add_no_op(name); }
void look_up(Graph &graph, const std::string &name) { (void)graph.find_operation(name); }

} // namespace

class BadBinds : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    stored_ = std::bind(&BadBinds::grow, this, "stored");
    stored_free_ = std::bind(add_named, std::ref(graph), std::placeholders::_1);
  }
  void after_create_session(Session &, Coordinator &) override {
    auto add = std::bind(add_named, std::ref(*graph_), "bound");
    add(); // expect: hook-graph-mutation-after-begin
    std::bind(&BadBinds::grow, this, "at once")(); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    stored_(); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    stored_free_("free"); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    using namespace std::placeholders;
    auto swapped = std::bind(add_named, _2, _1);
    swapped(std::string("swapped"), *graph_); // expect: hook-graph-mutation-after-begin
    auto lambda = std::bind([](Graph &graph) { graph.add_no_op("lambda"); }, _1);
    lambda(*graph_); // expect: hook-graph-mutation-after-begin
    run(std::bind(&BadBinds::grow, this, _1)); // expect: hook-graph-mutation-after-begin
  }

private:
  void grow(const std::string &name) { graph_->add_no_op(name); }
  void run(const std::function<void(const std::string &)> &step) { step("run"); }

  std::function<void()> stored_;
  std::function<void(const std::string &)> stored_free_;
};

class GoodBinds : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    std::bind(add_named, std::ref(graph), "at once")();
    stored_ = std::bind(&GoodBinds::count, this);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    stored_();
    // Bound, but not called.
    auto add = std::bind(add_named, std::ref(*graph_), "never");
    (void)add;
    return {};
  }
  void end(Session &) override {
    auto look = std::bind(look_up, std::ref(*graph_), std::placeholders::_1);
    look("loss");
  }

private:
  void count() { ++runs_; }

  std::function<void()> stored_;
  int runs_ = 0;
};
