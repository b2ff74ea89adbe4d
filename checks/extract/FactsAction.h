//===- FactsAction.h - parse a unit only for its facts ----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_EXTRACT_FACTSACTION_H
#define HOOKTIDY_EXTRACT_FACTSACTION_H

#include "facts/Facts.h"

#include "clang/Frontend/FrontendAction.h"

#include <functional>
#include <memory>

namespace hooktidy {

/// Parses a translation unit, leaving out function bodies in system headers, and
/// hands over its facts. Nothing is handed over if the unit has errors.
class FactsAction : public clang::ASTFrontendAction {
public:
  using Receiver = std::function<void(TranslationUnitFacts)>;

  explicit FactsAction(Receiver receiver) : receiver(std::move(receiver)) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override;

private:
  Receiver receiver;
};

} // namespace hooktidy

#endif // HOOKTIDY_EXTRACT_FACTSACTION_H
