//===- ExpressionBuilder.cpp - Clang expressions to facts -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/ExpressionBuilder.h"

#include "extract/LibraryTypes.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace hooktidy {

/// Deeper expressions are Unknown. Generated code nests thousands of operands.
static constexpr unsigned MaxDepth = 96;

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
  if (std::optional<AccessPath> place = body.placeOf(expression))
    return makePath(*place);
  ++depth;
  Expression built = Visit(expression);
  --depth;
  return built;
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

Expression
ExpressionBuilder::VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *temporary) {
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

Expression
ExpressionBuilder::VisitCXXRewrittenBinaryOperator(const CXXRewrittenBinaryOperator *e) {
  return build(e->getSemanticForm());
}

Expression
ExpressionBuilder::VisitCoroutineSuspendExpr(const CoroutineSuspendExpr *suspend) {
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
  case CK_IntegralToFloating:
    // Only what the literal says is exact: 0 is the usual reset.
    if (isa<IntegerLiteral>(cast->getSubExpr()))
      return build(cast->getSubExpr());
    return {};
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
  if (std::optional<AccessPath> captured = body.captureOf(binding))
    return makePath(std::move(*captured));
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
  bool isFirst =
      !decomposition->bindings().empty() && decomposition->bindings().front() == binding;
  return member(variable(whole), !isPair ? "[]" : isFirst ? "first" : "second");
}

/// The literal that a text of static storage always is, or null.
static const StringLiteral *constantText(const VarDecl *variable) {
  const Expr *value = variable->getAnyInitializer();
  QualType type = variable->getType().getCanonicalType();
  if (!value || !variable->hasGlobalStorage() || !type.isConstQualified())
    return nullptr;
  value = value->IgnoreUnlessSpelledInSource();
  const auto *construct = dyn_cast<CXXConstructExpr>(value);
  if (construct && libraryTypeOf(construct).kind == LibraryKind::String &&
      construct->getNumArgs() != 0)
    value = construct->getArg(0)->IgnoreUnlessSpelledInSource();
  return dyn_cast<StringLiteral>(value);
}

Expression ExpressionBuilder::VisitDeclRefExpr(const DeclRefExpr *reference) {
  const ValueDecl *entity = reference->getDecl();
  if (const auto *function = dyn_cast<FunctionDecl>(entity))
    return callable(function);
  if (isa<EnumConstantDecl>(entity))
    return constant(reference).value_or(Expression());
  if (isNullOption(reference))
    return makeExpression(ExpressionKind::Null);
  const auto *object = dyn_cast<VarDecl>(entity);
  if (object && !object->getType()->isReferenceType() &&
      object->getType().isConstQualified() &&
      object->getType()->isIntegralOrEnumerationType())
    if (std::optional<Expression> value = constant(reference))
      return *value;
  if (std::optional<Expression> known = statelessLambda(reference))
    return *known;
  if (const StringLiteral *text = object ? constantText(object) : nullptr)
    return VisitStringLiteral(text);
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

/// `second` of the pair that inserting into a library container returns: whether
/// it inserted.
static bool tellsInsertion(const MemberExpr *expression) {
  const auto *field = dyn_cast<FieldDecl>(expression->getMemberDecl());
  if (!field || !field->getIdentifier() || field->getName() != "second")
    return false;
  const auto *call =
      dyn_cast<CXXMemberCallExpr>(expression->getBase()->IgnoreUnlessSpelledInSource());
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier() || !method->getParent()->isInStdNamespace())
    return false;
  llvm::StringRef name = method->getName();
  return name == "insert" || name == "emplace" || name == "try_emplace" ||
         name == "insert_or_assign";
}

Expression ExpressionBuilder::VisitMemberExpr(const MemberExpr *expression) {
  if (tellsInsertion(expression))
    return build(expression->getBase());
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
  if (pointer.kind == ExpressionKind::Callable || type->isFunctionType())
    return pointer;
  if (pointer.kind != ExpressionKind::Path)
    return {};
  pointer.path.fields.push_back("*");
  return pointer;
}

} // namespace hooktidy
