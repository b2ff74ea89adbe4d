//===- LibraryModel.h - what the standard library does ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Bodies in system headers are not seen. This is what the engine knows of them:
// emptiness and membership of containers, null-ness of smart pointers and
// optionals, joinability of threads, values of atomics, and which functions run
// a callable that they are given.
//
// Known holes:
//  * Elements of containers have no values of their own, callables excepted.
//  * Iterators are not tracked, except for `find(key) == end()`.
//
#ifndef HOOKTIDY_ENGINE_LIBRARYMODEL_H
#define HOOKTIDY_ENGINE_LIBRARYMODEL_H

#include "engine/State.h"
#include "facts/Facts.h"

#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// True for functions of the standard library.
bool isLibraryFunction(const FunctionFacts &function);

/// A call of a library function, with what its operands are called.
struct LibraryCall {
  const FunctionFacts &callee;
  /// Key of the receiver; empty if unknown.
  std::string object;
  /// Texts of the arguments; empty where there is none.
  std::vector<std::string> texts;
  /// Values of the arguments.
  std::vector<Value> values;
};

/// The result of a call that changes nothing, if it is known.
std::optional<Value> libraryResult(const LibraryCall &call, const State &state);
/// Notes that the result of a call is true or false. False if nothing is
/// learnt from it.
bool learnLibraryResult(const LibraryCall &call, bool holds, State &state);
/// Notes that the size of the receiver compares like that with a constant.
bool learnLibrarySize(const LibraryCall &call, Comparison comparison,
                      std::int64_t constant, State &state);
/// Text of the predicate "the container has this element".
std::string membershipPredicate(const std::string &object, const std::string &element);

/// Changes the state as the call does; returns what it returns.
Value applyLibraryCall(const LibraryCall &call, State &state);
/// True if the call replaces the content of its receiver as a whole or gives it
/// back: clear, reset, join and the like.
bool isLibraryReset(const FunctionFacts &callee);
/// True if the call changes its receiver's content.
bool isLibraryMutator(const FunctionFacts &callee);

/// True if the call adds to the number that its receiver is: atomics.
bool isLibraryCounter(const FunctionFacts &callee);

/// How a library function treats callables among its arguments.
enum class CallableUse {
  Stored,      ///< Kept or bound, not run.
  RunsOnce,    ///< Run exactly once: std::invoke, std::apply.
  MayRun,      ///< Run any number of times: algorithms, threads.
  OncePerFlag, ///< std::call_once: the first argument is the flag.
};
CallableUse libraryCallableUse(const FunctionFacts &callee);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_LIBRARYMODEL_H
