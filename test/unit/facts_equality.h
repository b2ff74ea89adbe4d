//===- facts_equality.h - comparing facts -----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bindings name every member, so that a new member of the facts does not
// compile here until it is compared, too.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_UNIT_FACTS_EQUALITY_H
#define HOOKTIDY_TEST_UNIT_FACTS_EQUALITY_H

#include "facts/Facts.h"

#include <tuple>

namespace hooktidy {

inline auto membersOf(const Location &value) {
  const auto &[file, line, column] = value;
  return std::tie(file, line, column);
}
inline auto membersOf(const AccessPath &value) {
  const auto &[root, index, global, fields] = value;
  return std::tie(root, index, global, fields);
}
inline auto membersOf(const Expression &value) {
  const auto &[kind, comparison, isBound, integer, event, text, path, operands] = value;
  return std::tie(kind, comparison, isBound, integer, event, text, path, operands);
}
inline auto membersOf(const Event &value) {
  const auto &[kind, id, location, callee, isVirtual, isHeap, isCompound, isImplicit,
               receiver, arguments, written, type] = value;
  return std::tie(kind, id, location, callee, isVirtual, isHeap, isCompound, isImplicit,
                  receiver, arguments, written, type);
}
inline auto membersOf(const Block &value) {
  const auto &[events, condition, conditionLocation, successors, isHandler, caughtType] =
      value;
  return std::tie(events, condition, conditionLocation, successors, isHandler,
                  caughtType);
}
inline auto membersOf(const ParameterFacts &value) {
  const auto &[name, type, mayModify, hasDefault] = value;
  return std::tie(name, type, mayModify, hasDefault);
}
inline auto membersOf(const ParameterPlace &value) {
  const auto &[begin, name] = value;
  return std::tie(begin, name);
}
inline auto membersOf(const DeclarationFacts &value) {
  const auto &[name, qualifiers, overrideKeyword, parameters, isOnly] = value;
  return std::tie(name, qualifiers, overrideKeyword, parameters, isOnly);
}
inline auto membersOf(const CaptureFacts &value) {
  const auto &[name, byReference] = value;
  return std::tie(name, byReference);
}
inline auto membersOf(const FunctionFacts &value) {
  const auto &[usr, qualifiedName, kind, record, enclosingFunction, parameters,
               returnType, returnRecord, captures, overrides, location, declaration,
               isVirtual, isPure, isStatic, isConst, isOperator, isNoReturn, isNoexcept,
               hasOverride, isFinal, isCoroutine, isInSystemHeader, hasBody, annotations,
               notAnalysed, blocks, entry, exit] = value;
  return std::tie(usr, qualifiedName, kind, record, enclosingFunction, parameters,
                  returnType, returnRecord, captures, overrides, location, declaration,
                  isVirtual, isPure, isStatic, isConst, isOperator, isNoReturn,
                  isNoexcept, hasOverride, isFinal, isCoroutine, isInSystemHeader,
                  hasBody, annotations, notAnalysed, blocks, entry, exit);
}
inline auto membersOf(const BaseFacts &value) {
  const auto &[usr, qualifiedName, isVirtual] = value;
  return std::tie(usr, qualifiedName, isVirtual);
}
inline auto membersOf(const FieldFacts &value) {
  const auto &[name, type, record, ownership, isStatic, isConst, isPublic, location,
               initializer] = value;
  return std::tie(name, type, record, ownership, isStatic, isConst, isPublic, location,
                  initializer);
}
inline auto membersOf(const RecordFacts &value) {
  const auto &[usr, qualifiedName, location, bases, fields, methods, constructors,
               destructor, usedNames, isAbstract, isInSystemHeader, isInstantiation,
               annotations] = value;
  return std::tie(usr, qualifiedName, location, bases, fields, methods, constructors,
                  destructor, usedNames, isAbstract, isInSystemHeader, isInstantiation,
                  annotations);
}
inline auto membersOf(const TranslationUnitFacts &value) {
  const auto &[mainFile, files, records, functions] = value;
  return std::tie(mainFile, files, records, functions);
}

template <typename Facts>
auto operator==(const Facts &left, const Facts &right)
    -> decltype(membersOf(left) == membersOf(right)) {
  return membersOf(left) == membersOf(right);
}

} // namespace hooktidy

#endif // HOOKTIDY_TEST_UNIT_FACTS_EQUALITY_H
