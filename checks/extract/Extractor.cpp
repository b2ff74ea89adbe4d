//===- Extractor.cpp - Clang AST to facts -----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/Extractor.h"

#include "extract/EventBuilder.h"
#include "extract/FunctionExtractor.h"
#include "extract/RecordExtractor.h"
#include "extract/UnitContext.h"

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace hooktidy {

namespace {

/// Finds the definitions of user code, then works off what they mention.
class Extractor {
public:
  Extractor(ASTContext &context, TranslationUnitFacts &facts) : unit(context, facts) {}

  void run();

private:
  void visitMembers(const DeclContext *scope);
  void visit(const Decl *declaration);
  void visitTemplate(const FunctionTemplateDecl *pattern);
  void visitVariable(const VarDecl *variable);
  void extract(const FunctionDecl *function);
  void extract(const CXXRecordDecl *record);

  UnitContext unit;
};

} // namespace

void Extractor::visitMembers(const DeclContext *scope) {
  for (const Decl *declaration : scope->decls())
    visit(declaration);
}

void Extractor::visitTemplate(const FunctionTemplateDecl *pattern) {
  for (const FunctionDecl *instance : pattern->specializations())
    visit(instance);
}

/// Lambdas that initialise a variable outside of functions can be called.
void Extractor::visitVariable(const VarDecl *variable) {
  if (variable->getType()->isDependentType() || !variable->hasInit())
    return;
  BodyContext body(unit, nullptr, BodyScan());
  EventBuilder(body).walk(variable->getInit());
}

void Extractor::visit(const Decl *declaration) {
  if (!unit.isUserCode(declaration))
    return;
  if (const auto *function = dyn_cast<FunctionDecl>(declaration)) {
    if (function->isThisDeclarationADefinition() && !function->isDependentContext() &&
        !function->isImplicit() && !function->isDefaulted())
      unit.mention(function);
  } else if (const auto *record = dyn_cast<CXXRecordDecl>(declaration)) {
    if (record->isCompleteDefinition() && !record->isDependentContext() &&
        !record->isInjectedClassName())
      unit.mention(record);
  } else if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(declaration)) {
    visitTemplate(pattern);
  } else if (const auto *classes = dyn_cast<ClassTemplateDecl>(declaration)) {
    for (const ClassTemplateSpecializationDecl *instance : classes->specializations())
      visit(instance);
  } else if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
    visitVariable(variable);
  } else if (const auto *friendly = dyn_cast<FriendDecl>(declaration)) {
    if (friendly->getFriendDecl())
      visit(friendly->getFriendDecl());
  } else if (isa<NamespaceDecl>(declaration) || isa<LinkageSpecDecl>(declaration) ||
             isa<ExportDecl>(declaration)) {
    visitMembers(cast<DeclContext>(declaration));
  }
}

/// The declaration that has the body, or null.
static const FunctionDecl *definitionOf(const FunctionDecl *function) {
  const FunctionDecl *definition = nullptr;
  bool isKnown = function->hasBody(definition) && !definition->hasSkippedBody() &&
                 !definition->isLateTemplateParsed();
  return isKnown ? definition : nullptr;
}

/// Dependent code has no facts, except generic lambdas that are only handed to
/// functions without a body: nothing instantiates them.
static bool hasExtractableBody(const FunctionDecl *definition) {
  const CXXRecordDecl *closure = closureOf(definition);
  return closure ? !closure->isDependentContext() : !definition->isDependentContext();
}

void Extractor::extract(const FunctionDecl *function) {
  const FunctionDecl *definition = definitionOf(function);
  FunctionFacts facts = extractDeclaration(unit, definition ? definition : function);
  if (isa<CXXDestructorDecl>(function) && function->isDefaulted() &&
      unit.isUserCode(function))
    setLinearBody(facts, {});
  else if (definition && unit.isUserCode(definition) && hasExtractableBody(definition))
    extractBody(unit, definition, definition->getBody(), facts);
  unit.facts.functions.push_back(std::move(facts));
}

void Extractor::extract(const CXXRecordDecl *declared) {
  const CXXRecordDecl *record = declared->getDefinition();
  if (!record || record->isDependentContext() || record->isLambda())
    return;
  unit.facts.records.push_back(extractRecord(unit, record));
  if (!unit.isUserCode(record))
    return;
  if (hasSynthesisedConstructor(record))
    unit.facts.functions.push_back(extractDefaultConstructor(unit, record));
  visitMembers(record);
}

void Extractor::run() {
  visitMembers(unit.ast.getTranslationUnitDecl());
  std::size_t nextFunction = 0;
  std::size_t nextRecord = 0;
  while (nextFunction < unit.functions.size() || nextRecord < unit.records.size()) {
    if (nextRecord < unit.records.size())
      extract(unit.records[nextRecord++]);
    else
      extract(unit.functions[nextFunction++]);
  }
}

TranslationUnitFacts extractFacts(ASTContext &context) {
  TranslationUnitFacts facts;
  Extractor(context, facts).run();
  return facts;
}

} // namespace hooktidy
