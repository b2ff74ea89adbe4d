//===- rules/Defined.cpp - members read before or after their time *- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A member that only certain phases set (those in which a run happens) must not
// decide what an earlier kind of phase does: on the first way there it has not
// been set, on a later one it holds what an earlier session left behind.
//
// Invariants:
//  * A read is reported only if the rule's phase does not set the member itself
//    on the way to the read, and does not reset it afterwards: a read that serves
//    to give back what is left over is no breach.
//  * Counting (`++n_`) is no read.
//
// Known holes:
//  * Members of members are told apart by name only when it comes to which
//    phases set them.
//  * What a member points to is not followed.

#include "engine/LibraryModel.h"
#include "engine/rules/MemberUse.h"
#include "engine/rules/Monitor.h"

#include <algorithm>
#include <utility>

namespace hooktidy {

namespace {

constexpr const char *SetInRun = "run";
constexpr const char *SetElsewhere = "elsewhere";

class DefinedMonitor : public Monitor {
public:
  DefinedMonitor(const Program &program, const HookClass &hook, const Contract &contract,
                 const Rule &rule)
      : contract(contract), rule(rule) {
    auto useOf = [&](auto isWanted) {
      std::vector<const Function *> roots;
      for (const auto &[phase, callback] : hook.callbacks)
        if (isWanted(phase))
          roots.push_back(callback);
      return collectMemberUse(program, roots);
    };
    wholes = memberNames(program, hook, [](const FieldFacts &field) {
      return !field.record.empty() && field.ownership != Ownership::RawPointer;
    });
    std::set<std::string> members =
        memberNames(program, hook, [](const FieldFacts &) { return true; });
    MemberUse reading = useOf([&](const std::string &p) { return isRulesPhase(p); });
    MemberUse setting = useOf([&](const std::string &p) { return isSetPhase(p); });
    setElsewhere = useOf([&](const std::string &p) { return !isSetPhase(p); });
    for (const auto &[name, place] : setting.written)
      if (members.count(name) && reading.read.count(name) &&
          !setElsewhere.computed.count(name))
        candidates.insert({name, place});
    for (const std::string &phase : rule.setIn)
      if (auto it = hook.callbacks.find(phase); it != hook.callbacks.end())
        for (const auto &[name, place] : collectMemberUse(program, {it->second}).written)
          settingPhases[name].push_back(phase);
    resetHere = reading.reset;
  }

  bool isInteresting(const Function &, const Event &event) const override {
    if (event.kind != EventKind::Read && event.kind != EventKind::Write &&
        event.kind != EventKind::Call)
      return false;
    const std::vector<std::string> &fields = event.receiver.path.fields;
    bool isWhole = event.kind == EventKind::Write && !candidates.empty() &&
                   wholes.count(memberName(event.receiver.path)) != 0;
    return isWhole ||
           std::any_of(fields.begin(), fields.end(), [this](const std::string &field) {
             return candidates.count(field) != 0;
           });
  }

  bool countsInWatchedPhasesOnly(const Event &event) const override {
    return event.kind == EventKind::Read;
  }

  bool isWatched(const std::string &phase) const override { return isRulesPhase(phase); }

  bool isOpaque(const Function &callee) const override {
    return isFrameworkOperation(contract, *callee.facts);
  }

  bool needsHook(const Function &) const override { return true; }

  void onWrite(const EventContext &context, State &state) override {
    const AccessPath &path = context.event.receiver.path;
    bool isReset =
        !context.event.isCompound && !mentions(context.event.value, memberName(path));
    // A constant, a literal that is not tracked, an empty object: no value that
    // anybody gave the hook.
    bool isDefault = context.value.kind == Value::Kind::Range ||
                     context.event.value.kind == ExpressionKind::Unknown ||
                     context.event.value.kind == ExpressionKind::Null ||
                     context.event.value.kind == ExpressionKind::String;
    noteWrite(context, state, isReset, context.event.isCompound, isDefault);
  }

  bool onCall(const EventContext &context, State &state) override {
    if (!context.callee || context.event.kind != EventKind::Call)
      return false;
    if (isLibraryCounter(*context.callee->facts)) {
      forgetReadOf(context, state);
      noteWrite(context, state, false, true, false);
    } else if (isLibraryMutator(*context.callee->facts)) {
      noteWrite(context, state, isLibraryReset(*context.callee->facts), false, false);
    } else if (isLibraryFunction(*context.callee->facts)) {
      onRead(context, state);
    }
    return false;
  }

  void onRead(const EventContext &context, State &state) override {
    if (!isRulesPhase(context.phase) || context.object.compare(0, 5, "this.") != 0)
      return;
    // Reading a part of an object, or what it points to, reads the object.
    for (std::size_t end = context.object.find('.', 5);;
         end = context.object.find('.', end + 1)) {
      readMember(context, context.object.substr(0, end), state);
      if (end == std::string::npos)
        return;
    }
  }

  /// A left-over that is false or empty is as good as reset, if the callback
  /// resets it on the other way.
  void onRefine(const std::string &object, const Value &value, State &state) override {
    std::string name = object.substr(object.rfind('.') + 1);
    if (value.truth() == false && resetHere.count(name))
      state.tracked.erase("pending " + object);
  }

  void leavePhase(const std::string &, State &state) override {
    for (auto it = state.tracked.begin(); it != state.tracked.end();) {
      if (it->first.compare(0, 8, "pending ") != 0) {
        ++it;
        continue;
      }
      found.push_back(reads[std::stoul(it->second)]);
      it = state.tracked.erase(it);
    }
  }

private:
  /// When the object, or the whole of which it is a part, was set last; empty if
  /// it was not.
  static std::string lastSetting(std::string object, const State &state) {
    while (object != "this") {
      auto set = state.tracked.find("set " + object);
      if (set != state.tracked.end())
        return set->second;
      object.resize(object.rfind('.'));
    }
    return {};
  }

  void readMember(const EventContext &context, const std::string &object, State &state) {
    std::string name = object.substr(object.rfind('.') + 1);
    auto candidate = candidates.find(name);
    std::string pending = "pending " + object;
    if (candidate == candidates.end() || state.tracked.count(pending))
      return;
    std::string set = lastSetting(object, state);
    bool isNeverSet = set.empty() && !setElsewhere.written.count(name);
    if (set != SetInRun && !isNeverSet)
      return;
    Violation violation = violationAt(context, name);
    violation.placeholders["member"] = name;
    violation.placeholders["set_in"] = joinPhases(settingPhases[name]);
    violation.lastNote = "'" + name + "' is read here";
    violation.notes.emplace_back(candidate->second, "'" + name + "' is set here");
    state.tracked[pending] = std::to_string(reads.size());
    reads.push_back(std::move(violation));
    readEvents.push_back({context.function.id, context.event.id});
  }

  bool isRulesPhase(const std::string &phase) const {
    return std::find(rule.phases.begin(), rule.phases.end(), phase) != rule.phases.end();
  }
  bool isSetPhase(const std::string &phase) const {
    return std::find(rule.setIn.begin(), rule.setIn.end(), phase) != rule.setIn.end();
  }

  static std::string joinPhases(const std::vector<std::string> &phases) {
    std::string text;
    for (const std::string &phase : phases)
      text += (text.empty() ? "" : "' and '") + phase;
    return text;
  }

  static bool mentions(const Expression &expression, const std::string &name) {
    if (memberName(expression.path) == name)
      return true;
    return std::any_of(
        expression.operands.begin(), expression.operands.end(),
        [&](const Expression &operand) { return mentions(operand, name); });
  }

  /// Counting begins by reading the object; that is no use of its value.
  void forgetReadOf(const EventContext &context, State &state) const {
    auto it = state.tracked.find("pending " + context.object);
    if (it == state.tracked.end())
      return;
    auto [function, event] = readEvents[std::stoul(it->second)];
    if (function == context.function.id && event + 1 == context.event.id)
      state.tracked.erase(it);
  }

  /// Forgets the object and its members.
  static void eraseTracked(State &state, const std::string &kind,
                           const std::string &object) {
    std::string key = kind + object;
    auto it = state.tracked.lower_bound(key);
    while (it != state.tracked.end() && it->first.compare(0, key.size(), key) == 0) {
      bool isPart = it->first.size() == key.size() || it->first[key.size()] == '.';
      it = isPart ? state.tracked.erase(it) : std::next(it);
    }
  }

  void noteWrite(const EventContext &context, State &state, bool isReset, bool isCounting,
                 bool isDefault) {
    const std::string &object = context.object;
    if (object.compare(0, 5, "this.") != 0)
      return;
    if (isReset)
      eraseTracked(state, "pending ", object);
    if (!isCounting)
      eraseTracked(state, "set ", object);
    if (context.phase == "construct" && isDefault)
      return;
    if (isSetPhase(context.phase))
      state.tracked["set " + object] = SetInRun;
    else if (!isCounting)
      state.tracked["set " + object] = SetElsewhere;
  }

  const Contract &contract;
  const Rule &rule;
  /// Members that a run sets and the rule's phases read, with a place at which
  /// they are set.
  std::map<std::string, ChainLink> candidates;
  /// Members that have members themselves.
  std::set<std::string> wholes;
  MemberUse setElsewhere;
  /// Members that the rule's phases reset.
  std::set<std::string> resetHere;
  std::map<std::string, std::vector<std::string>> settingPhases;
  std::vector<Violation> reads;
  /// Function and event of each read.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> readEvents;
};

} // namespace

std::unique_ptr<Monitor> makeDefinedMonitor(const Program &program, const HookClass &hook,
                                            const Contract &contract, const Rule &rule) {
  return std::make_unique<DefinedMonitor>(program, hook, contract, rule);
}

} // namespace hooktidy
