//===- RepeatedFacts.cpp - facts that another unit has told ---------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RepeatedFacts.h"

#include "facts/FactsJson.h"

#include <algorithm>
#include <functional>

namespace hooktidy {
namespace {

/// Gives locations file numbers that do not depend on the unit.
class FileRenumbering {
public:
  explicit FileRenumbering(const std::vector<std::string> &files) : files(files) {}

  void apply(Location &location) {
    if (location.file >= files.size())
      return;
    auto found = std::find(used.begin(), used.end(), files[location.file]);
    std::size_t number = found - used.begin();
    if (found == used.end())
      used.push_back(files[location.file]);
    location.file = static_cast<std::uint32_t>(number);
  }

  void apply(FunctionFacts &function) {
    apply(function.location);
    for (Block &block : function.blocks) {
      apply(block.conditionLocation);
      for (Event &event : block.events)
        apply(event.location);
    }
  }

  void apply(RecordFacts &record) {
    apply(record.location);
    for (FieldFacts &field : record.fields)
      apply(field.location);
  }

  const std::vector<std::string> &usedFiles() const { return used; }

private:
  const std::vector<std::string> &files;
  std::vector<std::string> used;
};

std::size_t hashOf(const TranslationUnitFacts &single) {
  return std::hash<std::string>()(writeFacts(single));
}

std::size_t hashOf(FunctionFacts function, const std::vector<std::string> &files) {
  FileRenumbering renumbering(files);
  renumbering.apply(function);
  TranslationUnitFacts single;
  single.functions.push_back(std::move(function));
  single.files = renumbering.usedFiles();
  return hashOf(single);
}

std::size_t hashOf(RecordFacts record, const std::vector<std::string> &files) {
  FileRenumbering renumbering(files);
  renumbering.apply(record);
  TranslationUnitFacts single;
  single.records.push_back(std::move(record));
  single.files = renumbering.usedFiles();
  return hashOf(single);
}

} // namespace

void RepeatedFacts::remove(TranslationUnitFacts &facts) {
  auto isTold = [&](const auto &entity) {
    return !told.insert(hashOf(entity, facts.files)).second;
  };
  auto prune = [&](auto &entities) {
    entities.erase(std::remove_if(entities.begin(), entities.end(), isTold),
                   entities.end());
  };
  prune(facts.functions);
  prune(facts.records);
}

} // namespace hooktidy
