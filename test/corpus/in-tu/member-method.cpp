// A method of an object that the hook holds or is given.
#include "Inputs/keeps_graph.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

class Builder {
public:
  explicit Builder(Graph &graph) : graph_(&graph) {}
  void build(const std::string &name) { graph_->add_no_op(name); }
  bool knows(const std::string &name) const {
    return static_cast<bool>(graph_->find_operation(name));
  }

private:
  Graph *graph_;
};

class Factory {
public:
  void attach(Graph &graph) { builder_ = std::make_unique<Builder>(graph); }
  Builder &builder() { return *builder_; }
  void build_all() { builder_->build("all"); }

private:
  std::unique_ptr<Builder> builder_;
};

/// The same names, but no graph.
class Report {
public:
  void build(const std::string &name) { lines_.push_back(name); }
  void add_constant(const std::string &name, int value) {
    lines_.push_back(name + std::to_string(value));
  }

private:
  std::vector<std::string> lines_;
};

} // namespace

class BadMembers : public SessionRunHook {
public:
  explicit BadMembers(Builder &shared) : shared_(shared) {}
  void begin(Graph &graph) override {
    owned_ = std::make_unique<Builder>(graph);
    kept_.emplace(graph);
    factory_.attach(graph);
    builders_.emplace_back(graph);
    named_["x"] = std::make_shared<Builder>(graph);
  }
  void after_create_session(Session &, Coordinator &) override {
    shared_.build("shared"); // expect: hook-graph-mutation-after-begin
    owned_->build("owned"); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    kept_->build("kept"); // expect: hook-graph-mutation-after-begin
    factory_.build_all(); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    factory_.builder().build("chained"); // expect: hook-graph-mutation-after-begin
    for (Builder &builder : builders_)
      builder.build("element"); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    builders_[0].build("indexed"); // expect: hook-graph-mutation-after-begin
    named_.at("x")->build("mapped"); // expect: hook-graph-mutation-after-begin
  }

private:
  Builder &shared_;
  std::unique_ptr<Builder> owned_;
  std::optional<Builder> kept_;
  Factory factory_;
  std::vector<Builder> builders_;
  std::map<std::string, std::shared_ptr<Builder>> named_;
};

class BadLocalAndTemporary : public KeepsGraph {
public:
  void end(Session &) override {
    Builder local(*graph_);
    local.build("local"); // expect: hook-graph-mutation-after-begin
    Builder(*graph_).build("temporary"); // expect: hook-graph-mutation-after-begin
  }
};

class GoodMembers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    Builder(graph).build("temporary");
    factory_.attach(graph);
    factory_.build_all();
    owned_ = std::make_unique<Builder>(graph);
    owned_->build("owned");
  }
  void after_create_session(Session &, Coordinator &) override {
    report_.build("created");
    report_.add_constant("count", 1);
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    if (owned_->knows("stop") && factory_.builder().knows("stop"))
      context.request_stop();
  }

private:
  Factory factory_;
  std::unique_ptr<Builder> owned_;
  Report report_;
};
