//===- summary_writer.cpp - writes the loss to an event file, done wrong --===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

#include <cstdio>
#include <mutex>

namespace hooktidy::examples::broken {

using namespace hooktidy::runtime;

namespace {

class SummaryWriterHook : public SessionRunHook {
public:
  explicit SummaryWriterHook(std::string path) : path_(std::move(path)) {}

  void begin(Graph &graph) override {
    step_ = global_step(graph);
    loss_ = graph.tensor(kLossName);
    // BREACH hook-cleanup-only-in-end: an error skips `end`, and the file stays open.
    file_ = std::fopen(path_.c_str(), "a");
  }

  std::optional<SessionRunArgs> before_run(SessionRunContext &) override {
    // BREACH hook-cleanup-only-in-end: after_run does not come when the run throws, and
    // then the next before_run waits for ever.
    mutex_.lock();
    // BREACH hook-graph-mutation-after-begin: made when it is first needed, which is too
    // late; and it is used with the graph of a second session, too.
    if (!summary_)
      summary_ = Graph::current().add_identity("summary/loss", loss_);
    return SessionRunArgs({step_, summary_});
  }

  void after_run(SessionRunContext &, const SessionRunValues &values) override {
    std::fprintf(file_, "%lld %g\n", static_cast<long long>(values.results[0].as_int64()),
                 static_cast<double>(values.results[1].as_float()));
    mutex_.unlock();
  }

  void end(Session &) override { std::fclose(file_); }

private:
  const std::string path_;
  Tensor step_;
  Tensor loss_;
  Tensor summary_;
  std::mutex mutex_;
  std::FILE *file_ = nullptr;
};

} // namespace

std::unique_ptr<SessionRunHook> make_summary_writer(std::string path) {
  return std::make_unique<SummaryWriterHook>(std::move(path));
}

} // namespace hooktidy::examples::broken
