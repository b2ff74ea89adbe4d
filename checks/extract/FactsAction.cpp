//===- FactsAction.cpp - parse a unit only for its facts --------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "extract/FactsAction.h"

#include "extract/Extractor.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace hooktidy {

namespace {

class FactsConsumer : public ASTConsumer {
public:
  FactsConsumer(SourceManager &sources, FactsAction::Receiver receiver)
      : sources(sources), receiver(std::move(receiver)) {}

  bool shouldSkipFunctionBody(Decl *function) override {
    SourceLocation place = sources.getExpansionLoc(function->getLocation());
    return sources.isInSystemHeader(place);
  }

  void HandleTranslationUnit(ASTContext &context) override {
    if (!context.getDiagnostics().hasUncompilableErrorOccurred())
      receiver(extractFacts(context));
  }

private:
  SourceManager &sources;
  FactsAction::Receiver receiver;
};

} // namespace

std::unique_ptr<ASTConsumer> FactsAction::CreateASTConsumer(CompilerInstance &compiler,
                                                            llvm::StringRef) {
  compiler.getFrontendOpts().SkipFunctionBodies = true;
  return std::make_unique<FactsConsumer>(compiler.getSourceManager(), receiver);
}

} // namespace hooktidy
