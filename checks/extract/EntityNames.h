//===- EntityNames.h - names of places, types and entities ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariants:
//  * Two entities of one program have the same USR exactly if they are the
//    same entity. Entities of internal linkage end in "@in@<main file>".
//  * A lambda is named by the function or class in which it is written and its
//    place there: "<usr>@lambda@<file name>:<line>:<column>".
//
// Known holes:
//  * Two instantiations of a function template whose arguments mention different
//    lambdas only inside another type (vector<lambda>) share their USR if they
//    are written in an inline function.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_ENTITYNAMES_H
#define HOOKTIDY_EXTRACT_ENTITYNAMES_H

#include "facts/Facts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace hooktidy {

class EntityNames {
public:
  EntityNames(clang::ASTContext &context, TranslationUnitFacts &facts);

  /// The place where the code is written; for a macro, where it is used.
  Location location(clang::SourceLocation place);
  bool isInSystemHeader(clang::SourceLocation place) const;

  const std::string &usr(const clang::NamedDecl *entity);
  /// USR of the default constructor of a class, whether or not Clang has
  /// declared it yet.
  std::string defaultConstructorUsr(const clang::CXXRecordDecl *record);
  /// Names of namespaces, classes and functions down to the entity, without
  /// template arguments; inline and unnamed namespaces are left out.
  std::string qualifiedName(const clang::NamedDecl *entity);
  /// The canonical type as Clang prints it.
  const std::string &typeName(clang::QualType type);
  /// Qualified name of a thrown or caught type: references and qualifiers do
  /// not matter there.
  std::string exceptionName(clang::QualType type);

private:
  std::string makeUsr(const clang::NamedDecl *entity);
  std::string rawUsr(const clang::NamedDecl *entity);
  std::string lambdaUsr(const clang::CXXRecordDecl *closure);
  std::string lambdaArguments(const clang::NamedDecl *entity);
  std::string placeSuffix(clang::SourceLocation place);
  bool isMainFileClass(const clang::CXXRecordDecl *record) const;
  bool hasMainFileArgument(const clang::TemplateArgumentList &arguments) const;
  std::string linkageSuffix(const clang::NamedDecl *entity);
  std::uint32_t fileIndex(clang::FileID file);

  clang::ASTContext &context;
  TranslationUnitFacts &facts;
  clang::PrintingPolicy policy;
  llvm::DenseMap<clang::FileID, std::uint32_t> fileIndices;
  llvm::DenseMap<const clang::Decl *, std::string> usrs;
  llvm::DenseMap<const void *, std::string> typeNames;
};

/// The class whose method's body the lambda's call operator is, through
/// enclosing lambdas; null if there is none.
const clang::CXXRecordDecl *enclosingRecord(const clang::CXXRecordDecl *closure);
/// The function in which the lambda is written; null if there is none.
const clang::FunctionDecl *enclosingFunction(const clang::CXXRecordDecl *closure);
/// The lambda's class if the function is a lambda's call operator or invoker.
const clang::CXXRecordDecl *closureOf(const clang::FunctionDecl *function);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_ENTITYNAMES_H
