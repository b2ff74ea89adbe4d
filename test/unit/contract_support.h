//===- contract_support.h - contracts for tests -----------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_TEST_UNIT_CONTRACT_SUPPORT_H
#define HOOKTIDY_TEST_UNIT_CONTRACT_SUPPORT_H

#include "contract/ContractLoader.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace hooktidy {

/// A small contract, part by part, of which a test replaces some. Parts are in
/// the order of the file; a part that is set to "" is left out.
class ContractParts {
public:
  ContractParts &set(const std::string &key, const std::string &value) {
    for (auto &part : parts)
      if (part.first == key) {
        part.second = value;
        return *this;
      }
    parts.emplace_back(key, value);
    return *this;
  }

  std::string text() const {
    std::string result = "{";
    for (const auto &[key, value] : parts) {
      if (value.empty())
        continue;
      result += result == "{" ? "\n" : ",\n";
      result += "  \"" + key + "\": " + value;
    }
    return result + "\n}\n";
  }

private:
  std::vector<std::pair<std::string, std::string>> parts = {
      {"schema_version", "1"},
      {"contract", "\"small\""},
      {"hook", R"({ "bases": ["fw::Hook"] })"},
      {"phases",
       R"({ "start": { "methods": ["start"] }, "step": { "methods": ["step"] },)"
       R"( "stop": { "methods": ["stop"] } })"},
      {"lifecycle", R"("construct (start step* stop?)* destroy")"},
      {"capabilities", R"({ "draw": { "calls": ["fw::draw"] } })"},
      {"rules", R"([{ "id": "no-draw", "kind": "forbid", "capability": "draw", )"
                R"("phases": ["stop"], "message": "'{callee}' draws in '{phase}'" }])"},
  };
};

/// The small contract with one rule, made of `members`.
inline ContractParts contractWithRule(const std::string &members) {
  return ContractParts().set("rules", "[{ \"id\": \"a-rule\", " + members + " }]");
}

/// Loads a text of which the mark '@' is removed first; the error must be at
/// that place and have this message.
inline void expectErrorAtMark(const std::string &marked, const std::string &message,
                              const std::vector<Contract> &known = {}) {
  std::size_t mark = marked.find('@');
  ASSERT_NE(mark, std::string::npos) << marked;
  std::string text = marked.substr(0, mark) + marked.substr(mark + 1);
  std::size_t line = 1, column = 1;
  for (char c : text.substr(0, mark)) {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
  try {
    loadContract(text, "test.json", known);
    ADD_FAILURE() << "no error for\n" << text;
  } catch (const ContractError &error) {
    EXPECT_EQ(std::string(error.what()), "test.json:" + std::to_string(line) + ":" +
                                             std::to_string(column) +
                                             ": error: " + message)
        << text;
  }
}

inline void expectErrorAtMark(const ContractParts &parts, const std::string &message,
                              const std::vector<Contract> &known = {}) {
  expectErrorAtMark(parts.text(), message, known);
}

} // namespace hooktidy

#endif // HOOKTIDY_TEST_UNIT_CONTRACT_SUPPORT_H
