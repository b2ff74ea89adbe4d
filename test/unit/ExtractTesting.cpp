//===- ExtractTesting.cpp - facts of snippets, as text ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTesting.h"

#include "extract/FactsAction.h"

#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

#include <algorithm>

namespace hooktidy::testing {

bool contains(const Lines &lines, const std::string &line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

TranslationUnitFacts factsOf(const std::string &code,
                             const std::vector<std::string> &extraArguments) {
  std::vector<std::string> arguments = {"-std=c++20", "-Wno-everything"};
  arguments.insert(arguments.end(), extraArguments.begin(), extraArguments.end());
  std::optional<TranslationUnitFacts> facts;
  bool isParsed = clang::tooling::runToolOnCodeWithArgs(makeFactsAction(facts), code,
                                                        arguments, "input.cc");
  EXPECT_TRUE(isParsed && facts) << "the snippet does not compile";
  return facts.value_or(TranslationUnitFacts());
}

const FunctionFacts &function(const TranslationUnitFacts &facts,
                              const std::string &qualifiedName) {
  static const FunctionFacts None;
  const FunctionFacts *found = nullptr;
  for (const FunctionFacts &function : facts.functions)
    if (function.qualifiedName == qualifiedName && (!found || !found->hasBody))
      found = &function;
  EXPECT_TRUE(found) << "no function " << qualifiedName;
  return found ? *found : None;
}

const RecordFacts &record(const TranslationUnitFacts &facts,
                          const std::string &qualifiedName) {
  static const RecordFacts None;
  for (const RecordFacts &record : facts.records)
    if (record.qualifiedName == qualifiedName)
      return record;
  ADD_FAILURE() << "no class " << qualifiedName;
  return None;
}

static std::string nameOf(const TranslationUnitFacts &facts, const std::string &usr) {
  for (const FunctionFacts &function : facts.functions)
    if (function.usr == usr)
      return function.qualifiedName;
  for (const RecordFacts &record : facts.records)
    if (record.usr == usr)
      return record.qualifiedName;
  return usr.empty() ? "?" : "<" + usr + ">";
}

static std::string text(const AccessPath &path) {
  std::string result;
  switch (path.root) {
  case PathRoot::Unknown:
    result = "?";
    break;
  case PathRoot::This:
    result = "this";
    break;
  case PathRoot::Parameter:
    result = "P" + std::to_string(path.index);
    break;
  case PathRoot::Local:
    result = "L" + std::to_string(path.index);
    break;
  case PathRoot::Capture:
    result = "C" + std::to_string(path.index);
    break;
  case PathRoot::Global: {
    // The name is what comes last in a USR, but for the unit and the guard.
    std::string usr = path.global;
    bool isGuard = usr.size() > 12 && usr.substr(usr.size() - 12) == "@initialized";
    if (isGuard)
      usr.resize(usr.size() - 12);
    usr = usr.substr(0, usr.find("@in@"));
    result = "G:" + usr.substr(usr.rfind('@') + 1) + (isGuard ? "@initialized" : "");
    break;
  }
  }
  for (const std::string &field : path.fields)
    result += "." + field;
  return result;
}

static std::string list(const TranslationUnitFacts &facts,
                        const std::vector<Expression> &expressions, std::size_t first) {
  std::string result;
  for (std::size_t i = first; i < expressions.size(); ++i)
    result += (i == first ? "" : ", ") + text(facts, expressions[i]);
  return result;
}

static const char *symbol(Comparison comparison) {
  static const char *const Symbols[] = {"==", "!=", "<", "<=", ">", ">="};
  return Symbols[static_cast<int>(comparison)];
}

std::string text(const TranslationUnitFacts &facts, const Expression &expression) {
  switch (expression.kind) {
  case ExpressionKind::Unknown:
    return "?";
  case ExpressionKind::Null:
    return "null";
  case ExpressionKind::Boolean:
    return expression.integer ? "true" : "false";
  case ExpressionKind::Integer:
    return std::to_string(expression.integer);
  case ExpressionKind::String:
    return "\"" + expression.text + "\"";
  case ExpressionKind::Path:
    return text(expression.path);
  case ExpressionKind::AddressOf:
    return "&" + list(facts, expression.operands, 0);
  case ExpressionKind::NewObject:
    return "new " + nameOf(facts, expression.text);
  case ExpressionKind::Call:
    return "result of " + nameOf(facts, expression.text);
  case ExpressionKind::Callable:
    return std::string(expression.isBound ? "bound " : "function ") +
           nameOf(facts, expression.text) + "[" + list(facts, expression.operands, 0) +
           "]";
  case ExpressionKind::Not:
    return "!" + list(facts, expression.operands, 0);
  case ExpressionKind::Compare:
    return text(facts, expression.operands[0]) + " " + symbol(expression.comparison) +
           " " + text(facts, expression.operands[1]);
  }
  return {};
}

static std::string callText(const TranslationUnitFacts &facts, const Event &event) {
  std::string result = nameOf(facts, event.callee);
  if (event.callee.empty())
    result = event.kind == EventKind::Call ? text(facts, event.receiver)
                                           : "implicit " + nameOf(facts, event.type);
  if (event.receiver.kind != ExpressionKind::Unknown && result.compare(0, 8, "function"))
    result = text(facts, event.receiver) + " -> " + result;
  result += "(" + list(facts, event.arguments, 0) + ")";
  if (event.isVirtual)
    result += " virtual";
  if (event.isHeap)
    result += " heap";
  if (event.isImplicit)
    result += " implicit";
  return result;
}

std::string text(const TranslationUnitFacts &facts, const Event &event) {
  switch (event.kind) {
  case EventKind::Call:
    return "call " + callText(facts, event);
  case EventKind::Construct:
    return "construct " + callText(facts, event);
  case EventKind::Destroy:
    return "destroy " + callText(facts, event);
  case EventKind::Read:
    return "read " + text(facts, event.receiver);
  case EventKind::Write:
    return "write " + text(facts, event.receiver) + (event.isCompound ? " += " : " = ") +
           text(facts, event.value);
  case EventKind::Throw:
    return "throw " + event.type;
  case EventKind::Return:
    return "return " + text(facts, event.value);
  }
  return {};
}

static Lines collect(const TranslationUnitFacts &facts, const std::string &qualifiedName,
                     bool isRead) {
  Lines result;
  for (const Block &block : function(facts, qualifiedName).blocks)
    for (const Event &event : block.events)
      if ((event.kind == EventKind::Read) == isRead)
        result.push_back(text(facts, event));
  return result;
}

Lines events(const TranslationUnitFacts &facts, const std::string &qualifiedName) {
  return collect(facts, qualifiedName, false);
}

Lines reads(const TranslationUnitFacts &facts, const std::string &qualifiedName) {
  return collect(facts, qualifiedName, true);
}

Lines conditions(const TranslationUnitFacts &facts, const std::string &qualifiedName) {
  Lines result;
  for (const Block &block : function(facts, qualifiedName).blocks)
    if (block.condition)
      result.push_back(text(facts, *block.condition));
  return result;
}

std::string dump(const TranslationUnitFacts &facts) {
  std::string result;
  for (const RecordFacts &record : facts.records) {
    result += "class " + record.qualifiedName + " <" + record.usr + ">\n";
    for (const std::string &constructor : record.constructors)
      result += "  constructor " + constructor + "\n";
    for (const FieldFacts &field : record.fields)
      result += "  " + field.name + " : " + field.type + " (" +
                nameOf(facts, field.record) + ")\n";
  }
  for (const FunctionFacts &function : facts.functions) {
    if (!function.hasBody)
      continue;
    result +=
        function.qualifiedName + " <" + function.usr + "> " + function.notAnalysed + "\n";
    for (std::size_t i = 0; i < function.blocks.size(); ++i) {
      const Block &block = function.blocks[i];
      result += "  B" + std::to_string(i);
      result += i == function.entry ? " entry" : i == function.exit ? " exit" : "";
      result += block.isHandler ? " catch " + block.caughtType : "";
      result += "\n";
      for (const Event &event : block.events)
        result += "    " + std::to_string(event.location.line) + ":" +
                  std::to_string(event.location.column) + " " + text(facts, event) + "\n";
      result += "    ->";
      for (std::uint32_t successor : block.successors)
        result += " B" + std::to_string(successor);
      if (block.condition)
        result += " if " + text(facts, *block.condition);
      result += "\n";
    }
  }
  return result;
}

} // namespace hooktidy::testing
