//===- EntitySeparation.cpp - programs that share names ---------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "facts/EntitySeparation.h"

#include "facts/FactsFields.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace hooktidy {

using Renames = std::unordered_map<std::string, std::string>;

namespace {
/// Replaces every string in a value that is a key of the renames.
class Renamer {
public:
  explicit Renamer(const Renames &renames) : renames(renames) {}

  void field(std::string_view, std::string &text) { rename(text); }
  template <typename T> void field(std::string_view, std::vector<T> &elements) {
    for (T &element : elements)
      field({}, element);
  }
  template <typename T> void field(std::string_view, std::optional<T> &value) {
    if (value)
      field({}, *value);
  }
  template <typename T>
  auto field(std::string_view, T &value)
      -> decltype(FieldsOf<T>::visit(std::declval<Renamer &>(), value)) {
    FieldsOf<T>::visit(*this, value);
  }
  void field(std::string_view, std::uint32_t &) {}
  void field(std::string_view, std::int64_t &) {}
  void field(std::string_view, bool &) {}
  void field(std::string_view, Location &) {}
  template <typename Enum>
  auto field(std::string_view, Enum &) -> decltype(void(EnumeratorNames<Enum>::All)) {}

private:
  void rename(std::string &text) {
    auto it = renames.find(text);
    if (it != renames.end())
      text = it->second;
  }

  const Renames &renames;
};
} // namespace

static std::string placeOf(const TranslationUnitFacts &unit,
                           const FunctionFacts &function) {
  const Location &location = function.location;
  std::string file =
      location.file < unit.files.size() ? unit.files[location.file] : std::string();
  return file + ":" + std::to_string(location.line) + ":" +
         std::to_string(location.column);
}

void separateDefinitions(std::vector<TranslationUnitFacts> &units) {
  std::unordered_map<std::string, std::string> definedAt;
  for (TranslationUnitFacts &unit : units) {
    Renames renames;
    for (const FunctionFacts &function : unit.functions) {
      if (!function.hasBody)
        continue;
      std::string place = placeOf(unit, function);
      auto [known, isNew] = definedAt.try_emplace(function.usr, place);
      if (!isNew && known->second != place)
        renames.emplace(function.usr, function.usr + "@at@" + place);
    }
    if (renames.empty())
      continue;
    Renamer renamer(renames);
    for (FunctionFacts &function : unit.functions)
      FieldsOf<FunctionFacts>::visit(renamer, function);
    for (RecordFacts &record : unit.records)
      FieldsOf<RecordFacts>::visit(renamer, record);
  }
}

} // namespace hooktidy
