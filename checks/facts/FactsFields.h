//===- FactsFields.h - the JSON form of the facts ---------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One list of members for each struct, from which the writer, the reader and
// the test for defaults all work, so that they cannot disagree. The keys are
// the names of the members.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_FACTS_FACTSFIELDS_H
#define HOOKTIDY_FACTS_FACTSFIELDS_H

#include "facts/Facts.h"

#include <string_view>

namespace hooktidy {

/// Key of the version, which comes first in the text.
constexpr std::string_view VersionKey = "schema_version";

/// An expression inside that many others less one is written as Unknown, and one
/// inside that many is an error when read. It bounds the recursion of both.
constexpr unsigned MaxExpressionDepth = 256;

/// The names of the enumerators in their order.
template <typename Enum> struct EnumeratorNames;

template <> struct EnumeratorNames<PathRoot> {
  static constexpr std::string_view All[] = {"unknown", "this",    "parameter",
                                             "local",   "capture", "global"};
};
template <> struct EnumeratorNames<ExpressionKind> {
  static constexpr std::string_view All[] = {
      "unknown",   "null",      "boolean", "integer",  "string", "path",
      "addressOf", "newObject", "call",    "callable", "not",    "compare"};
};
template <> struct EnumeratorNames<Comparison> {
  static constexpr std::string_view All[] = {"==", "!=", "<", "<=", ">", ">="};
};
template <> struct EnumeratorNames<EventKind> {
  static constexpr std::string_view All[] = {"call",  "construct", "destroy", "read",
                                             "write", "throw",     "return"};
};
template <> struct EnumeratorNames<FunctionKind> {
  static constexpr std::string_view All[] = {"function", "method", "constructor",
                                             "destructor", "lambda"};
};
template <> struct EnumeratorNames<Ownership> {
  static constexpr std::string_view All[] = {"value", "owningPointer", "rawPointer",
                                             "reference"};
};

/// FieldsOf<T>::visit(io, value) calls io.field(name, member) for each member.
/// `Value` is T or const T.
template <typename T> struct FieldsOf;

template <> struct FieldsOf<AccessPath> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("root", value.root);
    io.field("index", value.index);
    io.field("global", value.global);
    io.field("fields", value.fields);
  }
};

template <> struct FieldsOf<Expression> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("kind", value.kind);
    io.field("comparison", value.comparison);
    io.field("isBound", value.isBound);
    io.field("integer", value.integer);
    io.field("event", value.event);
    io.field("text", value.text);
    io.field("path", value.path);
    io.field("operands", value.operands);
  }
};

template <> struct FieldsOf<Event> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("kind", value.kind);
    io.field("id", value.id);
    io.field("location", value.location);
    io.field("callee", value.callee);
    io.field("isVirtual", value.isVirtual);
    io.field("isHeap", value.isHeap);
    io.field("isCompound", value.isCompound);
    io.field("isImplicit", value.isImplicit);
    io.field("receiver", value.receiver);
    io.field("arguments", value.arguments);
    io.field("value", value.value);
    io.field("type", value.type);
  }
};

template <> struct FieldsOf<Block> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("events", value.events);
    io.field("condition", value.condition);
    io.field("conditionLocation", value.conditionLocation);
    io.field("successors", value.successors);
    io.field("isHandler", value.isHandler);
    io.field("caughtType", value.caughtType);
  }
};

template <> struct FieldsOf<ParameterFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("name", value.name);
    io.field("type", value.type);
    io.field("mayModify", value.mayModify);
    io.field("hasDefault", value.hasDefault);
  }
};

template <> struct FieldsOf<ParameterPlace> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("begin", value.begin);
    io.field("name", value.name);
  }
};

template <> struct FieldsOf<DeclarationFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("name", value.name);
    io.field("qualifiers", value.qualifiers);
    io.field("overrideKeyword", value.overrideKeyword);
    io.field("parameters", value.parameters);
    io.field("isOnly", value.isOnly);
  }
};

template <> struct FieldsOf<CaptureFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("name", value.name);
    io.field("byReference", value.byReference);
  }
};

template <> struct FieldsOf<FunctionFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("usr", value.usr);
    io.field("qualifiedName", value.qualifiedName);
    io.field("kind", value.kind);
    io.field("record", value.record);
    io.field("enclosingFunction", value.enclosingFunction);
    io.field("parameters", value.parameters);
    io.field("returnType", value.returnType);
    io.field("returnRecord", value.returnRecord);
    io.field("captures", value.captures);
    io.field("overrides", value.overrides);
    io.field("location", value.location);
    io.field("declaration", value.declaration);
    io.field("isVirtual", value.isVirtual);
    io.field("isPure", value.isPure);
    io.field("isStatic", value.isStatic);
    io.field("isConst", value.isConst);
    io.field("isOperator", value.isOperator);
    io.field("isNoReturn", value.isNoReturn);
    io.field("isNoexcept", value.isNoexcept);
    io.field("hasOverride", value.hasOverride);
    io.field("isFinal", value.isFinal);
    io.field("isCoroutine", value.isCoroutine);
    io.field("isInSystemHeader", value.isInSystemHeader);
    io.field("hasBody", value.hasBody);
    io.field("annotations", value.annotations);
    io.field("notAnalysed", value.notAnalysed);
    io.field("blocks", value.blocks);
    io.field("entry", value.entry);
    io.field("exit", value.exit);
  }
};

template <> struct FieldsOf<BaseFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("usr", value.usr);
    io.field("qualifiedName", value.qualifiedName);
    io.field("isVirtual", value.isVirtual);
  }
};

template <> struct FieldsOf<FieldFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("name", value.name);
    io.field("type", value.type);
    io.field("record", value.record);
    io.field("ownership", value.ownership);
    io.field("isStatic", value.isStatic);
    io.field("isConst", value.isConst);
    io.field("isPublic", value.isPublic);
    io.field("location", value.location);
    io.field("initializer", value.initializer);
  }
};

template <> struct FieldsOf<RecordFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("usr", value.usr);
    io.field("qualifiedName", value.qualifiedName);
    io.field("location", value.location);
    io.field("bases", value.bases);
    io.field("fields", value.fields);
    io.field("methods", value.methods);
    io.field("constructors", value.constructors);
    io.field("destructor", value.destructor);
    io.field("usedNames", value.usedNames);
    io.field("isAbstract", value.isAbstract);
    io.field("isInSystemHeader", value.isInSystemHeader);
    io.field("isInstantiation", value.isInstantiation);
    io.field("annotations", value.annotations);
  }
};

template <> struct FieldsOf<TranslationUnitFacts> {
  template <typename Io, typename Value> static void visit(Io &io, Value &value) {
    io.field("mainFile", value.mainFile);
    io.field("files", value.files);
    io.field("records", value.records);
    io.field("functions", value.functions);
  }
};

} // namespace hooktidy

#endif // HOOKTIDY_FACTS_FACTSFIELDS_H
