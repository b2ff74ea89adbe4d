//===- Lifecycle.cpp - the order in which phases come ---------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions have no way to say "nothing at all", so that every state of the
// NFA reaches the accepting one. Hence the empty set of NFA states is the only
// dead state of the DFA, and it is not made: NoState stands for it.
//
//===----------------------------------------------------------------------===//

#include "contract/Lifecycle.h"
#include "contract/LifecycleParser.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hooktidy {
namespace {

/// Real lifecycles have about ten states. The number can be exponential in the
/// length of the expression.
constexpr std::size_t MaxStates = 1024;

struct Dfa {
  std::vector<std::vector<int>> transitions;
  std::vector<bool> accepting;
};

using NfaStates = std::vector<int>;

class SubsetConstruction {
public:
  SubsetConstruction(const LifecycleNfa &nfa, std::size_t symbolCount)
      : nfa(nfa), symbolCount(symbolCount), seen(nfa.states.size(), 0) {}

  Dfa run() {
    stateOf({nfa.start});
    for (std::size_t state = 0; state != subsets.size(); ++state)
      addTransitions(state);
    return std::move(dfa);
  }

private:
  void addTransitions(std::size_t state) {
    std::map<int, NfaStates> targets;
    for (int nfaState : subsets[state])
      if (nfa.states[nfaState].symbol != LifecycleNfa::None)
        targets[nfa.states[nfaState].symbol].push_back(nfa.states[nfaState].next);
    for (auto &[symbol, reached] : targets) {
      int target = stateOf(std::move(reached));
      dfa.transitions[state][symbol] = target;
    }
  }

  /// The DFA state for the closure of `reached`.
  int stateOf(NfaStates reached) {
    NfaStates subset = closure(std::move(reached));
    auto [entry, isNew] = numbers.emplace(subset, static_cast<int>(subsets.size()));
    if (isNew) {
      if (subsets.size() == MaxStates)
        throw LifecycleError("the lifecycle has more than " + std::to_string(MaxStates) +
                                 " states; simplify it",
                             0);
      dfa.transitions.emplace_back(symbolCount, Lifecycle::NoState);
      dfa.accepting.push_back(
          std::binary_search(subset.begin(), subset.end(), nfa.accept));
      subsets.push_back(std::move(subset));
    }
    return entry->second;
  }

  NfaStates closure(NfaStates pending) {
    NfaStates result;
    ++round;
    while (!pending.empty()) {
      int state = pending.back();
      pending.pop_back();
      if (seen[state] == round)
        continue;
      seen[state] = round;
      result.push_back(state);
      const LifecycleNfa::State &edges = nfa.states[state];
      if (edges.symbol != LifecycleNfa::None)
        continue;
      for (int target : {edges.next, edges.alternative})
        if (target != LifecycleNfa::None)
          pending.push_back(target);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  const LifecycleNfa &nfa;
  std::size_t symbolCount;
  /// The round of `closure` in which a state was last met.
  std::vector<std::size_t> seen;
  std::size_t round = 0;
  std::vector<NfaStates> subsets;
  std::map<NfaStates, int> numbers;
  Dfa dfa;
};

/// The class of each state under Moore's refinement: states of one class accept
/// the same continuations.
std::vector<int> equivalenceClasses(const Dfa &dfa) {
  std::vector<int> classes(dfa.accepting.begin(), dfa.accepting.end());
  // Rounds only split classes: when their number stays the same, so do they.
  for (std::size_t classCount = 0;;) {
    std::map<std::vector<int>, int> bySignature;
    std::vector<int> refined;
    for (std::size_t state = 0; state != classes.size(); ++state) {
      std::vector<int> signature{classes[state]};
      for (int target : dfa.transitions[state])
        signature.push_back(target == Lifecycle::NoState ? Lifecycle::NoState
                                                         : classes[target]);
      refined.push_back(
          bySignature.emplace(std::move(signature), static_cast<int>(bySignature.size()))
              .first->second);
    }
    classes = std::move(refined);
    if (bySignature.size() == classCount)
      return classes;
    classCount = bySignature.size();
  }
}

/// One state for each class, numbered breadth first from the initial state.
Dfa minimise(const Dfa &dfa) {
  std::vector<int> classes = equivalenceClasses(dfa);
  std::map<int, int> numbers{{classes[0], 0}};
  std::vector<std::size_t> representatives{0};
  Dfa result;
  for (std::size_t state = 0; state != representatives.size(); ++state) {
    result.accepting.push_back(dfa.accepting[representatives[state]]);
    std::vector<int> row;
    for (int target : dfa.transitions[representatives[state]]) {
      if (target == Lifecycle::NoState) {
        row.push_back(Lifecycle::NoState);
        continue;
      }
      auto [entry, isNew] =
          numbers.emplace(classes[target], static_cast<int>(representatives.size()));
      if (isNew)
        representatives.push_back(static_cast<std::size_t>(target));
      row.push_back(entry->second);
    }
    result.transitions.push_back(std::move(row));
  }
  return result;
}

} // namespace

Lifecycle Lifecycle::compile(std::string_view expression,
                             const std::vector<std::string> &phases) {
  Lifecycle result;
  result.symbolNames.push_back(Construct);
  result.symbolNames.insert(result.symbolNames.end(), phases.begin(), phases.end());
  result.symbolNames.push_back(Destroy);
  LifecycleNfa nfa = parseLifecycle(expression, result.symbolNames);
  Dfa dfa = minimise(SubsetConstruction(nfa, result.symbolNames.size()).run());
  result.transitions = std::move(dfa.transitions);
  result.accepting = std::move(dfa.accepting);
  return result;
}

std::size_t Lifecycle::symbolIndex(std::string_view name) const {
  return static_cast<std::size_t>(
      std::find(symbolNames.begin(), symbolNames.end(), name) - symbolNames.begin());
}

bool Lifecycle::mayComeAgain(std::string_view phase) const {
  std::size_t symbol = symbolIndex(phase);
  if (symbol == symbolNames.size())
    return false;
  std::vector<int> pending;
  std::vector<bool> seen(stateCount(), false);
  for (const std::vector<int> &row : transitions)
    if (row[symbol] != NoState)
      pending.push_back(row[symbol]);
  while (!pending.empty()) {
    int state = pending.back();
    pending.pop_back();
    if (seen[state])
      continue;
    seen[state] = true;
    if (next(state, symbol) != NoState)
      return true;
    for (int target : transitions[state])
      if (target != NoState)
        pending.push_back(target);
  }
  return false;
}

void checkLifecycleFrame(const Lifecycle &lifecycle, std::string_view expression) {
  for (const char *name : {Lifecycle::Construct, Lifecycle::Destroy})
    if (findLifecycleName(expression, name) == std::string_view::npos)
      throw LifecycleError("the lifecycle does not mention '" + std::string(name) +
                               "'; write it as 'construct ... destroy'",
                           0);
  const std::size_t construct = 0, destroy = lifecycle.symbols().size() - 1;
  bool hasPhase = false;
  for (int state = 0; state != static_cast<int>(lifecycle.stateCount()); ++state) {
    for (std::size_t symbol = 0; symbol <= destroy; ++symbol) {
      int target = lifecycle.next(state, symbol);
      if (target == Lifecycle::NoState)
        continue;
      // Minimisation may lead back to the initial state.
      if ((symbol == construct) != (state == lifecycle.initialState()) ||
          target == lifecycle.initialState())
        throw LifecycleError("'construct' must come first in every lifecycle, and only "
                             "there; write it as 'construct ... destroy'",
                             findLifecycleName(expression, Lifecycle::Construct));
      if ((symbol == destroy) != lifecycle.isAccepting(target) ||
          lifecycle.isAccepting(state))
        throw LifecycleError("'destroy' must come last in every lifecycle, and only "
                             "there; write it as 'construct ... destroy'",
                             findLifecycleName(expression, Lifecycle::Destroy));
      hasPhase |= symbol != construct && symbol != destroy;
    }
  }
  if (!hasPhase)
    throw LifecycleError("the lifecycle names no phase; put the phases between "
                         "'construct' and 'destroy'",
                         0);
}

} // namespace hooktidy
