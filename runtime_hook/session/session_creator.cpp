//===- session_creator.cpp - makes raw sessions ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session_creator.h"

#include "runtime_hook/graph/graph.h"
#include "runtime_hook/session/saver.h"

namespace hooktidy::runtime {

SessionCreator::~SessionCreator() = default;
void SessionCreator::prepare(Graph &) {}

ChiefSessionCreator::ChiefSessionCreator(Scaffold scaffold, std::string checkpoint_dir,
                                         const KernelRegistry *kernels)
    : scaffold_(std::move(scaffold)), checkpoint_dir_(std::move(checkpoint_dir)),
      kernels_(kernels) {}

void ChiefSessionCreator::init_session(Session &) {}

void ChiefSessionCreator::prepare(Graph &graph) {
  static constexpr char name[] = "init/variables";
  // An earlier session on this graph may have left its initializer, which is as good.
  init_op_ = scaffold_.init_op ? scaffold_.init_op : graph.find_operation(name);
  if (!init_op_ && !graph.finalized())
    init_op_ = graph.add_variables_initializer(name);
  if (!checkpoint_dir_.empty())
    saver_ = std::make_unique<Saver>(Saver::get_or_create(graph));
}

std::unique_ptr<Session> ChiefSessionCreator::create_session(const Graph &graph) {
  auto session = std::make_unique<Session>(graph, kernels_);
  const std::string checkpoint =
      saver_ ? latest_checkpoint(checkpoint_dir_) : std::string();
  if (!checkpoint.empty()) {
    saver_->restore(*session, checkpoint);
  } else {
    if (init_op_)
      session->run({init_op_}, scaffold_.init_feeds);
    init_session(*session);
  }
  if (scaffold_.local_init_op)
    session->run({scaffold_.local_init_op});
  // Reading them all is the ready check: one without a value throws.
  const std::vector<Tensor> variables = graph.variables();
  session->run({variables.begin(), variables.end()});
  return session;
}

ChiefSessionCreator::~ChiefSessionCreator() = default;

} // namespace hooktidy::runtime
