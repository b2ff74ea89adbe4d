// RUN: %check_hook %s hook-run-dependent-after-create-session

// Members that are there when a session is new, or are only cleared then.
#include "runtime_hook/graph/error.h"
#include "runtime_hook/session/basic_hooks.h"
#include "runtime_hook/session/checkpoint_saver_hook.h"
#include "runtime_hook/session/saver.h"
#include "runtime_hook/session/session_run_hook.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace hooktidy::runtime;

void log(float value);
void log(const std::string &text);

// Set before any run.
class SetEarly : public SessionRunHook {
public:
  explicit SetEarly(std::string path) : path_(std::move(path)) {}
  void begin(Graph &graph) override {
    saver_.emplace(graph);
    step_ = graph.tensor("step");
  }
  void after_create_session(Session &session, Coordinator &) override {
    saver_->restore(session, path_);
    first_step_ = session.run({step_})[0].as_int64();
    log(static_cast<float>(first_step_));
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    log(static_cast<float>(values.results.size() + first_step_));
  }

private:
  const std::string path_;
  std::optional<Saver> saver_;
  Tensor step_;
  std::int64_t first_step_ = 0;
};

// after_create_session sets it before it reads it.
class SetThere : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    runs_ = 0;
    best_ = 1e9f;
    log(static_cast<float>(runs_) + best_);
    reset();
    log(loss_);
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    ++runs_;
    loss_ = values.results[0].as_float();
    best_ = std::min(best_, loss_);
  }

private:
  void reset() { loss_ = 0; }

  int runs_ = 0;
  float loss_ = 0;
  float best_ = 0;
};

// Set when first asked for, whoever asks.
class SetsOnDemand : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override { log(rate()); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    log(rate());
    return {};
  }

private:
  float rate() {
    if (!is_known_) {
      rate_ = 0.1f;
      is_known_ = true;
    }
    return rate_;
  }

  float rate_ = 0;
  bool is_known_ = false;
};

struct PublicState : SessionRunHook {
  void after_create_session(Session &, Coordinator &) override { log(rate()); }
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    log(rate());
    return {};
  }
  float rate() {
    if (!is_known) {
      value = 0.1f;
      is_known = true;
    }
    return value;
  }
  float value = 0;
  bool is_known = false;
};

// The whole of it is set.
class SetsWhole : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    state_ = {};
    *owned_ = State();
    log(state_.loss + owned_->loss);
    old_.swap(losses_);
    losses_.clear();
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    state_.loss = values.results[0].as_float();
    owned_->loss = state_.loss;
    losses_.push_back(state_.loss);
  }

private:
  struct State {
    float loss = 0;
  };
  State state_;
  std::unique_ptr<State> owned_ = std::make_unique<State>();
  std::vector<float> losses_, old_;
};

// Reads only to give back or to clear what is left.
class ClearsLeftOvers : public SessionRunHook {
public:
  ~ClearsLeftOvers() override { delete buffer_; }
  void after_create_session(Session &, Coordinator &) override {
    if (is_running_) {
      log("the last run was lost");
      is_running_ = false;
    }
    delete buffer_;
    buffer_ = nullptr;
    if (lock_)
      lock_.reset();
    pending_.clear();
    context_ = nullptr;
    std::vector<float>().swap(losses_);
  }
  std::optional<SessionRunArgs> before_run(SessionRunContext &context) override {
    is_running_ = true;
    buffer_ = new int(1);
    lock_ = std::make_unique<int>(1);
    context_ = &context;
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    is_running_ = false;
    pending_.push_back(values.results.size());
    losses_.push_back(1);
    delete buffer_;
    buffer_ = nullptr;
  }

private:
  bool is_running_ = false;
  int *buffer_ = nullptr;
  std::unique_ptr<int> lock_;
  std::vector<std::size_t> pending_;
  std::vector<float> losses_;
  SessionRunContext *context_ = nullptr;
};

// Tells how far the lost session came, and starts again.
class ReportsAndResets : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    if (runs_ > 0)
      log(static_cast<float>(runs_));
    runs_ = 0;
    const float last = std::exchange(loss_, 0.0f);
    if (last > 0)
      log(last);
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    ++runs_;
    loss_ = values.results[0].as_float();
  }

private:
  int runs_ = 0;
  float loss_ = 0;
};

// Counting is no reading.
class Counts : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    ++events_;
    events_ += 2;
    ++total_;
  }
  void after_run(SessionRunContext &, const SessionRunValues &) override {
    ++events_;
    ++total_;
  }
  void end(Session &) override { log(static_cast<float>(events_ + total_.load())); }

private:
  int events_ = 0;
  std::atomic<int> total_{0};
};

// Read where a run has happened, or by nobody here.
class ReadsLater : public SessionRunHook {
public:
  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    start_ = std::chrono::steady_clock::now();
    return {};
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
    const std::chrono::duration<float> time = std::chrono::steady_clock::now() - start_;
    log(time.count());
  }
  void end(Session &) override { log(loss_); }
  float loss() const { return loss_; }

private:
  std::chrono::steady_clock::time_point start_;
  float loss_ = 0;
};

// Members of the same names in other objects.
struct Statistics {
  float loss = 0;
  int runs = 0;
};
class SameNames : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    log(limits_.loss);
    log(static_cast<float>(limits_.runs));
    Statistics local;
    log(local.loss);
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    measured_.loss = values.results[0].as_float();
    ++measured_.runs;
    Statistics local;
    local.loss = 1;
    log(local.loss);
  }

private:
  const Statistics limits_{1.0f, 100};
  Statistics measured_;
};

// What a lambda reads when it runs later.
class ReadsInLambda : public SessionRunHook {
public:
  void after_create_session(Session &, Coordinator &) override {
    report_ = [this] { log(loss_); };
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
    report_();
  }

private:
  std::function<void()> report_;
  float loss_ = 0;
};

// The values of the new session itself.
class AsksTheSession : public SessionRunHook {
public:
  void after_create_session(Session &session, Coordinator &) override {
    const float loss = session.run({loss_tensor_})[0].as_float();
    loss_ = loss;
    log(loss_);
  }
  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    loss_ = values.results[0].as_float();
  }

private:
  Tensor loss_tensor_;
  float loss_ = 0;
};
