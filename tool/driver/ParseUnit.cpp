//===- ParseUnit.cpp - one compile command to facts -----------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ParseUnit.h"

#include "driver/CompileDatabase.h"
#include "extract/FactsAction.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <new>

#include <unistd.h>

namespace hooktidy {
namespace {

/// Keeps the first error and nothing else.
class FirstError : public clang::DiagnosticConsumer {
public:
  explicit FirstError(const std::string &directory) : directory(directory) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error || !error.message.empty())
      return;
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    error.message = message.str().str();
    if (!info.hasSourceManager() || info.getLocation().isInvalid())
      return;
    clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
    if (place.isInvalid())
      return;
    error.file = absolutePath(place.getFilename(), directory);
    error.line = place.getLine();
    error.column = place.getColumn();
  }

  ParseError error;

private:
  const std::string &directory;
};

} // namespace

std::string llvmVersion() { return LLVM_VERSION_STRING; }

void prepareParser() {
  llvm::InitializeAllTargetInfos();
  // LLVM allocates past operator new in places.
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { std::get_new_handler()(); });
}

ParsedUnit parseUnit(const CompileCommand &command) {
  ParsedUnit result;
  if (chdir(command.directory.c_str()) != 0) {
    result.error.message =
        "its compile command runs in '" + command.directory + "', which is not there";
    return result;
  }
  std::vector<std::string> arguments = command.arguments;
  clang::tooling::addTargetAndModeForProgramName(arguments, arguments.front());
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(clang::FileSystemOptions(), llvm::vfs::getRealFileSystem()));
  FirstError first(command.directory);
  clang::tooling::ToolInvocation invocation(arguments, makeFactsAction(result.facts),
                                            files.get());
  invocation.setDiagnosticConsumer(&first);
  bool isParsed = invocation.run();
  if (isParsed && first.error.message.empty() && result.facts)
    return result;
  result.facts.reset();
  result.error = std::move(first.error);
  if (result.error.message.empty())
    result.error.message = "the parser gave up on this file without saying why";
  return result;
}

} // namespace hooktidy
