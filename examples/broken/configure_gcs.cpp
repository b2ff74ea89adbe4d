//===- configure_gcs.cpp - gives a file system its credentials, done wrong ===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

namespace hooktidy::examples::broken {

using namespace hooktidy::runtime;

namespace {

Operation add_configure(Graph &graph, const Tensor &json) {
  OperationSpec spec;
  spec.type = "GcsConfigureCredentials";
  spec.name = "gcs/configure";
  spec.inputs = {json};
  return graph.add_operation(spec);
}

class ConfigureGcsHook : public SessionRunHook {
public:
  explicit ConfigureGcsHook(std::string credentials)
      : credentials_(std::move(credentials)) {}

  void begin(Graph &graph) override {
    // BREACH hook-non-idempotent-begin: every session on this graph adds them again, and
    // only the last ones are used.
    json_ = graph.add_placeholder("gcs/credentials", DataType::kString);
    // WRONG, no check yet: a secret in a constant is printed and saved with the graph.
    fallback_ = graph.add_constant("gcs/fallback", credentials_);
    // WRONG, no check yet: not set on the other path, though after_create_session uses
    // it.
    if (!credentials_.empty())
      configure_ = add_configure(graph, json_);
  }

  void after_create_session(Session &session, Coordinator &) override {
    if (credentials_.empty()) {
      // BREACH hook-graph-mutation-after-begin: in a helper, but called from here.
      session.run({add_configure(Graph::current(), fallback_)});
      return;
    }
    session.run({configure_}, {{json_, credentials_}});
  }

private:
  const std::string credentials_;
  Tensor json_;
  Tensor fallback_;
  Operation configure_;
};

} // namespace

std::unique_ptr<SessionRunHook> make_configure_gcs(std::string credentials) {
  return std::make_unique<ConfigureGcsHook>(std::move(credentials));
}

} // namespace hooktidy::examples::broken
