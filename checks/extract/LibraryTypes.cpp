//===- LibraryTypes.cpp - types and functions known by name -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/LibraryTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace hooktidy {

bool isOneOf(llvm::StringRef name, std::initializer_list<llvm::StringRef> names) {
  return llvm::is_contained(names, name);
}

static LibraryKind kindOfName(llvm::StringRef name) {
  static constexpr struct {
    llvm::StringLiteral name;
    LibraryKind kind;
  } Names[] = {{"unique_ptr", LibraryKind::UniquePointer},
               {"auto_ptr", LibraryKind::UniquePointer},
               {"scoped_ptr", LibraryKind::UniquePointer},
               {"QScopedPointer", LibraryKind::UniquePointer},
               {"shared_ptr", LibraryKind::SharedPointer},
               {"intrusive_ptr", LibraryKind::SharedPointer},
               {"scoped_refptr", LibraryKind::SharedPointer},
               {"QSharedPointer", LibraryKind::SharedPointer},
               {"weak_ptr", LibraryKind::WeakPointer},
               {"QWeakPointer", LibraryKind::WeakPointer},
               {"QPointer", LibraryKind::WeakPointer},
               {"optional", LibraryKind::Optional},
               {"function", LibraryKind::Function},
               {"move_only_function", LibraryKind::Function},
               {"copyable_function", LibraryKind::Function},
               {"unique_function", LibraryKind::Function},
               {"AnyInvocable", LibraryKind::Function},
               {"reference_wrapper", LibraryKind::Reference},
               {"atomic", LibraryKind::Atomic},
               {"vector", LibraryKind::Sequence},
               {"deque", LibraryKind::Sequence},
               {"list", LibraryKind::Sequence},
               {"forward_list", LibraryKind::Sequence},
               {"array", LibraryKind::Sequence},
               {"set", LibraryKind::Sequence},
               {"multiset", LibraryKind::Sequence},
               {"unordered_set", LibraryKind::Sequence},
               {"unordered_multiset", LibraryKind::Sequence},
               {"queue", LibraryKind::Sequence},
               {"stack", LibraryKind::Sequence},
               {"priority_queue", LibraryKind::Sequence},
               {"span", LibraryKind::Sequence},
               {"initializer_list", LibraryKind::Sequence},
               {"SmallVector", LibraryKind::Sequence},
               {"QVector", LibraryKind::Sequence},
               {"QList", LibraryKind::Sequence},
               {"map", LibraryKind::Map},
               {"multimap", LibraryKind::Map},
               {"unordered_map", LibraryKind::Map},
               {"unordered_multimap", LibraryKind::Map},
               {"flat_hash_map", LibraryKind::Map},
               {"QMap", LibraryKind::Map},
               {"QHash", LibraryKind::Map},
               {"basic_string", LibraryKind::String},
               {"basic_string_view", LibraryKind::String}};
  for (const auto &known : Names)
    if (known.name == name)
      return known.kind;
  return LibraryKind::None;
}

LibraryType libraryType(QualType type) {
  LibraryType result;
  if (type.isNull())
    return result;
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->getIdentifier())
    return result;
  result.kind = kindOfName(record->getName());
  if (result.kind == LibraryKind::None || result.kind == LibraryKind::String)
    return result;
  const TemplateArgumentList &arguments = record->getTemplateArgs();
  unsigned position = result.kind == LibraryKind::Map ? 1 : 0;
  if (position >= arguments.size() ||
      arguments[position].getKind() != TemplateArgument::Type)
    return {};
  result.element = arguments[position].getAsType();
  if (const auto *array = result.element->getAsArrayTypeUnsafe())
    result.element = array->getElementType();
  return result;
}

LibraryType libraryTypeOf(const Expr *object) {
  QualType type = object->IgnoreParenImpCasts()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  return libraryType(type);
}

const CXXRecordDecl *heldRecord(QualType type, Ownership &ownership) {
  ownership = Ownership::Value;
  // A container of containers is as far as anybody goes.
  for (unsigned level = 0; level < 4 && !type.isNull(); ++level) {
    if (type->isReferenceType()) {
      ownership = Ownership::Reference;
      type = type->getPointeeType();
    } else if (type->isPointerType()) {
      ownership = Ownership::RawPointer;
      type = type->getPointeeType();
    } else if (const auto *array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else {
      LibraryType held = libraryType(type);
      if (held.element.isNull())
        return held.kind == LibraryKind::String ? nullptr : type->getAsCXXRecordDecl();
      if (held.kind == LibraryKind::Function)
        return nullptr;
      if (held.kind == LibraryKind::Reference)
        ownership = Ownership::Reference;
      else if (held.kind == LibraryKind::WeakPointer)
        ownership = Ownership::RawPointer;
      else if (held.isPointerLike() && ownership == Ownership::Value)
        ownership = Ownership::OwningPointer;
      type = held.element;
    }
  }
  return nullptr;
}

llvm::StringRef simpleName(const FunctionDecl *function) {
  return function->getDeclName().isIdentifier() ? function->getName() : llvm::StringRef();
}

bool isStdFunction(const FunctionDecl *function, llvm::StringRef name) {
  return simpleName(function) == name && function->isInStdNamespace();
}

bool isTransparentFunction(const FunctionDecl *function) {
  if (function->getNumParams() != 1 || !function->isInStdNamespace())
    return false;
  return isOneOf(simpleName(function),
                 {"move", "forward", "ref", "cref", "as_const", "addressof",
                  "__addressof", "move_if_noexcept", "static_pointer_cast",
                  "dynamic_pointer_cast", "const_pointer_cast"});
}

bool isMakeFunction(const FunctionDecl *function) {
  return isOneOf(simpleName(function),
                 {"make_unique", "make_shared", "make_optional", "allocate_shared",
                  "make_unique_for_overwrite", "make_shared_for_overwrite"});
}

unsigned makeFunctionOffset(const FunctionDecl *function) {
  return simpleName(function) == "allocate_shared" ? 1 : 0;
}

} // namespace hooktidy
