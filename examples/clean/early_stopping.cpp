//===- early_stopping.cpp - stops when the loss no longer falls -----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

#include <limits>

namespace hooktidy::examples::clean {

using namespace hooktidy::runtime;

namespace {

/// Keeps the best loss in a variable, so that it is saved and restored with the model.
class EarlyStoppingHook : public SessionRunHook {
public:
  explicit EarlyStoppingHook(int patience) : patience_(patience) {}

  void begin(Graph &graph) override {
    loss_ = graph.tensor(kLossName);
    if (graph_id_ == graph.id())
      return;
    best_variable_ =
        graph.add_variable("early_stopping/best", std::numeric_limits<float>::infinity());
    new_best_ = graph.add_placeholder("early_stopping/new_best", DataType::kFloat);
    assign_best_ =
        graph.add_assign("early_stopping/assign_best", best_variable_, new_best_);
    graph_id_ = graph.id();
  }

  // Takes the best loss from the session, which knows what a checkpoint restored, and
  // not from what this object remembers of runs on a lost session.
  void after_create_session(Session &session, Coordinator &) override {
    best_ = session.run({best_variable_})[0].as_float();
    runs_without_progress_ = 0;
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({loss_});
  }

  void after_run(SessionRunContext &context, const SessionRunValues &values) override {
    const float loss = values.results[0].as_float();
    if (loss < best_) {
      best_ = loss;
      runs_without_progress_ = 0;
      context.session().run({assign_best_}, {{new_best_, loss}});
    } else if (++runs_without_progress_ >= patience_) {
      context.request_stop();
    }
  }

private:
  const int patience_;
  std::uint64_t graph_id_ = 0;
  Tensor loss_;
  Tensor best_variable_;
  Tensor new_best_;
  Tensor assign_best_;
  float best_ = 0;
  int runs_without_progress_ = 0;
};

} // namespace

std::unique_ptr<SessionRunHook> make_early_stopping(int patience) {
  return std::make_unique<EarlyStoppingHook>(patience);
}

} // namespace hooktidy::examples::clean
