//===- rules/MemberUse.cpp - which members some functions use ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/rules/MemberUse.h"

#include "engine/LibraryModel.h"

#include <unordered_set>

namespace hooktidy {

std::string memberName(const AccessPath &path) {
  for (auto it = path.fields.rbegin(); it != path.fields.rend(); ++it)
    if (*it != "[]" && *it != "*")
      return *it;
  return {};
}

static void addCallables(const Program &program, const Expression &expression,
                         std::vector<const Function *> &work) {
  if (expression.kind == ExpressionKind::Callable)
    if (const Function *function = program.findFunction(expression.text))
      for (const Function *target : program.overriders(*function))
        work.push_back(target);
  for (const Expression &operand : expression.operands)
    addCallables(program, operand, work);
}

static void addUse(const Program &program, const Function &function, const Event &event,
                   MemberUse &use) {
  std::string name = memberName(event.receiver.path);
  if (name.empty())
    return;
  ChainLink place{function.unit, event.location, {}};
  if (event.kind == EventKind::Read) {
    use.read.insert(event.receiver.path.fields.begin(), event.receiver.path.fields.end());
  } else if (event.kind == EventKind::Write) {
    use.written.try_emplace(name, place);
    bool isConstant = event.value.kind == ExpressionKind::Null ||
                      event.value.kind == ExpressionKind::Boolean ||
                      event.value.kind == ExpressionKind::Integer;
    if (isConstant && !event.isCompound)
      use.reset.insert(name);
    else if (!event.isCompound)
      use.computed.insert(name);
  } else if (event.kind == EventKind::Call) {
    const Function *callee = program.findFunction(event.callee);
    if (callee && isLibraryFunction(*callee->facts))
      use.read.insert(name);
    if (callee && (isLibraryMutator(*callee->facts) || isLibraryCounter(*callee->facts)))
      use.written.try_emplace(name, place);
    if (callee && isLibraryReset(*callee->facts))
      use.reset.insert(name);
    else if (callee && isLibraryMutator(*callee->facts))
      use.computed.insert(name);
  }
}

MemberUse collectMemberUse(const Program &program,
                           const std::vector<const Function *> &roots) {
  MemberUse use;
  std::vector<const Function *> work = roots;
  std::unordered_set<std::uint32_t> seen;
  while (!work.empty()) {
    const Function *function = work.back();
    work.pop_back();
    if (!function || !seen.insert(function->id).second)
      continue;
    for (const Block &block : function->facts->blocks)
      for (const Event &event : block.events) {
        addUse(program, *function, event, use);
        if (const Function *callee = program.findFunction(event.callee))
          for (const Function *target : program.overriders(*callee))
            work.push_back(target);
        for (const Expression &argument : event.arguments)
          addCallables(program, argument, work);
        addCallables(program, event.receiver, work);
        addCallables(program, event.value, work);
      }
  }
  return use;
}

} // namespace hooktidy
