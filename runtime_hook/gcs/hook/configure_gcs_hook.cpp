//===- configure_gcs_hook.cpp - gs:// for monitored sessions --------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// This hook is meant to be copied. The clauses in brackets are those of the contract in
// docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/hook/configure_gcs_hook.h"

#include "runtime_hook/gcs/credentials/credentials.h"
#include "runtime_hook/gcs/hook/gcs_ops.h"
#include "runtime_hook/graph/error.h"

#include <utility>

namespace hooktidy::runtime::gcs {

namespace {

void check(const std::optional<credentials::SecretString> &json) {
  if (!json)
    return;
  if (const auto problem = credentials::check_credentials(json->reveal()))
    throw InvalidArgumentError(problem->message);
}

} // namespace

// The constructor looks at its arguments and at nothing else: it may run long before the
// graph is made, under another default graph, or for a hook that is never used.
ConfigureGcsHook::ConfigureGcsHook(std::optional<credentials::SecretString> credentials,
                                   std::optional<BlockCacheParams> block_cache)
    : credentials_(std::move(credentials)), block_cache_(block_cache) {
  check(credentials_);
}

void ConfigureGcsHook::begin(Graph &graph) {
  // [B2] A second call on the same graph changes nothing. The id is compared, not the
  // address: a later graph may live where an earlier one did.
  if (graph_id_ == graph.id())
    return;
  // [B1] This is the one callback that may add to the graph, so all that is needed later
  // is added now. On another graph the members are made anew: operations of the first one
  // are of no use there. All of them are set, whatever the arguments were.
  credentials_json_ = Tensor();
  configure_credentials_ = Operation();
  configure_block_cache_ = Operation();
  if (credentials_) {
    // [B2] again: a hook that comes back to a graph after another one finds its
    // operations there.
    const ConfigureCredentialsOp op = get_or_create_configure_credentials(graph);
    credentials_json_ = op.json;
    configure_credentials_ = op.configure;
  }
  if (block_cache_)
    configure_block_cache_ = get_or_create_configure_block_cache(graph, *block_cache_);
  // Last: if something above throws, the next call begins anew.
  graph_id_ = graph.id();
}

void ConfigureGcsHook::after_create_session(Session &session, Coordinator &) {
  // [A1] Called for the first session and for each one that replaces a lost one. All of
  // it is done every time, and nothing here remembers a session or an earlier call.
  // [A2] The graph is final: operations are run, not made.
  // [A3] No run has happened on this session, so nothing of a run is asked for.
  //
  // The credentials are fed, as a secret: they are in no constant of the graph and in no
  // checkpoint, and the feed's memory is overwritten when the run is over.
  // What is thrown here is no preemption unless another session could help; the file
  // system sees to that.
  if (credentials_)
    session.run({configure_credentials_},
                {{credentials_json_, TensorValue::secret(credentials_->reveal())}});
  if (block_cache_)
    session.run({configure_block_cache_});
}

// [R1] [R2] [E1] before_run, after_run and end are inherited: there is nothing to do for
// a single run, and nothing that only `end` could release, since it is skipped after an
// error. What the hook holds its members release.

void configure_gcs(Session &session,
                   const std::optional<credentials::SecretString> &credentials,
                   const std::optional<BlockCacheParams> &block_cache) {
  check(credentials);
  Graph &graph = Graph::current();
  if (graph.id() != session.graph().id())
    throw FailedPreconditionError(
        "configure_gcs adds operations to the default graph, which "
        "is not the session's; make that the default one, or use "
        "ConfigureGcsHook");
  if (credentials) {
    const ConfigureCredentialsOp op = get_or_create_configure_credentials(graph);
    session.run({op.configure}, {{op.json, TensorValue::secret(credentials->reveal())}});
  }
  if (block_cache)
    session.run({get_or_create_configure_block_cache(graph, *block_cache)});
}

} // namespace hooktidy::runtime::gcs
