// Methods and destructors that another translation unit defines.
#include "builder.h"
#include "runtime_hook/session/session_run_hook.h"

#include <memory>

using namespace hooktidy::runtime;

class BadBuilders : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    builder_ = std::make_unique<Builder>(graph);
  }
  void after_create_session(Session &, Coordinator &) override {
    builder_->flush(); // expect: hook-graph-mutation-after-begin
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    Builder local(*graph_); // expect: hook-graph-mutation-after-begin
    local.note(1);
  }
  void end(Session &) override {
    builder_.reset(); // expect: hook-graph-mutation-after-begin
  }

private:
  Graph *graph_ = nullptr;
  std::unique_ptr<Builder> builder_;
};

class GoodBuilders : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    graph_ = &graph;
    builder_ = std::make_unique<Builder>(graph);
    builder_->flush();
  }
  void after_create_session(Session &, Coordinator &) override {
    counter_ = std::make_unique<Counter>(*graph_);
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    Counter local(*graph_);
    builder_->note(1);
  }
  void end(Session &) override { counter_.reset(); }

private:
  Graph *graph_ = nullptr;
  std::unique_ptr<Builder> builder_;
  std::unique_ptr<Counter> counter_;
};
