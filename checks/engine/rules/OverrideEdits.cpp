//===- rules/OverrideEdits.cpp - how to make it override ------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/rules/OverrideEdits.h"

#include "engine/Signature.h"

#include <algorithm>

namespace hooktidy {
namespace {

bool isParameter(const Expression &expression, std::uint32_t index) {
  return expression.kind == ExpressionKind::Path &&
         expression.path.root == PathRoot::Parameter && expression.path.index == index;
}

bool mentions(const Expression &expression, std::uint32_t index) {
  return isParameter(expression, index) ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const Expression &operand) { return mentions(operand, index); });
}

/// True unless the function only reads the parameter.
bool mayChange(const Program &program, const FunctionFacts &function,
               std::uint32_t index) {
  auto changes = [&](const Event &event) {
    const Function *callee = program.findFunction(event.callee);
    if (event.kind == EventKind::Write)
      return mentions(event.receiver, index) ||
             (mentions(event.value, index) && !isParameter(event.value, index));
    if (event.kind == EventKind::Call && mentions(event.receiver, index) &&
        !(callee && callee->facts->isConst))
      return true;
    for (std::size_t i = 0; i < event.arguments.size(); ++i)
      if (mentions(event.arguments[i], index) &&
          (!callee || i >= callee->facts->parameters.size() ||
           callee->facts->parameters[i].mayModify))
        return true;
    return false;
  };
  return std::any_of(
      function.blocks.begin(), function.blocks.end(), [&](const Block &block) {
        return std::any_of(block.events.begin(), block.events.end(), changes);
      });
}

/// Overriding without the keyword is what this class does; one method with it would
/// make compilers complain of the others.
bool overridesWithoutKeyword(const Program &program, const Function &method) {
  const Record *record = program.findRecord(method.facts->record);
  if (!record)
    return true;
  return std::any_of(record->facts->methods.begin(), record->facts->methods.end(),
                     [&](const std::string &usr) {
                       const Function *other = program.findFunction(usr);
                       return other && !other->facts->overrides.empty() &&
                              !other->facts->hasOverride && !other->facts->isFinal;
                     });
}

class EditMaker {
public:
  EditMaker(const Program &program, const Function &method, const Function &callback)
      : program(program), method(method), facts(*method.facts), meant(*callback.facts) {}

  std::vector<Edit> make() {
    if (!isSameButForEdits())
      return {};
    rename();
    for (std::uint32_t i = 0; i < facts.parameters.size(); ++i)
      if (!passByReference(i))
        return {};
    if (facts.declaration->overrideKeyword.line != 0 && !facts.hasOverride &&
        !overridesWithoutKeyword(program, method))
      insert(facts.declaration->overrideKeyword, " override");
    return std::move(edits);
  }

private:
  bool isSameButForEdits() const {
    return facts.declaration && facts.declaration->isOnly && facts.hasBody &&
           !facts.isStatic && facts.isConst == meant.isConst &&
           facts.returnType == meant.returnType &&
           (facts.isNoexcept || !meant.isNoexcept) && takesTheSame(facts, meant);
  }

  void insert(const Location &place, const std::string &text) {
    edits.push_back({method.unit, place, place, text});
  }

  void rename() {
    std::string_view name = unqualifiedName(facts.qualifiedName);
    std::string_view right = unqualifiedName(meant.qualifiedName);
    if (name == right)
      return;
    Location end = facts.declaration->name;
    end.column += static_cast<std::uint32_t>(name.size());
    edits.push_back({method.unit, facts.declaration->name, end, std::string(right)});
  }

  /// False if the parameter cannot become the one that is meant.
  bool passByReference(std::uint32_t index) {
    const std::string &type = facts.parameters[index].type;
    const std::string &right = meant.parameters[index].type;
    if (type == right)
      return true;
    const ParameterPlace &place = facts.declaration->parameters[index];
    bool becomesConst = right == "const " + type + " &";
    if (right != type + " &" && !becomesConst)
      return false;
    if (becomesConst && mayChange(program, facts, index))
      return false;
    if (becomesConst)
      insert(place.begin, "const ");
    insert(place.name, facts.parameters[index].name.empty() ? " &" : "&");
    return true;
  }

  const Program &program;
  const Function &method;
  const FunctionFacts &facts;
  const FunctionFacts &meant;
  std::vector<Edit> edits;
};

} // namespace

std::vector<Edit> overrideEdits(const Program &program, const Function &method,
                                const Function &callback) {
  return EditMaker(program, method, callback).make();
}

} // namespace hooktidy
