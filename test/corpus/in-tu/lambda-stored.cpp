// A lambda that one callback keeps in a member and another one calls.
#include "Inputs/keeps_graph.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

class BadStoredInBegin : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    add_ = [&graph] { graph.add_no_op("stored"); };
    steps_.push_back([&graph] { graph.add_no_op("step"); });
    named_["x"] = [&graph](int value) { graph.add_constant("x", value); };
  }
  void after_create_session(Session &, Coordinator &) override {
    add_(); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    for (const std::function<void()> &step : steps_)
      step(); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    run_step(); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    named_["x"](1); // expect: hook-graph-mutation-after-begin
  }

private:
  void run_step() {
    if (add_)
      add_();
  }

  std::function<void()> add_;
  std::vector<std::function<void()>> steps_;
  std::map<std::string, std::function<void(int)>> named_;
};

class BadStoredInConstructor : public KeepsGraph {
public:
  BadStoredInConstructor() : add_([this] { graph_->add_no_op("constructor"); }) {}
  void end(Session &) override {
    add_(); // expect: hook-graph-mutation-after-begin
  }

private:
  std::function<void()> add_;
};

class BadStoredByInitialiser : public KeepsGraph {
public:
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    add_(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  std::function<void(Graph &)> add_ = [](Graph &graph) { graph.add_no_op("initialiser"); };
};

class BadPassedOn : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    keep([this] { graph_->add_no_op("kept"); });
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    kept_(); // expect: hook-graph-mutation-after-begin
    return {};
  }

private:
  void keep(std::function<void()> function) { kept_ = std::move(function); }

  std::function<void()> kept_;
};

class GoodStored : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    add_ = [&graph] { graph.add_no_op("stored"); };
    // Called where the graph is open.
    add_();
    look_ = [this] { return graph_->num_operations(); };
    steps_.push_back([this] { ++runs_; });
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    for (const std::function<void()> &step : steps_)
      step();
    return {};
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    if (look_() > 10)
      context.request_stop();
  }

private:
  Graph *graph_ = nullptr;
  std::function<void()> add_;
  std::function<std::size_t()> look_;
  std::vector<std::function<void()>> steps_;
  int runs_ = 0;
};

class GoodReplaced : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    step_ = [this] { graph_->add_no_op("begin"); };
    step_();
    step_ = [this] { ++steps_; };
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { step_(); }

private:
  std::function<void()> step_;
  int steps_ = 0;
};

class GoodDropped : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    build_ = [this] { graph_->add_no_op("build"); };
    if (build_)
      build_();
    build_ = nullptr;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (build_)
      build_();
  }

private:
  std::function<void()> build_;
};
