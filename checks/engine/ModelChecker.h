//===- ModelChecker.h - a hook against its lifecycle ------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Walks (lifecycle state x abstract state) breadth first from `construct`. A
// breach is reported with the way on which it was first met, which is a shortest
// one.
//
// Invariants:
//  * A callback that throws is followed only by what the contract allows, or by
//    destroy. A constructor that throws leaves no hook.
//  * Every limit that is hit is reported; the walk always ends.
//
#ifndef HOOKTIDY_ENGINE_MODELCHECKER_H
#define HOOKTIDY_ENGINE_MODELCHECKER_H

#include "engine/Engine.h"
#include "engine/HookClass.h"
#include "engine/Interpreter.h"
#include "engine/Program.h"
#include "engine/rules/Monitor.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace hooktidy {

/// A breach with the lifecycle that leads to it.
struct Breach {
  Violation violation;
  std::vector<TraceStep> trace;
};

class ModelChecker {
public:
  ModelChecker(const Program &program, const HookClass &hook, const Contract &contract,
               const Rule &rule, const AnalysisOptions &options, UnknownSites &unknown);

  /// All breaches of the rule by the class, one for each outermost place.
  std::vector<Breach> run();
  /// The limit that was hit, or empty.
  const std::string &exhausted() const { return exhaustedLimit; }

private:
  /// A node of the walk; `parent` is an index into the nodes.
  struct Node {
    int lifecycleState = 0;
    State state;
    std::size_t parent = 0;
    /// Symbol that led here; none for the first node.
    std::size_t symbol = 0;
    bool hasThrown = false;
  };

  void expand(std::size_t node, Interpreter &interpreter);
  bool leadsToWatched(int after, std::size_t symbol) const;
  bool mayFollow(const Node &node, std::size_t symbol) const;
  void addNode(Node node);
  void report(std::size_t node, std::size_t symbol);
  std::vector<TraceStep> traceTo(std::size_t node, std::size_t symbol) const;
  void addEvents(std::vector<TraceStep> &trace, const Node &before, std::size_t symbol,
                 std::unordered_set<std::size_t> &seen) const;

  const Program &program;
  const HookClass &hook;
  const Contract &contract;
  const Rule &rule;
  const AnalysisOptions &options;
  UnknownSites &unknown;

  std::unique_ptr<Monitor> monitor;
  std::vector<Node> nodes;
  std::unordered_set<std::string> visited;
  std::unordered_set<std::string> reported;
  std::vector<Breach> breaches;
  std::string exhaustedLimit;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_MODELCHECKER_H
