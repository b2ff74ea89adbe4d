// A lambda with auto parameters: a call operator for each use.
#include "Inputs/keeps_graph.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace {

/// Has the graph's interface and is none.
struct Journal {
  void add_no_op(const std::string &name) { text += name; }
  std::string text;
};

} // namespace

class BadGenericLambdas : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    auto add = [](auto &target, const auto &name) { target.add_no_op(name); };
    add(*graph_, "generic"); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    [](auto *graph) { graph->add_no_op("at once"); }(graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    auto each = [this](auto... values) { (graph_->add_constant("each", values), ...); };
    each(1, 2.5f); // expect: hook-graph-mutation-after-begin
    auto twice = [](auto &&function) {
      function();
      function();
    };
    twice([this] { graph_->add_no_op("twice"); }); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    auto add = [this](const auto &name) { graph_->add_no_op(name); };
    std::for_each(names_.begin(), names_.end(), add); // expect: hook-graph-mutation-after-begin
    std::apply([this](auto... name) { (graph_->add_no_op(name), ...); }, pair_); // expect: hook-graph-mutation-after-begin
  }

private:
  std::vector<std::string> names_{"a"};
  std::tuple<const char *, const char *> pair_{"x", "y"};
};

class GoodGenericLambdas : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    auto add = [](auto &target, const auto &name) { target.add_no_op(name); };
    add(graph, "generic");
    add(journal_, "generic");
  }
  void after_create_session(Session &, Coordinator &) override {
    auto add = [](auto &target, const auto &name) { target.add_no_op(name); };
    // The same lambda, but no graph.
    add(journal_, "created");
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    auto size = [](const auto &target) { return target.num_operations(); };
    size_ = size(*graph_);
    auto never = [this](auto name) { graph_->add_no_op(name); };
    (void)never;
  }

private:
  Journal journal_;
  std::size_t size_ = 0;
};
