//===- RecordExtractor.h - classes to facts ---------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_RECORDEXTRACTOR_H
#define HOOKTIDY_EXTRACT_RECORDEXTRACTOR_H

#include "extract/UnitContext.h"
#include "facts/Facts.h"

namespace hooktidy {

/// The facts of a class definition. Mentions its methods, constructors and
/// bases. Of a class in a system header, only its bases and virtual methods.
RecordFacts extractRecord(UnitContext &unit, const clang::CXXRecordDecl *record);

/// True if the class has a default constructor that nobody has written a body
/// for, and that does something.
bool hasSynthesisedConstructor(const clang::CXXRecordDecl *record);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_RECORDEXTRACTOR_H
