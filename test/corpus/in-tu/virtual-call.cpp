// A virtual call: on the hook itself the final overrider, else every known one.
#include "Inputs/keeps_graph.h"

#include <memory>
#include <utility>
#include <vector>

namespace {

class Action {
public:
  virtual ~Action() = default;
  virtual void act(Graph &graph) = 0;
};

class AddAction : public Action {
public:
  void act(Graph &graph) override { graph.add_no_op("acted"); }
};

class CountAction : public Action {
public:
  void act(Graph &graph) override { count_ = graph.num_operations(); }

private:
  std::size_t count_ = 0;
};

/// No overrider of it adds anything.
class Probe {
public:
  virtual ~Probe() = default;
  virtual bool probe(const Graph &graph) const { return graph.finalized(); }
};

class NameProbe : public Probe {
public:
  bool probe(const Graph &graph) const override {
    return static_cast<bool>(graph.find_operation("name"));
  }
};

/// A hook with steps to fill in; each has a harmless default.
class SteppedHook : public KeepsGraph {
protected:
  virtual void prepare() {}
  virtual void each_run() {}
};

} // namespace

class BadVirtualMember : public KeepsGraph {
public:
  BadVirtualMember(std::unique_ptr<Action> action, std::vector<Action *> actions)
      : action_(std::move(action)), actions_(std::move(actions)) {}
  void after_create_session(Session &, Coordinator &) override {
    action_->act(*graph_); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    for (Action *action : actions_)
      action->act(*graph_); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    run_all(); // expect: hook-graph-mutation-after-begin
  }

private:
  void run_all() {
    for (Action *action : actions_)
      action->act(*graph_);
  }

  std::unique_ptr<Action> action_;
  std::vector<Action *> actions_;
};

class BadKnownObject : public KeepsGraph {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    AddAction add;
    Action &action = add;
    action.act(*graph_); // expect: hook-graph-mutation-after-begin
    return {};
  }
};

class BadOwnStep : public SteppedHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    each_run(); // expect: hook-graph-mutation-after-begin
    return {};
  }

protected:
  void each_run() override { graph_->add_no_op("each run"); }
};

class GoodOwnStep : public SteppedHook {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    prepare();
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    each_run();
    return {};
  }

protected:
  void prepare() override { op_ = graph_->add_no_op("prepared"); }

private:
  Operation op_;
};

class GoodVirtualMember : public KeepsGraph {
public:
  explicit GoodVirtualMember(std::unique_ptr<Probe> probe) : probe_(std::move(probe)) {}
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    add_.act(graph);
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    if (probe_->probe(*graph_))
      context.request_stop();
    count_.act(*graph_);
  }
  void end(Session &) override {
    // A qualified call is no virtual call.
    count_.CountAction::act(*graph_);
  }

private:
  std::unique_ptr<Probe> probe_;
  AddAction add_;
  CountAction count_;
};
