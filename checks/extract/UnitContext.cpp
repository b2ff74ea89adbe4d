//===- UnitContext.cpp - what extraction shares within a unit ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/UnitContext.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace hooktidy {

const FunctionDecl *lambdaFunction(const CXXRecordDecl *closure) {
  const CXXMethodDecl *callOperator = closure->getLambdaCallOperator();
  if (!callOperator)
    return nullptr;
  if (const FunctionTemplateDecl *pattern = callOperator->getDescribedFunctionTemplate())
    for (const FunctionDecl *instance : pattern->specializations())
      if (instance->hasBody())
        return instance;
  return callOperator;
}

std::string destructorUsr(UnitContext &unit, const CXXRecordDecl *record) {
  const CXXDestructorDecl *destructor = record->getDestructor();
  bool isKnown = destructor && (destructor->isVirtual() ||
                                !destructor->getCanonicalDecl()->isDefaulted());
  return isKnown ? unit.mention(destructor) : std::string();
}

std::string constructorUsr(UnitContext &unit, const CXXConstructorDecl *constructor) {
  const auto *first = cast<CXXConstructorDecl>(constructor->getCanonicalDecl());
  if (const CXXConstructorDecl *inherited =
          first->getInheritedConstructor().getConstructor())
    return constructorUsr(unit, inherited);
  if (!first->isDefaulted())
    return unit.mention(first);
  if (first->isDefaultConstructor())
    return defaultConstructorUsr(unit, first->getParent());
  return {};
}

std::string defaultConstructorUsr(UnitContext &unit, const CXXRecordDecl *record) {
  for (const CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isDefaultConstructor() && !constructor->isDefaulted())
      return unit.mention(constructor);
  if (!unit.isUserCode(record) || record->hasTrivialDefaultConstructor() ||
      !record->hasDefaultConstructor())
    return {};
  unit.mention(record);
  return unit.names.defaultConstructorUsr(record);
}

} // namespace hooktidy
