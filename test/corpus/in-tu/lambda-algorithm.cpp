// A lambda that a standard algorithm, thread or std::invoke runs.
#include "Inputs/keeps_graph.h"

#include <algorithm>
#include <functional>
#include <future>
#include <iterator>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

class BadAlgorithms : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    auto add = [this](const std::string &name) { graph_->add_no_op(name); };
    std::for_each(names_.begin(), names_.end(), add); // expect: hook-graph-mutation-after-begin
    std::for_each(names_.begin(), names_.end(), // expect: hook-graph-mutation-after-begin
                  [this](const std::string &name) { graph_->add_no_op(name); });
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    SessionRunArgs args;
    auto make = [this](const std::string &name) { return graph_->add_no_op(name); };
    std::transform(names_.begin(), names_.end(), std::back_inserter(args.fetches), make); // expect: hook-graph-mutation-after-begin
    return args;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    auto is_new = [this](const std::string &name) {
      return graph_->add_no_op(name).name() == name;
    };
    if (std::any_of(names_.begin(), names_.end(), is_new)) // expect: hook-graph-mutation-after-begin
      names_.clear();
    std::invoke([this] { graph_->add_no_op("invoked"); }); // expect: hook-graph-mutation-after-begin
    std::apply([this](int value) { graph_->add_constant("c", value); }, std::tuple(1)); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    std::thread thread([this] { graph_->add_no_op("thread"); }); // expect: hook-graph-mutation-after-begin
    thread.join();
    auto later = std::async([this] { graph_->add_no_op("async"); }); // expect: hook-graph-mutation-after-begin
    later.wait();
    std::call_once(once_, [this] { graph_->add_no_op("once"); }); // expect: hook-graph-mutation-after-begin
  }

private:
  std::vector<std::string> names_{"a", "b"};
  std::once_flag once_;
};

class BadAlgorithmInHelper : public KeepsGraph {
public:
  void end(Session &) override {
    add_all(); // expect: hook-graph-mutation-after-begin
  }

private:
  void add_all() {
    std::for_each(names_.begin(), names_.end(),
                  [this](const std::string &name) { graph_->add_no_op(name); });
  }

  std::vector<std::string> names_{"a", "b"};
};

class GoodAlgorithms : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    std::for_each(names_.begin(), names_.end(),
                  [&graph](const std::string &name) { graph.add_no_op(name); });
    std::transform(names_.begin(), names_.end(), std::back_inserter(ops_),
                   [&graph](const std::string &name) { return graph.add_no_op(name); });
    std::call_once(once_, [&graph] { graph.add_no_op("once"); });
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    // What begin has done once is not done again.
    std::call_once(once_, [this] { graph_->add_no_op("once"); });
    std::sort(names_.begin(), names_.end(),
              [](const std::string &a, const std::string &b) { return a.size() < b.size(); });
    return SessionRunArgs(ops_);
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    total_ = std::accumulate(values.results.begin(), values.results.end(), 0.0f,
                             [](float sum, const TensorValue &value) {
                               return sum + value.as_float();
                             });
    std::invoke([this] { total_ += graph_->num_operations(); });
  }

private:
  std::vector<std::string> names_{"a", "b"};
  std::vector<Operation> ops_;
  std::once_flag once_;
  float total_ = 0;
};
