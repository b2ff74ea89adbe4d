//===- LibraryTypes.h - types and functions known by name -------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies in system headers are not read, so that the little that facts need of
// the standard library (and of what is modelled on it) is known by name.
//
// Invariants:
//  * A type is recognised by the name of its template and by having a type
//    argument, in any namespace.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_LIBRARYTYPES_H
#define HOOKTIDY_EXTRACT_LIBRARYTYPES_H

#include "facts/Facts.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

#include <initializer_list>

namespace hooktidy {

enum class LibraryKind {
  None,
  UniquePointer,
  SharedPointer,
  WeakPointer,
  Optional,
  Function,  ///< std::function and its relatives.
  Reference, ///< std::reference_wrapper.
  Atomic,
  Sequence, ///< Elements are of the first argument's type.
  Map,      ///< Elements are of the second argument's type.
  String,
};

/// What a type of the library holds.
struct LibraryType {
  LibraryKind kind = LibraryKind::None;
  /// The type that is held; null for String.
  clang::QualType element;

  bool isOwningPointer() const {
    return kind == LibraryKind::UniquePointer || kind == LibraryKind::SharedPointer;
  }
  /// Null or not, and leading to the object held.
  bool isPointerLike() const {
    return isOwningPointer() || kind == LibraryKind::Optional;
  }
  bool isContainer() const {
    return kind == LibraryKind::Sequence || kind == LibraryKind::Map;
  }
};

/// References and qualifiers are looked through.
LibraryType libraryType(clang::QualType type);
/// The type of an object expression before it was converted to a base.
LibraryType libraryTypeOf(const clang::Expr *object);

/// The class that a variable of the type is, points or refers to, or holds in
/// smart pointers or containers; null if there is none. `ownership` tells how.
const clang::CXXRecordDecl *heldRecord(clang::QualType type, Ownership &ownership);

bool isOneOf(llvm::StringRef name, std::initializer_list<llvm::StringRef> names);
/// Name of the function if it is a plain identifier, else empty.
llvm::StringRef simpleName(const clang::FunctionDecl *function);
/// True for a function of namespace std (or one inline in it) with that name.
bool isStdFunction(const clang::FunctionDecl *function, llvm::StringRef name);
/// Functions that return their only argument under another type: std::move,
/// std::forward, std::ref, std::addressof and the like.
bool isTransparentFunction(const clang::FunctionDecl *function);
/// make_unique, make_shared, make_optional, allocate_shared.
bool isMakeFunction(const clang::FunctionDecl *function);
/// Number of leading arguments of a make function that are not given to the
/// constructor.
unsigned makeFunctionOffset(const clang::FunctionDecl *function);

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_LIBRARYTYPES_H
