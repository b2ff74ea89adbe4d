//===- EventBuilder.h - statements to events --------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariants:
//  * A statement is given after its operands, and makes only the events of its
//    own node.
//  * What a smart pointer, optional or container of the library does to the
//    objects in it is written down where it is used: nobody sees its body.
//
// Known holes:
//  * A shared pointer is taken to be the last one to its object.
//  * Copies that library containers make of their elements make no events.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_EVENTBUILDER_H
#define HOOKTIDY_EXTRACT_EVENTBUILDER_H

#include "extract/BodyContext.h"
#include "extract/ExpressionBuilder.h"
#include "extract/LibraryTypes.h"
#include "facts/Facts.h"

#include <optional>
#include <vector>

namespace hooktidy {

class EventBuilder {
public:
  explicit EventBuilder(BodyContext &body)
      : body(body), unit(body.unit), expressions(body) {}

  /// One statement whose operands have been given before.
  void statement(const clang::Stmt *statement);
  /// An expression with its operands, branches one after the other: for what
  /// Clang's control-flow graph does not take apart.
  void walk(const clang::Expr *expression);
  /// The member or base is initialised; its initialiser has been given before.
  void initialized(const clang::CXXCtorInitializer *initializer);
  /// A default member initialiser in a constructor that has no body.
  void initializedByDefault(const clang::FieldDecl *field);
  /// A base or member is made by its default constructor.
  void constructedByDefault(const clang::CXXRecordDecl *record, AccessPath object,
                            clang::SourceLocation place);
  void variableDestroyed(const clang::VarDecl *variable);
  void temporaryDestroyed(const clang::CXXBindTemporaryExpr *temporary);
  void write(AccessPath object, Expression value, clang::SourceLocation place);

  ExpressionBuilder &builder() { return expressions; }
  std::vector<Event> takeEvents() { return std::move(events); }

private:
  Event &emit(EventKind kind, clang::SourceLocation place);
  void emitRead(const clang::Expr *object);
  /// An object of class type is used as a whole.
  void emitUse(const clang::Expr *object);

  void assignment(const clang::BinaryOperator *operation);
  void step(const clang::UnaryOperator *operation);
  void increment(const clang::Expr *object, Expression by, clang::SourceLocation place);
  void declaration(const clang::DeclStmt *statement);
  void variable(const clang::VarDecl *variable);
  /// Writes the members of an aggregate, inner aggregates included.
  void writeMembers(const AccessPath &object, const clang::InitListExpr *list);
  void aggregate(const clang::InitListExpr *list);
  void constantTable(const clang::DeclRefExpr *reference);
  void writeElements(const AccessPath &container, const clang::Expr *initializer,
                     clang::SourceLocation place);
  void defaultArgument(const clang::CXXDefaultArgExpr *argument);
  void defaultMember(const clang::CXXDefaultInitExpr *member);
  void lambda(const clang::LambdaExpr *lambda);
  void walkChildren(const clang::Expr *expression);

  void call(const clang::CallExpr *call);
  void directCall(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                  const clang::Expr *receiver,
                  llvm::ArrayRef<const clang::Expr *> arguments);
  void indirectCall(const clang::CallExpr *call);
  void construct(const clang::CXXConstructExpr *construct);
  void pointerMoved(const clang::CXXConstructExpr *construct);
  void allocation(const clang::CXXNewExpr *allocation);
  void deletion(const clang::CXXDeleteExpr *deletion);
  void useArguments(const clang::FunctionDecl *callee,
                    llvm::ArrayRef<const clang::Expr *> arguments);
  Expression constructedObject(const clang::CXXConstructExpr *construct, Event &event);

  /// The objects that a call of the library gives up, before it does.
  void libraryReleases(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                       const clang::Expr *receiver);
  /// What a call of the library does beyond being called.
  void libraryEffects(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                      const clang::Expr *receiver,
                      llvm::ArrayRef<const clang::Expr *> arguments);
  void pointerEffects(llvm::StringRef name, LibraryType type, const Expression &object,
                      llvm::ArrayRef<const clang::Expr *> arguments,
                      clang::SourceLocation place);
  void containerEffects(llvm::StringRef name, LibraryType type, Expression object,
                        llvm::ArrayRef<const clang::Expr *> arguments,
                        clang::SourceLocation place);
  void atomicEffects(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                     const Expression &object,
                     llvm::ArrayRef<const clang::Expr *> arguments);
  void assignedEffects(const clang::CallExpr *call,
                       llvm::ArrayRef<const clang::Expr *> operands);
  void movedFrom(const clang::FunctionDecl *callee,
                 llvm::ArrayRef<const clang::Expr *> arguments,
                 clang::SourceLocation place);
  void constructElement(clang::QualType type,
                        llvm::ArrayRef<const clang::Expr *> arguments, Expression object,
                        bool isHeap, clang::SourceLocation place);
  void constructElements(const clang::CXXConstructExpr *construct,
                         clang::QualType element);
  void destroyMembers(const clang::CXXRecordDecl *record, const Expression &object,
                      bool isImplicit, clang::SourceLocation place);
  /// The object, and what it owns, is destroyed.
  void destroy(clang::QualType type, Expression object, bool isHeap, bool isImplicit,
               clang::SourceLocation place);

  BodyContext &body;
  UnitContext &unit;
  ExpressionBuilder expressions;
  std::vector<Event> events;
  /// Within a default argument or an aggregate's default member initialiser: the
  /// place that uses it.
  clang::SourceLocation usedAt;
  /// The same for temporaries of default arguments.
  llvm::DenseMap<const clang::CXXBindTemporaryExpr *, clang::SourceLocation> usedPlaces;
  unsigned walkDepth = 0;
};

/// True if the call gives its receiver a new content instead of using the old.
bool replacesReceiver(const clang::FunctionDecl *callee);
/// The constructor that these arguments probably call; null if none fits.
const clang::CXXConstructorDecl *
chooseConstructor(const clang::CXXRecordDecl *record,
                  llvm::ArrayRef<const clang::Expr *> arguments);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_EVENTBUILDER_H
