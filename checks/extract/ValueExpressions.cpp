//===- ValueExpressions.cpp - constants and operators -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/ExpressionBuilder.h"

#include "extract/LibraryTypes.h"

using namespace clang;

namespace hooktidy {

/// Constants are folded up to this depth.
static constexpr unsigned MaxFoldDepth = 8;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Constant folding must stay cheap: no calls, no deep trees.
static bool isFoldable(const Expr *expression, unsigned depth = 0) {
  if (depth > MaxFoldDepth)
    return false;
  expression = expression->IgnoreParens();
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    return list->getNumInits() == 1 && isFoldable(list->getInit(0), depth + 1);
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return isFoldable(cast->getSubExpr(), depth + 1);
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return !operation->isAssignmentOp() && isFoldable(operation->getLHS(), depth + 1) &&
           isFoldable(operation->getRHS(), depth + 1);
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    return !operation->isIncrementDecrementOp() &&
           isFoldable(operation->getSubExpr(), depth + 1);
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    return isa<EnumConstantDecl>(reference->getDecl()) ||
           (variable && variable->getType().isConstQualified());
  }
  if (const auto *replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
    return isFoldable(replaced->getReplacement(), depth + 1);
  return isa<IntegerLiteral>(expression) || isa<CharacterLiteral>(expression) ||
         isa<CXXBoolLiteralExpr>(expression) ||
         isa<UnaryExprOrTypeTraitExpr>(expression) || isa<TypeTraitExpr>(expression);
}

std::optional<Expression> ExpressionBuilder::constant(const Expr *expression) {
  QualType type = expression->getType();
  if (expression->isValueDependent() || expression->isTypeDependent() ||
      expression->containsErrors() || !type->isIntegralOrEnumerationType() ||
      !isFoldable(expression))
    return std::nullopt;
  Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, unit.ast))
    return std::nullopt;
  const llvm::APSInt &value = result.Val.getInt();
  if (type->isBooleanType())
    return makeBoolean(!value.isZero());
  bool fits = value.isSigned() ? value.isSignedIntN(64) : value.isIntN(63);
  if (!fits)
    return std::nullopt;
  return makeInteger(value.isSigned() ? value.getSExtValue()
                                      : static_cast<std::int64_t>(value.getZExtValue()));
}

Expression ExpressionBuilder::VisitIntegerLiteral(const IntegerLiteral *literal) {
  return constant(literal).value_or(Expression());
}

Expression ExpressionBuilder::VisitCharacterLiteral(const CharacterLiteral *literal) {
  return makeInteger(literal->getValue());
}

Expression ExpressionBuilder::VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *literal) {
  return makeBoolean(literal->getValue());
}

Expression ExpressionBuilder::VisitStringLiteral(const StringLiteral *literal) {
  Expression expression = makeExpression(ExpressionKind::String);
  if (literal->getCharByteWidth() == 1)
    expression.text = literal->getString().str();
  return expression;
}

Expression ExpressionBuilder::VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr *) {
  return makeExpression(ExpressionKind::Null);
}

Expression ExpressionBuilder::VisitGNUNullExpr(const GNUNullExpr *) {
  return makeExpression(ExpressionKind::Null);
}

Expression
ExpressionBuilder::VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *e) {
  return constant(e).value_or(Expression());
}

Expression ExpressionBuilder::VisitTypeTraitExpr(const TypeTraitExpr *trait) {
  return constant(trait).value_or(Expression());
}

Expression ExpressionBuilder::VisitImplicitValueInitExpr(const ImplicitValueInitExpr *e) {
  return zero(e->getType());
}

Expression
ExpressionBuilder::VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *e) {
  return zero(e->getType());
}

Expression ExpressionBuilder::VisitInitListExpr(const InitListExpr *list) {
  if (list->getType()->isRecordType())
    return newObject(list->getType());
  if (list->getNumInits() == 0)
    return zero(list->getType());
  bool isScalar = list->getNumInits() == 1 && !list->getType()->isArrayType();
  return isScalar ? build(list->getInit(0)) : Expression();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Expression ExpressionBuilder::negate(Expression operand) {
  if (operand.kind == ExpressionKind::Boolean)
    return makeBoolean(operand.integer == 0);
  if (operand.kind == ExpressionKind::Null)
    return makeBoolean(true);
  if (operand.kind == ExpressionKind::Not) {
    Expression inner = std::move(operand.operands.front());
    return inner;
  }
  if (operand.kind == ExpressionKind::Compare &&
      operand.comparison == Comparison::Equal) {
    operand.comparison = Comparison::NotEqual;
    return operand;
  }
  if (operand.kind == ExpressionKind::Unknown)
    return operand;
  Expression negation = makeExpression(ExpressionKind::Not);
  negation.operands.push_back(std::move(operand));
  return negation;
}

Expression ExpressionBuilder::compare(Comparison comparison, Expression left,
                                      Expression right) {
  Expression expression = makeExpression(ExpressionKind::Compare);
  expression.comparison = comparison;
  expression.operands.push_back(std::move(left));
  expression.operands.push_back(std::move(right));
  return expression;
}

Expression ExpressionBuilder::VisitUnaryOperator(const UnaryOperator *operation) {
  const Expr *operand = operation->getSubExpr();
  switch (operation->getOpcode()) {
  case UO_Deref:
    return dereference(build(operand), operation->getType());
  case UO_AddrOf: {
    const auto *reference = dyn_cast<DeclRefExpr>(operand->IgnoreParens());
    if (reference)
      if (const auto *function = dyn_cast<FunctionDecl>(reference->getDecl()))
        return callable(function);
    return makeAddress(build(operand));
  }
  case UO_LNot:
    return negate(build(operand));
  case UO_Plus:
    return operation->getType()->isPointerType()
               ? build(operand)
               : constant(operation).value_or(Expression());
  case UO_Minus:
  case UO_Not:
    return constant(operation).value_or(Expression());
  case UO_PreInc:
  case UO_PreDec:
  case UO_Extension:
    return build(operand);
  default:
    return {};
  }
}

static std::optional<Comparison> comparisonOf(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_EQ:
    return Comparison::Equal;
  case BO_NE:
    return Comparison::NotEqual;
  case BO_LT:
    return Comparison::Less;
  case BO_LE:
    return Comparison::LessEqual;
  case BO_GT:
    return Comparison::Greater;
  case BO_GE:
    return Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

Expression ExpressionBuilder::VisitBinaryOperator(const BinaryOperator *operation) {
  BinaryOperatorKind kind = operation->getOpcode();
  if (operation->isAssignmentOp())
    return build(operation->getLHS());
  if (kind == BO_Comma)
    return build(operation->getRHS());
  if (kind == BO_PtrMemD || kind == BO_PtrMemI || operation->isLogicalOp())
    return {};
  if (std::optional<Comparison> comparison = comparisonOf(kind))
    return compare(*comparison, build(operation->getLHS()), build(operation->getRHS()));
  return constant(operation).value_or(Expression());
}

Expression
ExpressionBuilder::VisitAbstractConditionalOperator(const AbstractConditionalOperator *) {
  // A conditional that is evaluated has been given a place.
  return {};
}

} // namespace hooktidy
