//===- ModelChecker.cpp - a hook against its lifecycle ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/ModelChecker.h"

#include <algorithm>

namespace hooktidy {

ModelChecker::ModelChecker(const Program &program, const HookClass &hook,
                           const Contract &contract, const Rule &rule,
                           const AnalysisOptions &options, UnknownSites &unknown)
    : program(program), hook(hook), contract(contract), rule(rule), options(options),
      unknown(unknown), monitor(makeMonitor(program, hook, contract, rule)) {}

std::vector<Breach> ModelChecker::run() {
  Relevance relevance(program, hook, *monitor);
  if (relevance.nothingToWatch())
    return {};
  Interpreter interpreter(program, hook, contract, rule, *monitor, relevance, options,
                          unknown);
  Node start;
  start.lifecycleState = contract.lifecycle.initialState();
  addNode(std::move(start));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes.size() > options.budget.lifecycleStates) {
      exhaustedLimit = "lifecycle states";
      break;
    }
    expand(i, interpreter);
    if (!interpreter.exhausted().empty()) {
      exhaustedLimit = interpreter.exhausted();
      break;
    }
  }
  std::vector<Breach> confirmed;
  for (Breach &breach : breaches)
    if (monitor->confirm(breach.violation))
      confirmed.push_back(std::move(breach));
  return confirmed;
}

bool ModelChecker::mayFollow(const Node &node, std::size_t symbol) const {
  if (!node.hasThrown)
    return true;
  const std::vector<std::string> &symbols = contract.lifecycle.symbols();
  if (symbols[symbol] == "destroy")
    return true;
  auto it = contract.afterThrow.find(symbols[node.symbol]);
  if (it == contract.afterThrow.end())
    return false;
  const std::vector<std::string> &next = it->second.next;
  return std::find(next.begin(), next.end(), symbols[symbol]) != next.end();
}

/// The phase, or one that can come after it, may be reported in.
bool ModelChecker::leadsToWatched(int after, std::size_t symbol) const {
  const Lifecycle &lifecycle = contract.lifecycle;
  if (monitor->isWatched(lifecycle.symbols()[symbol]))
    return true;
  std::vector<int> work = {after};
  std::unordered_set<int> seen = {after};
  while (!work.empty()) {
    int state = work.back();
    work.pop_back();
    for (std::size_t next = 0; next < lifecycle.symbols().size(); ++next) {
      int target = lifecycle.next(state, next);
      if (target == Lifecycle::NoState)
        continue;
      if (monitor->isWatched(lifecycle.symbols()[next]))
        return true;
      if (seen.insert(target).second)
        work.push_back(target);
    }
  }
  return false;
}

void ModelChecker::addNode(Node node) {
  std::string key = std::to_string(node.lifecycleState);
  if (node.hasThrown)
    key += "!" + std::to_string(node.symbol);
  if (visited.insert(key + "\n" + node.state.key()).second)
    nodes.push_back(std::move(node));
}

void ModelChecker::expand(std::size_t index, Interpreter &interpreter) {
  const Lifecycle &lifecycle = contract.lifecycle;
  for (std::size_t symbol = 0; symbol < lifecycle.symbols().size(); ++symbol) {
    int next = lifecycle.next(nodes[index].lifecycleState, symbol);
    if (next == Lifecycle::NoState || !mayFollow(nodes[index], symbol) ||
        !leadsToWatched(next, symbol))
      continue;
    const std::string &phase = lifecycle.symbols()[symbol];
    std::vector<Outcome> outcomes = interpreter.runPhase(phase, nodes[index].state);
    report(index, symbol);
    if (!interpreter.exhausted().empty())
      return;
    for (Outcome &outcome : outcomes) {
      if (outcome.throws && phase == "construct")
        continue;
      addNode({next, std::move(outcome.state), index, symbol, outcome.throws});
    }
  }
}

void ModelChecker::report(std::size_t node, std::size_t symbol) {
  for (Violation &violation : monitor->takeViolations()) {
    if (violation.chain.empty())
      continue;
    const ChainLink &outermost = violation.chain.front();
    Place place = program.place(outermost.unit, outermost.location);
    std::string key = place.file + ":" + std::to_string(place.line) + ":" +
                      std::to_string(place.column) + " " + violation.phase;
    if (reported.insert(key).second)
      breaches.push_back({std::move(violation), traceTo(node, symbol)});
  }
}

/// What happens to the framework between a node and the next phase: optional
/// phases that are left out, phases that come again.
void ModelChecker::addEvents(std::vector<TraceStep> &trace, const Node &before,
                             std::size_t symbol,
                             std::unordered_set<std::size_t> &seen) const {
  const Lifecycle &lifecycle = contract.lifecycle;
  const std::vector<std::string> &symbols = lifecycle.symbols();
  if (before.hasThrown) {
    trace.push_back({TraceStep::Kind::Event, "'" + symbols[before.symbol] + "' throws"});
  } else {
    int target = lifecycle.next(before.lifecycleState, symbol);
    for (std::size_t left = 0; left < symbols.size(); ++left) {
      auto what = contract.skipped.find(symbols[left]);
      if (left == symbol || what == contract.skipped.end())
        continue;
      int over = lifecycle.next(before.lifecycleState, left);
      if (over != Lifecycle::NoState && lifecycle.next(over, symbol) == target)
        trace.push_back({TraceStep::Kind::Event, what->second});
    }
  }
  if (!seen.insert(symbol).second)
    if (auto it = contract.repeated.find(symbols[symbol]); it != contract.repeated.end())
      trace.push_back({TraceStep::Kind::Event, it->second});
}

std::vector<TraceStep> ModelChecker::traceTo(std::size_t node, std::size_t symbol) const {
  // The way back to the start; the first node is its own parent.
  std::vector<std::pair<std::size_t, std::size_t>> way = {{node, symbol}};
  for (std::size_t i = node; i != 0; i = nodes[i].parent)
    way.push_back({nodes[i].parent, nodes[i].symbol});
  std::reverse(way.begin(), way.end());
  std::vector<TraceStep> trace;
  std::unordered_set<std::size_t> seen;
  for (const auto &[before, taken] : way) {
    addEvents(trace, nodes[before], taken, seen);
    trace.push_back({TraceStep::Kind::Phase, contract.lifecycle.symbols()[taken]});
  }
  return trace;
}

} // namespace hooktidy
