//===- Signature.cpp - declarations compared ------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Signature.h"

#include "engine/Program.h"

#include <algorithm>
#include <cctype>

namespace hooktidy {

static bool dropSuffix(std::string_view &text, std::string_view suffix) {
  if (text.size() < suffix.size() ||
      text.compare(text.size() - suffix.size(), suffix.size(), suffix) != 0)
    return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::string_view bareType(std::string_view type) {
  while (dropSuffix(type, "&") || dropSuffix(type, "*") || dropSuffix(type, " ") ||
         dropSuffix(type, " const") || dropSuffix(type, "*const")) {
  }
  constexpr std::string_view Const = "const ";
  if (type.compare(0, Const.size(), Const) == 0)
    type.remove_prefix(Const.size());
  return type;
}

bool takesTheSame(const FunctionFacts &left, const FunctionFacts &right) {
  return std::equal(left.parameters.begin(), left.parameters.end(),
                    right.parameters.begin(), right.parameters.end(),
                    [](const ParameterFacts &one, const ParameterFacts &other) {
                      return bareType(one.type) == bareType(other.type);
                    });
}

SignatureWriter::SignatureWriter(const FunctionFacts &method) {
  const std::string &name = method.qualifiedName;
  std::size_t last = name.rfind("::");
  std::size_t previous =
      last == std::string::npos || last == 0 ? last : name.rfind("::", last - 1);
  if (previous != std::string::npos && previous != last)
    scope = name.substr(0, previous + 2);
}

std::string SignatureWriter::type(const std::string &type) const {
  if (scope.empty())
    return type;
  std::string result;
  for (std::size_t i = 0; i < type.size();) {
    char before = i == 0 ? ' ' : type[i - 1];
    bool isStart = !std::isalnum(static_cast<unsigned char>(before)) && before != '_' &&
                   before != ':';
    if (isStart && type.compare(i, scope.size(), scope) == 0)
      i += scope.size();
    else
      result += type[i++];
  }
  return result;
}

std::string SignatureWriter::signature(const FunctionFacts &method) const {
  std::string text = type(method.returnType);
  // Constructors and destructors return nothing.
  if (!text.empty() && text.back() != '*' && text.back() != '&')
    text += ' ';
  text += unqualifiedName(method.qualifiedName);
  text += '(';
  for (const ParameterFacts &parameter : method.parameters) {
    text += text.back() == '(' ? "" : ", ";
    text += type(parameter.type);
  }
  return text + (method.isConst ? ") const" : ")");
}

static std::string count(std::size_t number) {
  return (number == 0 ? "no" : std::to_string(number)) +
         (number == 1 ? " parameter" : " parameters");
}

std::vector<std::string> differences(const FunctionFacts &method,
                                     const FunctionFacts &meant) {
  SignatureWriter writer(meant);
  std::vector<std::string> result;
  if (unqualifiedName(method.qualifiedName) != unqualifiedName(meant.qualifiedName))
    result.push_back("the name is spelt differently");
  if (method.isStatic)
    result.push_back("it is static");
  if (method.parameters.size() != meant.parameters.size())
    result.push_back("it has " + count(method.parameters.size()) + " instead of " +
                     std::to_string(meant.parameters.size()));
  else
    for (std::size_t i = 0; i < meant.parameters.size(); ++i)
      if (method.parameters[i].type != meant.parameters[i].type)
        result.push_back("parameter " + std::to_string(i + 1) + " is '" +
                         writer.type(method.parameters[i].type) + "' instead of '" +
                         writer.type(meant.parameters[i].type) + "'");
  if (method.isConst != meant.isConst)
    result.push_back(method.isConst ? "it is 'const'" : "it is not 'const'");
  if (method.returnType != meant.returnType)
    result.push_back("it returns '" + writer.type(method.returnType) + "' instead of '" +
                     writer.type(meant.returnType) + "'");
  return result;
}

} // namespace hooktidy
