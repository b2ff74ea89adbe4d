//===- BodyContext.cpp - what extraction knows within a body ----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/BodyContext.h"

using namespace clang;

namespace hooktidy {

static const ValueDecl *canonical(const ValueDecl *variable) {
  return cast<ValueDecl>(variable->getCanonicalDecl());
}

BodyContext::BodyContext(UnitContext &unit, const FunctionDecl *function, BodyScan scan)
    : unit(unit), function(function), scan(std::move(scan)) {
  const CXXRecordDecl *closure = function ? closureOf(function) : nullptr;
  if (!closure)
    return;
  std::uint32_t index = 0;
  for (const LambdaCapture &capture : closure->captures())
    if (capture.capturesVariable())
      captures[canonical(capture.getCapturedVar())] = index++;
}

AccessPath BodyContext::newLocal() {
  AccessPath path;
  path.root = PathRoot::Local;
  path.index = localCount++;
  return path;
}

std::optional<AccessPath> BodyContext::captureOf(const ValueDecl *variable) const {
  auto capture = captures.find(canonical(variable));
  if (capture == captures.end())
    return std::nullopt;
  AccessPath path;
  path.root = PathRoot::Capture;
  path.index = capture->second;
  return path;
}

AccessPath BodyContext::pathOf(const ValueDecl *variable) {
  if (std::optional<AccessPath> capture = captureOf(variable))
    return *capture;
  AccessPath path;
  if (const auto *parameter = dyn_cast<ParmVarDecl>(variable)) {
    if (parameter->getDeclContext() != function &&
        parameter->getParentFunctionOrMethod() != function)
      return path;
    path.root = PathRoot::Parameter;
    path.index = parameter->getFunctionScopeIndex();
    return path;
  }
  const auto *object = dyn_cast<VarDecl>(variable);
  if (object && object->hasGlobalStorage()) {
    path.root = PathRoot::Global;
    path.global = unit.names.usr(object);
    return path;
  }
  auto [local, isNew] = locals.try_emplace(canonical(variable), localCount);
  if (isNew)
    ++localCount;
  path.root = PathRoot::Local;
  path.index = local->second;
  return path;
}

std::optional<AccessPath> BodyContext::placeOf(const Expr *expression) const {
  auto place = places.find(expression);
  if (place == places.end())
    return std::nullopt;
  AccessPath path;
  path.root = PathRoot::Local;
  path.index = place->second;
  return path;
}

AccessPath BodyContext::givePlace(const Expr *expression) {
  if (std::optional<AccessPath> known = placeOf(expression))
    return *known;
  AccessPath path = newLocal();
  places[expression] = path.index;
  return path;
}

} // namespace hooktidy
