//===- rules/Escape.cpp - what is lent must not be used too late -*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A framework lends objects to callbacks: as parameters, and as what those give. A
// member that refers to such an object must not be used when its time has passed.
//
// Invariants:
//  * Keeping is no breach, and neither is testing, comparing, copying or replacing
//    what is kept: a breach is a call on it, a read or write through it, or passing
//    it on to code that is not seen.
//  * What the framework lends later is another object: comparing with it tells the
//    two apart.
//  * A path is told of once for each place that keeps.
//
// Known holes:
//  * Members of objects of user classes that are made with what is lent, such as a
//    helper that keeps a reference to the session.
//  * Globals. Elements of a container are one object, the last one added.
//  * Pointers and views into what is lent, other than by `&`.

#include "engine/LibraryModel.h"
#include "engine/PathNames.h"
#include "engine/rules/LentObjects.h"
#include "engine/rules/MemberUse.h"
#include "engine/rules/Monitor.h"

#include <algorithm>
#include <set>

namespace hooktidy {

namespace {

constexpr std::string_view KeptPrefix = "kept ";
constexpr std::string_view ToldPrefix = "told ";
constexpr std::string_view EndedPrefix = "ended:";

bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool isMember(std::string_view object) { return startsWith(object, "this."); }

/// A place at which something lent is kept.
struct Site {
  const Lifetime *lifetime = nullptr;
  /// Empty for variables and results.
  std::string member;
  std::string phase;
  ChainLink place;
};

/// What State::tracked says of an object that refers to something lent.
struct Kept {
  std::size_t site = 0;
  bool hasEnded = false;

  static Kept parse(std::string_view text) {
    bool hasEnded = startsWith(text, "!");
    return {std::stoul(std::string(text.substr(hasEnded ? 1 : 0))), hasEnded};
  }
  std::string text() const { return (hasEnded ? "!" : "") + std::to_string(site); }
};

class EscapeMonitor : public Monitor {
public:
  EscapeMonitor(const Program &program, const HookClass &hook, const Contract &contract,
                const Rule &rule)
      : program(program), hook(hook), contract(contract), rule(rule),
        lent(program, hook, rule.lifetimes),
        holders(memberNames(program, hook, [this](const FieldFacts &field) {
          return std::any_of(
              this->rule.lifetimes.begin(), this->rule.lifetimes.end(),
              [&](const Lifetime &lifetime) { return mayReferTo(field, lifetime); });
        })) {}

  /// Nothing is to be checked unless a member is given something.
  bool isTrigger(const Function &function, const Event &event) const override {
    if (function.facts->kind == FunctionKind::Constructor ||
        !holders.count(memberName(event.receiver.path)))
      return false;
    if (event.kind == EventKind::Write)
      return mayBeLent(event.value);
    const Function *callee = program.findFunction(event.callee);
    return event.kind == EventKind::Call && callee && isLibraryMutator(*callee->facts) &&
           std::any_of(event.arguments.begin(), event.arguments.end(), mayBeLent);
  }

  bool isEventful(const Function &, const Event &event) const override {
    if (event.kind == EventKind::Destroy)
      return false;
    bool any = false;
    visitExpressions(event, [&](const Expression &inner) {
      any = any || std::any_of(inner.path.fields.begin(), inner.path.fields.end(),
                               [this](const std::string &field) {
                                 return holders.count(field) != 0;
                               });
    });
    const Function *callee = program.findFunction(event.callee);
    bool isLibrary = callee && isLibraryFunction(*callee->facts);
    if (event.kind == EventKind::Construct)
      return any && callee && !isLibrary;
    return any || (callee && (lent.isMethod(*callee) || lent.isTakenBy(*callee)));
  }

  bool isInteresting(const Function &function, const Event &event) const override {
    switch (event.kind) {
    case EventKind::Call:
      return true;
    case EventKind::Read:
      return !event.receiver.path.fields.empty();
    case EventKind::Write:
    case EventKind::Return:
      return mayBeLent(event.value) || isEventful(function, event);
    default:
      return isEventful(function, event);
    }
  }

  bool isOpaque(const Function &callee) const override {
    return lent.isMethod(callee) || lent.giver(callee) ||
           isFrameworkOperation(contract, *callee.facts);
  }

  /// Other functions matter only if they may return or take what is lent.
  bool needsHook(const Function &callee) const override {
    const std::string &type = callee.facts->returnType;
    if (lent.isTakenBy(callee))
      return false;
    return type.empty() || type == "void" || type == "bool";
  }

  void enterPhase(const std::string &phase, State &state) override {
    for (auto &[key, text] : state.tracked) {
      if (!startsWith(key, KeptPrefix))
        continue;
      Kept kept = Kept::parse(text);
      const std::vector<std::string> &until = sites[kept.site].lifetime->until;
      if (kept.hasEnded || std::find(until.begin(), until.end(), phase) == until.end())
        continue;
      kept.hasEnded = true;
      text = kept.text();
      std::string object = key.substr(KeptPrefix.size());
      state.learn(object, endedValue(state.value(object), kept.site));
    }
  }

  void leavePhase(const std::string &, State &state) override {
    for (auto it = state.tracked.begin(); it != state.tracked.end();) {
      std::string_view key = it->first;
      bool isGone =
          startsWith(key, KeptPrefix) && !isMember(key.substr(KeptPrefix.size()));
      it = isGone ? state.tracked.erase(it) : std::next(it);
    }
  }

  bool onCall(const EventContext &context, State &state) override {
    const Event &event = context.event;
    if (event.kind == EventKind::Destroy || !context.callee)
      return false;
    if (event.kind == EventKind::Construct) {
      forget(context.object, state);
    } else if (isLibraryFunction(*context.callee->facts)) {
      changeContainer(context, state);
    } else if (std::optional<Kept> kept =
                   keptBy(event.receiver, context.object, /*isWhole=*/true, state)) {
      use(context, *kept, state);
    }
    if (isLibraryFunction(*context.callee->facts))
      return false;
    bool isSeen = context.callee->facts->hasBody && !isOpaque(*context.callee);
    for (std::size_t i = 0; !isSeen && i < event.arguments.size(); ++i)
      if (std::optional<Kept> kept =
              keptBy(event.arguments[i], context.arguments[i], /*isWhole=*/true, state))
        passOn(context, i, *kept, state);
    return false;
  }

  void onUnknownCall(const EventContext &context, State &state) override {
    if (!context.callee || context.callee->facts->isInSystemHeader)
      return;
    // It may set the members of what it is given anew.
    if (!context.callee->facts->isConst && !context.object.empty())
      forgetMembers(context.object, state);
    const std::vector<ParameterFacts> &parameters = context.callee->facts->parameters;
    for (std::size_t i = 0; i < parameters.size() && i < context.arguments.size(); ++i)
      if (parameters[i].mayModify && !context.arguments[i].empty())
        forgetMembers(context.arguments[i], state);
  }

  void onRead(const EventContext &context, State &state) override {
    if (std::optional<Kept> kept =
            keptBy(context.event.receiver, context.object, /*isWhole=*/false, state))
      use(context, *kept, state);
  }

  void onWrite(const EventContext &context, State &state) override {
    const Event &event = context.event;
    if (event.isCompound || setsOwnCopy(context))
      return;
    bool isReturn = event.kind == EventKind::Return;
    std::string object = isReturn ? resultOf(context.function) : context.object;
    if (object.empty())
      return;
    if (!isReturn)
      onRead(context, state);
    std::optional<Kept> source = sourceOf(context, state);
    std::map<std::string, std::string> members =
        event.value.kind == ExpressionKind::Path
            ? keptMembers(context.valueObject, object, state)
            : std::map<std::string, std::string>();
    forget(object, state);
    state.tracked.insert(members.begin(), members.end());
    if (source)
      keep(object, *source, context, state);
  }

  void onRefine(const std::string &object, const Value &value, State &state) override {
    if (value.truth() == false)
      state.tracked.erase(key(object));
  }

private:
  static std::string key(const std::string &object) {
    return std::string(KeptPrefix) + object;
  }

  static std::string resultOf(const Function &function) {
    return "result of " + std::to_string(function.id);
  }

  static bool mayBeLent(const Expression &value) {
    return value.kind == ExpressionKind::Path ||
           value.kind == ExpressionKind::AddressOf ||
           value.kind == ExpressionKind::Call ||
           (value.kind == ExpressionKind::Callable && !value.operands.empty());
  }

  /// A by-value parameter is assigned: the caller's object stays as it is.
  static bool setsOwnCopy(const EventContext &context) {
    const AccessPath &path = context.event.receiver.path;
    const std::vector<ParameterFacts> &parameters = context.function.facts->parameters;
    return context.event.kind == EventKind::Write && path.root == PathRoot::Parameter &&
           path.fields.empty() &&
           (path.index >= parameters.size() ||
            parameters[path.index].type.find('&') == std::string::npos);
  }

  static bool holdsCallable(const FieldFacts &field) {
    return field.type.find("function<") != std::string::npos;
  }

  bool mayReferTo(const FieldFacts &field, const Lifetime &lifetime) const {
    return field.ownership == Ownership::RawPointer ||
           field.type.find('*') != std::string::npos ||
           field.type.find("reference_wrapper<") != std::string::npos ||
           holdsCallable(field) || (lifetime.isHandle && lent.mentions(field, lifetime));
  }

  /// The value of a member whose object has ended: not null still, but none of
  /// those that are lent from now on.
  static Value endedValue(const Value &value, std::size_t site) {
    std::string object = std::string(EndedPrefix) + std::to_string(site);
    if (value.kind == Value::Kind::Symbol && value.isAddress)
      return Value::symbol("&" + object, true);
    if (value.kind != Value::Kind::Callable)
      return Value::unknown();
    Value ended = value;
    for (auto &callable : ended.callables) {
      CallableValue changed = *callable;
      for (Binding &binding : changed.bound) {
        if (LentObjects::isLent(binding.object))
          binding.object = object;
        if (binding.value.isAddress && LentObjects::isLent(binding.value.text.substr(1)))
          binding.value.text = "&" + object;
      }
      callable = std::make_shared<const CallableValue>(std::move(changed));
    }
    return ended;
  }

  /// What has ended and is reached by the expression: by the object itself if it
  /// `isWhole`, else by what it is a part of.
  std::optional<Kept> keptBy(const Expression &expression, std::string object,
                             bool isWhole, const State &state) const {
    if (startsWith(object, EndedPrefix))
      return Kept{std::stoul(object.substr(EndedPrefix.size())), true};
    if (object.empty() && expression.kind == ExpressionKind::Call)
      if (const Function *callee = program.findFunction(expression.text))
        object = resultOf(*callee);
    while (!object.empty()) {
      auto it = isWhole ? state.tracked.find(key(object)) : state.tracked.end();
      if (it != state.tracked.end()) {
        Kept kept = Kept::parse(it->second);
        return kept.hasEnded ? std::optional<Kept>(kept) : std::nullopt;
      }
      std::size_t dot = object.rfind('.');
      object.resize(dot == std::string::npos ? 0 : dot);
      isWhole = true;
    }
    return std::nullopt;
  }

  void use(const EventContext &context, const Kept &kept, State &state) {
    const Site &site = sites[kept.site];
    std::string told = std::string(ToldPrefix) + std::to_string(kept.site);
    if (!state.tracked.try_emplace(told, "").second)
      return;
    Violation violation = violationAt(context, site.member);
    violation.placeholders["member"] = site.member;
    violation.placeholders["object"] = site.lifetime->name;
    violation.placeholders["stored_in"] = site.phase;
    violation.placeholders["instead"] = site.lifetime->instead;
    if (context.event.kind != EventKind::Call)
      violation.lastNote = "'" + site.member + "' is used here";
    violation.notes.emplace_back(site.place, "'" + site.member + "' is set here");
    found.push_back(std::move(violation));
  }

  /// It is given to code that is not seen, which may set it anew or use it.
  void passOn(const EventContext &context, std::size_t argument, const Kept &kept,
              State &state) {
    const std::vector<ParameterFacts> &parameters = context.callee->facts->parameters;
    if (argument >= parameters.size())
      return;
    const std::string &type = parameters[argument].type;
    if (type.find("*&") != std::string::npos || type.find("**") != std::string::npos)
      forget(context.arguments[argument], state);
    else if (lent.matches(type, *sites[kept.site].lifetime))
      use(context, kept, state);
  }

  /// What is added to a container is kept in it; other changes replace it.
  void changeContainer(const EventContext &context, State &state) {
    bool isChange = isLibraryMutator(*context.callee->facts) ||
                    unqualifiedName(context.callee->facts->qualifiedName) == "operator=";
    if (!isChange || context.object.empty())
      return;
    if (isLibraryReset(*context.callee->facts)) {
      forget(context.object, state);
      return;
    }
    for (std::size_t i = 0; i < context.event.arguments.size(); ++i) {
      const Expression &argument = context.event.arguments[i];
      const std::string &object = context.arguments[i];
      std::string element = context.object + ".[]";
      const Lifetime *lifetime =
          lent.lentAt(object, argument.kind == ExpressionKind::AddressOf);
      if (lifetime && canKeep(element, *lifetime))
        state.tracked[key(element)] =
            Kept{siteAt(context, *lifetime, memberOf(element)), false}.text();
    }
  }

  /// What the written value refers to, if that is lent.
  std::optional<Kept> sourceOf(const EventContext &context, const State &state) {
    bool isAddress = context.event.value.kind == ExpressionKind::AddressOf;
    const Expression &value =
        isAddress ? context.event.value.operands.front() : context.event.value;
    std::string object = context.valueObject;
    if (value.kind == ExpressionKind::Callable)
      return capturedBy(context, state);
    if (value.kind == ExpressionKind::Call) {
      const Function *callee = program.findFunction(value.text);
      if (!callee)
        return std::nullopt;
      if (const Lifetime *lifetime = lent.giver(*callee))
        return Kept{siteAt(context, *lifetime, {}), false};
      object = resultOf(*callee);
    }
    if (const Lifetime *lifetime = lent.givenAs(context.value))
      return Kept{siteAt(context, *lifetime, {}), false};
    if (startsWith(object, EndedPrefix))
      return Kept{std::stoul(object.substr(EndedPrefix.size())), true};
    if (auto it = state.tracked.find(key(object)); it != state.tracked.end())
      return Kept::parse(it->second);
    const Lifetime *lifetime = lent.lentAt(object, isAddress || wrapsReference(context));
    return lifetime ? std::optional<Kept>({siteAt(context, *lifetime, {}), false})
                    : std::nullopt;
  }

  /// A lambda refers to what it has captured by reference or as a pointer.
  std::optional<Kept> capturedBy(const EventContext &context, const State &state) {
    for (const auto &callable : context.value.callables) {
      const Function *lambda = program.findFunction(callable->function);
      for (std::size_t i = 0; i < callable->bound.size(); ++i) {
        const Binding &binding = callable->bound[i];
        bool isReference =
            binding.isAddress || (lambda && i < lambda->facts->captures.size() &&
                                  lambda->facts->captures[i].byReference);
        std::string object = binding.object;
        if (object.empty() && binding.value.isAddress) {
          object = binding.value.text.substr(1);
          isReference = true;
        }
        if (const Lifetime *lifetime = lent.lentAt(object, isReference))
          return Kept{siteAt(context, *lifetime, {}), false};
        if (auto it = state.tracked.find(key(object)); it != state.tracked.end())
          return Kept::parse(it->second);
      }
    }
    return std::nullopt;
  }

  bool wrapsReference(const EventContext &context) const {
    const FieldFacts *field =
        findMember(program, hook, memberOf(context.object, "this."));
    return field && field->type.find("reference_wrapper<") != std::string::npos;
  }

  /// The member that an object is, or an element of: "f.g" of "this.f.g.[]".
  static std::string memberOf(std::string_view object, std::string_view prefix = {}) {
    while (object.size() > 3 && object.substr(object.size() - 3) == ".[]")
      object.remove_suffix(3);
    if (!isMember(object))
      return {};
    return std::string(prefix) + std::string(object.substr(5));
  }

  bool canKeep(const std::string &object, const Lifetime &lifetime) const {
    if (startsWith(object, "G:"))
      return false;
    if (!isMember(object))
      return true;
    const FieldFacts *field = findMember(program, hook, memberOf(object, "this."));
    return field && mayReferTo(*field, lifetime);
  }

  void keep(const std::string &object, Kept kept, const EventContext &context,
            State &state) {
    const Lifetime &lifetime = *sites[kept.site].lifetime;
    if (!canKeep(object, lifetime))
      return;
    if (!kept.hasEnded)
      kept.site = siteAt(context, lifetime, memberOf(object));
    state.tracked[key(object)] = kept.text();
  }

  /// What the members of one object keep, for another one.
  static std::map<std::string, std::string>
  keptMembers(const std::string &from, const std::string &to, const State &state) {
    std::map<std::string, std::string> result;
    std::string prefix = key(from) + ".";
    for (auto it = state.tracked.lower_bound(prefix);
         it != state.tracked.end() && startsWith(it->first, prefix) && !from.empty();
         ++it)
      result.emplace(key(to) + "." + it->first.substr(prefix.size()), it->second);
    return result;
  }

  static void forgetMembers(const std::string &object, State &state) {
    std::string prefix = key(object) + ".";
    auto it = state.tracked.lower_bound(prefix);
    while (it != state.tracked.end() && startsWith(it->first, prefix))
      it = state.tracked.erase(it);
  }

  static void forget(const std::string &object, State &state) {
    if (object.empty())
      return;
    state.tracked.erase(key(object));
    forgetMembers(object, state);
  }

  /// Sites are numbered by place, so that states stay finite.
  std::size_t siteAt(const EventContext &context, const Lifetime &lifetime,
                     const std::string &member) {
    ChainLink place = context.chain.back();
    std::string name =
        lifetime.name + "|" + member + "|" + context.phase + "|" +
        std::to_string(place.unit) + ":" + std::to_string(place.location.file) + ":" +
        std::to_string(place.location.line) + ":" + std::to_string(place.location.column);
    auto [it, isNew] = siteNumbers.try_emplace(name, sites.size());
    if (isNew)
      sites.push_back({&lifetime, member, context.phase, place});
    return it->second;
  }

  const Program &program;
  const HookClass &hook;
  const Contract &contract;
  const Rule &rule;
  LentObjects lent;
  /// Names of members that may refer to something lent.
  std::set<std::string> holders;
  std::vector<Site> sites;
  std::map<std::string, std::size_t> siteNumbers;
};

} // namespace

std::unique_ptr<Monitor> makeEscapeMonitor(const Program &program, const HookClass &hook,
                                           const Contract &contract, const Rule &rule) {
  return std::make_unique<EscapeMonitor>(program, hook, contract, rule);
}

} // namespace hooktidy
