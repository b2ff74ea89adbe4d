//===- builders.cpp - Graph::add_* for the built-in types -----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime_hook/graph/error.h"
#include "runtime_hook/graph/graph.h"

namespace hooktidy::runtime {

namespace {

[[noreturn]] void refuse(const std::string &name, const std::string &why) {
  throw InvalidArgumentError("operation '" + name + "': " + why);
}

void require(const std::string &name, const Tensor &input, DataType type) {
  if (!input)
    refuse(name, "an input is null");
  if (input.dtype() != type)
    refuse(name, "input '" + input.name() + "' is " + data_type_name(input.dtype()) +
                     ", but " + data_type_name(type) + " is needed");
}

void require_same(const std::string &name, const Tensor &a, const Tensor &b) {
  if (!a)
    refuse(name, "an input is null");
  require(name, b, a.dtype());
}

void require_numbers(const std::string &name, const Tensor &a, const Tensor &b) {
  require_same(name, a, b);
  if (a.dtype() == DataType::kString)
    refuse(name, "strings cannot be computed with");
}

OperationSpec computing(const char *type, const std::string &name,
                        std::vector<Tensor> inputs, DataType output) {
  OperationSpec spec;
  spec.type = type;
  spec.name = name;
  spec.inputs = std::move(inputs);
  spec.output = output;
  return spec;
}

OperationSpec holding(const char *type, const std::string &name, const char *attribute,
                      const TensorValue &value) {
  if (!value.has_value())
    refuse(name.empty() ? type : name, "the value is empty");
  OperationSpec spec = computing(type, name, {}, value.dtype());
  spec.attributes.emplace_back(attribute, value);
  return spec;
}

OperationSpec assigning(const char *type, const std::string &name, const Tensor &variable,
                        const Tensor &value) {
  require_same(name, variable, value);
  if (variable.type() != "Variable")
    refuse(name, "'" + variable.name() + "' is no variable");
  // Not as an input: that would read the variable, which may have no value yet.
  OperationSpec spec = computing(type, name, {value}, variable.dtype());
  spec.attributes.emplace_back("variable", variable.name());
  return spec;
}

} // namespace

Tensor Graph::add_placeholder(const std::string &name, DataType dtype) {
  return add_operation(computing("Placeholder", name, {}, dtype)).output();
}

Tensor Graph::add_constant(const std::string &name, const TensorValue &value) {
  return add_operation(holding("Constant", name, "value", value)).output();
}

Tensor Graph::add_variable(const std::string &name, const TensorValue &initial) {
  return add_operation(holding("Variable", name, "initial", initial)).output();
}

Operation Graph::add_variables_initializer(const std::string &name) {
  OperationSpec spec;
  spec.type = "InitializeVariables";
  spec.name = name;
  return add_operation(spec);
}

Tensor Graph::add_assign(const std::string &name, const Tensor &variable,
                         const Tensor &value) {
  return add_operation(assigning("Assign", name, variable, value)).output();
}

Tensor Graph::add_assign_add(const std::string &name, const Tensor &variable,
                             const Tensor &value) {
  OperationSpec spec = assigning("AssignAdd", name, variable, value);
  if (variable.dtype() == DataType::kString)
    refuse(name, "strings cannot be computed with");
  return add_operation(spec).output();
}

Tensor Graph::add_add(const std::string &name, const Tensor &a, const Tensor &b) {
  require_same(name, a, b);
  return add_operation(computing("Add", name, {a, b}, a.dtype())).output();
}

Tensor Graph::add_subtract(const std::string &name, const Tensor &a, const Tensor &b) {
  require_numbers(name, a, b);
  return add_operation(computing("Subtract", name, {a, b}, a.dtype())).output();
}

Tensor Graph::add_multiply(const std::string &name, const Tensor &a, const Tensor &b) {
  require_numbers(name, a, b);
  return add_operation(computing("Multiply", name, {a, b}, a.dtype())).output();
}

Tensor Graph::add_matmul(const std::string &name, const Tensor &a, const Tensor &b) {
  require_numbers(name, a, b);
  return add_operation(computing("MatMul", name, {a, b}, a.dtype())).output();
}

Tensor Graph::add_reduce_mean(const std::string &name, const Tensor &input) {
  require(name, input, DataType::kFloat);
  return add_operation(computing("ReduceMean", name, {input}, DataType::kFloat)).output();
}

Tensor Graph::add_identity(const std::string &name, const Tensor &input) {
  if (!input)
    refuse(name, "an input is null");
  return add_operation(computing("Identity", name, {input}, input.dtype())).output();
}

Tensor Graph::add_read_file(const std::string &name, const Tensor &filename) {
  require(name, filename, DataType::kString);
  return add_operation(computing("ReadFile", name, {filename}, DataType::kString))
      .output();
}

Tensor Graph::add_iterator(const std::string &name, const TensorValue &rows) {
  OperationSpec spec = holding("Iterator", name, "rows", rows);
  if (rows.shape().empty())
    refuse(name, "a scalar has no rows");
  return add_operation(spec).output();
}

Operation Graph::add_no_op(const std::string &name,
                           const std::vector<Operation> &control_inputs) {
  OperationSpec spec;
  spec.type = "NoOp";
  spec.name = name;
  spec.control_inputs = control_inputs;
  return add_operation(spec);
}

Tensor get_or_create_global_step(Graph &graph) {
  const Operation existing = graph.find_operation(kGlobalStepName);
  return existing ? existing.output() : graph.add_variable(kGlobalStepName, 0);
}

Tensor global_step(const Graph &graph) { return graph.tensor(kGlobalStepName); }

} // namespace hooktidy::runtime
