//===- Evaluator.h - expressions over a state -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_EVALUATOR_H
#define HOOKTIDY_ENGINE_EVALUATOR_H

#include "engine/LibraryModel.h"
#include "engine/Program.h"
#include "engine/State.h"
#include "engine/rules/Monitor.h"

#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// A function being walked, with what its names stand for.
struct Frame {
  const Function *function = nullptr;
  Binding self;
  std::vector<Binding> parameters;
  std::vector<Binding> captures;
  /// 0 for a callback. Locals of a frame are keyed by its depth.
  std::size_t depth = 0;

  std::string localPrefix() const { return "L" + std::to_string(depth) + ":"; }
  std::string resultPrefix() const { return "R" + std::to_string(depth) + ":"; }
};

/// What came of assuming a condition.
struct Assumption {
  /// The condition can hold in the state.
  bool isFeasible = true;
  /// The state decided it; nothing had to be assumed.
  bool wasDecided = false;
};

/// Evaluates expressions of one frame against a state.
class Evaluator {
public:
  Evaluator(const Program &program, Monitor &monitor, const std::string &phase)
      : program(program), monitor(monitor), phase(phase) {}

  /// The object that a path names. Its key is empty if it is not known; then
  /// the value may be.
  Binding resolve(const AccessPath &path, const Frame &frame, const State &state) const;
  Value evaluate(const Expression &expression, const Frame &frame,
                 const State &state) const;
  /// What a parameter or capture stands for when it gets this value.
  Binding bind(const Expression &expression, bool isScalar, const Frame &frame,
               const State &state) const;
  /// Key of the object that the expression names or points to; empty if none.
  std::string objectOf(const Expression &expression, const Frame &frame,
                       const State &state) const;
  /// A text that is equal for expressions of equal value as long as no object
  /// that it mentions is written; empty if there is none.
  std::string textOf(const Expression &expression, const Frame &frame,
                     const State &state) const;
  /// Assumes that the condition is true (or false, if not `holds`).
  Assumption assume(const Expression &condition, bool holds, const Frame &frame,
                    State &state) const;
  LibraryCall libraryCall(const FunctionFacts &callee, const Expression &receiver,
                          const std::vector<Expression> &arguments, const Frame &frame,
                          const State &state) const;

private:
  Value evaluateCall(const Expression &call, const Frame &frame,
                     const State &state) const;
  std::optional<LibraryCall> asLibraryCall(const Expression &call, const Frame &frame,
                                           const State &state) const;
  Value makeCallable(const Expression &expression, const Frame &frame,
                     const State &state) const;
  std::optional<bool> truthOf(const Value &value, const State &state) const;
  std::optional<bool> foundInContainer(const Expression &left, const Expression &right,
                                       const Frame &frame, const State &state,
                                       std::string &predicate) const;
  Assumption assumeComparison(const Expression &left, Comparison comparison,
                              const Expression &right, const Frame &frame,
                              State &state) const;
  bool learnComparison(const Expression &left, Comparison comparison, const Value &right,
                       const Frame &frame, State &state) const;
  void learnTruth(const Expression &condition, const Value &value, bool holds,
                  const Frame &frame, State &state) const;

  const Program &program;
  Monitor &monitor;
  const std::string &phase;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_EVALUATOR_H
