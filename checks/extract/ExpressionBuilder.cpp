//===- ExpressionBuilder.cpp - Clang expressions to facts -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/ExpressionBuilder.h"

#include "extract/LibraryTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace hooktidy {

/// Deeper expressions are Unknown. Generated code nests thousands of operands.
static constexpr unsigned MaxDepth = 96;
/// Constants are folded up to this depth.
static constexpr unsigned MaxFoldDepth = 8;

Expression makeExpression(ExpressionKind kind) {
  Expression expression;
  expression.kind = kind;
  return expression;
}

Expression makeBoolean(bool value) {
  Expression expression = makeExpression(ExpressionKind::Boolean);
  expression.integer = value;
  return expression;
}

Expression makeInteger(std::int64_t value) {
  Expression expression = makeExpression(ExpressionKind::Integer);
  expression.integer = value;
  return expression;
}

Expression makePath(AccessPath path) {
  Expression expression = makeExpression(ExpressionKind::Path);
  expression.path = std::move(path);
  return expression;
}

static bool endsInDereference(const Expression &expression) {
  return expression.kind == ExpressionKind::Path && !expression.path.fields.empty() &&
         expression.path.fields.back() == "*";
}

Expression makeAddress(Expression object) {
  if (endsInDereference(object)) {
    object.path.fields.pop_back();
    return object;
  }
  if (object.kind != ExpressionKind::Path && object.kind != ExpressionKind::Call)
    return object.kind == ExpressionKind::NewObject ? object : Expression();
  Expression address = makeExpression(ExpressionKind::AddressOf);
  address.operands.push_back(std::move(object));
  return address;
}

Expression pointee(Expression pointer) {
  if (pointer.kind == ExpressionKind::AddressOf) {
    Expression object = std::move(pointer.operands.front());
    return object;
  }
  if (endsInDereference(pointer))
    pointer.path.fields.pop_back();
  return pointer;
}

Expression ExpressionBuilder::build(const Expr *expression) {
  if (!expression || depth >= MaxDepth)
    return {};
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  if (std::optional<AccessPath> place = body.placeOf(expression))
    return makePath(*place);
  return Visit(expression);
}

Expression ExpressionBuilder::object(const Expr *expression) {
  return pointee(build(expression));
}

std::optional<AccessPath> ExpressionBuilder::path(const Expr *expression) {
  Expression built = build(expression);
  if (built.kind != ExpressionKind::Path)
    return std::nullopt;
  return std::move(built.path);
}

std::vector<Expression>
ExpressionBuilder::arguments(llvm::ArrayRef<const Expr *> arguments) {
  std::vector<Expression> built;
  for (const Expr *argument : arguments)
    built.push_back(build(argument));
  return built;
}

Expression ExpressionBuilder::zero(QualType type) {
  type = type.getCanonicalType();
  if (type->isBooleanType())
    return makeBoolean(false);
  if (type->isIntegralOrEnumerationType())
    return makeInteger(0);
  if (type->isAnyPointerType() || type->isNullPtrType() || type->isMemberPointerType())
    return makeExpression(ExpressionKind::Null);
  return {};
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

Expression ExpressionBuilder::VisitParenExpr(const ParenExpr *expression) {
  return build(expression->getSubExpr());
}

Expression ExpressionBuilder::VisitFullExpr(const FullExpr *expression) {
  return build(expression->getSubExpr());
}

Expression ExpressionBuilder::VisitMaterializeTemporaryExpr(
    const MaterializeTemporaryExpr *temporary) {
  return build(temporary->getSubExpr());
}

Expression ExpressionBuilder::VisitCXXBindTemporaryExpr(
    const CXXBindTemporaryExpr *temporary) {
  return build(temporary->getSubExpr());
}

Expression ExpressionBuilder::VisitSubstNonTypeTemplateParmExpr(
    const SubstNonTypeTemplateParmExpr *e) {
  return build(e->getReplacement());
}

Expression ExpressionBuilder::VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *argument) {
  return build(argument->getExpr());
}

Expression
ExpressionBuilder::VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *initializer) {
  return build(initializer->getExpr());
}

Expression ExpressionBuilder::VisitOpaqueValueExpr(const OpaqueValueExpr *value) {
  return build(value->getSourceExpr());
}

Expression ExpressionBuilder::VisitCXXRewrittenBinaryOperator(
    const CXXRewrittenBinaryOperator *e) {
  return build(e->getSemanticForm());
}

Expression ExpressionBuilder::VisitCoroutineSuspendExpr(
    const CoroutineSuspendExpr *suspend) {
  return build(suspend->getResumeExpr());
}

Expression ExpressionBuilder::VisitCastExpr(const CastExpr *cast) {
  switch (cast->getCastKind()) {
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return makeExpression(ExpressionKind::Null);
  case CK_ArrayToPointerDecay: {
    Expression array = build(cast->getSubExpr());
    return array.kind == ExpressionKind::String ? array : makeAddress(std::move(array));
  }
  case CK_IntegralCast: {
    Expression value = build(cast->getSubExpr());
    bool isConstant =
        value.kind == ExpressionKind::Integer || value.kind == ExpressionKind::Boolean;
    // The conversion may wrap around.
    if (isConstant)
      if (std::optional<Expression> converted = constant(cast))
        return *converted;
    return value;
  }
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean: {
    Expression value = build(cast->getSubExpr());
    if (value.kind == ExpressionKind::Integer)
      return makeBoolean(value.integer != 0);
    if (value.kind == ExpressionKind::Null)
      return makeBoolean(false);
    return value;
  }
  case CK_FloatingToBoolean:
  case CK_FloatingToIntegral:
  case CK_IntegralToFloating:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
  case CK_ToVoid:
  case CK_BuiltinFnToFnPtr:
  case CK_LValueBitCast:
    return {};
  default:
    return build(cast->getSubExpr());
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Constant folding must stay cheap: no calls, no deep trees.
static bool isFoldable(const Expr *expression, unsigned depth = 0) {
  if (depth > MaxFoldDepth)
    return false;
  expression = expression->IgnoreParens();
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

Expression ExpressionBuilder::VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *e) {
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
// Objects
//===----------------------------------------------------------------------===//

/// True if no more is done to the variable than reading it.
static bool isStable(const BodyScan &scan, const VarDecl *variable) {
  return variable->getType()->isReferenceType() ||
         (variable->getType()->isPointerType() && scan.isNeverReassigned(variable));
}

/// The member or variable that a value is read from, through casts and get().
static const ValueDecl *sourceOf(const Expr *expression) {
  expression = expression->IgnoreParenCasts();
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(expression))
    return isTransparentCall(call) ? sourceOf(call->getImplicitObjectArgument())
                                   : nullptr;
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    return member->getMemberDecl();
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return reference->getDecl();
  return nullptr;
}

static bool hasKnownRoot(const Expression &expression) {
  if (expression.kind == ExpressionKind::AddressOf)
    return hasKnownRoot(expression.operands.front());
  return expression.kind == ExpressionKind::Path &&
         expression.path.root != PathRoot::Unknown;
}

std::optional<Expression> ExpressionBuilder::makeAlias(const VarDecl *variable) {
  if (isa<ParmVarDecl>(variable) || !variable->hasLocalStorage() ||
      variable->isInitCapture() || variable->getDeclContext() != body.function)
    return std::nullopt;
  auto range = body.scan.loopRanges.find(variable);
  if (range != body.scan.loopRanges.end()) {
    QualType type = variable->getType();
    bool standsForElement =
        isStable(body.scan, variable) ||
        (libraryType(type).isOwningPointer() && body.scan.written.count(variable) == 0);
    Expression container = object(range->second);
    if (!standsForElement || !hasKnownRoot(container))
      return std::nullopt;
    container.path.fields.push_back("[]");
    return container;
  }
  const Expr *initializer = variable->getInit();
  if (!initializer || !isStable(body.scan, variable))
    return std::nullopt;
  bool isPointer = variable->getType()->isPointerType();
  if (!isPointer && isa<MaterializeTemporaryExpr>(initializer->IgnoreParenImpCasts()))
    return std::nullopt;
  // A pointer keeps its value when what it was read from changes.
  const ValueDecl *source = isPointer ? sourceOf(initializer) : nullptr;
  if (source && body.scan.written.count(source) != 0)
    return std::nullopt;
  Expression value = build(initializer);
  if (!hasKnownRoot(value))
    return std::nullopt;
  return value;
}

const Expression *ExpressionBuilder::alias(const VarDecl *variable) {
  auto known = body.aliases.find(variable);
  if (known == body.aliases.end()) {
    // A variable that is initialised with itself stands for itself.
    body.aliases[variable] = std::nullopt;
    std::optional<Expression> made = makeAlias(variable);
    known = body.aliases.find(variable);
    known->second = std::move(made);
  }
  return known->second ? &*known->second : nullptr;
}

Expression ExpressionBuilder::variable(const ValueDecl *value) {
  if (const auto *bound = dyn_cast<BindingDecl>(value))
    return binding(bound);
  const auto *variable = dyn_cast<VarDecl>(value);
  if (!variable)
    return {};
  AccessPath path = body.pathOf(variable);
  if (path.root == PathRoot::Local)
    if (const Expression *known = alias(variable))
      return *known;
  return makePath(std::move(path));
}

/// A structured binding is a member or element of what was taken apart.
Expression ExpressionBuilder::binding(const BindingDecl *binding) {
  AccessPath captured = body.pathOf(binding);
  if (captured.root == PathRoot::Capture)
    return makePath(std::move(captured));
  const auto *whole = dyn_cast_or_null<VarDecl>(binding->getDecomposedDecl());
  if (!whole)
    return {};
  if (!binding->getHoldingVar())
    return build(binding->getBinding());
  bool isPair = false;
  if (const CXXRecordDecl *record =
          whole->getType().getNonReferenceType()->getAsCXXRecordDecl())
    isPair = record->getIdentifier() && record->getName() == "pair";
  const auto *decomposition = cast<DecompositionDecl>(whole);
  bool isFirst = !decomposition->bindings().empty() &&
                 decomposition->bindings().front() == binding;
  return member(variable(whole), !isPair ? "[]" : isFirst ? "first" : "second");
}

Expression ExpressionBuilder::VisitDeclRefExpr(const DeclRefExpr *reference) {
  const ValueDecl *entity = reference->getDecl();
  if (const auto *function = dyn_cast<FunctionDecl>(entity))
    return callable(function);
  if (isa<EnumConstantDecl>(entity))
    return constant(reference).value_or(Expression());
  const auto *object = dyn_cast<VarDecl>(entity);
  if (object && !object->getType()->isReferenceType() &&
      object->getType().isConstQualified() &&
      object->getType()->isIntegralOrEnumerationType())
    if (std::optional<Expression> value = constant(reference))
      return *value;
  return variable(entity);
}

Expression ExpressionBuilder::member(Expression object, llvm::StringRef name) {
  object = pointee(std::move(object));
  if (object.kind != ExpressionKind::Path)
    object = makePath({});
  // Members of unnamed unions and classes belong to the class around them.
  if (!name.empty())
    object.path.fields.push_back(name.str());
  return object;
}

Expression ExpressionBuilder::VisitMemberExpr(const MemberExpr *expression) {
  const ValueDecl *entity = expression->getMemberDecl();
  if (const auto *method = dyn_cast<CXXMethodDecl>(entity))
    return method->isStatic() ? callable(method) : Expression();
  if (const auto *field = dyn_cast<FieldDecl>(entity))
    return member(build(expression->getBase()),
                  field->getIdentifier() ? field->getName() : llvm::StringRef());
  if (isa<EnumConstantDecl>(entity))
    return {};
  return variable(entity);
}

Expression ExpressionBuilder::VisitCXXThisExpr(const CXXThisExpr *) {
  AccessPath path;
  path.root = PathRoot::This;
  return makeAddress(makePath(std::move(path)));
}

Expression ExpressionBuilder::element(const Expr *container) {
  return member(build(container), "[]");
}

Expression
ExpressionBuilder::VisitArraySubscriptExpr(const ArraySubscriptExpr *subscript) {
  return element(subscript->getBase());
}

Expression ExpressionBuilder::dereference(Expression pointer, QualType type) {
  if (pointer.kind == ExpressionKind::AddressOf || type->isRecordType())
    return pointee(std::move(pointer));
  if (pointer.kind == ExpressionKind::Path)
    pointer.path.fields.push_back("*");
  return pointer;
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

Expression ExpressionBuilder::VisitAbstractConditionalOperator(
    const AbstractConditionalOperator *) {
  // A conditional that is evaluated has been given a place.
  return {};
}

} // namespace hooktidy
