//===- ExpressionBuilder.h - Clang expressions to facts ---------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariants:
//  * Building has no effect on the events; a call refers to the event that
//    was made of it before.
//  * An object (a glvalue) is the Path to it, a pointer to it is AddressOf that
//    Path; `this` is AddressOf This.
//  * `*p` is the Path p for objects of class type, and p.* for others.
//  * Recursion is bounded; what is nested deeper is Unknown.
//
// Known holes:
//  * Arithmetic is known only if it is constant.
//  * A pointer alias stands for its initialiser even if something else than an
//    assignment in the same body changes what that names.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_EXPRESSIONBUILDER_H
#define HOOKTIDY_EXTRACT_EXPRESSIONBUILDER_H

#include "extract/BodyContext.h"
#include "facts/Facts.h"

#include "clang/AST/StmtVisitor.h"

#include <optional>

namespace hooktidy {

class ExpressionBuilder : public clang::ConstStmtVisitor<ExpressionBuilder, Expression> {
public:
  explicit ExpressionBuilder(BodyContext &body) : body(body), unit(body.unit) {}

  Expression build(const clang::Expr *expression);
  /// The object that a member access or method call starts from: the
  /// expression itself, or what it points to.
  Expression object(const clang::Expr *expression);
  /// The path of an object if it is known, or its member names at least.
  std::optional<AccessPath> path(const clang::Expr *expression);
  /// What the local reference or pointer stands for, or null.
  const Expression *alias(const clang::VarDecl *variable);
  /// The path of a variable, aliases looked through.
  Expression variable(const clang::ValueDecl *variable);
  Expression newObject(clang::QualType type);
  /// A new object that is made of one value.
  Expression convertedObject(clang::QualType type, const clang::Expr *source);
  /// A zero, null or false of the type; Unknown for classes.
  Expression zero(clang::QualType type);
  /// A default-constructed object of a library type that can be empty; Unknown
  /// for others.
  Expression empty(clang::QualType type);
  /// The arguments of a call; the library is given function objects as bound
  /// callables. `callee` may be null.
  std::vector<Expression> arguments(const clang::FunctionDecl *callee,
                                    llvm::ArrayRef<const clang::Expr *> arguments);
  Expression member(Expression object, llvm::StringRef name);
  /// An object with a call operator of user code as something to call; other
  /// values as they are.
  Expression functionObject(const clang::Expr *expression);

  Expression VisitStmt(const clang::Stmt *) { return {}; }
  Expression VisitExpr(const clang::Expr *) { return {}; }
  Expression VisitParenExpr(const clang::ParenExpr *expression);
  Expression VisitFullExpr(const clang::FullExpr *expression);
  Expression
  VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *temporary);
  Expression VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *temporary);
  Expression
  VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr *e);
  Expression VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *argument);
  Expression VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *initializer);
  Expression VisitOpaqueValueExpr(const clang::OpaqueValueExpr *value);
  Expression VisitCastExpr(const clang::CastExpr *cast);
  Expression VisitIntegerLiteral(const clang::IntegerLiteral *literal);
  Expression VisitCharacterLiteral(const clang::CharacterLiteral *literal);
  Expression VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *literal);
  Expression VisitStringLiteral(const clang::StringLiteral *literal);
  Expression VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *);
  Expression VisitGNUNullExpr(const clang::GNUNullExpr *);
  Expression VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *e);
  Expression VisitTypeTraitExpr(const clang::TypeTraitExpr *trait);
  Expression VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *value);
  Expression VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *value);
  Expression VisitInitListExpr(const clang::InitListExpr *list);
  Expression VisitDeclRefExpr(const clang::DeclRefExpr *reference);
  Expression VisitMemberExpr(const clang::MemberExpr *member);
  Expression VisitCXXThisExpr(const clang::CXXThisExpr *);
  Expression VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *subscript);
  Expression VisitUnaryOperator(const clang::UnaryOperator *operation);
  Expression VisitBinaryOperator(const clang::BinaryOperator *operation);
  Expression
  VisitAbstractConditionalOperator(const clang::AbstractConditionalOperator *e);
  Expression VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *e);
  Expression VisitLambdaExpr(const clang::LambdaExpr *lambda);
  Expression VisitCXXNewExpr(const clang::CXXNewExpr *allocation);
  Expression VisitCXXConstructExpr(const clang::CXXConstructExpr *construct);
  Expression VisitCallExpr(const clang::CallExpr *call);
  Expression VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr *call);
  Expression VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *call);
  Expression VisitCoroutineSuspendExpr(const clang::CoroutineSuspendExpr *suspend);

private:
  std::optional<Expression> constant(const clang::Expr *expression);
  std::optional<Expression> statelessLambda(const clang::DeclRefExpr *variable);
  Expression element(const clang::Expr *container);
  Expression dereference(Expression pointer, clang::QualType type);
  Expression compare(Comparison comparison, Expression left, Expression right);
  Expression negate(Expression operand);
  Expression callable(const clang::FunctionDecl *function);
  Expression bound(const clang::CallExpr *call, unsigned callableIndex);
  Expression call(const clang::CallExpr *call, const clang::Expr *receiver,
                  llvm::ArrayRef<const clang::Expr *> arguments);
  std::optional<Expression> libraryConstruct(const clang::CXXConstructExpr *construct);
  std::optional<Expression> libraryMethod(const clang::CXXMemberCallExpr *call);
  std::optional<Expression> libraryComparison(const clang::CXXOperatorCallExpr *call);
  std::optional<Expression> makeAlias(const clang::VarDecl *variable);
  Expression binding(const clang::BindingDecl *binding);

  BodyContext &body;
  UnitContext &unit;
  unsigned depth = 0;
  unsigned callDepth = 0;
};

Expression makeExpression(ExpressionKind kind);
Expression makeBoolean(bool value);
Expression makeInteger(std::int64_t value);
Expression makePath(AccessPath path);
/// `&object`; of an explicit `*p` it is p again.
Expression makeAddress(Expression object);
/// What a pointer points to, as the start of a member access: never ends in "*".
Expression pointee(Expression pointer);

/// The function called; where arguments depend on template parameters, the
/// first candidate that takes as many. Null for indirect calls.
const clang::FunctionDecl *calleeOf(const clang::CallExpr *call);
/// The object of a method or member operator call; null if there is none, or if
/// it is `this` and not written.
const clang::Expr *receiverOf(const clang::CallExpr *call);
/// True for nullptr and std::nullopt, by their type.
bool isNullOption(const clang::Expr *expression);
/// Calls that facts look through, so that they get no event: smart pointers'
/// `->`, `*` and get(), std::move and the like.
bool isTransparentCall(const clang::CallExpr *call);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_EXPRESSIONBUILDER_H
