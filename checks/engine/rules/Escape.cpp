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
#include "engine/rules/KeptObjects.h"
#include "engine/rules/LentObjects.h"
#include "engine/rules/MemberUse.h"
#include "engine/rules/Monitor.h"

#include <algorithm>
#include <set>

namespace hooktidy {

namespace {

using Kept = KeptObjects::Kept;
using Site = KeptObjects::Site;

bool isMember(std::string_view object) { return object.substr(0, 5) == "this."; }

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
    objects.endLifetimes(phase, state);
  }

  void leavePhase(const std::string &, State &state) override {
    KeptObjects::forgetLocals(state);
  }

  bool onCall(const EventContext &context, State &state) override {
    const Event &event = context.event;
    if (event.kind == EventKind::Destroy || !context.callee)
      return false;
    if (event.kind == EventKind::Construct) {
      KeptObjects::forget(context.object, state);
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
      KeptObjects::forgetMembers(context.object, state);
    const std::vector<ParameterFacts> &parameters = context.callee->facts->parameters;
    for (std::size_t i = 0; i < parameters.size() && i < context.arguments.size(); ++i)
      if (parameters[i].mayModify && !context.arguments[i].empty())
        KeptObjects::forgetMembers(context.arguments[i], state);
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
            ? KeptObjects::membersOf(context.valueObject, object, state)
            : std::map<std::string, std::string>();
    KeptObjects::forget(object, state);
    state.tracked.insert(members.begin(), members.end());
    if (source)
      keep(object, *source, context, state);
  }

  void onRefine(const std::string &object, const Value &value, State &state) override {
    if (value.truth() == false)
      KeptObjects::erase(object, state);
  }

private:
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

  /// What has ended and is reached by the expression: by the object itself if it
  /// `isWhole`, else by what it is a part of.
  std::optional<Kept> keptBy(const Expression &expression, std::string object,
                             bool isWhole, const State &state) const {
    if (object.empty() && expression.kind == ExpressionKind::Call)
      if (const Function *callee = program.findFunction(expression.text))
        object = resultOf(*callee);
    return KeptObjects::ended(std::move(object), isWhole, state);
  }

  void use(const EventContext &context, const Kept &kept, State &state) {
    if (!KeptObjects::isNews(kept, state))
      return;
    const Site &site = objects.site(kept);
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
      KeptObjects::forget(context.arguments[argument], state);
    else if (lent.matches(type, *objects.site(kept).lifetime))
      use(context, kept, state);
  }

  /// What is added to a container is kept in it; other changes replace it.
  void changeContainer(const EventContext &context, State &state) {
    bool isChange = isLibraryMutator(*context.callee->facts) ||
                    unqualifiedName(context.callee->facts->qualifiedName) == "operator=";
    if (!isChange || context.object.empty())
      return;
    if (isLibraryReset(*context.callee->facts)) {
      KeptObjects::forget(context.object, state);
      return;
    }
    for (std::size_t i = 0; i < context.event.arguments.size(); ++i) {
      const Expression &argument = context.event.arguments[i];
      const std::string &object = context.arguments[i];
      std::string element = context.object + ".[]";
      const Lifetime *lifetime =
          lent.lentAt(object, argument.kind == ExpressionKind::AddressOf);
      if (lifetime && canKeep(element, *lifetime))
        KeptObjects::set(element, {siteAt(context, *lifetime, memberOf(element)), false},
                         state);
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
    if (std::optional<Kept> kept = KeptObjects::find(object, state))
      return kept;
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
        if (std::optional<Kept> kept = KeptObjects::find(object, state))
          return kept;
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
    if (object.substr(0, 2) == "G:")
      return false;
    if (!isMember(object))
      return true;
    const FieldFacts *field = findMember(program, hook, memberOf(object, "this."));
    return field && mayReferTo(*field, lifetime);
  }

  void keep(const std::string &object, Kept kept, const EventContext &context,
            State &state) {
    const Lifetime &lifetime = *objects.site(kept).lifetime;
    if (!canKeep(object, lifetime))
      return;
    if (!kept.hasEnded)
      kept.site = siteAt(context, lifetime, memberOf(object));
    KeptObjects::set(object, kept, state);
  }

  std::size_t siteAt(const EventContext &context, const Lifetime &lifetime,
                     const std::string &member) {
    return objects.siteAt({&lifetime, member, context.phase, context.chain.back()});
  }

  const Program &program;
  const HookClass &hook;
  const Contract &contract;
  const Rule &rule;
  LentObjects lent;
  /// Names of members that may refer to something lent.
  std::set<std::string> holders;
  KeptObjects objects;
};

} // namespace

std::unique_ptr<Monitor> makeEscapeMonitor(const Program &program, const HookClass &hook,
                                           const Contract &contract, const Rule &rule) {
  return std::make_unique<EscapeMonitor>(program, hook, contract, rule);
}

} // namespace hooktidy
