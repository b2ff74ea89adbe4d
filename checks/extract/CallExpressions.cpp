//===- CallExpressions.cpp - values of calls and constructions --*- C++ -*-===//
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

/// Calls as operands of calls are spelt out down to this level; below it, the
/// event tells.
static constexpr unsigned MaxCallDepth = 3;

/// Of overloads that are not resolved yet, one that takes as many arguments.
static const FunctionDecl *candidateOf(const OverloadExpr *overloads, unsigned count) {
  for (const NamedDecl *declared : overloads->decls()) {
    const auto *function = dyn_cast<FunctionDecl>(declared->getUnderlyingDecl());
    if (function && count >= function->getMinRequiredArguments() &&
        (count <= function->getNumParams() || function->isVariadic()))
      return function;
  }
  return nullptr;
}

const FunctionDecl *calleeOf(const CallExpr *call) {
  if (const FunctionDecl *callee = call->getDirectCallee())
    return callee;
  const Expr *named = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *overloads = dyn_cast<OverloadExpr>(named))
    return candidateOf(overloads, call->getNumArgs());
  if (const auto *member = dyn_cast<MemberExpr>(named))
    return dyn_cast<CXXMethodDecl>(member->getMemberDecl());
  return nullptr;
}

const Expr *receiverOf(const CallExpr *call) {
  if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call))
    return memberCall->getImplicitObjectArgument();
  if (isa<CXXOperatorCallExpr>(call)) {
    bool isMember = isa_and_nonnull<CXXMethodDecl>(call->getDirectCallee());
    return isMember && call->getNumArgs() != 0 ? call->getArg(0) : nullptr;
  }
  const Expr *named = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(named))
    return member->getBase();
  if (const auto *overloads = dyn_cast<UnresolvedMemberExpr>(named))
    return overloads->isImplicitAccess() ? nullptr : overloads->getBase();
  return nullptr;
}

static bool isIteratorMethod(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  const CXXRecordDecl *record = method ? method->getParent() : nullptr;
  return record && record->getIdentifier() && record->getName().contains("iterator");
}

/// ++, ==, * and so on of the library's iterators.
static bool isIteratorOperator(const CXXOperatorCallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee ||
      !callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation()))
    return false;
  if (isIteratorMethod(callee))
    return true;
  if (callee->getNumParams() == 0)
    return false;
  const CXXRecordDecl *record =
      callee->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName().contains("iterator");
}

bool isNullOption(const Expr *expression) {
  QualType type = expression->IgnoreParenImpCasts()->getType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return type->isNullPtrType() ||
         (record && record->getIdentifier() && record->getName() == "nullopt_t");
}

/// Smart pointers, functions and optionals compared for being empty or the same,
/// iterators for being the same.
static bool isPlainComparison(const CXXOperatorCallExpr *call) {
  OverloadedOperatorKind kind = call->getOperator();
  if ((kind != OO_EqualEqual && kind != OO_ExclaimEqual) || call->getNumArgs() != 2)
    return false;
  if (isIteratorOperator(call))
    return true;
  bool isWithNull = isNullOption(call->getArg(0)) || isNullOption(call->getArg(1));
  for (const Expr *argument : call->arguments()) {
    LibraryType type = libraryTypeOf(argument);
    if (type.isOwningPointer() || (isWithNull && type.kind != LibraryKind::None))
      return true;
  }
  return false;
}

static bool isTransparentOperator(const CXXOperatorCallExpr *call) {
  if (isIteratorOperator(call) || isPlainComparison(call))
    return true;
  bool isAccess = call->getNumArgs() == 1 &&
                  (call->getOperator() == OO_Arrow || call->getOperator() == OO_Star);
  if (!isAccess)
    return false;
  LibraryType type = libraryTypeOf(call->getArg(0));
  return type.isPointerLike() || type.kind == LibraryKind::WeakPointer;
}

static bool isTransparentMethod(const CXXMemberCallExpr *call) {
  const CXXMethodDecl *method = call->getMethodDecl();
  if (!method)
    return false;
  LibraryType type = libraryTypeOf(call->getImplicitObjectArgument());
  if (simpleName(method) == "load")
    return type.kind == LibraryKind::Atomic;
  if (call->getNumArgs() != 0)
    return false;
  if (isa<CXXConversionDecl>(method))
    return method->getParent()->isLambda() || type.isPointerLike() ||
           type.kind == LibraryKind::Function || type.kind == LibraryKind::Atomic ||
           type.kind == LibraryKind::Reference;
  llvm::StringRef name = simpleName(method);
  if (name == "get")
    return type.isPointerLike() || type.kind == LibraryKind::Reference;
  return (name == "value" || name == "has_value") && type.kind == LibraryKind::Optional;
}

bool isTransparentCall(const CallExpr *call) {
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(call))
    return isTransparentOperator(operation);
  if (const auto *method = dyn_cast<CXXMemberCallExpr>(call))
    return isTransparentMethod(method);
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && (isTransparentFunction(callee) || isStdFunction(callee, "get"));
}

//===----------------------------------------------------------------------===//
// Callables
//===----------------------------------------------------------------------===//

Expression ExpressionBuilder::callable(const FunctionDecl *function) {
  Expression expression = makeExpression(ExpressionKind::Callable);
  expression.text = unit.mention(function);
  return expression;
}

/// What a variable of a lambda's type calls is known by its type.
std::optional<Expression>
ExpressionBuilder::statelessLambda(const DeclRefExpr *variable) {
  const CXXRecordDecl *closure = variable->getType()->getAsCXXRecordDecl();
  if (!closure || !closure->isLambda() || closure->capture_size() != 0)
    return std::nullopt;
  const FunctionDecl *function = lambdaFunction(closure);
  return function ? std::optional<Expression>(callable(function)) : std::nullopt;
}

Expression ExpressionBuilder::VisitLambdaExpr(const LambdaExpr *lambda) {
  const FunctionDecl *function = lambdaFunction(lambda->getLambdaClass());
  if (!function)
    return {};
  Expression expression = callable(function);
  auto initializer = lambda->capture_init_begin();
  for (const LambdaCapture &capture : lambda->captures()) {
    if (capture.capturesVariable())
      expression.operands.push_back(build(*initializer));
    ++initializer;
  }
  return expression;
}

Expression ExpressionBuilder::functionObject(const Expr *expression) {
  Expression value = build(expression);
  const CXXRecordDecl *record = expression->getType()->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isLambda() || !unit.isUserCode(record) ||
      value.kind == ExpressionKind::Callable)
    return value;
  const CXXMethodDecl *called = nullptr;
  for (const CXXMethodDecl *method : record->methods()) {
    if (method->getOverloadedOperator() != OO_Call)
      continue;
    if (called)
      return value;
    called = method;
  }
  if (!called)
    return value;
  Expression bound = callable(called);
  bound.isBound = true;
  bound.operands.push_back(std::move(value));
  return bound;
}

std::vector<Expression>
ExpressionBuilder::arguments(const FunctionDecl *callee,
                             llvm::ArrayRef<const Expr *> arguments) {
  bool isLibrary = callee && !unit.isUserCode(callee);
  std::vector<Expression> built;
  for (const Expr *argument : arguments)
    built.push_back(isLibrary ? functionObject(argument) : build(argument));
  return built;
}

static bool isPlaceholder(const Expr *argument) {
  const auto *reference = dyn_cast<DeclRefExpr>(argument->IgnoreParenImpCasts());
  if (!reference)
    return false;
  const auto *space = dyn_cast<NamespaceDecl>(reference->getDecl()->getDeclContext());
  return space && space->getName() == "placeholders";
}

/// std::bind, std::bind_front and the like: the callable with what is bound.
Expression ExpressionBuilder::bound(const CallExpr *call, unsigned callableIndex) {
  Expression target = build(call->getArg(callableIndex));
  if (target.kind != ExpressionKind::Callable)
    return target;
  unsigned first = callableIndex + 1;
  if (first == call->getNumArgs())
    return target;
  Expression expression = makeExpression(ExpressionKind::Callable);
  expression.isBound = true;
  expression.text = target.text;
  const FunctionDecl *function = nullptr;
  const Expr *callee = call->getArg(callableIndex)->IgnoreParenImpCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(callee))
    if (const auto *reference = dyn_cast<DeclRefExpr>(address->getSubExpr()))
      function = dyn_cast<FunctionDecl>(reference->getDecl());
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  if (method && !method->isStatic()) {
    expression.operands.push_back(object(call->getArg(first)));
    ++first;
  } else {
    // A lambda keeps the object that it is written in.
    expression.operands.push_back(
        isa<LambdaExpr>(callee) ? pointee(VisitCXXThisExpr(nullptr)) : Expression());
  }
  for (unsigned i = first; i < call->getNumArgs(); ++i)
    expression.operands.push_back(
        isPlaceholder(call->getArg(i)) ? Expression() : build(call->getArg(i)));
  return expression;
}

//===----------------------------------------------------------------------===//
// Constructions
//===----------------------------------------------------------------------===//

Expression ExpressionBuilder::newObject(QualType type) {
  Expression expression = makeExpression(ExpressionKind::NewObject);
  if (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl())
    expression.text = unit.mention(record);
  return expression;
}

Expression ExpressionBuilder::convertedObject(QualType type, const Expr *source) {
  Expression object = newObject(type);
  Expression value = build(source);
  if (value.kind != ExpressionKind::Unknown)
    object.operands.push_back(std::move(value));
  return object;
}

Expression ExpressionBuilder::VisitCXXNewExpr(const CXXNewExpr *allocation) {
  return newObject(allocation->getAllocatedType());
}

Expression ExpressionBuilder::empty(QualType type) {
  switch (libraryType(type).kind) {
  case LibraryKind::None:
  case LibraryKind::Reference:
  case LibraryKind::Atomic:
    return {};
  case LibraryKind::String:
    return makeExpression(ExpressionKind::String);
  case LibraryKind::Sequence:
    if (type->getAsCXXRecordDecl()->getName() == "array")
      return {};
    return makeExpression(ExpressionKind::Null);
  default:
    return makeExpression(ExpressionKind::Null);
  }
}

std::optional<Expression>
ExpressionBuilder::libraryConstruct(const CXXConstructExpr *construct) {
  LibraryType type = libraryType(construct->getType());
  if (type.kind == LibraryKind::None)
    return std::nullopt;
  if (construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(construct->getArg(0)))
    return empty(construct->getType());
  const Expr *first = construct->getArg(0);
  bool isCopy = construct->getConstructor()->isCopyOrMoveConstructor();
  switch (type.kind) {
  case LibraryKind::Optional:
    if (isNullOption(first))
      return makeExpression(ExpressionKind::Null);
    if (libraryTypeOf(first).kind == LibraryKind::Optional)
      return build(first);
    return convertedObject(type.element, first);
  case LibraryKind::Sequence:
  case LibraryKind::Map:
    return isCopy ? build(first) : Expression();
  case LibraryKind::String: {
    Expression value = build(first);
    return isCopy || value.kind == ExpressionKind::String ? value : Expression();
  }
  case LibraryKind::Function:
    return functionObject(first);
  default:
    return build(first);
  }
}

Expression ExpressionBuilder::VisitCXXConstructExpr(const CXXConstructExpr *construct) {
  if (std::optional<Expression> known = libraryConstruct(construct))
    return *known;
  const CXXConstructorDecl *constructor = construct->getConstructor();
  bool isCopy = constructor->isCopyOrMoveConstructor() && construct->getNumArgs() != 0;
  if (construct->isElidable() || (isCopy && constructor->isDefaulted()))
    return construct->getNumArgs() != 0 ? build(construct->getArg(0)) : Expression();
  bool isConversion =
      construct->getNumArgs() != 0 &&
      (construct->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(construct->getArg(1)));
  return isConversion ? convertedObject(construct->getType(), construct->getArg(0))
                      : newObject(construct->getType());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Expression ExpressionBuilder::call(const CallExpr *call, const Expr *receiver,
                                   llvm::ArrayRef<const Expr *> callArguments) {
  Expression expression = makeExpression(ExpressionKind::Call);
  expression.event = body.eventOf(call);
  const FunctionDecl *callee = calleeOf(call);
  bool isIndirect = !callee || closureOf(callee);
  if (!isIndirect)
    expression.text = unit.mention(callee);
  else if (expression.event == 0)
    return {};
  if (isIndirect || callDepth >= MaxCallDepth)
    return expression;
  ++callDepth;
  expression.operands.push_back(receiver ? object(receiver) : Expression());
  for (Expression &argument : arguments(callee, callArguments))
    expression.operands.push_back(std::move(argument));
  --callDepth;
  return expression;
}

Expression ExpressionBuilder::VisitCallExpr(const CallExpr *expression) {
  llvm::ArrayRef<const Expr *> given(expression->getArgs(), expression->getNumArgs());
  const FunctionDecl *callee = calleeOf(expression);
  if (callee && !given.empty()) {
    if (isTransparentFunction(callee)) {
      bool isAddress = simpleName(callee).contains("addressof");
      return isAddress ? makeAddress(build(given.front())) : build(given.front());
    }
    if (isStdFunction(callee, "bind_front") || isStdFunction(callee, "mem_fn") ||
        isStdFunction(callee, "bind"))
      return bound(expression, 0);
  }
  if (callee && given.size() == 1 && isStdFunction(callee, "get"))
    return element(given.front());
  if (callee && isMakeFunction(callee)) {
    LibraryType made = libraryType(expression->getType());
    if (!made.element.isNull())
      return newObject(made.element);
  }
  return call(expression, receiverOf(expression), given);
}

std::optional<Expression>
ExpressionBuilder::libraryMethod(const CXXMemberCallExpr *call) {
  const Expr *receiver = call->getImplicitObjectArgument();
  if (isTransparentMethod(call)) {
    Expression value = object(receiver);
    bool isDereference = simpleName(call->getMethodDecl()) == "value";
    return isDereference ? dereference(std::move(value), call->getType())
                         : std::move(value);
  }
  const CXXMethodDecl *method = call->getMethodDecl();
  if (!method || !libraryTypeOf(receiver).isContainer())
    return std::nullopt;
  llvm::StringRef name = simpleName(method);
  if (name == "at" || name == "front" || name == "back" || name == "top")
    return element(receiver);
  return std::nullopt;
}

Expression
ExpressionBuilder::VisitCXXMemberCallExpr(const CXXMemberCallExpr *expression) {
  if (std::optional<Expression> known = libraryMethod(expression))
    return *known;
  return call(expression, expression->getImplicitObjectArgument(),
              {expression->getArgs(), expression->getNumArgs()});
}

std::optional<Expression>
ExpressionBuilder::libraryComparison(const CXXOperatorCallExpr *call) {
  if (!isPlainComparison(call))
    return std::nullopt;
  auto side = [&](const Expr *argument) {
    return isNullOption(argument) ? makeExpression(ExpressionKind::Null)
                                  : build(argument);
  };
  return compare(call->getOperator() == OO_EqualEqual ? Comparison::Equal
                                                      : Comparison::NotEqual,
                 side(call->getArg(0)), side(call->getArg(1)));
}

Expression
ExpressionBuilder::VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *expression) {
  llvm::ArrayRef<const Expr *> given(expression->getArgs(), expression->getNumArgs());
  bool isUnary = given.size() == 1;
  if (given.empty())
    return {};
  switch (expression->getOperator()) {
  case OO_Arrow:
    return build(given.front());
  case OO_Star:
    if (isUnary)
      return dereference(build(given.front()), expression->getType());
    break;
  case OO_Subscript:
    return element(given.front());
  case OO_PlusPlus:
  case OO_MinusMinus:
    if (isUnary)
      return build(given.front());
    break;
  default:
    if (expression->isAssignmentOp())
      return build(given.front());
    break;
  }
  if (std::optional<Expression> known = libraryComparison(expression))
    return *known;
  bool isMember = isa_and_nonnull<CXXMethodDecl>(expression->getDirectCallee());
  return call(expression, isMember ? given.front() : nullptr,
              isMember ? given.drop_front() : given);
}

} // namespace hooktidy
