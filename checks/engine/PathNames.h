//===- PathNames.h - what paths are called ----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_PATHNAMES_H
#define HOOKTIDY_ENGINE_PATHNAMES_H

#include "facts/Facts.h"

#include <string>

namespace hooktidy {

/// What a path is called in the name sets: its last member, or the global.
/// Parameters, captures and locals have no name there.
inline std::string memberOrGlobalName(const AccessPath &path) {
  for (auto it = path.fields.rbegin(); it != path.fields.rend(); ++it)
    if (*it != "[]" && *it != "*")
      return *it;
  return path.root == PathRoot::Global ? path.global : std::string();
}

/// As memberOrGlobalName, but parameters and locals have names too: for paths of one
/// function.
inline std::string variableName(const AccessPath &path) {
  std::string name = memberOrGlobalName(path);
  if (!name.empty() || path.root == PathRoot::Unknown || path.root == PathRoot::This)
    return name;
  return "#" + std::to_string(static_cast<int>(path.root)) + ":" +
         std::to_string(path.index);
}

template <typename Visitor>
void visitExpressions(const Expression &expression, Visitor visit) {
  visit(expression);
  for (const Expression &operand : expression.operands)
    visitExpressions(operand, visit);
}

template <typename Visitor> void visitExpressions(const Event &event, Visitor visit) {
  visitExpressions(event.receiver, visit);
  for (const Expression &argument : event.arguments)
    visitExpressions(argument, visit);
  visitExpressions(event.value, visit);
}

inline bool isCallLike(const Event &event) {
  return event.kind == EventKind::Call || event.kind == EventKind::Construct ||
         event.kind == EventKind::Destroy;
}

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_PATHNAMES_H
