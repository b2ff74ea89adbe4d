//===- SourceSelection.cpp - which files are checked, and how they compile ===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/SourceSelection.h"

#include "Error.h"
#include "driver/CompileDatabase.h"
#include "driver/CompilerFlags.h"
#include "driver/InferredFlags.h"
#include "driver/ResourceDirectory.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace fs = std::filesystem;

namespace hooktidy {
namespace {

bool isOneOf(const std::string &text, std::initializer_list<const char *> set) {
  return std::find(set.begin(), set.end(), text) != set.end();
}

bool isHeader(const std::string &file) {
  return isOneOf(fs::path(file).extension().string(),
                 {".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".inl", ".ipp", ".tpp"});
}

/// C and assembler have no hook classes, and a precompiled header's pseudo
/// source has no code of its own.
bool isCxxSource(const CompileCommand &command) {
  fs::path file(command.file);
  if (file.filename().string().rfind("cmake_pch.h", 0) == 0)
    return false;
  for (std::size_t i = 1; i + 1 < command.arguments.size(); ++i)
    if (command.arguments[i] == "-x")
      return command.arguments[i + 1].find("c++") != std::string::npos;
  return !isOneOf(file.extension().string(),
                  {".c", ".s", ".S", ".sx", ".asm", ".m", ".f", ".f90", ".rc", ".ll"});
}

/// Collects the commands for what one command line names.
class Selector {
public:
  explicit Selector(const CheckOptions &options) : options(options) {}

  SourceSelection select() {
    for (const std::string &file : options.files)
      requireFile(file);
    if (options.fixedFlags)
      takeFixedFlags();
    else if (options.files.empty())
      takeWholeDatabase();
    else
      for (const std::string &file : namedFiles())
        takeFile(file);
    if (selection.commands.empty() && !selection.unavailable.empty())
      throw ToolError(selection.unavailable.front().reason);
    clean();
    return std::move(selection);
  }

private:
  static void requireFile(const std::string &file) {
    std::error_code error;
    fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
      throw ToolError("there is no file " + quotedPath(file));
    if (fs::is_directory(status))
      throw ToolError(quotedPath(file) + " is a directory; name files, or none to check "
                                         "every file of the compile database");
  }

  /// The files of the command line, each once.
  std::vector<std::string> namedFiles() const {
    std::vector<std::string> files;
    for (const std::string &name : options.files) {
      std::string file = absolutePath(name);
      if (std::find(files.begin(), files.end(), file) == files.end())
        files.push_back(file);
    }
    return files;
  }

  void takeFixedFlags() {
    if (options.files.empty())
      throw ToolError("flags after '--' need files to check before it");
    for (const std::string &file : namedFiles()) {
      std::vector<std::string> arguments = {"clang++"};
      arguments.insert(arguments.end(), options.fixedFlags->begin(),
                       options.fixedFlags->end());
      arguments.push_back(file);
      selection.commands.push_back(
          {fs::current_path().string(), file, std::move(arguments)});
    }
  }

  /// The database that `directory` belongs to, or null.
  const CompileDatabase *databaseOf(const std::string &directory) {
    std::string path =
        options.buildPath.empty() ? CompileDatabase::find(directory) : options.buildPath;
    if (path.empty() && directory != fs::current_path())
      path = CompileDatabase::find(fs::current_path().string());
    if (path.empty())
      return nullptr;
    auto found = databases.find(path);
    if (found == databases.end()) {
      found = databases.emplace(path, CompileDatabase::load(path)).first;
      if (options.buildPath.empty())
        selection.notices.push_back("using the compile database " + found->second.path());
    }
    return &found->second;
  }

  [[noreturn]] static void failWithoutDatabase(const std::string &what) {
    throw ToolError("found no compile_commands.json for " + what +
                    "; generate one (with CMake: -DCMAKE_EXPORT_COMPILE_COMMANDS=ON), "
                    "name it with -p, or give the compiler's flags after '--'");
  }

  void takeWholeDatabase() {
    const CompileDatabase *database = databaseOf(fs::current_path().string());
    if (!database)
      failWithoutDatabase("this directory, in it or above it");
    for (const CompileCommand &command : database->commands()) {
      if (isCxxSource(command))
        selection.commands.push_back(command);
      else
        ++selection.skipped;
    }
    if (selection.commands.empty())
      throw ToolError("the compile database " + quotedPath(database->path()) +
                      " has no C++ files");
  }

  void takeFile(const std::string &file) {
    const CompileDatabase *database = databaseOf(fs::path(file).parent_path().string());
    if (!database)
      failWithoutDatabase(quotedPath(file));
    std::vector<CompileCommand> commands = database->commandsFor(file);
    if (commands.empty() && options.allowInferredFlags)
      if (auto inferred = inferCommand(database->commands(), file)) {
        selection.notices.push_back(file + ": compiler flags " + inferred->origin);
        commands.push_back(std::move(inferred->command));
      }
    if (commands.empty())
      selection.unavailable.push_back({file, describeMissing(file, *database)});
    selection.commands.insert(selection.commands.end(), commands.begin(), commands.end());
  }

  static std::string describeMissing(const std::string &file,
                                     const CompileDatabase &database) {
    std::string remedy =
        isHeader(file)
            ? "; check a source file that includes it, or use --allow-inferred-flags"
            : "; add it to the build, give its flags after '--', or use "
              "--allow-inferred-flags";
    return quotedPath(file) + " has no compile command in " +
           quotedPath(database.path()) + remedy;
  }

  void clean() {
    std::string resourceDir = findResourceDirectory(options.resourceDir);
    for (CompileCommand &command : selection.commands)
      command.arguments = cleanArguments(
          expandResponseFiles(std::move(command.arguments), command.directory),
          options.removeFlags, resourceDir);
  }

  const CheckOptions &options;
  SourceSelection selection;
  std::map<std::string, CompileDatabase> databases;
};

} // namespace

SourceSelection selectSources(const CheckOptions &options) {
  return Selector(options).select();
}

} // namespace hooktidy
