//===- BodyScan.h - one look over a body before its events ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to be known of a whole body before its statements can be turned into
// events one by one.
//
// Invariants:
//  * Works with a list of its own instead of recursion, so that it can tell
//    bodies that are nested too deeply for everybody else.
//  * Bodies of lambdas are not part of the body.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_BODYSCAN_H
#define HOOKTIDY_EXTRACT_BODYSCAN_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <vector>

namespace hooktidy {

struct BodyScan {
  /// How often a local variable is named, and how often only for its value.
  struct VariableUse {
    unsigned mentions = 0;
    unsigned loads = 0;
  };
  /// What an object comes to life as.
  struct Construction {
    const clang::VarDecl *variable = nullptr;
    const clang::FieldDecl *field = nullptr;
    bool isBaseOrDelegate = false;
    bool isHeap = false;
  };

  /// True if the pointer variable keeps the value that it starts with.
  bool isNeverReassigned(const clang::VarDecl *variable) const;

  llvm::DenseMap<const clang::VarDecl *, VariableUse> uses;
  /// Variables of range-for statements to the range.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> loopRanges;
  /// Members and variables that the body assigns or resets.
  llvm::SmallPtrSet<const clang::ValueDecl *, 16> written;
  llvm::DenseMap<const clang::CXXConstructExpr *, Construction> constructions;
  /// Initialiser lists that initialise a variable or member, or are part of
  /// another list.
  llvm::SmallPtrSet<const clang::InitListExpr *, 8> placedLists;
  /// Temporaries that a call or constructor takes over as an argument.
  llvm::SmallPtrSet<const clang::CXXBindTemporaryExpr *, 8> argumentTemporaries;
  /// Expressions that are not evaluated (operands of noexcept and the like).
  llvm::SmallPtrSet<const clang::Stmt *, 8> unevaluated;
  /// Default member initialisers that Clang's control-flow graph takes apart.
  llvm::SmallPtrSet<const clang::Stmt *, 4> expandedDefaults;
  /// The try statement directly around an expression that may throw.
  llvm::DenseMap<const clang::Stmt *, const clang::CXXTryStmt *> enclosingTry;
  bool hasTry = false;
  unsigned depth = 0;
};

/// Looks over a body and the initialisers of a constructor.
BodyScan scanBody(const clang::FunctionDecl *function, const clang::Stmt *body);

/// The list that an initialiser is, without what Clang wraps it in; null if it is
/// none.
const clang::InitListExpr *listOf(const clang::Expr *initializer);
/// The constructor call that an initialiser is, without what Clang wraps it in;
/// null if it is none. Copies that are never made are looked through.
const clang::CXXConstructExpr *constructionOf(const clang::Expr *initializer);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_BODYSCAN_H
