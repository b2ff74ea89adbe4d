//===- RepeatedFacts.cpp - facts that another unit has told ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RepeatedFacts.h"

#include "facts/FactsFields.h"

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>

namespace hooktidy {
namespace {

/// Hashes all members of an entity. Files count by name, because their numbers
/// are another thing in each unit.
class Hasher {
public:
  explicit Hasher(const std::vector<std::string> &files) : files(files) {}

  std::uint64_t result() const { return hash; }

  void field(std::string_view, const std::string &text) {
    add(std::hash<std::string>()(text));
  }
  void field(std::string_view, const Location &location) {
    field({}, location.file < files.size() ? files[location.file] : std::string());
    add(location.line);
    add(location.column);
  }
  template <typename T> void field(std::string_view, const std::vector<T> &elements) {
    add(elements.size());
    for (const T &element : elements)
      field({}, element);
  }
  template <typename T> void field(std::string_view, const std::optional<T> &value) {
    add(value.has_value());
    if (value)
      field({}, *value);
  }
  template <typename T> void field(std::string_view, const T &value) {
    if constexpr (std::is_class_v<T>)
      FieldsOf<T>::visit(*this, value);
    else
      add(static_cast<std::uint64_t>(value));
  }

private:
  /// The finalizer of splitmix64, which spreads every bit over all others.
  void add(std::uint64_t value) {
    hash += value + 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    hash ^= hash >> 31;
  }

  const std::vector<std::string> &files;
  std::uint64_t hash = 0;
};

} // namespace

void RepeatedFacts::remove(TranslationUnitFacts &facts) {
  auto isTold = [&](const auto &entity) {
    Hasher hasher(facts.files);
    hasher.field({}, entity);
    return !told.insert(hasher.result()).second;
  };
  auto prune = [&](auto &entities) {
    entities.erase(std::remove_if(entities.begin(), entities.end(), isTold),
                   entities.end());
  };
  prune(facts.functions);
  prune(facts.records);
}

} // namespace hooktidy
