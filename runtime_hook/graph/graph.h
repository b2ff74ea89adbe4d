//===- graph.h - operations and the default graph ---------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_RUNTIME_HOOK_GRAPH_GRAPH_H
#define HOOKTIDY_RUNTIME_HOOK_GRAPH_GRAPH_H

#include "runtime_hook/graph/operation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hooktidy::runtime {

namespace internal {
class GraphAccess;
} // namespace internal

/// What Graph::add_operation makes an operation from.
struct OperationSpec {
  /// Name of the kernel.
  std::string type;
  /// Wanted name; made unique with a suffix. Empty: the type in its place.
  std::string name;
  std::vector<Tensor> inputs;
  /// Run before this operation; their values are not used.
  std::vector<Operation> control_inputs;
  /// Constants that the kernel reads.
  std::vector<std::pair<std::string, TensorValue>> attributes;
  /// Element type of the output; none: the operation has no output.
  std::optional<DataType> output;
};

/// A dataflow graph. Operations are only ever added. Thread-safe.
///
/// Every add_* member throws FailedPreconditionError once the graph is final, and
/// InvalidArgumentError if an input is null, belongs to another graph or has the
/// wrong element type, or if a value to be kept in the graph is a secret. Names are made
/// unique with a suffix ("x", "x_1", ...).
class Graph {
public:
  class DefaultScope;

  Graph();
  ~Graph();
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  /// The default graph of this thread: that of the innermost DefaultScope, or else
  /// one that the thread owns.
  static Graph &current();

  /// Makes this graph the default one while the result lives.
  [[nodiscard]] DefaultScope as_default();

  /// Distinguishes this graph from every other one of the process, past ones
  /// included (an address may be used again; an id never is).
  std::uint64_t id() const noexcept;

  /// No operation can be added from now on. MonitoredSession calls this after every
  /// hook's begin().
  void finalize();
  bool finalized() const;

  // Look-ups; allowed on a final graph.

  /// The operation of that name, or a null handle.
  Operation find_operation(const std::string &name) const;
  /// The operation of that name. Throws NotFoundError.
  Operation operation(const std::string &name) const;
  /// The output of the operation of that name. Throws NotFoundError, or
  /// InvalidArgumentError if it has no output.
  Tensor tensor(const std::string &name) const;
  /// All operations in the order of their making.
  std::vector<Operation> operations() const;
  /// All variables in the order of their making.
  std::vector<Tensor> variables() const;
  std::size_t num_operations() const;

  // Builders.

  /// Adds an operation of any type; the type's kernel is looked up when it runs.
  Operation add_operation(const OperationSpec &spec);
  /// A value that the caller of run() feeds.
  Tensor add_placeholder(const std::string &name, DataType dtype);
  Tensor add_constant(const std::string &name, const TensorValue &value);
  /// State of a session. It has no value before its initializer ran or a checkpoint
  /// was restored; a hooked session does that by itself.
  Tensor add_variable(const std::string &name, const TensorValue &initial);
  /// Sets all variables that the graph has when it runs to their initial values.
  Operation add_variables_initializer(const std::string &name);
  /// Assignments give the new value of the variable.
  Tensor add_assign(const std::string &name, const Tensor &variable, const Tensor &value);
  Tensor add_assign_add(const std::string &name, const Tensor &variable,
                        const Tensor &value);
  /// Element by element, equal shapes or one of them a scalar. add_add concatenates
  /// strings; the others take numbers only.
  Tensor add_add(const std::string &name, const Tensor &a, const Tensor &b);
  Tensor add_subtract(const std::string &name, const Tensor &a, const Tensor &b);
  Tensor add_multiply(const std::string &name, const Tensor &a, const Tensor &b);
  /// [n, k] times [k, m], numbers only.
  Tensor add_matmul(const std::string &name, const Tensor &a, const Tensor &b);
  /// The mean of all elements; float only.
  Tensor add_reduce_mean(const std::string &name, const Tensor &input);
  Tensor add_identity(const std::string &name, const Tensor &input);
  /// The whole contents of a file. `filename` is a scalar string.
  Tensor add_read_file(const std::string &name, const Tensor &filename);
  /// Gives the slices of `rows` along the outermost extent, one a run, then throws
  /// OutOfRangeError. The position is state of the session.
  Tensor add_iterator(const std::string &name, const TensorValue &rows);
  /// Does nothing itself; running it runs the control inputs in their order.
  Operation add_no_op(const std::string &name,
                      const std::vector<Operation> &control_inputs = {});

private:
  friend class internal::GraphAccess;
  struct Impl;

  std::unique_ptr<Impl> impl_;
};

/// Makes a graph the default one of this thread, until the end of its own scope.
/// Scopes nest; they must end in the reverse order, on the thread that made them.
class Graph::DefaultScope {
public:
  explicit DefaultScope(Graph &graph) noexcept;
  ~DefaultScope();
  DefaultScope(const DefaultScope &) = delete;
  DefaultScope &operator=(const DefaultScope &) = delete;

private:
  Graph *previous_;
};

/// Name of the variable that counts training steps.
inline constexpr char kGlobalStepName[] = "global_step";

/// The global step of the graph, made (an int64 scalar, 0) if there is none. Throws
/// FailedPreconditionError if it would have to be added to a final graph.
Tensor get_or_create_global_step(Graph &graph);

/// The global step of the graph. Throws NotFoundError.
Tensor global_step(const Graph &graph);

} // namespace hooktidy::runtime

#endif // HOOKTIDY_RUNTIME_HOOK_GRAPH_GRAPH_H
