//===- Contract.h - a framework's hook contract -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract as data: which classes are hooks, which methods are their
// callbacks, in which order a framework calls them, and what they may not do.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_CONTRACT_CONTRACT_H
#define HOOKTIDY_CONTRACT_CONTRACT_H

#include "contract/CapabilityPattern.h"
#include "contract/Lifecycle.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hooktidy {

/// A point of the lifecycle at which the framework calls the hook.
struct Phase {
  std::string name;
  /// Unqualified names of the methods that are this callback.
  std::vector<std::string> methods;
};

/// Something a function does, as patterns on the functions that do it.
struct Capability {
  std::string name;
  std::vector<CallPattern> calls;
  /// Predicates that hold whenever the capability must not be used, such as
  /// "the graph is finalized".
  std::vector<CallPattern> blockedBy;
};

enum class RuleKind { Forbid, Reenter, Defined, Pair, Escape, Literal, Override };
enum class Severity { Error, Warning, Advice };
/// What a call whose target is not visible means for a rule.
enum class UnknownCallee { AssumeOk, Report };
/// Which functions a virtual call may reach.
enum class VirtualCallee { KnownOverriders, StaticTarget };
/// What a callable given to a function without a visible body means. Standard
/// algorithms always run theirs.
enum class HandedOverCallable { AssumeOk, MayRun };

/// Which object of a call a resource is.
struct ResourceObject {
  enum class Kind { Receiver, Result, Argument, None } kind = Kind::Receiver;
  unsigned argument = 0;
};

/// A call that takes or gives back a resource. The names "new" and "delete"
/// stand for the expressions, those of arrays included.
struct ResourceCall {
  CallPattern call;
  ResourceObject object;
};

/// A pair of calls that belong together.
struct Resource {
  /// As it reads in a message, e.g. "thread".
  std::string name;
  std::vector<ResourceCall> acquire;
  std::vector<ResourceCall> release;
  /// Predicates on the object that hold exactly while it is acquired, e.g.
  /// std::thread::joinable.
  std::vector<CallPattern> heldWhile;
};

/// Something that the framework lends to callbacks.
struct Lifetime {
  /// As it reads in a message, e.g. "session".
  std::string name;
  /// Types of the callback parameters that are such an object, without `const`,
  /// references and pointers.
  std::vector<NamePattern> types;
  /// Functions and data members that give such an object, too.
  std::vector<CallPattern> givenBy;
  /// Phases with which every object that was lent earlier ends; destroy may be one.
  std::vector<std::string> until;
  /// A copy of the object ends with it: it is a handle.
  bool isHandle = false;
  /// What to do instead, for a message.
  std::string instead;
};

/// What an argument that is written as a literal must be.
struct LiteralArgument {
  /// Counted from 0.
  unsigned position = 0;
  /// As it reads in a message.
  std::string name;
  /// The text must be credentials for gs://, see docs/gcs.md.
  bool isGcsCredentials = false;
  std::optional<std::int64_t> minimum;
  std::optional<std::int64_t> maximum;
  /// What 0 stands for.
  std::optional<std::int64_t> zeroMeans;
  /// Name of an argument of the same call that must be as large at least, unless
  /// it is 0.
  std::string notAbove;
};

/// Calls whose literal arguments are checked.
struct LiteralCall {
  std::vector<CallPattern> calls;
  std::vector<LiteralArgument> arguments;
};

/// One checkable clause of a contract.
struct Rule {
  std::string id;
  /// Name of the check: "hook-" followed by the id.
  std::string check;
  RuleKind kind = RuleKind::Forbid;
  Severity severity = Severity::Warning;
  bool enabledByDefault = true;
  /// Placeholders: see RuleKinds.cpp.
  std::string message;
  /// One sentence for `hooktidy list`.
  std::string summary;
  /// forbid: where it is forbidden. reenter: the phases that may not repeat
  /// the effect. defined: where the read is. pair: where the acquisition is
  /// (empty: anywhere).
  std::vector<std::string> phases;
  /// forbid, if it was written as "only in these phases": those phases. `phases`
  /// then has all others.
  std::vector<std::string> onlyPhases;
  /// forbid, reenter: the capability.
  std::string capability;
  /// defined: the phases that must not be the only ones to set the member.
  std::vector<std::string> setIn;
  /// pair: the phases whose release does not count on its own, because they
  /// may be skipped.
  std::vector<std::string> unguaranteed;
  /// pair: phases that may not take again what is still held.
  std::vector<std::string> reacquire;
  std::vector<Resource> resources;
  /// escape: what must not be used after its time.
  std::vector<Lifetime> lifetimes;
  std::vector<LiteralCall> literals;
  UnknownCallee unknownCallee = UnknownCallee::AssumeOk;
  VirtualCallee virtualCallee = VirtualCallee::KnownOverriders;
  HandedOverCallable handedOver = HandedOverCallable::AssumeOk;
};

/// What may follow a callback that throws.
struct AfterThrow {
  /// Phases that may come next; "destroy" always may.
  std::vector<std::string> next;
};

/// A contract: loaded, checked, and with its lifecycle compiled.
struct Contract {
  std::string name;
  /// Where it was loaded from; "<built-in>/name.json" for a built-in one.
  std::string origin;
  /// Name of the contract that it extends; empty if it stands alone.
  std::string extends;
  std::string documentation;
  /// Patterns on the qualified names of hook base classes.
  std::vector<NamePattern> bases;
  std::vector<Phase> phases;
  /// The lifecycle as it was written.
  std::string lifecycleExpression;
  Lifecycle lifecycle;
  /// Keyed by phase; a phase that is missing may be followed by destroy only.
  std::map<std::string, AfterThrow> afterThrow;
  /// What it means in a trace when an optional phase is left out ("after_run":
  /// "run fails"), and when a phase comes again ("after_create_session": "the
  /// session is re-created").
  std::map<std::string, std::string> skipped;
  std::map<std::string, std::string> repeated;
  std::vector<Capability> capabilities;
  std::vector<Rule> rules;

  /// The capability of that name, or null.
  const Capability *findCapability(const std::string &name) const;
  /// The phase of that name, or null; construct and destroy are none.
  const Phase *findPhase(const std::string &name) const;
  /// The phase that a method of this (unqualified) name is, or null.
  const Phase *findPhaseOfMethod(const std::string &method) const;
};

/// True if rules of the kind are checked on the program, not on the walk of a hook
/// class through its lifecycle.
bool isProgramRule(RuleKind kind);
/// True if a rule looks at the functions that use hooks, wherever they are.
bool looksAtUsersOfHooks(const Contract &contract);
/// Calls that make a function one which a program rule must see.
std::vector<CallPattern> callsOfProgramRules(const Contract &contract);

} // namespace hooktidy

#endif // HOOKTIDY_CONTRACT_CONTRACT_H
