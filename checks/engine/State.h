//===- State.h - what is known at one point of a walk ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_STATE_H
#define HOOKTIDY_ENGINE_STATE_H

#include "engine/Value.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace hooktidy {

/// The vector of abstract values at one point of a lifecycle.
///
/// Objects are named by keys: "this" is the hook, "this.f" a member of it,
/// "L2:5" local 5 of the function at call depth 2, "G:<usr>" a global,
/// "arg:begin:0" what the framework hands to a callback. What has no entry is
/// unknown.
///
/// Invariant: no value and no predicate refers to an object that was written
/// after it was recorded.
class State {
public:
  Value value(const std::string &object) const;
  /// Sets an object; everything known of its members and everything derived
  /// from its old value is dropped.
  void assign(const std::string &object, const Value &value);
  /// Sharpens what is known of an object without changing it.
  void learn(const std::string &object, const Value &value);
  /// Drops everything known of the object and its members.
  void havoc(const std::string &object) { assign(object, Value::unknown()); }
  /// What is known of the members of one object holds of those of another.
  void copyMembers(const std::string &from, const std::string &to);
  /// Drops everything known of the members, but not of the object itself.
  void havocMembers(const std::string &object);
  /// Drops all objects whose key starts like this, and what was tested of them.
  /// Membership of what the framework handed out stays: it is the same graph
  /// when a callback runs again.
  void forget(const std::string &prefix);

  /// The state without the locals and call results of frames other than those
  /// kept (by prefix of their keys, "L2:"): what a callee can see.
  State withoutLocals(const std::set<std::string> &keptFrames) const;
  /// Puts back what withoutLocals() left out of `before`.
  void restoreLocals(const State &before, const std::set<std::string> &keptFrames);
  /// Frames whose locals can be reached from objects that are no locals, from the
  /// text, or from locals so reached.
  std::set<std::string> reachableFrames(std::string_view text) const;

  /// A condition that was tested or made true, named by a text over object
  /// keys.
  std::optional<bool> predicate(const std::string &text) const;
  void setPredicate(const std::string &text, bool holds);

  /// What a rule tracks; untouched by assign().
  std::map<std::string, std::string> tracked;

  /// Equal exactly for equal states.
  std::string key() const;

private:
  void dropDependents(const std::string &object);

  std::map<std::string, Value> values;
  std::map<std::string, bool> predicates;
};

/// True if `text` mentions the object, or a member of it, as a whole name.
bool mentionsObject(std::string_view text, std::string_view object);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_STATE_H
