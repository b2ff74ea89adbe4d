//===- EntityNames.cpp - names of places, types and entities ----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/EntityNames.h"

#include "extract/ClangCompat.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace hooktidy {

EntityNames::EntityNames(ASTContext &context, TranslationUnitFacts &facts)
    : context(context), facts(facts), policy(context.getPrintingPolicy()) {
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  fileIndex(context.getSourceManager().getMainFileID());
  facts.mainFile = facts.files.front();
}

std::uint32_t EntityNames::fileIndex(FileID file) {
  auto known = fileIndices.find(file);
  if (known != fileIndices.end())
    return known->second;
  SourceManager &sources = context.getSourceManager();
  llvm::SmallString<256> path(compat::canonicalPath(sources, file));
  sources.getFileManager().makeAbsolutePath(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  // One file may be entered several times.
  auto same = std::find(facts.files.begin(), facts.files.end(), path.str());
  auto index = static_cast<std::uint32_t>(same - facts.files.begin());
  if (same == facts.files.end())
    facts.files.push_back(path.str().str());
  fileIndices[file] = index;
  return index;
}

Location EntityNames::location(SourceLocation place) {
  Location location;
  if (place.isInvalid())
    return location;
  const SourceManager &sources = context.getSourceManager();
  auto [file, offset] = sources.getDecomposedExpansionLoc(place);
  location.file = fileIndex(file);
  location.line = sources.getLineNumber(file, offset);
  location.column = sources.getColumnNumber(file, offset);
  return location;
}

bool EntityNames::isInSystemHeader(SourceLocation place) const {
  const SourceManager &sources = context.getSourceManager();
  // What has no place is built in.
  return place.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(place));
}

const CXXRecordDecl *closureOf(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!method || !method->getParent()->isLambda())
    return nullptr;
  bool isCallOperator = method->getOverloadedOperator() == OO_Call;
  return isCallOperator || method->isStatic() ? method->getParent() : nullptr;
}

const FunctionDecl *enclosingFunction(const CXXRecordDecl *closure) {
  for (const DeclContext *scope = closure->getDeclContext(); scope;
       scope = scope->getParent())
    if (const auto *function = dyn_cast<FunctionDecl>(scope))
      return function;
  return nullptr;
}

const CXXRecordDecl *enclosingRecord(const CXXRecordDecl *closure) {
  for (const DeclContext *scope = closure->getDeclContext(); scope;
       scope = scope->getParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
      if (!record->isLambda())
        return record;
  return nullptr;
}

/// The nearest lambda around the entity, which must not be that lambda itself.
static const CXXRecordDecl *surroundingLambda(const NamedDecl *entity) {
  for (const DeclContext *scope = entity->getDeclContext(); scope;
       scope = scope->getParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
      if (record->isLambda())
        return record;
  return nullptr;
}

std::string EntityNames::placeSuffix(SourceLocation place) {
  const SourceManager &sources = context.getSourceManager();
  std::string suffix;
  // Lambdas of one macro expansion differ in where they are spelled.
  for (SourceLocation at :
       {sources.getExpansionLoc(place), sources.getSpellingLoc(place)}) {
    if (!suffix.empty() && !place.isMacroID())
      break;
    auto [file, offset] = sources.getDecomposedLoc(at);
    suffix += "@";
    if (suffix.size() == 1)
      suffix += llvm::sys::path::filename(facts.files[fileIndex(file)]).str() + ":";
    suffix += std::to_string(sources.getLineNumber(file, offset)) + ":" +
              std::to_string(sources.getColumnNumber(file, offset));
  }
  return suffix;
}

std::string EntityNames::lambdaUsr(const CXXRecordDecl *closure) {
  std::string scope = "c:";
  for (const DeclContext *context = closure->getDeclContext(); context;
       context = context->getParent())
    if (isa<FunctionDecl>(context) || isa<CXXRecordDecl>(context)) {
      scope = usr(cast<NamedDecl>(context));
      break;
    }
  return scope + "@lambda" + placeSuffix(closure->getLocation());
}

/// A class of the main file: no other unit can share it, but another program in
/// the same compile database may well have one of the same name.
bool EntityNames::isMainFileClass(const CXXRecordDecl *record) const {
  const SourceManager &sources = context.getSourceManager();
  const CXXRecordDecl *definition = record->getDefinition();
  if (!definition)
    return false;
  if (sources.isInMainFile(sources.getExpansionLoc(definition->getLocation())))
    return true;
  const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return specialisation && hasMainFileArgument(specialisation->getTemplateArgs());
}

bool EntityNames::hasMainFileArgument(const TemplateArgumentList &arguments) const {
  return llvm::any_of(arguments.asArray(), [this](const TemplateArgument &argument) {
    if (argument.getKind() != TemplateArgument::Type)
      return false;
    QualType type = argument.getAsType().getNonReferenceType();
    if (type->isPointerType())
      type = type->getPointeeType();
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    return record && !record->isLambda() && isMainFileClass(record);
  });
}

/// Internal linkage, or none but local to something with internal linkage, or
/// part of a class of the main file.
std::string EntityNames::linkageSuffix(const NamedDecl *entity) {
  bool isOwn = !entity->isExternallyVisible();
  if (const auto *record = dyn_cast<CXXRecordDecl>(entity))
    isOwn = isOwn || isMainFileClass(record);
  for (const DeclContext *scope = entity->getDeclContext(); scope && !isOwn;
       scope = scope->getParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
      isOwn = isMainFileClass(record);
  if (const auto *function = dyn_cast<FunctionDecl>(entity))
    if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs())
      isOwn = isOwn || hasMainFileArgument(*arguments);
  return isOwn ? "@in@" + facts.mainFile : std::string();
}

/// Clang's USR of a specialisation does not tell local lambdas apart.
std::string EntityNames::lambdaArguments(const NamedDecl *entity) {
  const TemplateArgumentList *arguments = nullptr;
  if (const auto *function = dyn_cast<FunctionDecl>(entity))
    arguments = function->getTemplateSpecializationArgs();
  else if (const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(entity))
    arguments = &record->getTemplateArgs();
  std::string suffix;
  auto addType = [&](const TemplateArgument &argument) {
    if (argument.getKind() != TemplateArgument::Type)
      return;
    QualType type = argument.getAsType().getNonReferenceType();
    if (const CXXRecordDecl *record = type->getAsCXXRecordDecl())
      if (record->isLambda())
        suffix += placeSuffix(record->getLocation());
  };
  if (!arguments)
    return suffix;
  for (const TemplateArgument &argument : arguments->asArray()) {
    addType(argument);
    if (argument.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &element : argument.pack_elements())
        addType(element);
  }
  return suffix;
}

std::string EntityNames::rawUsr(const NamedDecl *entity) {
  llvm::SmallString<256> text;
  if (index::generateUSRForDecl(entity, text))
    return "c:@?" + qualifiedName(entity) + placeSuffix(entity->getLocation());
  return text.str().str();
}

std::string EntityNames::makeUsr(const NamedDecl *entity) {
  if (const auto *record = dyn_cast<CXXRecordDecl>(entity))
    if (record->isLambda())
      return lambdaUsr(record);
  if (const auto *function = dyn_cast<FunctionDecl>(entity)) {
    if (const CXXRecordDecl *closure = closureOf(function)) {
      std::string name = usr(closure);
      // A generic lambda has a body for every list of argument types.
      if (const TemplateArgumentList *arguments =
              function->getTemplateSpecializationArgs())
        for (const TemplateArgument &argument : arguments->asArray())
          if (argument.getKind() == TemplateArgument::Type)
            name += "#" + typeName(argument.getAsType());
      return name;
    }
    const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
    if (constructor && constructor->isDefaultConstructor() && constructor->isImplicit())
      return defaultConstructorUsr(constructor->getParent());
  }
  std::string name;
  if (const CXXRecordDecl *closure = surroundingLambda(entity))
    name = usr(closure) + "@";
  return name + rawUsr(entity) + lambdaArguments(entity) + linkageSuffix(entity);
}

const std::string &EntityNames::usr(const NamedDecl *entity) {
  const auto *canonical = cast<NamedDecl>(entity->getCanonicalDecl());
  auto known = usrs.find(canonical);
  if (known != usrs.end())
    return known->second;
  std::string name = makeUsr(canonical);
  return usrs[canonical] = std::move(name);
}

std::string EntityNames::defaultConstructorUsr(const CXXRecordDecl *record) {
  for (const CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isDefaultConstructor() && !constructor->isImplicit())
      return usr(constructor);
  return usr(record) + "@F@" + record->getNameAsString() + "#";
}

static std::string unqualifiedName(const NamedDecl *entity) {
  if (const auto *record = dyn_cast<CXXRecordDecl>(entity)) {
    if (record->isLambda())
      return "(lambda)";
    if (const TypedefNameDecl *name = record->getTypedefNameForAnonDecl())
      return name->getNameAsString();
    if (!record->getIdentifier())
      return "(anonymous)";
  }
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(entity))
    return unqualifiedName(constructor->getParent());
  if (const auto *destructor = dyn_cast<CXXDestructorDecl>(entity))
    return "~" + unqualifiedName(destructor->getParent());
  return entity->getNameAsString();
}

std::string EntityNames::qualifiedName(const NamedDecl *entity) {
  std::string name = unqualifiedName(entity);
  if (const auto *function = dyn_cast<FunctionDecl>(entity))
    if (const CXXRecordDecl *closure = closureOf(function))
      return qualifiedName(closure);
  for (const DeclContext *scope = entity->getDeclContext(); scope;
       scope = scope->getParent()) {
    const auto *named = dyn_cast<NamedDecl>(scope);
    const auto *function = dyn_cast<FunctionDecl>(scope);
    // The class of a lambda has named it already.
    if (!named || (function && closureOf(function)))
      continue;
    if (const auto *space = dyn_cast<NamespaceDecl>(named))
      if (space->isInline() || space->isAnonymousNamespace())
        continue;
    std::string component = unqualifiedName(named);
    if (!component.empty())
      name = component + "::" + name;
  }
  return name;
}

const std::string &EntityNames::typeName(QualType type) {
  if (type.isNull())
    return typeNames[nullptr];
  QualType canonical = type.getCanonicalType();
  std::string &name = typeNames[canonical.getAsOpaquePtr()];
  if (name.empty())
    name = canonical.getAsString(policy);
  return name;
}

std::string EntityNames::exceptionName(QualType type) {
  if (type.isNull())
    return {};
  QualType plain = type.getNonReferenceType().getUnqualifiedType();
  if (const CXXRecordDecl *record = plain->getAsCXXRecordDecl())
    return qualifiedName(record);
  return typeName(plain);
}

} // namespace hooktidy
