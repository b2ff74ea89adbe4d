//===- graph.cpp - operations and the default graph -----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/graph.h"

#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/graph_access.h"
#include "runtime_hook/graph/node.h"
#include "runtime_hook/replay/callback_frame.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace hooktidy::runtime {

using internal::Node;

namespace {

/// Innermost default graph of this thread, or null.
thread_local Graph *innermost_default = nullptr;

/// Ids are process-wide, so that one never stands for two graphs.
std::atomic<std::uint64_t> &last_graph_id() {
  static std::atomic<std::uint64_t> last{0};
  return last;
}

const Node &checked(const Node *node) {
  if (!node)
    throw FailedPreconditionError("a null operation was used; it was never made, or the "
                                  "look-up found nothing");
  return *node;
}

} // namespace

//===-- Handles -----------------------------------------------------------===//

Operation::Operation(std::shared_ptr<const Node> node) noexcept
    : node_(std::move(node)) {}
const std::string &Operation::name() const { return checked(node()).name; }
const std::string &Operation::type() const { return checked(node()).type; }
std::uint64_t Operation::graph_id() const { return checked(node()).graph_id; }
bool Operation::has_output() const { return checked(node()).output.has_value(); }

Tensor Operation::output() const {
  if (!has_output())
    throw InvalidArgumentError("operation '" + name() + "' of type " + type() +
                               " has no output");
  return Tensor(*this);
}

DataType Tensor::dtype() const { return *output().node()->output; }

//===-- Graph -------------------------------------------------------------===//

struct Graph::Impl {
  const std::uint64_t id = ++last_graph_id();
  mutable std::mutex mutex;
  bool final = false;
  const std::shared_ptr<internal::NodeStore> nodes =
      std::make_shared<internal::NodeStore>();
  std::unordered_map<std::string, const Node *> by_name;
  /// The last suffix that was given to each name, so that none is tried twice.
  std::unordered_map<std::string, int> last_suffix;

  Operation handle(const Node &node) const {
    return Operation(std::shared_ptr<const Node>(nodes, &node));
  }

  /// Needs the lock.
  std::string unique_name(const std::string &wanted) {
    if (!by_name.count(wanted))
      return wanted;
    int &suffix = last_suffix[wanted];
    std::string name;
    do
      name = wanted + "_" + std::to_string(++suffix);
    while (by_name.count(name));
    return name;
  }
};

Graph::Graph() : impl_(std::make_unique<Impl>()) {}
Graph::~Graph() = default;

Graph &Graph::current() {
  if (innermost_default)
    return *innermost_default;
  thread_local Graph own;
  return own;
}

Graph::DefaultScope Graph::as_default() { return DefaultScope(*this); }

Graph::DefaultScope::DefaultScope(Graph &graph) noexcept : previous_(innermost_default) {
  innermost_default = &graph;
}
Graph::DefaultScope::~DefaultScope() { innermost_default = previous_; }

std::uint64_t internal::newest_graph_id() noexcept { return last_graph_id(); }

std::uint64_t Graph::id() const noexcept { return impl_->id; }

void Graph::finalize() {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  impl_->final = true;
}

bool Graph::finalized() const {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->final;
}

void internal::GraphAccess::unfinalize(Graph &graph) {
  std::lock_guard<std::mutex> lock(graph.impl_->mutex);
  graph.impl_->final = false;
}

Operation Graph::find_operation(const std::string &name) const {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  const auto found = impl_->by_name.find(name);
  return found == impl_->by_name.end() ? Operation() : impl_->handle(*found->second);
}

Operation Graph::operation(const std::string &name) const {
  Operation found = find_operation(name);
  if (!found)
    throw NotFoundError("the graph has no operation '" + name + "'");
  return found;
}

Tensor Graph::tensor(const std::string &name) const { return operation(name).output(); }

std::vector<Operation> Graph::operations() const {
  std::vector<Operation> operations;
  std::lock_guard<std::mutex> lock(impl_->mutex);
  for (const Node &node : *impl_->nodes)
    operations.push_back(impl_->handle(node));
  return operations;
}

std::vector<Tensor> Graph::variables() const {
  std::vector<Tensor> variables;
  std::lock_guard<std::mutex> lock(impl_->mutex);
  for (const Node &node : *impl_->nodes)
    if (node.type == "Variable")
      variables.push_back(impl_->handle(node).output());
  return variables;
}

std::size_t Graph::num_operations() const {
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->nodes->size();
}

namespace {

void check_input(const Operation &input, const OperationSpec &spec, std::uint64_t graph) {
  const std::string what = spec.name.empty() ? spec.type : spec.name;
  if (!input)
    throw InvalidArgumentError("operation '" + what + "' was given a null input");
  if (input.graph_id() != graph)
    throw InvalidArgumentError("input '" + input.name() + "' of operation '" + what +
                               "' belongs to another graph");
}

/// Graphs are printed and saved, and live as long as their handles.
void check_attributes(const OperationSpec &spec) {
  for (const auto &[name, value] : spec.attributes)
    if (value.is_secret())
      throw InvalidArgumentError(
          "operation '" + (spec.name.empty() ? spec.type : spec.name) + "': '" + name +
          "' is a secret, which the graph must not hold; add a "
          "placeholder and feed it");
}

} // namespace

Operation Graph::add_operation(const OperationSpec &spec) {
  if (spec.type.empty())
    throw InvalidArgumentError("an operation needs a type");
  for (const Tensor &input : spec.inputs)
    check_input(input, spec, id());
  for (const Operation &input : spec.control_inputs)
    check_input(input, spec, id());
  check_attributes(spec);

  const std::string &name = spec.name.empty() ? spec.type : spec.name;
  Node node;
  node.type = spec.type;
  node.graph_id = id();
  for (const Tensor &input : spec.inputs)
    node.inputs.push_back(input.node());
  for (const Operation &input : spec.control_inputs)
    node.control_inputs.push_back(input.node());
  node.attributes = spec.attributes;
  node.output = spec.output;

#ifdef HOOKTIDY_CHECKED_MODE
  const bool tolerated = internal::note_graph_change(id(), name);
#else
  constexpr bool tolerated = false;
#endif
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (impl_->final && !tolerated)
    throw FailedPreconditionError(
        "graph is finalized and cannot be modified: operation '" + name +
        "' must be added before the session is created, in a hook in begin()");
  node.name = impl_->unique_name(name);
  impl_->nodes->push_back(std::move(node));
  const Node &added = impl_->nodes->back();
  impl_->by_name.emplace(added.name, &added);
  return impl_->handle(added);
}

} // namespace hooktidy::runtime
