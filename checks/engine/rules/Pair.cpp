//===- rules/Pair.cpp - what is taken must be given back --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A resource that a member of the hook holds must be given back on every way the
// lifecycle can go on, destruction included.
//
// Invariants:
//  * Reported is only what some phase does give back, but none that is certain
//    to come: whether a resource that is never given back leaks is not this
//    rule's question.
//  * A null member, or one whose "held" predicate is false, holds nothing.
//  * What is handed to code that is not seen in the destructor counts as given
//    back.
//
// Known holes:
//  * Resources in locals, globals and members of other objects are not tracked.
//  * A destructor that gives back under some condition is believed.

#include "engine/rules/MemberUse.h"
#include "engine/rules/Monitor.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace hooktidy {

namespace {

/// A resource is named by its kind and the member that holds it.
struct Held {
  std::size_t resource = 0;
  std::string object;

  std::string key() const { return "held " + std::to_string(resource) + " " + object; }
};

/// A call pattern of the rule that a function matches.
struct Match {
  std::size_t resource = 0;
  bool isAcquire = false;
  ResourceObject object;
};

class PairMonitor : public Monitor {
public:
  PairMonitor(const Program &program, const HookClass &hook, const Contract &contract,
              const Rule &rule)
      : program(program), hook(hook), contract(contract), rule(rule),
        holders(memberNames(program, hook,
                            [this](const FieldFacts &field) { return mayHold(field); })) {
  }

  /// Besides what takes and gives back: everything that can pass a resource on.
  bool isInteresting(const Function &function, const Event &event) const override {
    if (event.kind == EventKind::Return || event.kind == EventKind::Write)
      return event.value.kind == ExpressionKind::NewObject ||
             event.value.kind == ExpressionKind::Path ||
             event.value.kind == ExpressionKind::Call;
    return isEventful(function, event);
  }

  bool isEventful(const Function &function, const Event &event) const override {
    if (event.kind == EventKind::Destroy && event.isHeap)
      return holders.count(memberName(event.receiver.path)) != 0;
    const Function *callee = program.findFunction(event.callee);
    if (!callee)
      return isTrigger(function, event);
    bool isDelete = callee->facts->qualifiedName.compare(0, 15, "operator delete") == 0;
    if (isDelete && !event.arguments.empty())
      return holders.count(memberName(event.arguments.front().path)) != 0;
    return !matchesOf(*callee).empty();
  }

  /// Nothing is to be checked unless a member takes something.
  bool isTrigger(const Function &, const Event &event) const override {
    if (event.kind == EventKind::Write)
      return event.value.kind == ExpressionKind::NewObject &&
             event.receiver.path.root == PathRoot::This &&
             holders.count(memberName(event.receiver.path)) != 0;
    const Function *callee = program.findFunction(event.callee);
    if (!callee)
      return false;
    bool isNew = callee->facts->qualifiedName.compare(0, 12, "operator new") == 0;
    if (isNew && !holders.empty())
      return true;
    const std::vector<Match> &taken = matchesOf(*callee);
    return std::any_of(taken.begin(), taken.end(),
                       [](const Match &match) { return match.isAcquire; });
  }

  bool isOpaque(const Function &callee) const override {
    return isFrameworkOperation(contract, *callee.facts);
  }

  /// Other functions matter only if they may return what they take.
  bool needsHook(const Function &callee) const override {
    const std::string &type = callee.facts->returnType;
    return type.empty() || type == "void" || type == "bool";
  }

  std::optional<bool> decide(const Function &predicate, const std::string &object,
                             const std::string &, const State &state) const override {
    if (!isMember(object))
      return std::nullopt;
    for (std::size_t i = 0; i < rule.resources.size(); ++i)
      if (matchesAny(rule.resources[i].heldWhile, *predicate.facts))
        return state.tracked.count(Held{i, holder(object)}.key()) != 0;
    return std::nullopt;
  }

  bool onCall(const EventContext &context, State &state) override {
    if (context.event.kind == EventKind::Destroy && context.event.isHeap) {
      releaseNamed("delete", context.object, context, state);
      return false;
    }
    if (!context.callee)
      return false;
    if (context.callee->facts->qualifiedName.compare(0, 15, "operator delete") == 0 &&
        !context.arguments.empty())
      releaseNamed("delete", context.arguments.front(), context, state);
    if (context.event.kind == EventKind::Construct && moveHeld(context, state))
      return false;
    for (const Match &match : matchesOf(*context.callee)) {
      if (!match.isAcquire)
        release(match.resource, objectOf(match.object, context), context.phase, state);
      else if (match.object.kind != ResourceObject::Kind::Result &&
               takesSomething(context))
        acquire(match.resource, objectOf(match.object, context), context, state);
    }
    return false;
  }

  void onWrite(const EventContext &context, State &state) override {
    if (context.object.empty() || context.event.isCompound)
      return;
    std::string object = holder(context.object);
    std::string source = holder(context.valueObject);
    for (std::size_t i = 0; i < rule.resources.size(); ++i) {
      if (isAcquiredBy(rule.resources[i], context)) {
        acquire(i, object, context, state);
        continue;
      }
      auto moved = state.tracked.find(Held{i, source}.key());
      if (source.empty() || moved == state.tracked.end()) {
        state.tracked.erase(Held{i, object}.key());
        continue;
      }
      // What a local took now belongs to the member.
      state.tracked.erase(moved);
      const FieldFacts *field = findMember(program, hook, object);
      if (!field || field->ownership != Ownership::OwningPointer)
        acquire(i, object, context, state);
    }
  }

  void onRefine(const std::string &object, const Value &value, State &state) override {
    bool isInvalid =
        value.truth() == false || (value.kind == Value::Kind::Range && value.high < 0);
    if (!isInvalid)
      return;
    for (std::size_t i = 0; i < rule.resources.size(); ++i)
      state.tracked.erase(Held{i, holder(object)}.key());
  }

  void onUnknownCall(const EventContext &context, State &state) override {
    bool isSystem = context.callee && context.callee->facts->isInSystemHeader;
    bool isDestroying = context.phase == "destroy";
    if (isSystem && !isDestroying)
      return;
    for (auto it = state.tracked.begin(); it != state.tracked.end();) {
      std::string object = it->first.substr(it->first.rfind(' ') + 1);
      bool isGiven = (isDestroying && isDestroyedBy(context, object)) ||
                     std::any_of(context.arguments.begin(), context.arguments.end(),
                                 [&](const std::string &argument) {
                                   return !argument.empty() && object == holder(argument);
                                 });
      if (isGiven && isDestroying)
        releasedIn[it->first].insert(context.phase);
      it = isGiven ? state.tracked.erase(it) : std::next(it);
    }
  }

  void leavePhase(const std::string &, State &state) override {
    for (auto it = state.tracked.begin(); it != state.tracked.end();) {
      std::string object = it->first.substr(it->first.rfind(' ') + 1);
      it = isMember(object) ? std::next(it) : state.tracked.erase(it);
    }
  }

  void onDestroyed(State &state) override {
    for (const auto &[key, site] : state.tracked) {
      Violation violation = sites[std::stoul(site)];
      violation.placeholders["kind"] = "kept";
      found.push_back(std::move(violation));
    }
  }

  bool confirm(Violation &violation) const override {
    auto it = releasedIn.find(violation.placeholders["key"]);
    if (it == releasedIn.end())
      return false;
    const std::set<std::string> &phases = it->second;
    if (violation.placeholders["kind"] == "kept" && phases.count("destroy"))
      return false;
    std::string text;
    for (const std::string &phase : rule.unguaranteed)
      if (phases.count(phase))
        text += (text.empty() ? "" : "' and '") + phase;
    violation.placeholders["released_in"] = text;
    return !text.empty();
  }

private:
  static bool isMember(const std::string &object) {
    return object.compare(0, 5, "this.") == 0;
  }

  /// The destructor that is not seen may give back what `object` holds: a member
  /// of its class.
  bool isDestroyedBy(const EventContext &context, const std::string &object) const {
    const std::string &destroyed = context.object;
    if (destroyed.empty() ||
        object.compare(0, destroyed.size() + 1, destroyed + ".") != 0)
      return object == destroyed;
    const Record *record =
        context.callee ? program.findRecord(context.callee->facts->record) : nullptr;
    std::string member = object.substr(destroyed.size() + 1);
    return !record || program.findField(*record, member.substr(0, member.find('.')));
  }

  /// The member that holds an object: containers hold their elements.
  static std::string holder(std::string object) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const char *suffix : {".[]", ".*"})
        if (std::string_view end = suffix;
            object.size() > end.size() &&
            object.compare(object.size() - end.size(), end.size(), end) == 0) {
          object.resize(object.size() - end.size());
          changed = true;
        }
    }
    return object;
  }

  static std::string objectOf(const ResourceObject &object, const EventContext &context) {
    switch (object.kind) {
    case ResourceObject::Kind::Receiver:
      return holder(context.object);
    case ResourceObject::Kind::Argument:
      return object.argument < context.arguments.size()
                 ? holder(context.arguments[object.argument])
                 : std::string();
    case ResourceObject::Kind::None:
      return "this.";
    case ResourceObject::Kind::Result:
      break;
    }
    return {};
  }

  /// Default construction takes nothing.
  static bool takesSomething(const EventContext &context) {
    return context.event.kind != EventKind::Construct || !context.event.arguments.empty();
  }

  /// A raw pointer, or an object whose construction takes something.
  bool mayHold(const FieldFacts &field) const {
    const Record *record = program.findRecord(field.record);
    std::string constructor;
    if (record)
      constructor = record->facts->qualifiedName +
                    "::" + std::string(unqualifiedName(record->facts->qualifiedName));
    for (const Resource &resource : rule.resources)
      for (const ResourceCall &call : resource.acquire) {
        if (call.call.name.str() == "new" && field.ownership == Ownership::RawPointer)
          return true;
        if (record && call.object.kind == ResourceObject::Kind::Receiver &&
            call.call.name.matches(constructor))
          return true;
      }
    return false;
  }

  /// What a function takes and gives back; releases first, so that a function
  /// that does both ends up holding.
  const std::vector<Match> &matchesOf(const Function &callee) const {
    auto [it, isNew] = matches.try_emplace(callee.id);
    if (!isNew)
      return it->second;
    for (bool isAcquire : {false, true})
      for (std::size_t i = 0; i < rule.resources.size(); ++i)
        for (const ResourceCall &call :
             isAcquire ? rule.resources[i].acquire : rule.resources[i].release)
          if (matchesFunction(call.call, *callee.facts))
            it->second.push_back({i, isAcquire, call.object});
    return it->second;
  }

  /// The written value comes from an acquiring call or expression.
  bool isAcquiredBy(const Resource &resource, const EventContext &context) const {
    const Expression &value = context.event.value;
    for (const ResourceCall &call : resource.acquire) {
      if (value.kind == ExpressionKind::NewObject) {
        const Record *record = program.findRecord(value.text);
        if (call.call.name.str() == "new" &&
            (isRawPointer(context.object) || context.object[0] == 'L'))
          return true;
        std::string constructor =
            record ? record->facts->qualifiedName +
                         "::" + std::string(unqualifiedName(record->facts->qualifiedName))
                   : std::string();
        if (record && call.object.kind == ResourceObject::Kind::Receiver &&
            call.call.name.matches(constructor) && !value.operands.empty())
          return true;
      }
      const Function *callee =
          value.kind == ExpressionKind::Call ? program.findFunction(value.text) : nullptr;
      if (callee && call.object.kind == ResourceObject::Kind::Result &&
          matchesFunction(call.call, *callee->facts))
        return true;
    }
    return false;
  }

  /// A resource that is moved into a new object belongs to that.
  bool moveHeld(const EventContext &context, State &state) {
    if (context.arguments.size() != 1 || context.arguments.front().empty())
      return false;
    bool any = false;
    for (std::size_t i = 0; i < rule.resources.size(); ++i) {
      auto moved = state.tracked.find(Held{i, holder(context.arguments.front())}.key());
      if (moved == state.tracked.end())
        continue;
      std::string site = moved->second;
      state.tracked.erase(moved);
      if (!context.object.empty())
        state.tracked[Held{i, holder(context.object)}.key()] = site;
      any = true;
    }
    return any;
  }

  bool isRawPointer(const std::string &object) const {
    const FieldFacts *field = findMember(program, hook, object);
    return field && field->ownership == Ownership::RawPointer;
  }

  void acquire(std::size_t resource, const std::string &object,
               const EventContext &context, State &state) {
    if (object.empty())
      return;
    bool isOurs = isMember(object) || object[0] == 'L' || object[0] == 'R';
    bool isWatched = rule.phases.empty() ||
                     std::find(rule.phases.begin(), rule.phases.end(), context.phase) !=
                         rule.phases.end();
    if (!isOurs || !isWatched)
      return;
    std::string key = Held{resource, object}.key();
    std::string member = isMember(object) ? object.substr(5) : std::string();
    Violation violation = violationAt(context, rule.resources[resource].name +
                                                   (member.empty() ? "" : " " + member));
    violation.placeholders["resource"] = rule.resources[resource].name;
    violation.placeholders["member"] =
        member.empty() ? violation.chain.back().callee : member;
    violation.placeholders["key"] = key;
    if (context.event.kind == EventKind::Write)
      violation.lastNote = "'" + violation.placeholders["member"] + "' is taken here";
    violation.placeholders["kind"] = "taken again";
    bool mayNotRepeat = std::find(rule.reacquire.begin(), rule.reacquire.end(),
                                  context.phase) != rule.reacquire.end();
    if (state.tracked.count(key) && mayNotRepeat)
      found.push_back(violation);
    state.tracked[key] = std::to_string(siteIndex(std::move(violation)));
  }

  /// Sites are numbered by place, so that states stay finite.
  std::size_t siteIndex(Violation violation) {
    const ChainLink &first = violation.chain.front();
    const ChainLink &last = violation.chain.back();
    std::string place = violation.placeholders["key"] + " " + violation.phase;
    for (const ChainLink *link : {&first, &last})
      place += " " + std::to_string(link->unit) + ":" +
               std::to_string(link->location.file) + ":" +
               std::to_string(link->location.line) + ":" +
               std::to_string(link->location.column);
    auto [it, isNew] = siteNumbers.try_emplace(place, sites.size());
    if (isNew)
      sites.push_back(std::move(violation));
    return it->second;
  }

  void release(std::size_t resource, const std::string &object, const std::string &phase,
               State &state) {
    if (object.empty())
      return;
    std::string key = Held{resource, object}.key();
    releasedIn[key].insert(phase);
    state.tracked.erase(key);
  }

  void releaseNamed(std::string_view name, const std::string &object,
                    const EventContext &context, State &state) {
    for (std::size_t i = 0; i < rule.resources.size(); ++i)
      for (const ResourceCall &call : rule.resources[i].release)
        if (call.call.name.str() == name)
          release(i, holder(object), context.phase, state);
  }

  const Program &program;
  const HookClass &hook;
  const Contract &contract;
  const Rule &rule;
  /// Names of members that may hold a new object of which the rule speaks.
  std::set<std::string> holders;
  mutable std::unordered_map<std::uint32_t, std::vector<Match>> matches;
  std::vector<Violation> sites;
  std::map<std::string, std::size_t> siteNumbers;
  /// Phases in which a held resource is given back, on any way.
  std::map<std::string, std::set<std::string>> releasedIn;
};

} // namespace

std::unique_ptr<Monitor> makePairMonitor(const Program &program, const HookClass &hook,
                                         const Contract &contract, const Rule &rule) {
  return std::make_unique<PairMonitor>(program, hook, contract, rule);
}

} // namespace hooktidy
