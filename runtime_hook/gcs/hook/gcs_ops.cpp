//===- gcs_ops.cpp - graph operations for gs:// ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/gcs/hook/gcs_ops.h"

#include "runtime_hook/gcs/storage/gcs_file_system.h"
#include "runtime_hook/graph/error.h"

#include <optional>
#include <utility>
#include <vector>

namespace hooktidy::runtime::gcs {

namespace {

constexpr char kConfigureCredentials[] = "GcsConfigureCredentials";
constexpr char kConfigureBlockCache[] = "GcsConfigureBlockCache";
constexpr char kReadObject[] = "GcsReadObject";
constexpr char kJsonName[] = "gcs_configure_credentials/json";
constexpr char kCredentialsName[] = "gcs_configure_credentials";

/// A kernel on a file system.
class GcsKernel final : public Kernel {
public:
  using Function = TensorValue (*)(GcsFileSystem &, const KernelContext &);

  GcsKernel(std::shared_ptr<GcsFileSystem> file_system, Function function)
      : file_system_(std::move(file_system)), function_(function) {}

  TensorValue compute(const KernelContext &context) const override {
    return function_(*file_system_, context);
  }

private:
  const std::shared_ptr<GcsFileSystem> file_system_;
  const Function function_;
};

void require_scalar(const KernelContext &context, std::size_t index, const char *what) {
  if (!context.inputs()[index].shape().empty())
    throw InvalidArgumentError("operation '" + context.name() + "': '" + what +
                               "' must be a scalar");
}

TensorValue configure_credentials(GcsFileSystem &file_system,
                                  const KernelContext &context) {
  require_scalar(context, 0, "json");
  file_system.set_credentials(context.inputs()[0].as_string());
  return {};
}

TensorValue configure_block_cache(GcsFileSystem &file_system,
                                  const KernelContext &context) {
  constexpr const char *kNames[] = {"max_cache_size", "block_size", "max_staleness"};
  std::int64_t sizes[3];
  for (std::size_t i = 0; i < 3; ++i) {
    require_scalar(context, i, kNames[i]);
    sizes[i] = context.inputs()[i].as_int64();
  }
  file_system.set_block_cache(BlockCacheParams(sizes[1], sizes[0], sizes[2]));
  return {};
}

TensorValue read_object(GcsFileSystem &file_system, const KernelContext &context) {
  require_scalar(context, 0, "filename");
  return file_system.read_all(context.file_name());
}

OperationSpec spec_of(const char *type, const std::string &name,
                      std::vector<Tensor> inputs,
                      std::optional<DataType> output = std::nullopt) {
  OperationSpec spec;
  spec.type = type;
  spec.name = name;
  spec.inputs = std::move(inputs);
  spec.output = output;
  return spec;
}

} // namespace

void register_gcs_kernels(KernelRegistry &registry,
                          std::shared_ptr<GcsFileSystem> file_system) {
  if (!file_system)
    throw InvalidArgumentError("the gs:// kernels need a file system");
  const std::pair<const char *, GcsKernel::Function> kernels[] = {
      {kConfigureCredentials, &configure_credentials},
      {kConfigureBlockCache, &configure_block_cache},
      {kReadObject, &read_object},
  };
  for (const auto &[type, function] : kernels)
    registry.register_kernel(type, std::make_shared<GcsKernel>(file_system, function));
}

ConfigureCredentialsOp get_or_create_configure_credentials(Graph &graph) {
  if (const Operation existing = graph.find_operation(kCredentialsName))
    return {graph.tensor(kJsonName), existing};
  const Tensor json = graph.add_placeholder(kJsonName, DataType::kString);
  return {json,
          graph.add_operation(spec_of(kConfigureCredentials, kCredentialsName, {json}))};
}

Operation get_or_create_configure_block_cache(Graph &graph,
                                              const BlockCacheParams &params) {
  // The name tells the sizes, so that hooks with different ones do not share operations.
  const std::string name =
      "gcs_configure_block_cache/" + std::to_string(params.block_size()) + "_" +
      std::to_string(params.max_bytes()) + "_" + std::to_string(params.max_staleness());
  if (const Operation existing = graph.find_operation(name))
    return existing;
  const Tensor max_bytes =
      graph.add_constant(name + "/max_cache_size", params.max_bytes());
  const Tensor block_size = graph.add_constant(name + "/block_size", params.block_size());
  const Tensor max_staleness =
      graph.add_constant(name + "/max_staleness", params.max_staleness());
  return graph.add_operation(
      spec_of(kConfigureBlockCache, name, {max_bytes, block_size, max_staleness}));
}

Tensor add_read_gcs_object(Graph &graph, const std::string &name,
                           const Tensor &filename) {
  if (!filename || filename.dtype() != DataType::kString)
    throw InvalidArgumentError("operation '" + name +
                               "': the file name must be a string");
  return graph.add_operation(spec_of(kReadObject, name, {filename}, DataType::kString))
      .output();
}

} // namespace hooktidy::runtime::gcs
