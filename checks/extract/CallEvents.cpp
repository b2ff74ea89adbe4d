//===- CallEvents.cpp - events of calls and constructions -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/EventBuilder.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace hooktidy {

/// Allocators are made and destroyed all over the library, to no effect.
static bool isAllocator(const CXXRecordDecl *record) {
  return record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == "allocator";
}

/// What std::bind and std::mem_fn return is called like a function pointer.
static bool isBindResult(const CXXRecordDecl *record) {
  if (!record->isInStdNamespace() || !record->getIdentifier())
    return false;
  llvm::StringRef name = record->getName();
  return name.contains("_Bind") || name.contains("_bind") || name.contains("_Mem_fn") ||
         name.contains("mem_fn") || name == "packaged_task" || name == "_Not_fn";
}

/// The object whose call operator runs whatever was put into it.
static bool isCallableObject(const Expr *object) {
  if (libraryTypeOf(object).kind == LibraryKind::Function ||
      libraryTypeOf(object).kind == LibraryKind::Reference)
    return true;
  const CXXRecordDecl *record =
      object->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl();
  return record && (record->isLambda() || isBindResult(record));
}

/// True if the call picks the final overrider at run time.
static bool isDispatched(const CallExpr *call, const CXXMethodDecl *&method,
                         const Expr *receiver) {
  if (!method->isVirtual() || !receiver)
    return false;
  if (const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens()))
    if (member->hasQualifier())
      return false;
  if (const CXXMethodDecl *known =
          method->getDevirtualizedMethod(receiver, /*IsAppleKext=*/false)) {
    method = known;
    return false;
  }
  return true;
}

void EventBuilder::useArguments(const FunctionDecl *callee,
                                llvm::ArrayRef<const Expr *> arguments) {
  for (unsigned i = 0; i < arguments.size(); ++i) {
    // What is passed by non-const reference may be an output.
    if (callee && i < callee->getNumParams()) {
      QualType type = callee->getParamDecl(i)->getType();
      if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        continue;
    }
    emitUse(arguments[i]);
  }
}

void EventBuilder::call(const CallExpr *call) {
  const FunctionDecl *callee = calleeOf(call);
  llvm::ArrayRef<const Expr *> arguments(call->getArgs(), call->getNumArgs());
  if (isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
    return;
  if (!callee)
    return indirectCall(call);
  if (callee->getBuiltinID() != 0 && simpleName(callee).find("__builtin") == 0)
    return;
  const Expr *receiver = receiverOf(call);
  if (receiver && isa<CXXOperatorCallExpr>(call))
    arguments = arguments.drop_front();
  bool isCallOperator = callee->getOverloadedOperator() == OO_Call;
  if (isCallOperator && receiver && isCallableObject(receiver))
    return indirectCall(call);
  if (isTransparentCall(call)) {
    if (receiver && !receiver->getType()->isPointerType())
      emitUse(receiver);
    if (isa<CXXOperatorCallExpr>(call))
      useArguments(callee, arguments);
    return;
  }
  directCall(call, callee, receiver, arguments);
}

void EventBuilder::directCall(const CallExpr *call, const FunctionDecl *callee,
                              const Expr *receiver,
                              llvm::ArrayRef<const Expr *> arguments) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  bool isObject = receiver && !receiver->getType()->isPointerType();
  if (isObject && !replacesReceiver(callee))
    emitUse(receiver);
  useArguments(callee, arguments);
  if (isMakeFunction(callee)) {
    LibraryType made = libraryType(call->getType());
    if (!made.element.isNull())
      return constructElement(made.element,
                              arguments.drop_front(makeFunctionOffset(callee)),
                              expressions.build(call), made.kind != LibraryKind::Optional,
                              call->getExprLoc());
  }
  bool isVirtual = method && isDispatched(call, method, receiver);
  Expression object = receiver ? expressions.object(receiver) : Expression();
  std::vector<Expression> built = expressions.arguments(callee, arguments);
  libraryReleases(call, callee, receiver);
  // What the compiler writes does no more than the library's effects below.
  if (!callee->isDefaulted()) {
    std::string usr = unit.mention(method ? method : callee);
    Event &event = emit(EventKind::Call, call->getExprLoc());
    event.callee = std::move(usr);
    event.isVirtual = isVirtual;
    event.receiver = std::move(object);
    event.arguments = std::move(built);
    body.setEvent(call, event.id);
  }
  libraryEffects(call, callee, receiver, arguments);
}

void EventBuilder::indirectCall(const CallExpr *call) {
  llvm::ArrayRef<const Expr *> arguments(call->getArgs(), call->getNumArgs());
  const Expr *target = call->getCallee()->IgnoreParens();
  Expression called;
  std::vector<Expression> built;
  std::string closure;
  std::string direct;
  if (isa<CXXOperatorCallExpr>(call) || isa<CXXMemberCallExpr>(call)) {
    if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call)) {
      target = memberCall->getImplicitObjectArgument();
    } else {
      target = arguments.front();
      arguments = arguments.drop_front();
    }
    const auto *through = dyn_cast<BinaryOperator>(call->getCallee()->IgnoreParens());
    if (through && through->isPtrMemOp()) {
      // (object->*pointer)(arguments)
      built.push_back(expressions.object(through->getLHS()));
      target = through->getRHS();
    }
  }
  called = expressions.build(target);
  emitUse(target);
  const FunctionDecl *callee = call->getDirectCallee();
  if (callee && closureOf(callee)) {
    closure = unit.mention(callee);
    if (called.kind == ExpressionKind::Callable && !called.isBound)
      direct = closure;
  }
  useArguments(callee, arguments);
  for (Expression &argument : expressions.arguments(callee, arguments))
    built.push_back(std::move(argument));
  if (called.kind == ExpressionKind::Callable && called.operands.empty() &&
      !called.isBound && built.size() == arguments.size() && direct.empty())
    direct = called.text;
  Event &event = emit(EventKind::Call, call->getExprLoc());
  event.receiver = std::move(called);
  event.arguments = std::move(built);
  event.callee = std::move(direct);
  event.type = std::move(closure);
  body.setEvent(call, event.id);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Expression EventBuilder::constructedObject(const CXXConstructExpr *construct,
                                           Event &event) {
  auto known = body.scan.constructions.find(construct);
  if (known == body.scan.constructions.end())
    return makePath(body.givePlace(construct));
  const BodyScan::Construction &construction = known->second;
  event.isHeap = construction.isHeap;
  if (construction.isHeap) {
    Expression object = makeExpression(ExpressionKind::NewObject);
    object.text = event.type;
    return object;
  }
  AccessPath path;
  if (construction.variable) {
    path = body.pathOf(construction.variable);
  } else {
    path.root = PathRoot::This;
    if (construction.field && construction.field->getIdentifier())
      path.fields.push_back(construction.field->getNameAsString());
  }
  if (construct->getType()->isArrayType())
    path.fields.push_back("[]");
  return makePath(std::move(path));
}

void EventBuilder::construct(const CXXConstructExpr *construct) {
  const CXXConstructorDecl *constructor = construct->getConstructor();
  llvm::ArrayRef<const Expr *> arguments(construct->getArgs(), construct->getNumArgs());
  if (construct->isElidable())
    return;
  useArguments(constructor, arguments);
  bool isCopy = constructor->isCopyOrMoveConstructor();
  LibraryType library = libraryType(construct->getType());
  if (library.isOwningPointer() && !arguments.empty() &&
      libraryTypeOf(arguments.front()).isOwningPointer())
    return pointerMoved(construct);
  if (constructor->isTrivial() || (isCopy && constructor->isDefaulted()))
    return;
  std::vector<Expression> built = expressions.arguments(constructor, arguments);
  QualType element = unit.ast.getBaseElementType(construct->getType());
  const CXXRecordDecl *record = element->getAsCXXRecordDecl();
  if (record && isAllocator(record))
    return;
  if (library.kind == LibraryKind::Sequence)
    constructElements(construct, library.element);
  std::string callee = constructorUsr(unit, constructor);
  if (callee.empty() && library.kind != LibraryKind::None)
    return;
  std::string type = record ? unit.mention(record) : std::string();
  Event &event = emit(EventKind::Construct, construct->getExprLoc());
  event.callee = std::move(callee);
  event.type = std::move(type);
  event.arguments = std::move(built);
  // Values of the library stand for what is in them, not for themselves.
  bool isValue =
      library.kind != LibraryKind::None && body.scan.constructions.count(construct) == 0;
  if (!isValue)
    event.receiver = constructedObject(construct, event);
  movedFrom(constructor, arguments, construct->getExprLoc());
}

/// std::array makes its elements, std::vector if it is told how many.
void EventBuilder::constructElements(const CXXConstructExpr *construct,
                                     QualType element) {
  const CXXConstructorDecl *constructor = construct->getConstructor();
  bool isArray = constructor->isDefaultConstructor() &&
                 constructor->getParent()->getName() == "array";
  bool isSized =
      construct->getNumArgs() != 0 && construct->getArg(0)->getType()->isIntegerType() &&
      (construct->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(construct->getArg(1)));
  if (!isArray && !isSized)
    return;
  Event unused;
  Expression object = constructedObject(construct, unused);
  if (object.kind == ExpressionKind::Path)
    object.path.fields.push_back("[]");
  constructElement(element, {}, std::move(object), /*isHeap=*/false,
                   construct->getExprLoc());
}

/// A smart pointer made of another one: the value is kept before the other one
/// is left empty.
void EventBuilder::pointerMoved(const CXXConstructExpr *construct) {
  const Expr *source = construct->getArg(0);
  std::optional<AccessPath> path = expressions.path(source);
  if (!source->isXValue() || !path || path->root == PathRoot::Unknown)
    return;
  AccessPath place = body.givePlace(construct);
  write(std::move(place), makePath(*path), construct->getExprLoc());
  write(std::move(*path), makeExpression(ExpressionKind::Null), construct->getExprLoc());
}

void EventBuilder::allocation(const CXXNewExpr *allocation) {
  const FunctionDecl *allocate = allocation->getOperatorNew();
  if (!allocate)
    return;
  std::vector<Expression> built(1);
  for (unsigned i = 0; i < allocation->getNumPlacementArgs(); ++i)
    built.push_back(expressions.build(allocation->getPlacementArg(i)));
  std::string usr = unit.mention(allocate);
  Event &event = emit(EventKind::Call, allocation->getBeginLoc());
  event.callee = std::move(usr);
  event.arguments = std::move(built);
}

void EventBuilder::deletion(const CXXDeleteExpr *deletion) {
  Expression object = expressions.object(deletion->getArgument());
  destroy(deletion->getDestroyedType(), object, /*isHeap=*/true, /*isImplicit=*/false,
          deletion->getBeginLoc());
  if (const FunctionDecl *release = deletion->getOperatorDelete()) {
    Expression pointer = expressions.build(deletion->getArgument());
    std::string usr = unit.mention(release);
    Event &event = emit(EventKind::Call, deletion->getBeginLoc());
    event.callee = std::move(usr);
    event.arguments.push_back(std::move(pointer));
  }
}

void EventBuilder::destroy(QualType type, Expression object, bool isHeap, bool isImplicit,
                           SourceLocation place) {
  if (type.isNull())
    return;
  type = unit.ast.getBaseElementType(type);
  LibraryType library = libraryType(type);
  if (library.kind != LibraryKind::None) {
    if (library.isContainer() && object.kind == ExpressionKind::Path)
      object.path.fields.push_back("[]");
    bool isOwner = library.isPointerLike() || library.isContainer();
    if (isOwner && !library.element->isPointerType())
      destroy(library.element, std::move(object), library.isOwningPointer(), isImplicit,
              place);
    return;
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  // A delete-expression releases memory even where no destructor runs.
  bool isRelease = isHeap && !isImplicit;
  bool runs = record && !record->hasTrivialDestructor() && !record->isLambda() &&
              !isAllocator(record);
  if (!runs && !isRelease)
    return;
  if (runs && !unit.isUserCode(record) && record->getDestructor() &&
      record->getDestructor()->isDefaulted())
    return destroyMembers(record, object, isImplicit, place);
  const CXXDestructorDecl *destructor = record ? record->getDestructor() : nullptr;
  std::string callee = record ? destructorUsr(unit, record) : std::string();
  std::string usr = record ? unit.mention(record) : std::string();
  Event &event = emit(EventKind::Destroy, place);
  event.callee = std::move(callee);
  event.type = std::move(usr);
  event.receiver = std::move(object);
  event.isHeap = isHeap;
  event.isImplicit = isImplicit;
  event.isVirtual =
      isHeap && destructor && destructor->isVirtual() && !record->isEffectivelyFinal();
}

/// Pairs, tuples and the like: nobody writes down what is in them.
void EventBuilder::destroyMembers(const CXXRecordDecl *record, const Expression &object,
                                  bool isImplicit, SourceLocation place) {
  std::vector<const FieldDecl *> fields(record->field_begin(), record->field_end());
  for (auto field = fields.rbegin(); field != fields.rend(); ++field)
    destroy((*field)->getType(),
            expressions.member(object, (*field)->getDeclName().isEmpty()
                                           ? llvm::StringRef()
                                           : (*field)->getName()),
            /*isHeap=*/false, isImplicit, place);
  for (const CXXBaseSpecifier &base : record->bases())
    destroy(base.getType(), object, /*isHeap=*/false, isImplicit, place);
}

void EventBuilder::variableDestroyed(const VarDecl *variable) {
  // A lifetime-extended temporary is destroyed under the name of its reference.
  QualType type = variable->getType().getNonReferenceType();
  destroy(type, makePath(body.pathOf(variable)), /*isHeap=*/false, /*isImplicit=*/true,
          variable->getLocation());
}

void EventBuilder::temporaryDestroyed(const CXXBindTemporaryExpr *temporary) {
  const Expr *made = temporary->getSubExpr()->IgnoreParenImpCasts();
  LibraryType library = libraryType(temporary->getType());
  // Ownership has gone to the callee.
  if (library.isOwningPointer() && body.scan.argumentTemporaries.count(temporary) != 0)
    return;
  Expression object = expressions.build(temporary);
  if (object.kind != ExpressionKind::Path && object.kind != ExpressionKind::NewObject)
    object = makePath(body.givePlace(made));
  auto used = usedPlaces.find(temporary);
  destroy(temporary->getType(), std::move(object), /*isHeap=*/false, /*isImplicit=*/true,
          used != usedPlaces.end() ? used->second : temporary->getExprLoc());
}

const CXXConstructorDecl *chooseConstructor(const CXXRecordDecl *record,
                                            llvm::ArrayRef<const Expr *> arguments) {
  const CXXConstructorDecl *best = nullptr;
  int bestScore = -1;
  for (const CXXConstructorDecl *constructor : record->ctors()) {
    bool takesMany =
        arguments.size() <= constructor->getNumParams() || constructor->isVariadic();
    if (constructor->isDeleted() || !takesMany ||
        arguments.size() < constructor->getMinRequiredArguments())
      continue;
    int score = 0;
    for (unsigned i = 0; i < arguments.size() && i < constructor->getNumParams(); ++i) {
      QualType given = arguments[i]->getType().getCanonicalType().getUnqualifiedType();
      QualType taken = constructor->getParamDecl(i)->getType().getNonReferenceType();
      score += given == taken.getCanonicalType().getUnqualifiedType();
    }
    // A single argument of another type is no copy.
    if (constructor->isCopyOrMoveConstructor() && score == 0)
      continue;
    if (score > bestScore) {
      best = constructor;
      bestScore = score;
    }
  }
  return best;
}

} // namespace hooktidy
