//===- EventBuilder.cpp - statements to events ------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/EventBuilder.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace hooktidy {

Event &EventBuilder::emit(EventKind kind, SourceLocation place) {
  Event &event = events.emplace_back();
  event.kind = kind;
  event.id = body.newEvent();
  event.location = unit.names.location(usedAt.isValid() ? usedAt : place);
  return event;
}

void EventBuilder::write(AccessPath object, Expression value, SourceLocation place) {
  Event &event = emit(EventKind::Write, place);
  event.receiver = makePath(std::move(object));
  event.value = std::move(value);
}

/// The variables that a range-for statement declares for itself.
static bool isHidden(const Expr *object) {
  const auto *reference = dyn_cast<DeclRefExpr>(object->IgnoreParenImpCasts());
  return reference && reference->getDecl()->isImplicit();
}

void EventBuilder::emitRead(const Expr *object) {
  if (isHidden(object))
    return;
  std::optional<AccessPath> path = expressions.path(object);
  if (!path || path->root == PathRoot::Unknown)
    return;
  // `this` cannot be read as a value.
  if (path->root == PathRoot::This && path->fields.empty())
    return;
  emit(EventKind::Read, object->getExprLoc()).receiver = makePath(std::move(*path));
}

void EventBuilder::emitUse(const Expr *object) {
  QualType type = object->getType();
  bool isPlace = object->isGLValue() && !isa<MaterializeTemporaryExpr>(object);
  if (isPlace && !type->isFunctionType())
    emitRead(object);
}

void EventBuilder::statement(const Stmt *statement) {
  if (body.scan.unevaluated.count(statement) != 0)
    return;
  switch (statement->getStmtClass()) {
  case Stmt::ImplicitCastExprClass: {
    const auto *cast = llvm::cast<ImplicitCastExpr>(statement);
    if (cast->getCastKind() == CK_LValueToRValue)
      emitRead(cast->getSubExpr());
    return;
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(cast<CallExpr>(statement));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(cast<CXXConstructExpr>(statement));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return assignment(cast<BinaryOperator>(statement));
  case Stmt::UnaryOperatorClass:
    return step(cast<UnaryOperator>(statement));
  case Stmt::DeclStmtClass:
    return declaration(cast<DeclStmt>(statement));
  case Stmt::CXXNewExprClass:
    return allocation(cast<CXXNewExpr>(statement));
  case Stmt::CXXDeleteExprClass:
    return deletion(cast<CXXDeleteExpr>(statement));
  case Stmt::CXXDefaultArgExprClass:
    return defaultArgument(cast<CXXDefaultArgExpr>(statement));
  case Stmt::CXXDefaultInitExprClass:
    return defaultMember(cast<CXXDefaultInitExpr>(statement));
  case Stmt::InitListExprClass:
    return aggregate(cast<InitListExpr>(statement));
  case Stmt::DeclRefExprClass:
    return constantTable(cast<DeclRefExpr>(statement));
  case Stmt::CXXBindTemporaryExprClass:
    if (usedAt.isValid())
      usedPlaces[cast<CXXBindTemporaryExpr>(statement)] = usedAt;
    return;
  case Stmt::LambdaExprClass:
    return lambda(cast<LambdaExpr>(statement));
  case Stmt::CXXThrowExprClass: {
    const auto *raised = cast<CXXThrowExpr>(statement);
    Event &event = emit(EventKind::Throw, raised->getBeginLoc());
    if (raised->getSubExpr())
      event.type = unit.names.exceptionName(raised->getSubExpr()->getType());
    return;
  }
  case Stmt::ReturnStmtClass: {
    const auto *leave = cast<ReturnStmt>(statement);
    Expression value = expressions.build(leave->getRetValue());
    emit(EventKind::Return, leave->getBeginLoc()).value = std::move(value);
    return;
  }
  case Stmt::CoreturnStmtClass: {
    const auto *leave = cast<CoreturnStmt>(statement);
    Expression value = expressions.build(leave->getOperand());
    emit(EventKind::Return, leave->getBeginLoc()).value = std::move(value);
    return;
  }
  default:
    return;
  }
}

void EventBuilder::walkChildren(const Expr *expression) {
  if (const auto *lambda = dyn_cast<LambdaExpr>(expression)) {
    for (const Expr *capture : lambda->capture_inits())
      walk(capture);
    return;
  }
  for (const Stmt *child : expression->children())
    walk(dyn_cast_or_null<Expr>(child));
}

void EventBuilder::walk(const Expr *expression) {
  // The callers are initialisers and default arguments: small, but written by
  // anybody.
  static constexpr unsigned MaxNesting = 256;
  if (!expression || walkDepth >= MaxNesting || isa<CXXNoexceptExpr>(expression) ||
      isa<UnaryExprOrTypeTraitExpr>(expression))
    return;
  ++walkDepth;
  walkChildren(expression);
  statement(expression);
  --walkDepth;
}

void EventBuilder::defaultArgument(const CXXDefaultArgExpr *argument) {
  SourceLocation before = usedAt;
  if (usedAt.isInvalid())
    usedAt = argument->getUsedLocation();
  walk(argument->getExpr());
  usedAt = before;
}

/// An aggregate that leaves a member to its default initialiser.
void EventBuilder::defaultMember(const CXXDefaultInitExpr *member) {
  SourceLocation before = usedAt;
  if (usedAt.isInvalid())
    usedAt = member->getUsedLocation();
  walk(member->getExpr());
  usedAt = before;
}

void EventBuilder::lambda(const LambdaExpr *lambda) {
  const CXXMethodDecl *callOperator = lambda->getCallOperator();
  if (const FunctionTemplateDecl *pattern =
          callOperator->getDescribedFunctionTemplate()) {
    for (const FunctionDecl *instance : pattern->specializations())
      if (instance->hasBody())
        unit.mention(instance);
  }
  if (const FunctionDecl *function = lambdaFunction(lambda->getLambdaClass()))
    unit.mention(function);
}

//===----------------------------------------------------------------------===//
// Variables and members
//===----------------------------------------------------------------------===//

void EventBuilder::assignment(const BinaryOperator *operation) {
  if (!operation->isAssignmentOp())
    return;
  if (!operation->isCompoundAssignmentOp()) {
    std::optional<AccessPath> target = expressions.path(operation->getLHS());
    if (target)
      write(std::move(*target), expressions.build(operation->getRHS()),
            operation->getBeginLoc());
    return;
  }
  Expression by = expressions.build(operation->getRHS());
  bool isSum = operation->getOpcode() == BO_AddAssign;
  bool isDifference = operation->getOpcode() == BO_SubAssign;
  if (by.kind != ExpressionKind::Integer || (!isSum && !isDifference))
    by = Expression();
  else if (isDifference)
    by.integer = -by.integer;
  increment(operation->getLHS(), std::move(by), operation->getBeginLoc());
}

void EventBuilder::step(const UnaryOperator *operation) {
  const Expr *object = operation->getSubExpr();
  if (!operation->isIncrementDecrementOp() || isHidden(object))
    return;
  // `count++` is what count was before. Nobody guards with locals like that.
  std::optional<AccessPath> target = expressions.path(object);
  if (operation->isPostfix() && target && target->root != PathRoot::Local &&
      target->root != PathRoot::Unknown)
    write(body.givePlace(operation), makePath(std::move(*target)),
          operation->getBeginLoc());
  increment(object, makeInteger(operation->isIncrementOp() ? 1 : -1),
            operation->getBeginLoc());
}

void EventBuilder::increment(const Expr *object, Expression by, SourceLocation place) {
  std::optional<AccessPath> target = expressions.path(object);
  if (!target)
    return;
  write(std::move(*target), std::move(by), place);
  events.back().isCompound = true;
}

void EventBuilder::declaration(const DeclStmt *statement) {
  for (const Decl *declared : statement->decls()) {
    if (const auto *record = dyn_cast<CXXRecordDecl>(declared))
      unit.mention(record);
    else if (const auto *object = dyn_cast<VarDecl>(declared))
      variable(object);
  }
}

/// True if a constructor has made an event of its own. A copy or the result of
/// a call has not, and what the library has is a value.
static bool isMadeByConstructor(QualType type, const Expr *initializer) {
  if (const auto *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  if (!type->isRecordType() || libraryType(type).kind != LibraryKind::None)
    return false;
  const CXXConstructExpr *construct = constructionOf(initializer);
  return construct && !construct->getConstructor()->isCopyOrMoveConstructor();
}

void EventBuilder::variable(const VarDecl *variable) {
  if (variable->hasExternalStorage() || variable->isImplicit())
    return;
  AccessPath path = body.pathOf(variable);
  SourceLocation place = variable->getLocation();
  if (path.root == PathRoot::Global) {
    AccessPath guard = path;
    guard.global += "@initialized";
    write(std::move(guard), makeBoolean(true), place);
  } else if (expressions.alias(variable)) {
    return;
  }
  QualType type = variable->getType();
  const Expr *initializer = variable->getInit();
  bool isClass = type->isRecordType();
  if ((isClass && !initializer) || isMadeByConstructor(type, initializer))
    return;
  Expression value = expressions.build(initializer);
  if (!isClass || value.kind != ExpressionKind::Unknown)
    write(path, std::move(value), place);
  writeElements(path, initializer, place);
  if (const InitListExpr *list = listOf(initializer))
    writeMembers(path, list);
}

void EventBuilder::writeMembers(const AccessPath &object, const InitListExpr *list) {
  const CXXRecordDecl *record = list->getType()->getAsCXXRecordDecl();
  if (!record || !unit.isUserCode(record) || record->isUnion() ||
      record->getNumBases() != 0)
    return;
  unsigned position = 0;
  for (const FieldDecl *field : record->fields()) {
    if (field->isBitField() && !field->getIdentifier())
      continue;
    if (position == list->getNumInits())
      return;
    const Expr *value = list->getInit(position++);
    if (!field->getIdentifier() || isMadeByConstructor(field->getType(), value))
      continue;
    AccessPath path = object;
    path.fields.push_back(field->getNameAsString());
    const InitListExpr *inner = listOf(value);
    if (inner && inner->getType()->isRecordType())
      writeMembers(path, inner);
    else
      write(std::move(path), expressions.build(value), value->getExprLoc());
  }
}

/// An aggregate that is no variable or member.
void EventBuilder::aggregate(const InitListExpr *list) {
  const CXXRecordDecl *record = list->getType()->getAsCXXRecordDecl();
  if (record && unit.isUserCode(record) && body.scan.placedLists.count(list) == 0)
    writeMembers(body.givePlace(list), list);
}

/// The list of elements that an array or container is initialised with.
static const InitListExpr *elementsOf(const Expr *initializer) {
  while (initializer) {
    const Expr *inner = initializer->IgnoreImplicit()->IgnoreParenImpCasts();
    if (const auto *list = dyn_cast<InitListExpr>(inner))
      return list;
    if (const auto *construct = dyn_cast<CXXConstructExpr>(inner)) {
      if (construct->getNumArgs() == 0)
        return nullptr;
      inner = construct->getArg(0);
    } else if (const auto *elements = dyn_cast<CXXStdInitializerListExpr>(inner)) {
      inner = elements->getSubExpr();
    } else if (const auto *member = dyn_cast<CXXDefaultInitExpr>(inner)) {
      inner = member->getExpr();
    }
    if (inner == initializer)
      return nullptr;
    initializer = inner;
  }
  return nullptr;
}

/// A constant table of callables outside of functions: nobody sees it being
/// filled, so it is filled where it is used.
void EventBuilder::constantTable(const DeclRefExpr *reference) {
  const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
  if (!variable || !variable->hasGlobalStorage() || variable->isStaticLocal() ||
      !unit.isUserCode(variable))
    return;
  QualType element = unit.ast.getBaseElementType(variable->getType());
  bool isConstant = variable->getType().isConstQualified() || element.isConstQualified();
  if (isConstant && variable->getAnyInitializer())
    writeElements(body.pathOf(variable), variable->getAnyInitializer(),
                  reference->getLocation());
}

/// Writes the callables that an array or container starts with.
void EventBuilder::writeElements(const AccessPath &container, const Expr *initializer,
                                 SourceLocation place) {
  const InitListExpr *list = elementsOf(initializer);
  if (!list || (list->getType()->isRecordType() &&
                libraryType(list->getType()).kind != LibraryKind::Sequence))
    return;
  for (const Expr *element : list->inits()) {
    Expression value = expressions.build(element);
    bool isCallable = value.kind == ExpressionKind::Callable ||
                      element->getType()->isFunctionPointerType() ||
                      libraryType(element->getType()).kind == LibraryKind::Function;
    if (!isCallable)
      continue;
    AccessPath path = container;
    path.fields.push_back("[]");
    write(std::move(path), std::move(value), place);
  }
}

void EventBuilder::initialized(const CXXCtorInitializer *initializer) {
  const FieldDecl *field = initializer->getAnyMember();
  if (!field || !field->getIdentifier())
    return;
  const Expr *value = initializer->getInit();
  if (isMadeByConstructor(field->getType(), value))
    return;
  AccessPath path;
  path.root = PathRoot::This;
  path.fields.push_back(field->getNameAsString());
  SourceLocation place =
      initializer->isWritten() ? initializer->getMemberLocation() : field->getLocation();
  write(path, expressions.build(value), place);
  writeElements(path, value, place);
  if (const InitListExpr *list = listOf(value))
    writeMembers(path, list);
}

void EventBuilder::initializedByDefault(const FieldDecl *field) {
  const Expr *value = field->getInClassInitializer();
  AccessPath path;
  path.root = PathRoot::This;
  path.fields.push_back(field->getNameAsString());
  walk(value);
  if (!isMadeByConstructor(field->getType(), value))
    write(path, expressions.build(value), field->getLocation());
  writeElements(path, value, field->getLocation());
}

void EventBuilder::constructedByDefault(const CXXRecordDecl *record, AccessPath object,
                                        SourceLocation place) {
  std::string callee = defaultConstructorUsr(unit, record);
  Event &event = emit(EventKind::Construct, place);
  event.callee = std::move(callee);
  event.type = unit.mention(record);
  event.receiver = makePath(std::move(object));
}

} // namespace hooktidy
