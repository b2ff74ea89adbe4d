//===- configure_gcs.cpp - gives a file system its credentials ------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "examples/hooks.h"

namespace hooktidy::examples::clean {

using namespace hooktidy::runtime;

namespace {

class ConfigureGcsHook : public SessionRunHook {
public:
  explicit ConfigureGcsHook(std::string credentials)
      : credentials_(std::move(credentials)) {}

  // A second call on the same graph changes nothing; another graph gets its own
  // operations.
  void begin(Graph &graph) override {
    if (graph_id_ == graph.id())
      return;
    json_ = graph.add_placeholder("gcs/credentials", DataType::kString);
    OperationSpec spec;
    spec.type = "GcsConfigureCredentials";
    spec.name = "gcs/configure";
    spec.inputs = {json_};
    configure_ = graph.add_operation(spec);
    graph_id_ = graph.id();
  }

  // Runs again after a recovery, which may have happened in another process. The
  // credentials are fed: a graph is printed and saved, and they must not be in it.
  void after_create_session(Session &session, Coordinator &) override {
    session.run({configure_}, {{json_, TensorValue::secret(credentials_)}});
  }

private:
  const std::string credentials_;
  std::uint64_t graph_id_ = 0;
  Tensor json_;
  Operation configure_;
};

} // namespace

std::unique_ptr<SessionRunHook> make_configure_gcs(std::string credentials) {
  return std::make_unique<ConfigureGcsHook>(std::move(credentials));
}

} // namespace hooktidy::examples::clean
