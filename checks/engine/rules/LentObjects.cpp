//===- rules/LentObjects.cpp - what a framework lends -----------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/rules/LentObjects.h"

#include "engine/rules/Monitor.h"

#include <algorithm>
#include <optional>

namespace hooktidy {

static bool takePrefix(std::string_view &text, std::string_view prefix) {
  bool has = text.substr(0, prefix.size()) == prefix;
  if (has)
    text.remove_prefix(prefix.size());
  return has;
}

static bool takeSuffix(std::string_view &text, std::string_view suffix) {
  bool has =
      text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
  if (has)
    text.remove_suffix(suffix.size());
  return has;
}

PlainType plainType(std::string_view type) {
  PlainType plain;
  for (bool changed = true; changed;) {
    changed = takePrefix(type, "const ") || takeSuffix(type, "&") ||
              takeSuffix(type, " ") || takeSuffix(type, " const") ||
              takeSuffix(type, "*const");
    if (takeSuffix(type, "*"))
      changed = plain.isPointer = true;
  }
  for (std::string_view owner : {"std::shared_ptr<", "std::unique_ptr<"})
    if (!plain.isOwning && takePrefix(type, owner)) {
      type = type.substr(0, type.find_first_of(",>"));
      plain.isOwning = true;
    }
  plain.name = type;
  return plain;
}

static bool matchesName(const Lifetime &lifetime, std::string_view name) {
  return std::any_of(lifetime.types.begin(), lifetime.types.end(),
                     [&](const NamePattern &pattern) { return pattern.matches(name); });
}

const Lifetime *LentObjects::giver(const Function &function) const {
  auto [it, isNew] = givers.try_emplace(function.id, nullptr);
  for (const Lifetime &lifetime : lifetimes)
    if (isNew && !it->second && matchesAny(lifetime.givenBy, *function.facts))
      it->second = &lifetime;
  return it->second;
}

const Lifetime *LentObjects::givenAs(const Value &value) const {
  std::size_t end = value.text.find("(arg:");
  if (value.kind != Value::Kind::Symbol || end == std::string::npos)
    return nullptr;
  std::size_t start = value.text[0] == '&' ? 1 : 0;
  const Function *function = program.findFunction(value.text.substr(start, end - start));
  return function ? giver(*function) : nullptr;
}

bool LentObjects::isMethod(const Function &function) const {
  if (function.facts->record.empty())
    return false;
  const std::string &name = function.facts->qualifiedName;
  std::size_t end = name.rfind("::");
  std::string_view record =
      std::string_view(name).substr(0, end == std::string::npos ? 0 : end);
  return std::any_of(lifetimes.begin(), lifetimes.end(), [&](const Lifetime &lifetime) {
    return matchesName(lifetime, record);
  });
}

bool LentObjects::matches(std::string_view type, const Lifetime &lifetime) const {
  return matchesName(lifetime, plainType(type).name);
}

bool LentObjects::isTakenBy(const Function &function) const {
  for (const ParameterFacts &parameter : function.facts->parameters)
    for (const Lifetime &lifetime : lifetimes)
      if (matches(parameter.type, lifetime))
        return true;
  return false;
}

bool LentObjects::mentions(const FieldFacts &field, const Lifetime &lifetime) const {
  const Record *record = program.findRecord(field.record);
  return matches(field.type, lifetime) ||
         (record && matchesName(lifetime, record->facts->qualifiedName));
}

const Record *LentObjects::findRecordNamed(const std::string &name) const {
  auto [it, isNew] = recordsByName.try_emplace(name, nullptr);
  if (isNew)
    for (const Record &record : program.records())
      if (record.facts->qualifiedName == name)
        it->second = &record;
  return it->second;
}

/// The fields lead to a part of an object of the type, not to what it refers to.
bool LentObjects::isPart(const std::string &type,
                         const std::vector<std::string> &fields) const {
  const Record *record = findRecordNamed(type);
  for (const std::string &name : fields) {
    if (name == "[]" || name == "*")
      continue;
    const FieldFacts *field = record ? program.findField(*record, name) : nullptr;
    if (!field || field->ownership == Ownership::RawPointer ||
        field->ownership == Ownership::Reference)
      return false;
    record = program.findRecord(field->record);
  }
  return true;
}

namespace {
/// "arg:<phase>:<index>.<field>.<field>", taken apart.
struct ArgumentKey {
  std::string phase;
  std::size_t index = 0;
  std::vector<std::string> fields;
};
} // namespace

static std::optional<ArgumentKey> parseArgument(const std::string &object) {
  std::size_t colon = object.find(':', 4);
  if (!LentObjects::isLent(object) || colon == std::string::npos)
    return std::nullopt;
  ArgumentKey key;
  key.phase = object.substr(4, colon - 4);
  key.index = std::stoul(object.substr(colon + 1));
  for (std::size_t dot = object.find('.', colon); dot != std::string::npos;) {
    std::size_t next = object.find('.', dot + 1);
    key.fields.push_back(object.substr(dot + 1, next - dot - 1));
    dot = next;
  }
  return key;
}

const Lifetime *LentObjects::lentAt(const std::string &object, bool isReference) const {
  std::optional<ArgumentKey> key = parseArgument(object);
  auto callback = key ? hook.callbacks.find(key->phase) : hook.callbacks.end();
  if (callback == hook.callbacks.end() ||
      key->index >= callback->second->facts->parameters.size())
    return nullptr;
  PlainType type = plainType(callback->second->facts->parameters[key->index].type);
  if (!key->fields.empty())
    for (const Lifetime &lifetime : lifetimes)
      for (const CallPattern &pattern : lifetime.givenBy)
        if (!pattern.parameters &&
            pattern.name.matches(type.name + "::" + key->fields.back()))
          return &lifetime;
  for (const Lifetime &lifetime : lifetimes) {
    if (!matchesName(lifetime, type.name))
      continue;
    bool refers =
        key->fields.empty()
            ? lifetime.isHandle || (!type.isOwning && (isReference || type.isPointer))
            : isReference && isPart(type.name, key->fields);
    return refers ? &lifetime : nullptr;
  }
  return nullptr;
}

} // namespace hooktidy
