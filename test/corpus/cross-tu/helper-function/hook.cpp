// Functions that another translation unit defines.
#include "helper.h"
#include "runtime_hook/session/session_run_hook.h"

using namespace hooktidy::runtime;

namespace {

void local_step(Graph &graph) { make_rate(graph); }

} // namespace

class BadHelpers : public SessionRunHook {
public:
  void begin(Graph &graph) override { graph_ = &graph; }
  void after_create_session(Session &, Coordinator &) override {
    make_rate(*graph_); // expect: hook-graph-mutation-after-begin
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    prepare(*graph_, true); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void end(Session &) override {
    local_step(*graph_); // expect: hook-graph-mutation-after-begin
  }

private:
  Graph *graph_ = nullptr;
};

class GoodHelpers : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    prepare(graph, true);
  }
  void after_create_session(Session &, Coordinator &) override { ensure(*graph_); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    prepare(*graph_, false);
    return {};
  }
  void after_run(SessionRunContext &context, const SessionRunValues &) override {
    if (count(*graph_) > 10)
      context.request_stop();
    note(*graph_);
  }

private:
  Graph *graph_ = nullptr;
};
