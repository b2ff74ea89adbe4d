//===- CompileDatabase.cpp - compile_commands.json ------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read here rather than by Clang's JSONCompilationDatabase, which does not say
// where a broken database is broken, and takes a truncated one for an empty one.
//
//===----------------------------------------------------------------------===//

#include "driver/CompileDatabase.h"

#include "Error.h"
#include "driver/CompilerFlags.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

namespace hooktidy {

static constexpr const char *DatabaseName = "compile_commands.json";

std::string absolutePath(const std::string &path, const std::string &directory) {
  fs::path result(path);
  if (result.is_relative())
    result = (directory.empty() ? fs::current_path() : fs::path(directory)) / result;
  result = result.lexically_normal();
  // "dir/." becomes "dir/", which is another string for the same place.
  if (!result.has_filename() && result.has_relative_path())
    result = result.parent_path();
  return result.string();
}

/// "line:column" of a byte in a text.
static std::string placeOf(const std::string &text, std::size_t byte) {
  byte = std::min(byte, text.size());
  std::size_t line = 1 + std::count(text.begin(), text.begin() + byte, '\n');
  std::size_t lineStart = byte == 0 ? 0 : text.rfind('\n', byte - 1) + 1;
  return std::to_string(line) + ":" + std::to_string(byte - lineStart + 1);
}

static std::string readDatabase(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw ToolError("cannot read the compile database " + quotedPath(path));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

static nlohmann::json parseDatabase(const std::string &path, const std::string &text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw ToolError("the compile database " + quotedPath(path) +
                    " is empty; generate it again (with CMake: "
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
  try {
    return nlohmann::json::parse(text, nullptr, true, /*ignore_comments=*/true);
  } catch (const nlohmann::json::parse_error &error) {
    std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    bool isTruncated = byte >= text.find_last_not_of(" \t\r\n");
    throw ToolError(path + ":" + placeOf(text, byte) + ": the compile database is " +
                    (isTruncated ? "truncated" : "not valid JSON") +
                    "; generate it again");
  }
}

/// The command of one entry. `where` names the entry in error messages.
static CompileCommand readEntry(const nlohmann::json &entry, const std::string &base,
                                const std::string &where) {
  auto text = [&](const char *key) {
    if (!entry.contains(key) || !entry[key].is_string())
      throw ToolError(where + " has no \"" + key + "\", or it is not a string");
    return entry[key].get<std::string>();
  };
  if (!entry.is_object())
    throw ToolError(where + " is not an object");
  CompileCommand command;
  command.directory =
      entry.contains("directory") ? absolutePath(text("directory"), base) : base;
  command.file = absolutePath(text("file"), command.directory);
  if (entry.contains("arguments")) {
    const nlohmann::json &arguments = entry["arguments"];
    bool areStrings = arguments.is_array() &&
                      std::all_of(arguments.begin(), arguments.end(),
                                  [](const auto &word) { return word.is_string(); });
    if (!areStrings)
      throw ToolError(where + ": \"arguments\" is not an array of strings");
    command.arguments = arguments.get<std::vector<std::string>>();
  } else {
    command.arguments = splitCommand(text("command"));
  }
  command.arguments = stripLaunchers(std::move(command.arguments));
  if (command.arguments.empty())
    throw ToolError(where + " has an empty command");
  return command;
}

CompileDatabase CompileDatabase::load(const std::string &path) {
  CompileDatabase database;
  database.databasePath = absolutePath(path);
  if (!fs::exists(database.databasePath))
    throw ToolError("there is no compile database " + quotedPath(path));
  if (fs::is_directory(database.databasePath))
    database.databasePath += std::string("/") + DatabaseName;
  if (!fs::exists(database.databasePath))
    throw ToolError("there is no " + std::string(DatabaseName) + " in " +
                    quotedPath(path) +
                    "; generate one (with CMake: -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)");
  std::string text = readDatabase(database.databasePath);
  nlohmann::json entries = parseDatabase(database.databasePath, text);
  if (!entries.is_array())
    throw ToolError("the compile database " + quotedPath(database.databasePath) +
                    " is not an array of commands");
  std::string base = fs::path(database.databasePath).parent_path().string();
  std::size_t number = 0;
  for (const nlohmann::json &entry : entries)
    database.add(readEntry(
        entry, base, database.databasePath + ": entry " + std::to_string(++number)));
  if (database.allCommands.empty())
    throw ToolError("the compile database " + quotedPath(database.databasePath) +
                    " names no files; build the project once, or check its options");
  return database;
}

static std::string canonicalPath(const std::string &file) {
  std::error_code ignored;
  fs::path canonical = fs::weakly_canonical(file, ignored);
  return ignored ? file : canonical.string();
}

void CompileDatabase::add(CompileCommand command) {
  std::string key = canonicalPath(command.file);
  for (std::size_t index : byFile[key])
    if (allCommands[index].arguments == command.arguments &&
        allCommands[index].directory == command.directory)
      return;
  byFile[key].push_back(allCommands.size());
  allCommands.push_back(std::move(command));
}

std::vector<CompileCommand>
CompileDatabase::commandsFor(const std::string &absoluteFile) const {
  std::vector<CompileCommand> result;
  auto found = byFile.find(canonicalPath(absoluteFile));
  if (found != byFile.end())
    for (std::size_t index : found->second)
      result.push_back(allCommands[index]);
  return result;
}

std::string CompileDatabase::find(const std::string &directory) {
  std::error_code ignored;
  for (fs::path at = absolutePath(directory);; at = at.parent_path()) {
    for (const fs::path &place : {at / DatabaseName, at / "build" / DatabaseName})
      if (fs::is_regular_file(place, ignored))
        return place.string();
    fs::path newest;
    fs::file_time_type newestTime{};
    for (const fs::directory_entry &entry :
         fs::directory_iterator(at / "build", ignored)) {
      fs::path place = entry.path() / DatabaseName;
      if (!fs::is_regular_file(place, ignored))
        continue;
      fs::file_time_type time = fs::last_write_time(place, ignored);
      if (newest.empty() || time > newestTime) {
        newest = place;
        newestTime = time;
      }
    }
    if (!newest.empty())
      return newest.string();
    if (!at.has_relative_path())
      return {};
  }
}

} // namespace hooktidy
