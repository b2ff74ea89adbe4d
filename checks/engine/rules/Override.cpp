//===- rules/Override.cpp - callbacks that override nothing ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A method of a hook class which looks like a callback and overrides nothing is
// never called by the framework, and nothing says so: callbacks have defaults.
//
// A method looks like a callback of the base if it has its name and takes what
// callbacks take, or if its name is a spelling of it and it takes the same.
//
// Invariants:
//  * Nothing is said of a method that other code calls: it is a helper.
//  * Nothing is said of a callback that the class does override, and nothing if the
//    base's declaration is not known.
//  * An edit is given only if the method then overrides the callback for certain.
//
// Known holes:
//  * A method that is written by a macro, or is a template.
//  * Bodies of templates that nothing instantiates: a helper that only they call
//    counts as one that nothing calls.
//  * A callback that overrides without the keyword `override` is none of this rule's
//    business (clang-tidy has modernize-use-override).

#include "contract/NameSuggestion.h"
#include "engine/HookClass.h"
#include "engine/Signature.h"
#include "engine/rules/OverrideEdits.h"
#include "engine/rules/ProgramRule.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace hooktidy {
namespace {

std::string_view nameOf(const Function &method) {
  return unqualifiedName(method.facts->qualifiedName);
}

/// What the spellings of one name have in common.
std::string foldedName(std::string_view name) {
  std::string result;
  for (char c : name)
    if (c != '_')
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// How many mistakes a name of that length may have and still be that name.
std::size_t toleratedMistakes(std::size_t length) {
  return length <= 4 ? 0 : length <= 7 ? 1 : 2;
}

/// USRs of all functions that some other function calls, hands on or overrides.
class UsedFunctions {
public:
  explicit UsedFunctions(const Program &program) {
    for (const Function &function : program.functions()) {
      user = function.facts;
      used.insert(user->overrides.begin(), user->overrides.end());
      for (const Block &block : user->blocks) {
        for (const Event &event : block.events)
          note(event);
        if (block.condition)
          note(*block.condition);
      }
    }
  }

  bool contains(const std::string &usr) const { return used.count(usr) != 0; }

private:
  void note(const std::string &usr) {
    // Calling itself makes nobody call it.
    if (!usr.empty() && usr != user->usr)
      used.insert(usr);
  }
  void note(const Expression &expression) {
    if (expression.kind == ExpressionKind::Call ||
        expression.kind == ExpressionKind::Callable)
      note(expression.text);
    for (const Expression &operand : expression.operands)
      note(operand);
  }
  void note(const Event &event) {
    note(event.callee);
    note(event.receiver);
    note(event.value);
    for (const Expression &argument : event.arguments)
      note(argument);
  }

  const FunctionFacts *user = nullptr;
  std::unordered_set<std::string_view> used;
};

/// A method and the callback that it probably is.
using Candidate = std::pair<const Function *, const Function *>;

/// The methods of one hook class against the callbacks that its bases declare.
class ClassChecker {
public:
  ClassChecker(const Program &program, const HookClass &hook, const Contract &contract)
      : program(program), record(*hook.record),
        callbacks(declaredCallbacks(program, hook, contract)) {}

  std::vector<Candidate> run() const {
    std::vector<Candidate> result;
    if (callbacks.empty())
      return result;
    for (const std::string &usr : record.facts->methods)
      if (const Function *method = program.findFunction(usr))
        if (const Function *callback = meantBy(*method))
          result.emplace_back(method, callback);
    return result;
  }

private:
  const Function *meantBy(const Function &method) const {
    const FunctionFacts &facts = *method.facts;
    const std::vector<std::string> &used = record.facts->usedNames;
    if (facts.kind != FunctionKind::Method || facts.isPure || !facts.overrides.empty() ||
        !facts.declaration ||
        std::find(used.begin(), used.end(), nameOf(method)) != used.end())
      return nullptr;
    const Function *callback = namesake(method);
    if (!callback && !isNameOfBase(nameOf(method)))
      callback = misspelt(method);
    return callback && !isTaken(*callback) ? callback : nullptr;
  }

  /// The callback of the same name that this probably is.
  const Function *namesake(const Function &method) const {
    const Function *nearest = nullptr;
    for (const Function *callback : callbacks) {
      if (nameOf(*callback) != nameOf(method))
        continue;
      if (isTaken(*callback))
        return nullptr;
      if (takesTheSame(*method.facts, *callback->facts) ||
          (!nearest && !method.facts->isStatic &&
           takesWhatCallbacksTake(method, *callback)))
        nearest = callback;
    }
    return nearest;
  }

  bool takesWhatCallbacksTake(const Function &method, const Function &callback) const {
    const FunctionFacts &facts = *method.facts;
    // `begin() const` and the like give access to something.
    if (facts.parameters.empty())
      return facts.returnType == callback.facts->returnType &&
             facts.isConst == callback.facts->isConst;
    return std::all_of(facts.parameters.begin(), facts.parameters.end(),
                       [&](const ParameterFacts &parameter) {
                         return std::any_of(callbacks.begin(), callbacks.end(),
                                            [&](const Function *known) {
                                              return takes(*known, parameter);
                                            });
                       });
  }

  static bool takes(const Function &callback, const ParameterFacts &wanted) {
    const std::vector<ParameterFacts> &parameters = callback.facts->parameters;
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const ParameterFacts &parameter) {
                         return bareType(parameter.type) == bareType(wanted.type);
                       });
  }

  /// The callback of which the method's name is a misspelling.
  const Function *misspelt(const Function &method) const {
    std::string name = foldedName(nameOf(method));
    const Function *nearest = nullptr;
    std::size_t fewest = 0;
    for (const Function *callback : callbacks) {
      std::string wanted = foldedName(nameOf(*callback));
      std::size_t mistakes = editDistance(name, wanted);
      if (mistakes > toleratedMistakes(wanted.size()) ||
          (nearest && mistakes >= fewest) || !fits(method, *callback, mistakes > 0))
        continue;
      nearest = callback;
      fewest = mistakes;
    }
    return nearest;
  }

  /// The less the names agree, the more the rest must.
  static bool fits(const Function &method, const Function &callback, bool isStrict) {
    const FunctionFacts &facts = *method.facts;
    if (takesTheSame(facts, *callback.facts))
      return !isStrict || facts.returnType == callback.facts->returnType;
    return !isStrict && !facts.isStatic && !facts.parameters.empty() &&
           std::all_of(facts.parameters.begin(), facts.parameters.end(),
                       [&](const ParameterFacts &parameter) {
                         return takes(callback, parameter);
                       });
  }

  /// True if the class overrides the callback, or must not.
  bool isTaken(const Function &callback) const {
    for (const Record *current : program.linearBases(record))
      for (const std::string &usr : current->facts->methods) {
        const Function *method = program.findFunction(usr);
        if (method && (current == &record || method->facts->isFinal) &&
            program.overridesOrIs(*method, callback.facts->usr))
          return true;
      }
    return false;
  }

  bool isNameOfBase(std::string_view name) const {
    for (const Record *current : program.linearBases(record))
      if (current != &record)
        for (const std::string &usr : current->facts->methods)
          if (const Function *method = program.findFunction(usr))
            if (nameOf(*method) == name)
              return true;
    return false;
  }

  const Program &program;
  const Record &record;
  std::vector<const Function *> callbacks;
};

std::string enumeration(const std::vector<std::string> &phrases) {
  std::string text;
  for (std::size_t i = 0; i < phrases.size(); ++i)
    text += (i == 0 ? "" : i + 1 == phrases.size() ? " and " : ", ") + phrases[i];
  return text;
}

FunctionBreach describe(const Program &program, const Function &method,
                        const Function &callback, const std::string &problem) {
  FunctionBreach breach;
  breach.function = &method;
  Violation &violation = breach.violation;
  std::string callbackName = displayName(*callback.facts);
  violation.chain.push_back(
      {method.unit, method.facts->declaration->name, displayName(*method.facts)});
  violation.subject = callback.facts->qualifiedName;
  violation.placeholders["method"] = displayName(*method.facts);
  violation.placeholders["callback"] = callbackName;
  violation.placeholders["problem"] = problem;
  violation.placeholders["signature"] =
      SignatureWriter(*callback.facts).signature(*callback.facts);
  violation.notes.push_back({{callback.unit, callback.facts->location, callbackName},
                             "'" + callbackName + "' is declared here"});
  return breach;
}

} // namespace

std::vector<FunctionBreach> checkOverrides(const Program &program,
                                           const Contract &contract) {
  std::vector<FunctionBreach> breaches;
  std::optional<UsedFunctions> used;
  for (const HookClass &hook : findHookClasses(program, contract)) {
    auto candidates = ClassChecker(program, hook, contract).run();
    for (auto [method, callback] : candidates) {
      std::string problem = enumeration(differences(*method->facts, *callback->facts));
      if (!used)
        used.emplace(program);
      if (problem.empty() || used->contains(method->facts->usr))
        continue;
      FunctionBreach breach = describe(program, *method, *callback, problem);
      const Function *meant = callback;
      // Two methods cannot both become it.
      if (std::count_if(candidates.begin(), candidates.end(),
                        [&](const Candidate &other) { return other.second == meant; }) ==
          1)
        breach.violation.edits = overrideEdits(program, *method, *callback);
      breaches.push_back(std::move(breach));
    }
  }
  return breaches;
}

} // namespace hooktidy
