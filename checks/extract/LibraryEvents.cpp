//===- LibraryEvents.cpp - what the library does to objects -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/EventBuilder.h"

using namespace clang;

namespace hooktidy {

bool replacesReceiver(const FunctionDecl *callee) {
  if (callee->getOverloadedOperator() == OO_Equal)
    return true;
  return isOneOf(simpleName(callee), {"reset", "store", "assign", "clear", "swap"});
}

void EventBuilder::constructElement(QualType type, llvm::ArrayRef<const Expr *> arguments,
                                    Expression object, bool isHeap,
                                    SourceLocation place) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isLambda() || libraryType(type).kind != LibraryKind::None)
    return;
  std::string callee;
  bool isTrivial = false;
  if (const CXXConstructorDecl *constructor = chooseConstructor(record, arguments)) {
    callee = constructorUsr(unit, constructor);
    isTrivial = constructor->isTrivial();
  } else if (arguments.empty()) {
    callee = defaultConstructorUsr(unit, record);
    isTrivial = record->hasTrivialDefaultConstructor();
  }
  if (isTrivial)
    return;
  std::vector<Expression> built = expressions.arguments(nullptr, arguments);
  std::string usr = unit.mention(record);
  Event &event = emit(EventKind::Construct, place);
  event.callee = std::move(callee);
  event.type = std::move(usr);
  event.isHeap = isHeap;
  event.receiver = std::move(object);
  event.arguments = std::move(built);
}

void EventBuilder::movedFrom(const FunctionDecl *callee,
                             llvm::ArrayRef<const Expr *> arguments,
                             SourceLocation place) {
  for (unsigned i = 0; i < arguments.size(); ++i) {
    bool isMoved =
        arguments[i]->isXValue() && libraryTypeOf(arguments[i]).isOwningPointer();
    bool isTaken = callee && i < callee->getNumParams() &&
                   callee->getParamDecl(i)->getType()->isRValueReferenceType();
    if (!isMoved || !isTaken)
      continue;
    std::optional<AccessPath> path = expressions.path(arguments[i]);
    if (path && path->root != PathRoot::Unknown)
      write(std::move(*path), makeExpression(ExpressionKind::Null), place);
  }
}

void EventBuilder::libraryReleases(const CallExpr *call, const FunctionDecl *callee,
                                   const Expr *receiver) {
  if (!receiver)
    return;
  LibraryType type = libraryTypeOf(receiver);
  llvm::StringRef name = simpleName(callee);
  bool isReplaced = type.isPointerLike() &&
                    (callee->getOverloadedOperator() == OO_Equal || name == "reset" ||
                     (name == "emplace" && type.kind == LibraryKind::Optional));
  bool isRemoved = type.isContainer() &&
                   isOneOf(name, {"clear", "erase", "pop", "pop_back", "pop_front"});
  if (!isReplaced && !isRemoved)
    return;
  Expression object = expressions.object(receiver);
  if (isRemoved && object.kind == ExpressionKind::Path)
    object.path.fields.push_back("[]");
  if (isReplaced || !type.element->isPointerType())
    destroy(type.element, std::move(object), type.isOwningPointer(),
            /*isImplicit=*/false, call->getExprLoc());
}

void EventBuilder::libraryEffects(const CallExpr *call, const FunctionDecl *callee,
                                  const Expr *receiver,
                                  llvm::ArrayRef<const Expr *> arguments) {
  SourceLocation place = call->getExprLoc();
  if (isa<CXXOperatorCallExpr>(call) && callee->getOverloadedOperator() == OO_Equal &&
      receiver) {
    assignedEffects(call, {receiver, arguments.front()});
    return;
  }
  movedFrom(callee, arguments, place);
  if (!receiver) {
    bool isExchange = isStdFunction(callee, "exchange");
    if (!isExchange && !isStdFunction(callee, "swap"))
      return;
    for (unsigned i = 0; i < arguments.size(); ++i)
      if (!isExchange || i == 0)
        if (std::optional<AccessPath> path = expressions.path(arguments[i]))
          write(std::move(*path),
                isExchange ? expressions.build(arguments[1]) : Expression(), place);
    return;
  }
  LibraryType type = libraryTypeOf(receiver);
  if (type.kind == LibraryKind::None)
    return;
  Expression object = expressions.object(receiver);
  if (object.kind != ExpressionKind::Path)
    return;
  if (type.isPointerLike() || type.kind == LibraryKind::WeakPointer)
    pointerEffects(simpleName(callee), type, object, arguments, place);
  else if (type.isContainer())
    containerEffects(simpleName(callee), type, std::move(object), arguments, place);
  else if (type.kind == LibraryKind::Atomic)
    atomicEffects(call, callee, object, arguments);
}

void EventBuilder::assignedEffects(const CallExpr *call,
                                   llvm::ArrayRef<const Expr *> operands) {
  SourceLocation place = call->getExprLoc();
  std::optional<AccessPath> path = expressions.path(operands[0]);
  bool isFunction = libraryTypeOf(operands[0]).kind == LibraryKind::Function;
  Expression value = isFunction ? expressions.functionObject(operands[1])
                                : expressions.build(operands[1]);
  if (path)
    write(std::move(*path), std::move(value), place);
  movedFrom(call->getDirectCallee(), operands.drop_front(), place);
}

void EventBuilder::pointerEffects(llvm::StringRef name, LibraryType type,
                                  const Expression &object,
                                  llvm::ArrayRef<const Expr *> arguments,
                                  SourceLocation place) {
  bool isReset = name == "reset";
  bool isEmplace = name == "emplace";
  if (isEmplace)
    constructElement(type.element, arguments, object, /*isHeap=*/false, place);
  Expression value;
  if (isEmplace) {
    value = expressions.newObject(type.element);
  } else if (isReset || name == "release") {
    bool isGiven = isReset && !arguments.empty() && !isa<CXXDefaultArgExpr>(arguments[0]);
    value =
        isGiven ? expressions.build(arguments[0]) : makeExpression(ExpressionKind::Null);
  } else if (name != "swap") {
    return;
  }
  write(object.path, std::move(value), place);
  if (name == "swap")
    if (std::optional<AccessPath> other = expressions.path(arguments.front()))
      write(std::move(*other), Expression(), place);
}

void EventBuilder::containerEffects(llvm::StringRef name, LibraryType type,
                                    Expression object,
                                    llvm::ArrayRef<const Expr *> arguments,
                                    SourceLocation place) {
  object.path.fields.push_back("[]");
  if (name == "emplace_back" || name == "emplace_front" || name == "emplace" ||
      name == "try_emplace") {
    // The first argument of a map is the key.
    bool isMap = type.kind == LibraryKind::Map;
    if (isMap && arguments.empty())
      return;
    constructElement(type.element, isMap ? arguments.drop_front() : arguments,
                     std::move(object), /*isHeap=*/false, place);
  }
}

void EventBuilder::atomicEffects(const CallExpr *call, const FunctionDecl *callee,
                                 const Expression &object,
                                 llvm::ArrayRef<const Expr *> arguments) {
  llvm::StringRef name = simpleName(callee);
  if (name == "store" && !arguments.empty())
    return write(object.path, expressions.build(arguments.front()), call->getExprLoc());
  OverloadedOperatorKind kind = callee->getOverloadedOperator();
  if (kind != OO_PlusPlus && kind != OO_MinusMinus)
    return;
  write(object.path, makeInteger(kind == OO_PlusPlus ? 1 : -1), call->getExprLoc());
  events.back().isCompound = true;
}

} // namespace hooktidy
