//===- facts_random.h - made-up facts ---------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_UNIT_FACTS_RANDOM_H
#define HOOKTIDY_TEST_UNIT_FACTS_RANDOM_H

#include "facts/Facts.h"

#include <limits>
#include <random>

namespace hooktidy {

/// Makes facts that are well formed (every index points at something) and
/// otherwise arbitrary; the same seed gives the same facts.
class RandomFacts {
public:
  explicit RandomFacts(std::uint32_t seed) : random(seed) {}

  TranslationUnitFacts unit();

private:
  std::uint32_t below(std::uint32_t limit) {
    return limit == 0 ? 0 : static_cast<std::uint32_t>(random() % limit);
  }
  bool flag() { return below(2) == 1; }
  template <typename Enum> Enum choice(std::uint32_t count) {
    return static_cast<Enum>(below(count));
  }
  template <typename Make> auto list(std::uint32_t most, Make make) {
    std::vector<decltype(make())> result;
    for (std::uint32_t left = below(most + 1); left != 0; --left)
      result.push_back(make());
    return result;
  }

  /// Names, quotes, controls, UTF-8 of each length, and bytes that are none.
  std::string text() {
    static const char *const pieces[] = {
        "c:@S@Hook", "::", "begin", "\"",   "\\",           "\n",   "\x01\x7f", "ä",
        "€",         "😀",  "{",     "\xff", "\xed\xb2\x80", "\xc3", "#&1$",     " "};
    std::string result;
    for (std::uint32_t left = below(5); left != 0; --left)
      result += pieces[below(sizeof pieces / sizeof *pieces)];
    if (below(20) == 0)
      result += '\0';
    return result;
  }

  std::int64_t integer() {
    switch (below(5)) {
    case 0:
      return std::numeric_limits<std::int64_t>::min();
    case 1:
      return std::numeric_limits<std::int64_t>::max();
    case 2:
      return -1;
    default:
      return below(1000);
    }
  }

  Location location() {
    if (below(4) == 0)
      return {};
    return {below(static_cast<std::uint32_t>(fileCount)), below(10000), below(200)};
  }

  AccessPath path() {
    AccessPath path;
    path.root = choice<PathRoot>(6);
    path.index = below(3);
    if (path.root == PathRoot::Parameter)
      path.index = below(static_cast<std::uint32_t>(parameterCount));
    if (path.root == PathRoot::Capture)
      path.index = below(static_cast<std::uint32_t>(captureCount));
    bool isIn =
        path.root == PathRoot::Parameter ? parameterCount != 0 : captureCount != 0;
    if ((path.root == PathRoot::Parameter || path.root == PathRoot::Capture) && !isIn)
      path.root = PathRoot::This;
    path.global = text();
    path.fields = list(3, [&] { return text(); });
    return path;
  }

  Expression expression(std::uint32_t depth = 0) {
    Expression expression;
    expression.kind = choice<ExpressionKind>(12);
    expression.comparison = choice<Comparison>(6);
    expression.isBound = flag();
    expression.integer = integer();
    expression.event = below(9);
    expression.text = text();
    if (flag())
      expression.path = path();
    if (depth < 3)
      expression.operands = list(2, [&] { return this->expression(depth + 1); });
    return expression;
  }

  std::optional<Expression> optionalExpression() {
    if (flag())
      return std::nullopt;
    return flag() ? Expression() : expression();
  }

  Event event() {
    Event event;
    event.kind = choice<EventKind>(7);
    event.id = below(50);
    event.location = location();
    event.callee = text();
    event.isVirtual = flag();
    event.isHeap = flag();
    event.isCompound = flag();
    event.isImplicit = flag();
    if (flag())
      event.receiver = expression();
    event.arguments = list(2, [&] { return flag() ? expression() : Expression(); });
    if (flag())
      event.value = expression();
    event.type = text();
    return event;
  }

  Block block(std::uint32_t blockCount) {
    Block block;
    block.events = list(3, [&] { return event(); });
    block.condition = optionalExpression();
    block.conditionLocation = location();
    block.successors = list(2, [&] { return below(blockCount); });
    block.isHandler = flag();
    block.caughtType = text();
    return block;
  }

  DeclarationFacts declaration() {
    DeclarationFacts declaration;
    declaration.name = location();
    declaration.qualifiers = location();
    declaration.overrideKeyword = location();
    declaration.parameters = list(3, [&] {
      return ParameterPlace{location(), location()};
    });
    declaration.isOnly = flag();
    return declaration;
  }

  FunctionFacts function() {
    FunctionFacts function;
    function.usr = text();
    function.qualifiedName = text();
    function.kind = choice<FunctionKind>(5);
    function.record = text();
    function.enclosingFunction = text();
    function.parameters = list(3, [&] {
      return ParameterFacts{text(), text(), flag(), flag()};
    });
    function.returnType = text();
    function.returnRecord = text();
    function.captures = list(2, [&] { return CaptureFacts{text(), flag()}; });
    function.overrides = list(2, [&] { return text(); });
    function.location = location();
    if (flag())
      function.declaration = declaration();
    for (bool FunctionFacts::*member :
         {&FunctionFacts::isVirtual, &FunctionFacts::isPure, &FunctionFacts::isStatic,
          &FunctionFacts::isConst, &FunctionFacts::isOperator, &FunctionFacts::isNoReturn,
          &FunctionFacts::isNoexcept, &FunctionFacts::hasOverride,
          &FunctionFacts::isFinal, &FunctionFacts::isCoroutine,
          &FunctionFacts::isInSystemHeader, &FunctionFacts::hasBody})
      function.*member = flag();
    function.annotations = list(2, [&] { return text(); });
    function.notAnalysed = text();
    parameterCount = function.parameters.size();
    captureCount = function.captures.size();
    std::uint32_t blockCount = below(4);
    for (std::uint32_t index = 0; index != blockCount; ++index)
      function.blocks.push_back(block(blockCount));
    function.entry = below(blockCount);
    function.exit = below(blockCount);
    parameterCount = captureCount = 0;
    return function;
  }

  RecordFacts record() {
    RecordFacts record;
    record.usr = text();
    record.qualifiedName = text();
    record.location = location();
    record.bases = list(2, [&] { return BaseFacts{text(), text(), flag()}; });
    record.fields = list(3, [&] { return field(); });
    record.methods = list(2, [&] { return text(); });
    record.constructors = list(2, [&] { return text(); });
    record.destructor = text();
    record.usedNames = list(2, [&] { return text(); });
    record.isAbstract = flag();
    record.isInSystemHeader = flag();
    record.isInstantiation = flag();
    record.annotations = list(2, [&] { return text(); });
    return record;
  }

  FieldFacts field() {
    FieldFacts field;
    field.name = text();
    field.type = text();
    field.record = text();
    field.ownership = choice<Ownership>(4);
    field.isStatic = flag();
    field.isConst = flag();
    field.isPublic = flag();
    field.location = location();
    field.initializer = optionalExpression();
    return field;
  }

  std::mt19937 random;
  std::size_t fileCount = 1;
  /// Of the function that is made, 0 outside.
  std::size_t parameterCount = 0;
  std::size_t captureCount = 0;
};

inline TranslationUnitFacts RandomFacts::unit() {
  TranslationUnitFacts unit;
  unit.mainFile = text();
  unit.files = list(3, [&] { return text(); });
  unit.files.push_back("/src/a.cpp");
  fileCount = unit.files.size();
  unit.records = list(4, [&] { return record(); });
  unit.functions = list(5, [&] { return function(); });
  return unit;
}

} // namespace hooktidy

#endif // HOOKTIDY_TEST_UNIT_FACTS_RANDOM_H
