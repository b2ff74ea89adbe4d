//===- FunctionExtractor.h - functions to facts -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_FUNCTIONEXTRACTOR_H
#define HOOKTIDY_EXTRACT_FUNCTIONEXTRACTOR_H

#include "extract/UnitContext.h"
#include "facts/Facts.h"

namespace hooktidy {

/// Everything about a function but its body.
FunctionFacts extractDeclaration(UnitContext &unit, const clang::FunctionDecl *function);

/// Adds the body to the facts of a function that has one.
///
/// The blocks are those of Clang's control-flow graph, with these differences:
///  * Blocks in which nothing happens are left out.
///  * A switch compares with one case after the other; with any of its cases in
///    turn if they are ranges.
///  * The value of a conditional or of && and || that is used as a value is
///    written into a local of its own on each of the ways to it.
///  * Every event of a try block that may throw has the handlers among its
///    block's successors; what leaves the function by an exception that is not
///    thrown in it has no edge.
///
/// Known holes:
///  * Destructors that run while an exception passes are not seen.
void extractBody(UnitContext &unit, const clang::FunctionDecl *function,
                 const clang::Stmt *body, FunctionFacts &facts);

/// Gives a function a body of these events without branches.
void setLinearBody(FunctionFacts &facts, std::vector<Event> events);

/// The default constructor that the class has without anybody writing it: bases,
/// then members in their order. For `= default` as well.
FunctionFacts extractDefaultConstructor(UnitContext &unit,
                                        const clang::CXXRecordDecl *record);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_FUNCTIONEXTRACTOR_H
