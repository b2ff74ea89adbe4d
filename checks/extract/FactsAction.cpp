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
  FactsConsumer(SourceManager &sources, std::optional<TranslationUnitFacts> &facts)
      : sources(sources), facts(facts) {}

  bool shouldSkipFunctionBody(Decl *function) override {
    return sources.isInSystemHeader(sources.getExpansionLoc(function->getLocation()));
  }

  void HandleTranslationUnit(ASTContext &context) override {
    if (!context.getDiagnostics().hasUncompilableErrorOccurred())
      facts = extractFacts(context);
  }

private:
  SourceManager &sources;
  std::optional<TranslationUnitFacts> &facts;
};

class FactsAction : public ASTFrontendAction {
public:
  explicit FactsAction(std::optional<TranslationUnitFacts> &facts) : facts(facts) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    // Warnings are the compiler's business, and many of them cost an analysis of
    // every function.
    compiler.getDiagnostics().setIgnoreAllWarnings(true);
    return std::make_unique<FactsConsumer>(compiler.getSourceManager(), facts);
  }

private:
  std::optional<TranslationUnitFacts> &facts;
};

} // namespace

std::unique_ptr<FrontendAction>
makeFactsAction(std::optional<TranslationUnitFacts> &facts) {
  return std::make_unique<FactsAction>(facts);
}

} // namespace hooktidy
