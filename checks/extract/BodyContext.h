//===- BodyContext.h - what extraction knows within a body ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_BODYCONTEXT_H
#define HOOKTIDY_EXTRACT_BODYCONTEXT_H

#include "extract/BodyScan.h"
#include "extract/UnitContext.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace hooktidy {

/// One body on its way into facts: its variables and the numbers of its events.
class BodyContext {
public:
  /// `function` is null for initialisers that stand outside of any body.
  BodyContext(UnitContext &unit, const clang::FunctionDecl *function, BodyScan scan);

  /// Where the variable lives; aliases are not looked through.
  AccessPath pathOf(const clang::ValueDecl *variable);
  /// The capture of the lambda that the variable is, if it is one.
  std::optional<AccessPath> captureOf(const clang::ValueDecl *variable) const;
  /// A place for a value that has no variable.
  AccessPath newLocal();
  /// The place that the value of an expression was put into by earlier events,
  /// because several blocks contribute to it or its destruction comes later.
  std::optional<AccessPath> placeOf(const clang::Expr *expression) const;
  AccessPath givePlace(const clang::Expr *expression);

  std::uint32_t newEvent() { return ++lastEvent; }
  void setEvent(const clang::Expr *call, std::uint32_t event) { events[call] = event; }
  std::uint32_t eventOf(const clang::Expr *call) const { return events.lookup(call); }

  UnitContext &unit;
  const clang::FunctionDecl *const function;
  const BodyScan scan;
  /// What local references and pointers stand for; absent if they stand for
  /// themselves.
  llvm::DenseMap<const clang::VarDecl *, std::optional<Expression>> aliases;

private:
  llvm::DenseMap<const clang::ValueDecl *, std::uint32_t> locals;
  llvm::DenseMap<const clang::ValueDecl *, std::uint32_t> captures;
  llvm::DenseMap<const clang::Expr *, std::uint32_t> places;
  llvm::DenseMap<const clang::Expr *, std::uint32_t> events;
  std::uint32_t localCount = 0;
  std::uint32_t lastEvent = 0;
};

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_BODYCONTEXT_H
