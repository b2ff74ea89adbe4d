//===- FunctionExtractor.cpp - functions to facts ---------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/FunctionExtractor.h"

#include "extract/ClangCompat.h"
#include "extract/DeclarationExtractor.h"
#include "extract/EventBuilder.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace hooktidy {

static FunctionKind kindOf(const FunctionDecl *function) {
  if (closureOf(function))
    return FunctionKind::Lambda;
  if (isa<CXXConstructorDecl>(function))
    return FunctionKind::Constructor;
  if (isa<CXXDestructorDecl>(function))
    return FunctionKind::Destructor;
  return isa<CXXMethodDecl>(function) ? FunctionKind::Method : FunctionKind::Function;
}

static ParameterFacts extractParameter(UnitContext &unit, const ParmVarDecl *parameter) {
  ParameterFacts facts;
  QualType type = parameter->getType();
  facts.name = parameter->getNameAsString();
  facts.type = unit.names.typeName(type);
  bool isIndirect = type->isReferenceType() || type->isPointerType();
  facts.mayModify = isIndirect && !type->getPointeeType().isConstQualified() &&
                    !type->isFunctionPointerType() && !type->isFunctionReferenceType();
  facts.hasDefault = parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg();
  return facts;
}

/// False if it is not known yet.
static bool isNoexcept(const FunctionDecl *function) {
  const auto *type = function->getType()->getAs<FunctionProtoType>();
  return type && !isUnresolvedExceptionSpec(type->getExceptionSpecType()) &&
         type->isNothrow();
}

static void extractMethod(UnitContext &unit, const CXXMethodDecl *method,
                          FunctionFacts &facts) {
  facts.isVirtual = method->isVirtual();
  facts.isPure = compat::isPureVirtual(*method);
  facts.isStatic = method->isStatic();
  facts.isConst = method->isConst();
  facts.hasOverride = method->hasAttr<OverrideAttr>();
  facts.isFinal = method->hasAttr<FinalAttr>();
  if (const CXXRecordDecl *closure = closureOf(method)) {
    facts.isStatic = false;
    if (const CXXRecordDecl *record = enclosingRecord(closure))
      facts.record = unit.mention(record);
    if (const FunctionDecl *enclosing = enclosingFunction(closure))
      facts.enclosingFunction = unit.names.usr(enclosing);
    for (const LambdaCapture &capture : closure->captures())
      if (capture.capturesVariable())
        facts.captures.push_back({capture.getCapturedVar()->getNameAsString(),
                                  capture.getCaptureKind() == LCK_ByRef});
    return;
  }
  facts.record = unit.mention(method->getParent());
  for (const CXXMethodDecl *overridden : method->overridden_methods())
    facts.overrides.push_back(unit.mention(overridden));
  facts.declaration = extractDeclarationPlaces(unit, method);
}

FunctionFacts extractDeclaration(UnitContext &unit, const FunctionDecl *function) {
  FunctionFacts facts;
  facts.usr = unit.names.usr(function);
  facts.qualifiedName = unit.names.qualifiedName(function);
  facts.kind = kindOf(function);
  for (const ParmVarDecl *parameter : function->parameters())
    facts.parameters.push_back(extractParameter(unit, parameter));
  QualType result = function->getReturnType();
  facts.returnType = unit.names.typeName(result);
  Ownership ownership;
  if (const CXXRecordDecl *record = heldRecord(result, ownership))
    facts.returnRecord = unit.names.usr(record);
  facts.location = unit.names.location(function->getLocation());
  facts.isStatic = function->isStatic();
  facts.isOperator = function->isOverloadedOperator() || isa<CXXConversionDecl>(function);
  facts.isNoReturn = function->isNoReturn();
  facts.isNoexcept = isNoexcept(function);
  facts.isInSystemHeader = !unit.isUserCode(function);
  for (const AnnotateAttr *annotation : function->specific_attrs<AnnotateAttr>())
    facts.annotations.push_back(annotation->getAnnotation().str());
  if (const auto *method = dyn_cast<CXXMethodDecl>(function))
    extractMethod(unit, method, facts);
  return facts;
}

void setLinearBody(FunctionFacts &facts, std::vector<Event> events) {
  facts.hasBody = true;
  facts.blocks.resize(3);
  facts.blocks[0].successors = {1};
  facts.blocks[1].successors = {2};
  facts.blocks[1].events = std::move(events);
  facts.entry = 0;
  facts.exit = 2;
}

FunctionFacts extractDefaultConstructor(UnitContext &unit, const CXXRecordDecl *record) {
  FunctionFacts facts;
  facts.usr = unit.names.defaultConstructorUsr(record);
  facts.qualifiedName =
      unit.names.qualifiedName(record) + "::" + record->getNameAsString();
  facts.kind = FunctionKind::Constructor;
  facts.record = unit.names.usr(record);
  facts.returnType = "void";
  facts.location = unit.names.location(record->getLocation());
  BodyScan scan;
  for (const FieldDecl *field : record->fields()) {
    if (!field->hasInClassInitializer())
      continue;
    BodyScan::Construction construction;
    construction.field = field;
    if (const CXXConstructExpr *construct =
            constructionOf(field->getInClassInitializer()))
      scan.constructions[construct] = construction;
  }
  BodyContext body(unit, nullptr, std::move(scan));
  EventBuilder events(body);
  for (const CXXBaseSpecifier &base : record->bases()) {
    AccessPath object;
    object.root = PathRoot::This;
    const CXXRecordDecl *made = base.getType()->getAsCXXRecordDecl();
    if (made && !made->hasTrivialDefaultConstructor())
      events.constructedByDefault(made, object, base.getBeginLoc());
  }
  for (const FieldDecl *field : record->fields()) {
    if (field->hasInClassInitializer()) {
      events.initializedByDefault(field);
      continue;
    }
    AccessPath object;
    object.root = PathRoot::This;
    object.fields.push_back(field->getNameAsString());
    const CXXRecordDecl *made = field->getType()->getAsCXXRecordDecl();
    if (!made || made->hasTrivialDefaultConstructor())
      continue;
    if (libraryType(field->getType()).kind != LibraryKind::None)
      events.write(object, events.builder().empty(field->getType()),
                   field->getLocation());
    else
      events.constructedByDefault(made, object, field->getLocation());
  }
  setLinearBody(facts, events.takeEvents());
  return facts;
}

} // namespace hooktidy
