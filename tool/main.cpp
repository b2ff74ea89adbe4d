//===- main.cpp - the hooktidy tool ---------------------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Error.h"
#include "commands/Check.h"
#include "commands/Explain.h"
#include "commands/List.h"
#include "contract/ContractLoader.h"
#include "report/Output.h"

#include <csignal>
#include <exception>
#include <type_traits>

namespace hooktidy {

static ExitCode runCommand(const Command &command) {
  return std::visit(
      [](const auto &options) {
        using Options = std::decay_t<decltype(options)>;
        if constexpr (std::is_same_v<Options, CheckOptions>)
          return runCheck(options);
        else if constexpr (std::is_same_v<Options, ListOptions>)
          return runList(options);
        else if constexpr (std::is_same_v<Options, ExplainOptions>)
          return runExplain(options);
        else
          return options;
      },
      command);
}

/// Ends as a process does that the signal ended, so that a shell stops too.
static ExitCode endBySignal(int signal) {
  writeError("hooktidy: interrupted\n");
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  return ExitCode::CouldNotRun;
}

static ExitCode runMain(int argc, const char *const *argv) {
  // A reader that goes away is a write error like others.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return runCommand(parseCommandLine(argc, argv));
  } catch (const Interrupted &request) {
    return endBySignal(request.signal);
  } catch (const ContractError &error) {
    writeError(std::string(error.what()) + "\n");
  } catch (const ToolError &error) {
    writeError(std::string("hooktidy: error: ") + error.what() + "\n");
  } catch (const std::exception &error) {
    writeError(std::string("hooktidy: internal error: ") + error.what() + "\n");
  }
  return ExitCode::CouldNotRun;
}

} // namespace hooktidy

int main(int argc, char **argv) {
  return static_cast<int>(hooktidy::runMain(argc, argv));
}
