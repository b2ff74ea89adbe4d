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
// up, unless Makers is specialised.
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

/// How hooks of a class are made. To be specialised where constructors need arguments
/// that mean something; `all` then returns one Maker for each way.
template <typename Hook> struct Makers {
  static std::vector<Maker> all() {
    if constexpr (std::is_constructible_v<Hook>)
      return {maker()};
    else if constexpr (std::is_constructible_v<Hook, Anything>)
      return {maker(Anything())};
    else if constexpr (std::is_constructible_v<Hook, Anything, Anything>)
      return {maker(Anything(), Anything())};
    else if constexpr (std::is_constructible_v<Hook, Anything, Anything, Anything>)
      return {maker(Anything(), Anything(), Anything())};
    else
      return {};
  }

  /// A maker that gives these arguments to the constructor.
  template <typename... Args> static Maker maker(Args... args) {
    return [args...](runtime::Checker &checker) {
      Hooks hooks;
      hooks.push_back(checker.make_hook<Hook>(args...));
      return hooks;
    };
  }
};

template <typename Class> class AddHook {
public:
  explicit AddHook(std::string name) {
    if constexpr (std::is_base_of_v<runtime::SessionRunHook, Class>)
      add(std::move(name));
  }

private:
  static void add(std::string name) {
    Subject subject{std::move(name), {}, ""};
    if constexpr (std::is_abstract_v<Class>) {
      subject.why_not = "abstract";
    } else if constexpr (!std::is_destructible_v<Class>) {
      subject.why_not = "cannot be destroyed";
    } else {
      subject.makers = Makers<Class>::all();
      if (subject.makers.empty())
        subject.why_not = "its constructor takes what the oracle cannot make up";
    }
    subjects().push_back(std::move(subject));
  }
};

} // namespace hooktidy::oracle

#endif // HOOKTIDY_TEST_ORACLE_RUNNER_SUBJECTS_H
