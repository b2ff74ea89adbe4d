//===- InferredFlags.cpp - compile commands for files that have none ------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/InferredFlags.h"

#include "clang/Tooling/CompilationDatabase.h"

namespace hooktidy {
namespace {

/// The database in the form of Clang's interface.
class KnownCommands : public clang::tooling::CompilationDatabase {
public:
  explicit KnownCommands(const std::vector<CompileCommand> &commands) {
    for (const CompileCommand &command : commands)
      all.emplace_back(command.directory, command.file, command.arguments,
                       /*Output=*/"");
  }

  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(llvm::StringRef file) const override {
    std::vector<clang::tooling::CompileCommand> result;
    for (const clang::tooling::CompileCommand &command : all)
      if (command.Filename == file)
        result.push_back(command);
    return result;
  }

  std::vector<std::string> getAllFiles() const override {
    std::vector<std::string> result;
    for (const clang::tooling::CompileCommand &command : all)
      result.push_back(command.Filename);
    return result;
  }

  std::vector<clang::tooling::CompileCommand> getAllCompileCommands() const override {
    return all;
  }

private:
  std::vector<clang::tooling::CompileCommand> all;
};

} // namespace

std::optional<InferredCommand> inferCommand(const std::vector<CompileCommand> &commands,
                                            const std::string &file) {
  auto database = clang::tooling::inferMissingCompileCommands(
      std::make_unique<KnownCommands>(commands));
  std::vector<clang::tooling::CompileCommand> inferred =
      database->getCompileCommands(file);
  if (inferred.empty())
    return std::nullopt;
  clang::tooling::CompileCommand &first = inferred.front();
  return InferredCommand{{first.Directory, file, first.CommandLine}, first.Heuristic};
}

} // namespace hooktidy
