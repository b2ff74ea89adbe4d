//===- subjects.h - which hooks an oracle program can make ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A program of the oracle is one source with hooks, and for each class in it
//   static const AddHook<Class> name("Class");
// Whatever is no hook is left out there. Constructors are given arguments that are made
// up, unless makers that know better are given.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_ORACLE_RUNNER_SUBJECTS_H
#define HOOKTIDY_TEST_ORACLE_RUNNER_SUBJECTS_H

#include "runtime_hook/replay/checker.h"

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace hooktidy::oracle {

using Hooks = std::vector<std::unique_ptr<runtime::SessionRunHook>>;
/// Makes one hook, or several that are used together.
using Maker = std::function<Hooks(runtime::Checker &)>;

/// A class, and the ways to make hooks of it; none: `why_not` says why.
struct Subject {
  std::string name;
  std::vector<Maker> makers;
  std::string why_not;
};

std::vector<Subject> &subjects();

/// Converts to whatever a constructor takes.
struct Anything {
  template <typename T,
            typename = std::enable_if_t<
                std::is_default_constructible_v<std::remove_const_t<T>> &&
                !std::is_base_of_v<runtime::SessionRunHook, std::remove_const_t<T>>>>
  operator T &() const {
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, runtime::Graph>) {
      return runtime::Graph::current();
    } else if constexpr (std::is_arithmetic_v<Value>) {
      static Value one = 1;
      return one;
    } else if constexpr (std::is_pointer_v<Value>) {
      static Value pointer = pointee<std::remove_pointer_t<Value>>();
      return pointer;
    } else {
      static Value value{};
      return value;
    }
  }

private:
  template <typename Pointee> static Pointee *pointee() {
    if constexpr (std::is_same_v<std::remove_const_t<Pointee>, char>) {
      static char text[] = "x";
      return text;
    } else if constexpr (std::is_default_constructible_v<Pointee>) {
      static std::remove_const_t<Pointee> value{};
      return &value;
    } else {
      return nullptr;
    }
  }
};

/// A maker that gives these arguments to the constructor.
template <typename Hook, typename... Args> Maker maker(Args... args) {
  return [args...](runtime::Checker &checker) {
    Hooks hooks;
    hooks.push_back(checker.make_hook<Hook>(args...));
    return hooks;
  };
}

/// Makers that give a constructor what they make up; none if it wants something else.
template <typename Hook> std::vector<Maker> made_up() {
  if constexpr (std::is_constructible_v<Hook>)
    return {maker<Hook>()};
  else if constexpr (std::is_constructible_v<Hook, Anything>)
    return {maker<Hook>(Anything())};
  else if constexpr (std::is_constructible_v<Hook, Anything, Anything>)
    return {maker<Hook>(Anything(), Anything())};
  else if constexpr (std::is_constructible_v<Hook, Anything, Anything, Anything>)
    return {maker<Hook>(Anything(), Anything(), Anything())};
  else
    return {};
}

/// Adds a class to the subjects, with a maker for each way that is worth trying.
template <typename Class> class AddHook {
public:
  template <typename... Ways> explicit AddHook(std::string name, Ways... ways) {
    if constexpr (std::is_base_of_v<runtime::SessionRunHook, Class>)
      add(Subject{std::move(name), {std::move(ways)...}, ""});
  }

private:
  static void add(Subject subject) {
    if constexpr (std::is_abstract_v<Class>) {
      subject.why_not = "abstract";
    } else if constexpr (!std::is_destructible_v<Class>) {
      subject.why_not = "cannot be destroyed";
    } else {
      if (subject.makers.empty())
        subject.makers = made_up<Class>();
      if (subject.makers.empty())
        subject.why_not = "its constructor takes what the oracle cannot make up";
    }
    subjects().push_back(std::move(subject));
  }
};

} // namespace hooktidy::oracle

#endif // HOOKTIDY_TEST_ORACLE_RUNNER_SUBJECTS_H
