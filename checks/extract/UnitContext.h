//===- UnitContext.h - what extraction shares within a unit -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_UNITCONTEXT_H
#define HOOKTIDY_EXTRACT_UNITCONTEXT_H

#include "extract/EntityNames.h"
#include "facts/Facts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"

namespace hooktidy {

/// The unit's AST, its names, and the entities that still have to be written
/// down because something mentions them.
struct UnitContext {
  UnitContext(clang::ASTContext &ast, TranslationUnitFacts &facts)
      : ast(ast), facts(facts), names(ast, facts) {}

  /// USR of a function, which gets an entry in the facts.
  const std::string &mention(const clang::FunctionDecl *function) {
    functions.insert(function->getCanonicalDecl());
    return names.usr(function);
  }
  /// USR of a class, which gets an entry if it is user code.
  const std::string &mention(const clang::CXXRecordDecl *record) {
    if (isUserCode(record))
      records.insert(record->getCanonicalDecl());
    return names.usr(record);
  }

  bool isUserCode(const clang::Decl *entity) const {
    return !names.isInSystemHeader(entity->getLocation());
  }

  clang::ASTContext &ast;
  TranslationUnitFacts &facts;
  EntityNames names;
  /// Grow while they are worked off.
  llvm::SetVector<const clang::FunctionDecl *> functions;
  llvm::SetVector<const clang::CXXRecordDecl *> records;
};

/// The function that runs when the lambda is called. Of a generic lambda, the
/// first instantiation, or the pattern if nothing instantiates it here.
const clang::FunctionDecl *lambdaFunction(const clang::CXXRecordDecl *closure);
/// USR of the destructor if it is written or virtual, else empty. Mentions it.
std::string destructorUsr(UnitContext &unit, const clang::CXXRecordDecl *record);
/// USR of a constructor that has a body or might have one in another unit, else
/// empty. Mentions it.
std::string constructorUsr(UnitContext &unit,
                           const clang::CXXConstructorDecl *constructor);
/// The same for the default constructor of a class, declared or not.
std::string defaultConstructorUsr(UnitContext &unit, const clang::CXXRecordDecl *record);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_UNITCONTEXT_H
