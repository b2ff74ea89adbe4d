//===- BodyScan.cpp - one look over a body before its events ----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/BodyScan.h"

#include "extract/LibraryTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace hooktidy {

bool BodyScan::isNeverReassigned(const VarDecl *variable) const {
  auto use = uses.find(variable);
  return use == uses.end() || use->second.mentions == use->second.loads;
}

const CXXConstructExpr *constructionOf(const Expr *initializer) {
  while (initializer) {
    const Expr *inner = initializer->IgnoreParenImpCasts();
    if (const auto *full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto *bind = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bind->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(inner))
      inner = cast->getSubExpr();
    else if (const auto *member = dyn_cast<CXXDefaultInitExpr>(inner))
      inner = member->getExpr();
    else if (const auto *construct = dyn_cast<CXXConstructExpr>(inner)) {
      if (!construct->isElidable() || construct->getNumArgs() == 0)
        return construct;
      inner = construct->getArg(0);
    }
    if (inner == initializer)
      return nullptr;
    initializer = inner;
  }
  return nullptr;
}

const InitListExpr *listOf(const Expr *initializer) {
  if (!initializer)
    return nullptr;
  if (const auto *member = dyn_cast<CXXDefaultInitExpr>(initializer->IgnoreImplicit()))
    initializer = member->getExpr();
  const Expr *plain = initializer->IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(plain))
    plain = cast->getSubExpr()->IgnoreImplicit()->IgnoreParenImpCasts();
  return dyn_cast<InitListExpr>(plain);
}

namespace {

class Scanner {
public:
  explicit Scanner(BodyScan &scan) : scan(scan) {}

  void add(const Stmt *statement, unsigned depth, const CXXTryStmt *enclosing) {
    if (statement)
      work.push_back({statement, depth, enclosing});
  }

  void run() {
    while (!work.empty()) {
      Item item = work.pop_back_val();
      scan.depth = std::max(scan.depth, item.depth);
      visit(item);
      addChildren(item);
    }
  }

  void addConstruction(const Expr *initializer, BodyScan::Construction construction) {
    if (const CXXConstructExpr *construct = constructionOf(initializer))
      scan.constructions[construct] = construction;
    if (const InitListExpr *list = listOf(initializer))
      scan.placedLists.insert(list);
  }

private:
  struct Item {
    const Stmt *statement;
    unsigned depth;
    const CXXTryStmt *enclosing;
  };

  void visit(const Item &item);
  void visitCall(const CallExpr *call);
  void visitDeclarations(const DeclStmt *statement);
  void addArguments(llvm::ArrayRef<const Expr *> arguments);
  void addWritten(const Expr *object);
  void addUnevaluated(const Expr *operand);
  void addChildren(const Item &item);

  BodyScan &scan;
  llvm::SmallVector<Item, 64> work;
};

} // namespace

void Scanner::addWritten(const Expr *object) {
  const Expr *plain = object->IgnoreParenCasts();
  if (const auto *member = dyn_cast<MemberExpr>(plain))
    scan.written.insert(member->getMemberDecl());
  else if (const auto *reference = dyn_cast<DeclRefExpr>(plain))
    scan.written.insert(reference->getDecl());
}

static bool replacesObject(const CXXMethodDecl *method) {
  if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator() ||
      method->getOverloadedOperator() == OO_Equal)
    return true;
  return isOneOf(simpleName(method), {"reset", "release", "swap", "emplace"});
}

void Scanner::addArguments(llvm::ArrayRef<const Expr *> arguments) {
  for (const Expr *argument : arguments) {
    if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(argument))
      argument = temporary->getSubExpr()->IgnoreImpCasts();
    if (const auto *bind = dyn_cast<CXXBindTemporaryExpr>(argument->IgnoreImpCasts()))
      scan.argumentTemporaries.insert(bind);
  }
}

void Scanner::visitCall(const CallExpr *call) {
  addArguments({call->getArgs(), call->getNumArgs()});
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (const auto *memberCall = dyn_cast<CXXMemberCallExpr>(call)) {
    if (method && replacesObject(method))
      addWritten(memberCall->getImplicitObjectArgument());
  } else if (isa<CXXOperatorCallExpr>(call)) {
    if (method && replacesObject(method))
      addWritten(call->getArg(0));
  } else if (callee->isInStdNamespace() &&
             isOneOf(simpleName(callee), {"move", "exchange", "swap"})) {
    // std::move leaves the object in another state, as exchange and swap do.
    for (const Expr *argument : call->arguments())
      addWritten(argument);
  }
}

void Scanner::visitDeclarations(const DeclStmt *statement) {
  for (const Decl *declaration : statement->decls()) {
    const auto *variable = dyn_cast<VarDecl>(declaration);
    if (!variable || !variable->getInit())
      continue;
    BodyScan::Construction construction;
    construction.variable = variable;
    addConstruction(variable->getInit(), construction);
  }
}

void Scanner::addUnevaluated(const Expr *operand) {
  llvm::SmallVector<const Stmt *, 16> inner = {operand};
  while (!inner.empty()) {
    const Stmt *statement = inner.pop_back_val();
    if (!statement)
      continue;
    scan.unevaluated.insert(statement);
    llvm::append_range(inner, statement->children());
  }
}

static bool mayThrow(const Stmt *statement) {
  return isa<CallExpr>(statement) || isa<CXXConstructExpr>(statement) ||
         isa<CXXNewExpr>(statement) || isa<CXXDeleteExpr>(statement) ||
         isa<CXXThrowExpr>(statement);
}

void Scanner::visit(const Item &item) {
  const Stmt *statement = item.statement;
  if (item.enclosing && mayThrow(statement))
    scan.enclosingTry[statement] = item.enclosing;
  if (const auto *reference = dyn_cast<DeclRefExpr>(statement)) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      ++scan.uses[variable].mentions;
  } else if (const auto *cast = dyn_cast<ImplicitCastExpr>(statement)) {
    if (cast->getCastKind() != CK_LValueToRValue)
      return;
    if (const auto *loaded = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
      if (const auto *variable = dyn_cast<VarDecl>(loaded->getDecl()))
        ++scan.uses[variable].loads;
  } else if (const auto *operation = dyn_cast<BinaryOperator>(statement)) {
    if (operation->isAssignmentOp())
      addWritten(operation->getLHS());
  } else if (const auto *unary = dyn_cast<UnaryOperator>(statement)) {
    if (unary->isIncrementDecrementOp())
      addWritten(unary->getSubExpr());
  } else if (const auto *call = dyn_cast<CallExpr>(statement)) {
    visitCall(call);
  } else if (const auto *construct = dyn_cast<CXXConstructExpr>(statement)) {
    addArguments({construct->getArgs(), construct->getNumArgs()});
  } else if (const auto *allocation = dyn_cast<CXXNewExpr>(statement)) {
    BodyScan::Construction construction;
    construction.isHeap = true;
    addConstruction(allocation->getInitializer(), construction);
  } else if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    visitDeclarations(declarations);
  } else if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement)) {
    if (loop->getLoopVariable() && loop->getRangeInit())
      scan.loopRanges[loop->getLoopVariable()] = loop->getRangeInit();
  } else if (const auto *list = dyn_cast<InitListExpr>(statement)) {
    for (const Expr *element : list->inits())
      if (const InitListExpr *inner = listOf(element))
        scan.placedLists.insert(inner);
  } else if (const auto *query = dyn_cast<CXXNoexceptExpr>(statement)) {
    addUnevaluated(query->getOperand());
  }
}

void Scanner::addChildren(const Item &item) {
  unsigned depth = item.depth + 1;
  const Stmt *statement = item.statement;
  if (const auto *lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr *capture : lambda->capture_inits())
      add(capture, depth, item.enclosing);
    return;
  }
  if (const auto *attempt = dyn_cast<CXXTryStmt>(statement)) {
    scan.hasTry = true;
    add(attempt->getTryBlock(), depth, attempt);
    for (unsigned i = 0; i < attempt->getNumHandlers(); ++i)
      add(attempt->getHandler(i), depth, item.enclosing);
    return;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(statement) || isa<CXXNoexceptExpr>(statement))
    return;
  if (const auto *member = dyn_cast<CXXDefaultInitExpr>(statement)) {
    add(member->getExpr(), depth, item.enclosing);
    return;
  }
  for (const Stmt *child : statement->children())
    add(child, depth, item.enclosing);
}

BodyScan scanBody(const FunctionDecl *function, const Stmt *body) {
  BodyScan scan;
  Scanner scanner(scan);
  scanner.add(body, 0, nullptr);
  if (const auto *constructor = dyn_cast_or_null<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *initializer : constructor->inits()) {
      BodyScan::Construction construction;
      construction.field = initializer->getAnyMember();
      construction.isBaseOrDelegate = !initializer->isAnyMemberInitializer();
      scanner.addConstruction(initializer->getInit(), construction);
      scanner.add(initializer->getInit(), 0, nullptr);
      if (isa<CXXDefaultInitExpr>(initializer->getInit()))
        scan.expandedDefaults.insert(initializer->getInit());
    }
  scanner.run();
  return scan;
}

} // namespace hooktidy
