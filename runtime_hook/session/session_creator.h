//===- session_creator.h - makes raw sessions -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_CREATOR_H
#define HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_CREATOR_H

#include "runtime_hook/graph/operation.h"
#include "runtime_hook/session/session.h"

#include <memory>
#include <string>

namespace hooktidy::runtime {

class Graph;
class KernelRegistry;
class Saver;

/// Makes the raw sessions of a MonitoredSession, the first and those after a loss.
class SessionCreator {
public:
  virtual ~SessionCreator();

  /// Called once per MonitoredSession, after every hook's begin() and before the graph
  /// is finalized: what it adds covers what hooks added.
  virtual void prepare(Graph &graph);

  /// A session whose variables have values. May throw any error; Aborted and
  /// Unavailable are tried again.
  virtual std::unique_ptr<Session> create_session(const Graph &graph) = 0;
};

/// What ChiefSessionCreator runs; parts that are left out get defaults.
struct Scaffold {
  /// Run unless a checkpoint is restored. Default: initialises every variable.
  Operation init_op;
  Feeds init_feeds;
  /// Run in every case, after init_op or restoring.
  Operation local_init_op;
};

/// Restores the latest checkpoint, or else initialises the variables.
class ChiefSessionCreator : public SessionCreator {
public:
  /// No directory: nothing is restored. `kernels` must outlive the creator.
  explicit ChiefSessionCreator(Scaffold scaffold = {}, std::string checkpoint_dir = {},
                               const KernelRegistry *kernels = nullptr);

  ~ChiefSessionCreator() override;

  /// On a graph that is final already, only operations of an earlier prepare() are used.
  void prepare(Graph &graph) override;
  /// Throws FailedPreconditionError if a variable has no value in the end.
  std::unique_ptr<Session> create_session(const Graph &graph) override;

protected:
  /// Called after init_op; not after a checkpoint was restored.
  virtual void init_session(Session &session);

private:
  const Scaffold scaffold_;
  const std::string checkpoint_dir_;
  const KernelRegistry *const kernels_;
  Operation init_op_;
  std::unique_ptr<Saver> saver_;
};

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_SESSION_SESSION_CREATOR_H
