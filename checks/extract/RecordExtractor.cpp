//===- RecordExtractor.cpp - classes to facts -------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/RecordExtractor.h"

#include "extract/ExpressionBuilder.h"
#include "extract/LibraryTypes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace hooktidy {

bool hasSynthesisedConstructor(const CXXRecordDecl *record) {
  if (record->hasTrivialDefaultConstructor() || !record->hasDefaultConstructor())
    return false;
  for (const CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isDefaultConstructor())
      return constructor->isDefaulted() && !constructor->isDeleted();
  return record->needsImplicitDefaultConstructor();
}

static void setType(UnitContext &unit, QualType type, FieldFacts &facts) {
  facts.type = unit.names.typeName(type);
  facts.isConst = type.isConstQualified();
  if (const CXXRecordDecl *record = heldRecord(type, facts.ownership))
    facts.record = unit.mention(record);
}

static FieldFacts extractField(UnitContext &unit, const FieldDecl *field) {
  FieldFacts facts;
  facts.name = field->getNameAsString();
  setType(unit, field->getType(), facts);
  facts.isPublic = field->getAccess() == AS_public;
  facts.location = unit.names.location(field->getLocation());
  if (field->hasInClassInitializer()) {
    BodyContext body(unit, nullptr, BodyScan());
    facts.initializer = ExpressionBuilder(body).build(field->getInClassInitializer());
  }
  return facts;
}

static FieldFacts extractStaticMember(UnitContext &unit, const VarDecl *member) {
  FieldFacts facts;
  facts.name = member->getNameAsString();
  setType(unit, member->getType(), facts);
  facts.location = unit.names.location(member->getLocation());
  facts.isStatic = true;
  if (const Expr *value = member->getAnyInitializer()) {
    BodyContext body(unit, nullptr, BodyScan());
    facts.initializer = ExpressionBuilder(body).build(value);
  }
  return facts;
}

static void extractBases(UnitContext &unit, const CXXRecordDecl *record,
                         RecordFacts &facts) {
  for (const CXXBaseSpecifier &base : record->bases()) {
    const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
    if (!parent)
      continue;
    // Bases are listed wherever they come from.
    unit.records.insert(parent->getCanonicalDecl());
    facts.bases.push_back(
        {unit.names.usr(parent), unit.names.qualifiedName(parent), base.isVirtual()});
  }
}

static void extractMethods(UnitContext &unit, const CXXRecordDecl *record,
                           RecordFacts &facts) {
  for (const CXXMethodDecl *method : record->methods()) {
    if (method->isImplicit() || isa<CXXConstructorDecl>(method) ||
        isa<CXXDestructorDecl>(method))
      continue;
    if (facts.isInSystemHeader && !method->isVirtual())
      continue;
    facts.methods.push_back(unit.mention(method));
  }
  facts.destructor = destructorUsr(unit, record);
  if (facts.isInSystemHeader)
    return;
  for (const CXXConstructorDecl *constructor : record->ctors())
    if (!constructor->isDefaulted() && !constructor->isDeleted() &&
        !constructor->isImplicit())
      facts.constructors.push_back(unit.mention(constructor));
  if (hasSynthesisedConstructor(record))
    facts.constructors.push_back(unit.names.defaultConstructorUsr(record));
}

RecordFacts extractRecord(UnitContext &unit, const CXXRecordDecl *record) {
  RecordFacts facts;
  facts.usr = unit.names.usr(record);
  facts.qualifiedName = unit.names.qualifiedName(record);
  facts.location = unit.names.location(record->getLocation());
  facts.isAbstract = record->isAbstract();
  facts.isInSystemHeader = !unit.isUserCode(record);
  facts.isInstantiation = record->getParentFunctionOrMethod() != nullptr ||
                          record->getTemplateInstantiationPattern() != nullptr;
  extractBases(unit, record, facts);
  if (!facts.isInSystemHeader)
    for (const Decl *member : record->decls()) {
      if (const auto *field = dyn_cast<FieldDecl>(member))
        facts.fields.push_back(extractField(unit, field));
      else if (const auto *variable = dyn_cast<VarDecl>(member))
        facts.fields.push_back(extractStaticMember(unit, variable));
      else if (const auto *used = dyn_cast<UsingDecl>(member))
        facts.usedNames.push_back(used->getNameAsString());
    }
  extractMethods(unit, record, facts);
  for (const AnnotateAttr *annotation : record->specific_attrs<AnnotateAttr>())
    facts.annotations.push_back(annotation->getAnnotation().str());
  return facts;
}

} // namespace hooktidy
