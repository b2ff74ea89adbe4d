//===- Lifecycle.h - the order in which phases come -------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lifecycle is a regular expression over phase names, `construct` and
// `destroy`: sequence by juxtaposition, `|`, `( )`, `?`, `*`, `+`. It is
// compiled (Thompson NFA, subset construction, minimisation) to a DFA.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_LIFECYCLE_H
#define HOOKTIDY_CONTRACT_LIFECYCLE_H

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// A lifecycle expression that does not parse; `offset` is the byte in it.
class LifecycleError : public std::runtime_error {
public:
  LifecycleError(const std::string &what, std::size_t offset)
      : std::runtime_error(what), offset(offset) {}
  const std::size_t offset;
};

/// The minimal DFA of a lifecycle. Dead states are removed: from every state
/// an accepting one is reachable.
class Lifecycle {
public:
  static constexpr int NoState = -1;
  /// The two symbols that every lifecycle has besides its phases.
  static constexpr const char *Construct = "construct";
  static constexpr const char *Destroy = "destroy";

  Lifecycle() = default;
  /// Compiles `expression`; every name in it must be one of `phases`,
  /// "construct" or "destroy". Throws LifecycleError.
  static Lifecycle compile(std::string_view expression,
                           const std::vector<std::string> &phases);

  /// Names of all symbols: "construct", the phases in the order given,
  /// "destroy". A symbol is an index into it.
  const std::vector<std::string> &symbols() const { return symbolNames; }
  int initialState() const { return 0; }
  std::size_t stateCount() const { return transitions.size(); }
  /// The state after `symbol`, or NoState.
  int next(int state, std::size_t symbol) const { return transitions[state][symbol]; }
  bool isAccepting(int state) const { return accepting[state]; }
  /// Index of a symbol, or symbols().size() if there is none of that name.
  std::size_t symbolIndex(std::string_view name) const;
  /// True if `phase` can come more than once in one lifecycle.
  bool mayComeAgain(std::string_view phase) const;

private:
  std::vector<std::string> symbolNames;
  std::vector<std::vector<int>> transitions;
  std::vector<bool> accepting;
};

/// Checks that `lifecycle`, compiled from `expression`, starts with construct,
/// ends with destroy, has neither anywhere else, and has a phase. Throws
/// LifecycleError.
void checkLifecycleFrame(const Lifecycle &lifecycle, std::string_view expression);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_LIFECYCLE_H
