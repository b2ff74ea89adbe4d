//===- Precompiled.h - headers that cost the most to parse ------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precompiled once per LLVM version and included by the build system alone;
// every file still names the headers that it uses.
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_PRECOMPILED_H
#define HOOKTIDY_EXTRACT_PRECOMPILED_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"

#endif // HOOKTIDY_EXTRACT_PRECOMPILED_H
