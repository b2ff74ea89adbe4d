//===- HookClass.h - a class under contract ---*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_HOOKCLASS_H
#define HOOKTIDY_ENGINE_HOOKCLASS_H

#include "contract/Contract.h"
#include "engine/Program.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hooktidy {

/// A class that derives from a hook base, with its callbacks.
struct HookClass {
  const Record *record = nullptr;
  /// Phase to the method that the framework's virtual call reaches. Phases
  /// whose callback the class inherits from the hook base are left out.
  std::map<std::string, const Function *> callbacks;
};

/// The hook classes of the program under `contract`, in program order. A class
/// is a hook if it derives, directly or not, from a class whose name matches;
/// a base that no unit defines is known by its name.
///
/// A method is a callback if it overrides the hook base's method. Where the
/// base declares no callback at all (duck-typed and CRTP frameworks), the name
/// decides. A method that is only named like a callback is not one.
std::vector<HookClass> findHookClasses(const Program &program, const Contract &contract);

/// The virtual callbacks that the hook's framework declares. Empty if it declares
/// none, or if a base of the class is in no unit: then nobody knows.
std::vector<const Function *> declaredCallbacks(const Program &program,
                                                const HookClass &hook,
                                                const Contract &contract);

/// Names of the hook's members, of its bases' members, and of the members of
/// objects that they hold.
/// Only members for which `isWanted` holds are listed.
std::set<std::string>
memberNames(const Program &program, const HookClass &hook,
            const std::function<bool(const FieldFacts &)> &isWanted);

/// The field that an object key ("this.f.g") names; null if it names none of a
/// known class.
const FieldFacts *findMember(const Program &program, const HookClass &hook,
                             const std::string &object);

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_HOOKCLASS_H
