//===- DeclarationExtractor.cpp - how methods are written -----------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Known holes:
//  * A parameter without a name has a place only if nothing but its type is
//    written.
//
//===----------------------------------------------------------------------===//

#include "extract/DeclarationExtractor.h"

#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace hooktidy {
namespace {

class DeclarationPlaces {
public:
  DeclarationPlaces(UnitContext &unit, const CXXMethodDecl *method)
      : unit(unit), method(method), sources(unit.ast.getSourceManager()),
        language(unit.ast.getLangOpts()) {}

  std::optional<DeclarationFacts> extract();

private:
  SourceLocation endOf(SourceLocation token) const {
    return Lexer::getLocForEndOfToken(token, 0, sources, language);
  }
  bool findParameter(const ParmVarDecl *parameter, ParameterPlace &place);
  void findOverrideKeyword(SourceLocation close, DeclarationFacts &facts);

  UnitContext &unit;
  const CXXMethodDecl *method;
  const SourceManager &sources;
  const LangOptions &language;
};

} // namespace

bool DeclarationPlaces::findParameter(const ParmVarDecl *parameter,
                                      ParameterPlace &place) {
  SourceLocation begin = parameter->getBeginLoc();
  SourceLocation name = parameter->getLocation();
  if (parameter->getNameAsString().empty()) {
    const TypeSourceInfo *type = parameter->getTypeSourceInfo();
    SourceLocation last = type ? type->getTypeLoc().getEndLoc() : SourceLocation();
    if (last.isInvalid() || last.isMacroID())
      return false;
    name = endOf(last);
    auto next = Lexer::findNextToken(last, sources, language);
    if (!next || !(next->is(tok::comma) || next->is(tok::r_paren)))
      return false;
  }
  if (begin.isInvalid() || begin.isMacroID() || name.isInvalid() || name.isMacroID())
    return false;
  place.begin = unit.names.location(begin);
  place.name = unit.names.location(name);
  return true;
}

/// The keyword follows the parameter list and `const`; what else can stand there is
/// left alone.
void DeclarationPlaces::findOverrideKeyword(SourceLocation close,
                                            DeclarationFacts &facts) {
  auto next = Lexer::findNextToken(close, sources, language);
  if (next && next->is(tok::raw_identifier) && next->getRawIdentifier() == "const") {
    close = next->getLocation();
    next = Lexer::findNextToken(close, sources, language);
  }
  if (next && (next->is(tok::l_brace) || next->is(tok::semi)))
    facts.overrideKeyword = unit.names.location(endOf(close));
}

std::optional<DeclarationFacts> DeclarationPlaces::extract() {
  SourceLocation name = method->getLocation();
  FunctionTypeLoc type = method->getFunctionTypeLoc();
  if (method->isDeleted() || name.isInvalid() || name.isMacroID() || !type ||
      type.getRParenLoc().isInvalid() || type.getRParenLoc().isMacroID() ||
      !method->getDeclName().isIdentifier())
    return std::nullopt;
  DeclarationFacts facts;
  facts.name = unit.names.location(name);
  facts.qualifiers = unit.names.location(endOf(type.getRParenLoc()));
  findOverrideKeyword(type.getRParenLoc(), facts);
  for (const ParmVarDecl *parameter : method->parameters())
    if (!findParameter(parameter, facts.parameters.emplace_back()))
      return std::nullopt;
  // An identifier may be written with escapes.
  bool isPlain = Lexer::MeasureTokenLength(name, sources, language) ==
                 method->getNameAsString().size();
  facts.isOnly = isPlain && method->isThisDeclarationADefinition() &&
                 !method->isTemplateInstantiation() &&
                 !method->getParent()->getTemplateInstantiationPattern();
  return facts;
}

std::optional<DeclarationFacts> extractDeclarationPlaces(UnitContext &unit,
                                                         const CXXMethodDecl *method) {
  const auto *written = cast<CXXMethodDecl>(method->getCanonicalDecl());
  if (!written->getParent()->getDefinition() ||
      written->getParent()->getNumBases() == 0 || written->isImplicit() ||
      written->size_overridden_methods() > 0 || !unit.isUserCode(written))
    return std::nullopt;
  return DeclarationPlaces(unit, written).extract();
}

} // namespace hooktidy
