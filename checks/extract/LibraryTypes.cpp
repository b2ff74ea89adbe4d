//===- LibraryTypes.cpp - types and functions known by name -----*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/LibraryTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace hooktidy {

static LibraryKind kindOfName(llvm::StringRef name) {
  return llvm::StringSwitch<LibraryKind>(name)
      .Cases("unique_ptr", "auto_ptr", "scoped_ptr", LibraryKind::UniquePointer)
      .Cases("QScopedPointer", "scoped_refptr", LibraryKind::UniquePointer)
      .Cases("shared_ptr", "intrusive_ptr", "QSharedPointer", LibraryKind::SharedPointer)
      .Cases("weak_ptr", "QWeakPointer", "QPointer", LibraryKind::WeakPointer)
      .Case("optional", LibraryKind::Optional)
      .Cases("function", "move_only_function", "copyable_function", LibraryKind::Function)
      .Cases("unique_function", "AnyInvocable", LibraryKind::Function)
      .Case("reference_wrapper", LibraryKind::Reference)
      .Case("atomic", LibraryKind::Atomic)
      .Cases("vector", "deque", "list", "forward_list", "array", LibraryKind::Sequence)
      .Cases("set", "multiset", "unordered_set", "unordered_multiset",
             LibraryKind::Sequence)
      .Cases("queue", "stack", "priority_queue", "span", LibraryKind::Sequence)
      .Cases("SmallVector", "QVector", "QList", "initializer_list", LibraryKind::Sequence)
      .Cases("map", "multimap", "unordered_map", "unordered_multimap", LibraryKind::Map)
      .Cases("QMap", "QHash", "flat_hash_map", LibraryKind::Map)
      .Cases("basic_string", "basic_string_view", LibraryKind::String)
      .Default(LibraryKind::None);
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
  return llvm::StringSwitch<bool>(simpleName(function))
      .Cases("move", "forward", "ref", "cref", "as_const", true)
      .Cases("addressof", "move_if_noexcept", "__addressof", true)
      .Cases("static_pointer_cast", "dynamic_pointer_cast", "const_pointer_cast", true)
      .Default(false);
}

bool isMakeFunction(const FunctionDecl *function) {
  return llvm::StringSwitch<bool>(simpleName(function))
      .Cases("make_unique", "make_shared", "make_optional", "allocate_shared", true)
      .Cases("make_unique_for_overwrite", "make_shared_for_overwrite", true)
      .Default(false);
}

unsigned makeFunctionOffset(const FunctionDecl *function) {
  return simpleName(function) == "allocate_shared" ? 1 : 0;
}

} // namespace hooktidy
