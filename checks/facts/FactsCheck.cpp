//===- FactsCheck.cpp - indices in facts ----------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facts/FactsCheck.h"
#include "facts/FactsJson.h"

#include <string>

namespace hooktidy {
namespace {

class Checker {
public:
  explicit Checker(const TranslationUnitFacts &facts) : facts(facts) {}

  void check() {
    for (const RecordFacts &record : facts.records)
      checkRecord(record);
    for (const FunctionFacts &item : facts.functions)
      checkFunction(item);
  }

private:
  void checkRecord(const RecordFacts &record) {
    owner = "record '" + record.qualifiedName + "'";
    checkLocation(record.location);
    for (const FieldFacts &field : record.fields) {
      checkLocation(field.location);
      if (field.initializer)
        checkExpression(*field.initializer);
    }
  }

  void checkFunction(const FunctionFacts &item) {
    function = &item;
    owner = "function '" + item.qualifiedName + "'";
    checkLocation(item.location);
    if (item.declaration)
      checkDeclaration(*item.declaration);
    for (std::uint32_t block : {item.entry, item.exit})
      if (!(item.blocks.empty() && block == 0))
        checkIndex("block", block, item.blocks.size());
    for (const Block &block : item.blocks)
      checkBlock(block);
    function = nullptr;
  }

  void checkDeclaration(const DeclarationFacts &declaration) {
    checkLocation(declaration.name);
    checkLocation(declaration.qualifiers);
    checkLocation(declaration.overrideKeyword);
    for (const ParameterPlace &parameter : declaration.parameters) {
      checkLocation(parameter.begin);
      checkLocation(parameter.name);
    }
  }

  void checkBlock(const Block &block) {
    for (const Event &event : block.events) {
      checkLocation(event.location);
      checkExpression(event.receiver);
      checkExpression(event.value);
      for (const Expression &argument : event.arguments)
        checkExpression(argument);
    }
    if (block.condition)
      checkExpression(*block.condition);
    checkLocation(block.conditionLocation);
    for (std::uint32_t successor : block.successors)
      checkIndex("block", successor, function->blocks.size());
  }

  void checkExpression(const Expression &expression) {
    std::uint32_t index = expression.path.index;
    if (expression.path.root == PathRoot::Parameter)
      checkIndex("parameter", index, function ? function->parameters.size() : 0);
    if (expression.path.root == PathRoot::Capture)
      checkIndex("capture", index, function ? function->captures.size() : 0);
    for (const Expression &operand : expression.operands)
      checkExpression(operand);
  }

  void checkLocation(const Location &location) {
    if (location.file != 0 || location.line != 0)
      checkIndex("file", location.file, facts.files.size());
  }

  void checkIndex(const char *what, std::uint32_t index, std::size_t count) {
    if (index >= count)
      throw FactsError(owner + " names " + what + " " + std::to_string(index) +
                       ", but there are " + std::to_string(count));
  }

  const TranslationUnitFacts &facts;
  /// What messages name.
  std::string owner;
  /// The function whose body is checked, or null.
  const FunctionFacts *function = nullptr;
};

} // namespace

void checkFacts(const TranslationUnitFacts &facts) { Checker(facts).check(); }

} // namespace hooktidy
