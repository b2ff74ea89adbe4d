//===- NoOpTidyModule.cpp - a clang-tidy check that does nothing ----------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What clang-tidy itself costs: the bar for what a hook check adds to it.
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include HOOKTIDY_TIDY_REGISTRY_HEADER

namespace {

class NoOpCheck : public clang::tidy::ClangTidyCheck {
public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
  }

  void check(const clang::ast_matchers::MatchFinder::MatchResult &) override {}
};

class NoOpModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &factories) override {
    factories.registerCheck<NoOpCheck>("bench-no-op");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<NoOpModule>
    registration("bench-module", "Does nothing, for comparison.");

} // namespace
