// The only overriders stand in another translation unit.
#include "action.h"
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

class BadAction : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    action_ = make_action();
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    action_->act(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  Graph *graph_ = nullptr;
  std::unique_ptr<Action> action_;
};

class GoodAction : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    make_action()->act(graph);
    probe_ = make_probe();
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    probe_->probe(*graph_);
  }

private:
  Graph *graph_ = nullptr;
  std::unique_ptr<Probe> probe_;
};
