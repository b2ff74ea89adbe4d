//===- session.cpp - runs operations of a graph ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/session/session.h"

#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/graph.h"
#include "runtime_hook/graph/kernel.h"
#include "runtime_hook/graph/node.h"
#include "runtime_hook/replay/callback_frame.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <unordered_map>

namespace hooktidy::runtime {

namespace {

using internal::Node;

class VariableStore final : public SessionState {
public:
  TensorValue get(const std::string &operation) const override {
    const auto found = values_.find(operation);
    return found == values_.end() ? TensorValue() : found->second;
  }
  void set(const std::string &operation, const TensorValue &value) override {
    values_[operation] = value;
  }
  void clear() { values_.clear(); }

private:
  std::unordered_map<std::string, TensorValue> values_;
};

/// One run: computes operations in dependency order, each at most once. The stack is
/// explicit, so that a long chain of operations cannot overflow the real one.
class Execution {
public:
  Execution(const Graph &graph, const KernelRegistry &kernels, VariableStore &state,
            const RunOptions &options, RunMetadata *metadata)
      : graph_(graph), kernels_(kernels), state_(state), options_(options),
        metadata_(metadata), start_(std::chrono::steady_clock::now()) {}

  void feed(const Feeds &feeds) {
    for (const auto &[tensor, value] : feeds) {
      check_handle(tensor);
      if (!value.has_value())
        throw InvalidArgumentError("tensor '" + tensor.name() + "' is fed nothing");
      if (value.dtype() != tensor.dtype())
        throw InvalidArgumentError("tensor '" + tensor.name() + "' is " +
                                   data_type_name(tensor.dtype()) + ", but is fed " +
                                   data_type_name(value.dtype()));
      if (!results_.emplace(tensor.node(), value).second)
        throw InvalidArgumentError("tensor '" + tensor.name() + "' is fed twice");
    }
  }

  TensorValue fetch(const Operation &operation) {
    check_handle(operation);
    std::vector<Pending> stack{{operation.node(), false}};
    while (!stack.empty()) {
      const Pending pending = stack.back();
      stack.pop_back();
      if (results_.count(pending.node))
        continue;
      if (pending.inputs_done) {
        compute(*pending.node);
        continue;
      }
      stack.push_back({pending.node, true});
      push_inputs(*pending.node, stack);
    }
    return results_.at(operation.node());
  }

private:
  struct Pending {
    const Node *node;
    bool inputs_done;
  };

  void check_handle(const Operation &operation) const {
    if (!operation)
      throw InvalidArgumentError("a null operation was fetched or fed; it was never "
                                 "made, or the look-up found nothing");
    if (operation.graph_id() != graph_.id())
      throw InvalidArgumentError("operation '" + operation.name() +
                                 "' belongs to another graph than the session");
  }

  /// Control inputs run first, all in the order in which they were given.
  static void push_inputs(const Node &node, std::vector<Pending> &stack) {
    for (auto input = node.inputs.rbegin(); input != node.inputs.rend(); ++input)
      stack.push_back({*input, false});
    for (auto input = node.control_inputs.rbegin(); input != node.control_inputs.rend();
         ++input)
      stack.push_back({*input, false});
  }

  void compute(const Node &node) {
    check_time(node);
    const Kernel *kernel = kernels_.find(node.type);
    if (!kernel)
      throw UnimplementedError("operation '" + node.name + "': type " + node.type +
                               " has no kernel");
    std::vector<TensorValue> inputs;
    for (const Node *input : node.inputs)
      inputs.push_back(results_.at(input));
    const TensorValue value =
        kernel->compute(KernelContext(graph_, node, std::move(inputs), state_));
    if (value.has_value() != node.output.has_value())
      throw InternalError("the kernel of operation '" + node.name +
                          "' does not give what the operation declares");
    results_.emplace(&node, value);
    record(node, value);
  }

  void check_time(const Node &next) const {
    if (options_.timeout_in_ms > 0 &&
        std::chrono::steady_clock::now() - start_ >
            std::chrono::milliseconds(options_.timeout_in_ms))
      throw DeadlineExceededError("the run took more than " +
                                  std::to_string(options_.timeout_in_ms) +
                                  " ms; operation '" + next.name + "' was not reached");
  }

  void record(const Node &node, const TensorValue &value) {
    if (!metadata_)
      return;
    if (options_.trace_level != TraceLevel::kNone)
      metadata_->executed_operations.push_back(node.name);
    const std::vector<std::string> &watches = options_.debug_options.tensor_watches;
    if (value.has_value() &&
        std::find(watches.begin(), watches.end(), node.name) != watches.end())
      metadata_->watched.emplace_back(node.name, value);
  }

  const Graph &graph_;
  const KernelRegistry &kernels_;
  VariableStore &state_;
  const RunOptions &options_;
  RunMetadata *metadata_;
  const std::chrono::steady_clock::time_point start_;
  std::unordered_map<const Node *, TensorValue> results_;
};

std::string list_operations(const Graph &graph) {
  std::string text;
  for (const Operation &operation : graph.operations())
    text += operation.type() + " " + operation.name() + "\n";
  return text;
}

} // namespace

struct Session::Impl {
  Impl(const Graph &graph, const KernelRegistry &kernels)
      : graph(graph), graph_id(graph.id()), kernels(kernels) {}

  /// Not used any more once the session is closed: it may be gone by then.
  const Graph &graph;
  const std::uint64_t graph_id;
  const KernelRegistry &kernels;
  /// Guards the rest; held during a run.
  mutable std::mutex mutex;
  VariableStore state;
  bool closed = false;
};

Session::Session(const Graph &graph, const KernelRegistry *kernels)
    : impl_(std::make_unique<Impl>(graph,
                                   kernels ? *kernels : KernelRegistry::builtin())) {}
Session::~Session() = default;

const Graph &Session::graph() const noexcept { return impl_->graph; }

std::vector<TensorValue> Session::run(const std::vector<Operation> &fetches,
                                      const Feeds &feeds, const RunOptions &options,
                                      RunMetadata *metadata) {
#ifdef HOOKTIDY_CHECKED_MODE
  if (internal::CallbackFrame::top())
    internal::note_session_use(impl_->graph_id, closed());
#endif
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (impl_->closed)
    throw FailedPreconditionError("the session is closed");
  if (metadata && options.output_partition_graphs)
    metadata->partition_graphs.push_back(list_operations(impl_->graph));
  Execution execution(impl_->graph, impl_->kernels, impl_->state, options, metadata);
  execution.feed(feeds);
  std::vector<TensorValue> values;
  for (const Operation &fetch : fetches)
    values.push_back(execution.fetch(fetch));
  return values;
}

void Session::close() {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  impl_->closed = true;
  impl_->state.clear();
}

bool Session::closed() const {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->closed;
}

void merge_run_options(RunOptions &options, const RunOptions &wanted) {
  options.trace_level = std::max(options.trace_level, wanted.trace_level);
  options.timeout_in_ms = std::max(options.timeout_in_ms, wanted.timeout_in_ms);
  options.inter_op_thread_pool =
      std::max(options.inter_op_thread_pool, wanted.inter_op_thread_pool);
  options.output_partition_graphs |= wanted.output_partition_graphs;
  DebugOptions &debug = options.debug_options;
  const DebugOptions &wanted_debug = wanted.debug_options;
  debug.tensor_watches.insert(debug.tensor_watches.end(),
                              wanted_debug.tensor_watches.begin(),
                              wanted_debug.tensor_watches.end());
  debug.reset_disk_byte_usage |= wanted_debug.reset_disk_byte_usage;
  debug.report_tensor_allocations_upon_oom |=
      wanted_debug.report_tensor_allocations_upon_oom;
}

} // namespace hooktidy::runtime
