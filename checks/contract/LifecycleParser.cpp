//===- LifecycleParser.cpp - lifecycle expression to NFA ------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   alternatives ::= sequence ('|' sequence)*
//   sequence     ::= repeated+
//   repeated     ::= atom ('?' | '*' | '+')*
//   atom         ::= NAME | '(' alternatives ')'
//
// The parser is recursive in '(' only, and that depth is bounded.
//
//===----------------------------------------------------------------------===//

#include "contract/LifecycleParser.h"
#include "contract/NameSuggestion.h"

#include <algorithm>
#include <cctype>

namespace hooktidy {
namespace {

constexpr std::size_t MaxExpressionLength = 8192;
constexpr unsigned MaxNesting = 100;

bool isNameStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Length of the name at `offset`, 0 if there is none.
std::size_t nameLength(std::string_view text, std::size_t offset) {
  if (offset >= text.size() || !isNameStart(text[offset]))
    return 0;
  std::size_t end = offset;
  while (end < text.size() && isNamePart(text[end]))
    ++end;
  return end - offset;
}

/// The character at `offset`, the whole of a UTF-8 sequence.
std::string_view characterAt(std::string_view text, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    ++end;
  return text.substr(offset, end - offset);
}

/// A part of the automaton. Nothing leaves `accept` yet.
struct Fragment {
  int start;
  int accept;
};

class Parser {
public:
  Parser(std::string_view text, const std::vector<std::string> &symbols)
      : text(text), symbols(symbols) {}

  LifecycleNfa parse();

private:
  Fragment parseAlternatives();
  Fragment parseSequence();
  Fragment parseRepeated();
  Fragment parseAtom();
  Fragment parseGroup();
  Fragment repeat(Fragment inner, char how);

  void skipSpace();
  bool atEnd() const { return offset == text.size(); }
  bool at(char c) const { return !atEnd() && text[offset] == c; }
  bool atSequenceEnd() const { return atEnd() || at('|') || at(')'); }
  [[noreturn]] void failAtMissingOperand() const;

  int newState() {
    nfa.states.emplace_back();
    return static_cast<int>(nfa.states.size()) - 1;
  }
  void connect(int from, int to) {
    LifecycleNfa::State &state = nfa.states[from];
    (state.next == LifecycleNfa::None ? state.next : state.alternative) = to;
  }

  std::string_view text;
  const std::vector<std::string> &symbols;
  std::size_t offset = 0;
  unsigned nesting = 0;
  LifecycleNfa nfa;
};

LifecycleNfa Parser::parse() {
  if (text.size() > MaxExpressionLength)
    throw LifecycleError("the lifecycle is longer than " +
                             std::to_string(MaxExpressionLength) + " bytes; simplify it",
                         0);
  skipSpace();
  if (atEnd())
    throw LifecycleError(
        "the lifecycle is empty; write one such as 'construct (begin end?)* destroy'", 0);
  Fragment whole = parseAlternatives();
  if (!atEnd())
    throw LifecycleError("there is no '(' for this ')'; remove it", offset);
  nfa.start = whole.start;
  nfa.accept = whole.accept;
  return std::move(nfa);
}

Fragment Parser::parseAlternatives() {
  Fragment result = parseSequence();
  while (at('|')) {
    ++offset;
    skipSpace();
    Fragment other = parseSequence();
    Fragment both{newState(), newState()};
    connect(both.start, result.start);
    connect(both.start, other.start);
    connect(result.accept, both.accept);
    connect(other.accept, both.accept);
    result = both;
  }
  return result;
}

Fragment Parser::parseSequence() {
  if (atSequenceEnd())
    failAtMissingOperand();
  Fragment result = parseRepeated();
  while (!atSequenceEnd()) {
    Fragment following = parseRepeated();
    connect(result.accept, following.start);
    result.accept = following.accept;
  }
  return result;
}

void Parser::failAtMissingOperand() const {
  throw LifecycleError("a phase or '(' is missing here; use '?' for what may not happen",
                       offset);
}

Fragment Parser::parseRepeated() {
  Fragment result = parseAtom();
  while (at('?') || at('*') || at('+')) {
    result = repeat(result, text[offset++]);
    skipSpace();
  }
  return result;
}

Fragment Parser::repeat(Fragment inner, char how) {
  Fragment result{newState(), newState()};
  connect(result.start, inner.start);
  if (how != '+')
    connect(result.start, result.accept);
  connect(inner.accept, result.accept);
  if (how != '?')
    connect(inner.accept, inner.start);
  return result;
}

Fragment Parser::parseAtom() {
  if (at('('))
    return parseGroup();
  if (at('?') || at('*') || at('+'))
    throw LifecycleError(inQuotes(text.substr(offset, 1)) +
                             " has nothing to repeat; put it behind a phase or a ')'",
                         offset);
  std::size_t length = nameLength(text, offset);
  if (length == 0)
    throw LifecycleError("unexpected " + inQuotes(characterAt(text, offset)) +
                             "; a lifecycle is made of phases, '(', ')', '|', '?', '*' "
                             "and '+'",
                         offset);
  std::string_view name = text.substr(offset, length);
  auto found = std::find(symbols.begin(), symbols.end(), name);
  if (found == symbols.end())
    throw LifecycleError(unknownNameMessage("phase", name, "in the lifecycle", symbols),
                         offset);
  offset += length;
  skipSpace();
  Fragment result{newState(), newState()};
  nfa.states[result.start].symbol = static_cast<int>(found - symbols.begin());
  connect(result.start, result.accept);
  return result;
}

Fragment Parser::parseGroup() {
  std::size_t opening = offset++;
  if (++nesting > MaxNesting)
    throw LifecycleError("parentheses are nested more than " +
                             std::to_string(MaxNesting) + " deep; simplify the lifecycle",
                         opening);
  skipSpace();
  Fragment result = parseAlternatives();
  if (!at(')'))
    throw LifecycleError("this '(' is not closed; add a ')'", opening);
  --nesting;
  ++offset;
  skipSpace();
  return result;
}

void Parser::skipSpace() {
  while (!atEnd() && isSpace(text[offset]))
    ++offset;
}

} // namespace

LifecycleNfa parseLifecycle(std::string_view expression,
                            const std::vector<std::string> &symbols) {
  return Parser(expression, symbols).parse();
}

std::size_t findLifecycleName(std::string_view expression, std::string_view symbol) {
  for (std::size_t offset = 0; offset < expression.size();) {
    std::size_t length = nameLength(expression, offset);
    if (length != 0 && expression.substr(offset, length) == symbol)
      return offset;
    offset += std::max<std::size_t>(length, 1);
  }
  return std::string_view::npos;
}

bool isLifecycleName(std::string_view name) {
  return !name.empty() && nameLength(name, 0) == name.size();
}

} // namespace hooktidy
