//===- LibraryModel.cpp - what the standard library does --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/LibraryModel.h"

#include "engine/Program.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hooktidy {

template <std::size_t Size>
static bool isOneOf(std::string_view name,
                    const std::array<std::string_view, Size> &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

static constexpr std::array<std::string_view, 7> TruthQueries = {
    "has_value", "operator bool", "joinable", "is_open", "valid", "get", "owns_lock"};
static constexpr std::array<std::string_view, 3> SizeQueries = {"size", "length",
                                                                "use_count"};
static constexpr std::array<std::string_view, 10> Adders = {
    "push_back", "push_front", "emplace_back",     "emplace_front", "push",
    "emplace",   "insert",     "insert_or_assign", "try_emplace",   "append"};
static constexpr std::array<std::string_view, 6> Removers = {
    "pop_back", "pop_front", "pop", "erase", "resize", "extract"};
static constexpr std::array<std::string_view, 5> Resets = {"clear", "reset", "join",
                                                           "detach", "release"};

bool isLibraryFunction(const FunctionFacts &function) {
  return function.qualifiedName.compare(0, 5, "std::") == 0;
}

static std::string_view nameOf(const FunctionFacts &function) {
  return unqualifiedName(function.qualifiedName);
}

std::string membershipPredicate(const std::string &object, const std::string &element) {
  return "has " + object + " " + element;
}

static std::optional<bool> isMember(const LibraryCall &call, const State &state) {
  if (state.value(call.object).truth() == false)
    return false;
  if (call.texts.empty() || call.texts.front().empty())
    return std::nullopt;
  return state.predicate(membershipPredicate(call.object, call.texts.front()));
}

std::optional<Value> libraryResult(const LibraryCall &call, const State &state) {
  if (call.object.empty())
    return std::nullopt;
  std::string_view name = nameOf(call.callee);
  Value value = state.value(call.object);
  std::optional<bool> truth = value.truth();
  auto boolean = [](std::optional<bool> known) {
    return known ? std::optional<Value>(Value::integer(*known)) : std::nullopt;
  };
  if (isOneOf(name, TruthQueries))
    return boolean(truth);
  if (name == "empty")
    return truth ? boolean(!*truth) : std::nullopt;
  if (isOneOf(name, SizeQueries) && truth)
    return *truth ? Value::range(1, Value::Infinity) : Value::integer(0);
  if (name == "count" || name == "contains")
    return boolean(isMember(call, state));
  bool isConversion = name.compare(0, 9, "operator ") == 0;
  if ((name == "load" || isConversion) && !value.isUnknown())
    return value;
  return std::nullopt;
}

bool learnLibraryResult(const LibraryCall &call, bool holds, State &state) {
  if (call.object.empty())
    return false;
  std::string_view name = nameOf(call.callee);
  if (name == "count" || name == "contains") {
    if (call.texts.empty() || call.texts.front().empty())
      return false;
    state.setPredicate(membershipPredicate(call.object, call.texts.front()), holds);
    return true;
  }
  bool isTruth = isOneOf(name, TruthQueries) || isOneOf(name, SizeQueries) ||
                 name == "load" || name.compare(0, 9, "operator ") == 0;
  if (!isTruth && name != "empty")
    return false;
  bool isNotEmpty = name == "empty" ? !holds : holds;
  if (state.value(call.object).truth() != isNotEmpty)
    state.learn(call.object, isNotEmpty ? Value::truthy() : Value::falsy());
  return true;
}

bool learnLibrarySize(const LibraryCall &call, Comparison comparison,
                      std::int64_t constant, State &state) {
  if (call.object.empty() || !isOneOf(nameOf(call.callee), SizeQueries))
    return false;
  Value size = refine(Value::range(0, Value::Infinity), comparison, constant);
  std::optional<bool> truth = size.truth();
  if (!truth)
    return false;
  state.learn(call.object, *truth ? Value::truthy() : Value::falsy());
  return true;
}

static void addElement(const LibraryCall &call, State &state) {
  bool keepsOthers = state.value(call.object).truth() == true;
  if (!keepsOthers)
    state.learn(call.object, Value::truthy());
  if (!call.texts.empty() && !call.texts.front().empty())
    state.setPredicate(membershipPredicate(call.object, call.texts.front()), true);
  for (const Value &value : call.values) {
    if (value.kind != Value::Kind::Callable)
      continue;
    std::string element = call.object + ".[]";
    Value known = state.value(element);
    if (known.kind != Value::Kind::Callable) {
      state.learn(element, value);
      continue;
    }
    for (const auto &callable : value.callables) {
      bool isKnown =
          std::any_of(known.callables.begin(), known.callables.end(),
                      [&](const auto &other) { return other->key() == callable->key(); });
      if (!isKnown)
        known.callables.push_back(callable);
    }
    state.learn(element, known);
  }
}

/// Atomics: the new value, given the old one; the old one is returned.
static std::optional<Value> applyAtomic(std::string_view name, const LibraryCall &call,
                                        State &state) {
  Value old = state.value(call.object);
  Value argument = call.values.empty() ? Value::unknown() : call.values.front();
  if (name == "store") {
    state.assign(call.object, argument);
    return Value::unknown();
  }
  if (name == "exchange") {
    state.assign(call.object, argument);
    return old;
  }
  if (name == "test_and_set") {
    state.assign(call.object, Value::integer(1));
    return old;
  }
  if (name == "fetch_add" && argument.kind == Value::Kind::Range &&
      argument.low == argument.high) {
    state.assign(call.object, old.plus(argument.low));
    return old;
  }
  return std::nullopt;
}

Value applyLibraryCall(const LibraryCall &call, State &state) {
  if (call.object.empty())
    return Value::unknown();
  std::string_view name = nameOf(call.callee);
  if (std::optional<Value> result = applyAtomic(name, call, state))
    return *result;
  if (isOneOf(name, Adders)) {
    std::optional<bool> wasMember = isMember(call, state);
    addElement(call, state);
    // What matters of the pair that insert returns is whether it inserted.
    return wasMember ? Value::integer(!*wasMember) : Value::unknown();
  }
  if (name == "operator[]" &&
      call.callee.qualifiedName.find("map") != std::string::npos) {
    addElement(call, state);
    return Value::unknown();
  }
  if (name == "operator+=") {
    state.learn(call.object, Value::truthy());
    return Value::unknown();
  }
  if (isOneOf(name, Removers)) {
    state.havoc(call.object);
    if (name == "erase" && !call.texts.empty() && !call.texts.front().empty())
      state.setPredicate(membershipPredicate(call.object, call.texts.front()), false);
    return Value::unknown();
  }
  if (isOneOf(name, Resets)) {
    bool takesNew = name == "reset" && !call.values.empty();
    Value old = state.value(call.object);
    state.assign(call.object, takesNew ? call.values.front() : Value::falsy());
    return name == "release" ? old : Value::unknown();
  }
  if (name == "assign" || name == "swap")
    state.havoc(call.object);
  if (name == "open")
    state.assign(call.object, Value::unknown());
  if (name == "close")
    state.assign(call.object, Value::falsy());
  return Value::unknown();
}

bool isLibraryReset(const FunctionFacts &callee) {
  return isLibraryFunction(callee) && isOneOf(nameOf(callee), Resets);
}

bool isLibraryMutator(const FunctionFacts &callee) {
  static constexpr std::array<std::string_view, 7> Others = {
      "store", "exchange", "fetch_add", "test_and_set", "assign", "swap", "operator+="};
  std::string_view name = nameOf(callee);
  return isLibraryFunction(callee) && (isOneOf(name, Adders) || isOneOf(name, Removers) ||
                                       isOneOf(name, Resets) || isOneOf(name, Others));
}

bool isLibraryCounter(const FunctionFacts &callee) {
  static constexpr std::array<std::string_view, 5> Counters = {
      "fetch_add", "fetch_sub", "operator++", "operator--", "operator-="};
  return isLibraryFunction(callee) && isOneOf(nameOf(callee), Counters) &&
         callee.qualifiedName.find("atomic") != std::string::npos;
}

CallableUse libraryCallableUse(const FunctionFacts &callee) {
  static constexpr std::array<std::string_view, 19> Storing = {"bind",
                                                               "bind_front",
                                                               "bind_back",
                                                               "mem_fn",
                                                               "ref",
                                                               "cref",
                                                               "move",
                                                               "forward",
                                                               "make_unique",
                                                               "make_shared",
                                                               "make_pair",
                                                               "make_tuple",
                                                               "make_optional",
                                                               "make_any",
                                                               "as_const",
                                                               "addressof",
                                                               "allocate_shared",
                                                               "tie",
                                                               "not_fn"};
  static constexpr std::array<std::string_view, 4> Waiting = {"wait", "wait_for",
                                                              "wait_until", "and_then"};
  std::string_view name = nameOf(callee);
  if (name == "call_once")
    return CallableUse::OncePerFlag;
  if (name == "invoke" || name == "apply" || name == "invoke_r")
    return CallableUse::RunsOnce;
  if (callee.kind == FunctionKind::Constructor)
    return name == "thread" || name == "jthread" ? CallableUse::MayRun
                                                 : CallableUse::Stored;
  if (callee.kind == FunctionKind::Function && !isOneOf(name, Storing))
    return CallableUse::MayRun;
  return isOneOf(name, Waiting) ? CallableUse::MayRun : CallableUse::Stored;
}

} // namespace hooktidy
