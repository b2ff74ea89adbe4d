//===- summary_writer.cpp - writes the loss to an event file --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"
#include "runtime_hook/session/coordinator.h"

#include <fstream>
#include <mutex>

namespace hooktidy::examples::clean {

using namespace hooktidy::runtime;

namespace {

class SummaryWriterHook : public SessionRunHook {
public:
  explicit SummaryWriterHook(std::string path) : path_(std::move(path)) {}

  // The file is opened here and not in the constructor: the hook may never be used. A
  // stream closes itself, on every way out.
  void begin(Graph &graph) override {
    if (graph_id_ != graph.id()) {
      const Tensor loss = graph.tensor(kLossName);
      summary_ = graph.add_multiply("summary/loss", loss,
                                    graph.add_constant("summary/scale", 100.0f));
      graph_id_ = graph.id();
    }
    step_ = global_step(graph);
    file_ = std::ofstream(path_, std::ios::app);
  }

  // The coordinator joins the thread when the session is closed or lost.
  void after_create_session(Session &, Coordinator &coordinator) override {
    coordinator.start_thread([this, &coordinator] {
      while (!coordinator.wait_for_stop(std::chrono::milliseconds(50))) {
        const std::lock_guard<std::mutex> lock(mutex_);
        file_.flush();
      }
    });
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    return SessionRunArgs({step_, summary_});
  }

  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    file_ << values.results[0].as_int64() << ' ' << values.results[1].as_float() << '\n';
  }

private:
  const std::string path_;
  std::uint64_t graph_id_ = 0;
  Tensor summary_;
  Tensor step_;
  std::mutex mutex_;
  std::ofstream file_;
};

} // namespace

std::unique_ptr<SessionRunHook> make_summary_writer(std::string path) {
  return std::make_unique<SummaryWriterHook>(std::move(path));
}

} // namespace hooktidy::examples::clean
