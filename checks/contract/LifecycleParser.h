//===- LifecycleParser.h - lifecycle expression to NFA ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_LIFECYCLEPARSER_H
#define HOOKTIDY_CONTRACT_LIFECYCLEPARSER_H

#include "contract/Lifecycle.h"

#include <string>
#include <string_view>
#include <vector>

namespace hooktidy {

/// A Thompson automaton. From every state the accepting one can be reached.
struct LifecycleNfa {
  static constexpr int None = -1;

  struct State {
    /// What leads to `next`; None: nothing, and `alternative` is free too.
    int symbol = None;
    int next = None;
    int alternative = None;
  };

  std::vector<State> states;
  int start = None;
  int accept = None;
};

/// Parses `expression`; a name stands for its index in `symbols`. Throws
/// LifecycleError.
LifecycleNfa parseLifecycle(std::string_view expression,
                            const std::vector<std::string> &symbols);

/// Where the name `symbol` first stands in `expression`, or npos.
std::size_t findLifecycleName(std::string_view expression, std::string_view symbol);

/// True if a phase can have this name.
bool isLifecycleName(std::string_view name);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_LIFECYCLEPARSER_H
