// RUN: %check_hook %s hook-graph-mutation-after-begin

// Hooks as people write them, without a breach.
#include "runtime_hook/session/basic_hooks.h"
#include "runtime_hook/session/checkpoint_saver_hook.h"
#include "runtime_hook/session/coordinator.h"
#include "runtime_hook/session/monitored_session.h"

#include <atomic>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace hooktidy::runtime;

class EarlyStopping : public SessionRunHook {
public:
  EarlyStopping(std::string loss, int patience) : name_(std::move(loss)), patience_(patience) {}

  void begin(Graph &graph) override {
    loss_ = graph.tensor(name_);
    if (graph_id_ != graph.id()) {
      best_variable_ = graph.add_variable("best_loss", 1e9f);
      fed_ = graph.add_placeholder("best_loss_value", DataType::kFloat);
      assign_ = graph.add_assign("assign_best_loss", best_variable_, fed_);
      graph_id_ = graph.id();
    }
    waited_ = 0;
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({loss_, best_variable_});
  }

  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    const float loss = values.results[0].as_float();
    if (std::isnan(loss)) {
      context.request_stop();
      return;
    }
    if (loss < values.results[1].as_float()) {
      waited_ = 0;
      context.session().run({assign_}, {{fed_, loss}});
    } else if (++waited_ > patience_) {
      context.request_stop();
    }
  }

private:
  const std::string name_;
  const int patience_;
  Tensor loss_, best_variable_, fed_, assign_;
  std::uint64_t graph_id_ = 0;
  int waited_ = 0;
};

class SummaryWriter : public SessionRunHook {
public:
  explicit SummaryWriter(std::string path) : path_(std::move(path)) {}

  void begin(Graph &graph) override {
    if (!summaries_.empty())
      return;
    for (const Tensor &variable : graph.variables())
      summaries_.push_back(graph.add_identity("summary/" + variable.name(), variable));
    flush_ = graph.add_no_op("flush", {summaries_.begin(), summaries_.end()});
  }
  void after_create_session(Session &session, Coordinator &coordinator) override {
    file_.open(path_, std::ios::app);
    session.run({flush_});
    coordinator.start_thread([this, &coordinator] {
      while (!coordinator.wait_for_stop(std::chrono::seconds(1)))
        written_.store(0);
    });
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    SessionRunArgs args;
    for (const Tensor &summary : summaries_)
      args.fetches.push_back(summary);
    args.options.trace_level = TraceLevel::kSoftware;
    return args;
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    for (const TensorValue &value : values.results)
      write(value.to_string());
    for (const std::string &name : values.run_metadata.executed_operations)
      write(name);
  }
  void end(Session &session) override {
    session.run({flush_});
    file_.close();
  }

private:
  void write(const std::string &line) {
    file_ << line << '\n';
    ++written_;
  }

  const std::string path_;
  std::vector<Tensor> summaries_;
  Operation flush_;
  std::ofstream file_;
  std::atomic<int> written_{0};
};

// Hooks that hold other hooks.
class Both : public SessionRunHook {
public:
  void begin(Graph &graph) override {
    for (SessionRunHook *hook : hooks())
      hook->begin(graph);
  }
  void after_create_session(Session &session, Coordinator &coordinator) override {
    for (SessionRunHook *hook : hooks())
      hook->after_create_session(session, coordinator);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    return stopping_.before_run(context);
  }
  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    stopping_.after_run(context, values);
  }

private:
  std::vector<SessionRunHook *> hooks() { return {&stopping_, &writer_}; }

  EarlyStopping stopping_{"loss", 3};
  SummaryWriter writer_{"/tmp/summaries"};
};

// A private object with its own begin, which is called in begin only.
class Recorder {
public:
  void begin(Graph &graph) { size_ = graph.add_constant("size", 0); }
  void end() {}
  Tensor size() const { return size_; }

private:
  Tensor size_;
};
class Records : public SessionRunHook {
public:
  void begin(Graph &graph) override { recorder_.begin(graph); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({recorder_.size()});
  }
  void end(Session &) override { recorder_.end(); }

private:
  Recorder recorder_;
};

void train(Graph &graph) {
  EarlyStopping stopping("loss", 3);
  SummaryWriter writer("/tmp/summaries");
  CheckpointSaverHook saver({"/tmp"});
  Both both;
  MonitoredSession session({&stopping, &writer, &saver, &both});
  while (!session.should_stop())
    session.run({graph.operation("train")});
}
