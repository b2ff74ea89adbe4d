// A call under a condition.
#include "Inputs/keeps_graph.h"

#include <map>
#include <memory>
#include <set>
#include <string>

class BadGuards : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    // The wrong way round.
    if (graph_->finalized())
      graph_->add_no_op("final"); // expect: hook-graph-mutation-after-begin
    if (!made_) {
      graph_->add_no_op("made"); // expect: hook-graph-mutation-after-begin
      made_ = true;
    }
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    // Nothing is known of the condition.
    if (context.stop_requested())
      graph_->add_no_op("stop"); // expect: hook-graph-mutation-after-begin
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    if (++runs_ % 100 == 0)
      evaluate(); // expect: hook-graph-mutation-after-begin
    if (values.results.size() > 3 && runs_ > 10)
      graph_->add_no_op("big"); // expect: hook-graph-mutation-after-begin
  }
  void end(Session &) override {
    if (!ops_.count("end"))
      graph_->add_no_op("end"); // expect: hook-graph-mutation-after-begin
    helper(true); // expect: hook-graph-mutation-after-begin
    while (runs_-- > 0)
      graph_->add_no_op("loop"); // expect: hook-graph-mutation-after-begin
  }

private:
  void evaluate() { graph_->add_no_op("evaluate"); }
  void helper(bool adds) {
    if (adds)
      graph_->add_no_op("helper");
  }

  bool made_ = false;
  int runs_ = 0;
  std::map<std::string, Operation> ops_;
};

/// Anybody may open the guard from outside.
class BadOpenedFromOutside : public KeepsGraph {
public:
  void set_adds(bool adds) { adds_ = adds; }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (adds_)
      graph_->add_no_op("asked for"); // expect: hook-graph-mutation-after-begin
    if (debug)
      graph_->add_no_op("debug"); // expect: hook-graph-mutation-after-begin
  }

  bool debug = false;

private:
  bool adds_ = false;
};

/// Only the second session finds the guard open.
class BadAfterRecovery : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    if (sessions_ > 0)
      graph_->add_no_op("recovered"); // expect: hook-graph-mutation-after-begin
    ++sessions_;
  }

private:
  int sessions_ = 0;
};

/// Only the failed run leaves the guard open.
class BadAfterFailedRun : public KeepsGraph {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (is_running_)
      graph_->add_no_op("the last run failed"); // expect: hook-graph-mutation-after-begin
    is_running_ = true;
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    is_running_ = false;
  }

private:
  bool is_running_ = false;
};

class GoodFinalized : public KeepsGraph {
public:
  void after_create_session(Session &, Coordinator &) override {
    if (!graph_->finalized())
      graph_->add_no_op("open");
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (graph_->finalized())
      return {};
    return SessionRunArgs({graph_->add_no_op("open")});
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override { ensure(); }
  void end(Session &) override {
    const bool is_open = !graph_->finalized();
    if (is_open)
      graph_->add_no_op("open");
  }

private:
  void ensure() {
    if (graph_->finalized())
      return;
    graph_->add_no_op("ensured");
  }
};

class GoodMadeInBegin : public KeepsGraph {
public:
  void begin(Graph &graph) override {
    KeepsGraph::begin(graph);
    ensure();
    saver_ = std::make_unique<int>(1);
    names_.insert("begin");
    state_ = State::kReady;
  }
  void after_create_session(Session &, Coordinator &) override { ensure(); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (!saver_)
      graph_->add_no_op("saver");
    if (names_.empty())
      graph_->add_no_op("names");
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    if (state_ == State::kNew)
      graph_->add_no_op("new");
    switch (state_) {
    case State::kNew:
      graph_->add_no_op("new");
      break;
    case State::kReady:
      break;
    }
  }
  void end(Session &) override {
    if (!graph_)
      Graph::current().add_no_op("no graph");
    helper(false);
  }

private:
  enum class State { kNew, kReady };

  void ensure() {
    if (made_)
      return;
    graph_->add_no_op("ensured");
    made_ = true;
  }
  void helper(bool adds) {
    if (adds)
      graph_->add_no_op("helper");
  }

  bool made_ = false;
  std::unique_ptr<int> saver_;
  std::set<std::string> names_;
  State state_ = State::kNew;
};

/// Constants decide.
class GoodConstantGuards : public KeepsGraph {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    if (kAdds)
      graph_->add_no_op("never");
    if constexpr (sizeof(int) == 1)
      graph_->add_no_op("never");
    return false ? SessionRunArgs({graph_->add_no_op("never")}) : SessionRunArgs();
  }
  void end(Session &) override {
    if (limit_ > 10 || mode_ == 1)
      graph_->add_no_op("never");
    for (int i = 0; i < 0; ++i)
      graph_->add_no_op("never");
  }

private:
  static constexpr bool kAdds = false;
  const int limit_ = 5;
  /// Never set to anything else.
  int mode_ = 0;
};
