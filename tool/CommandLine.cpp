//===- CommandLine.cpp - the tool's command line --------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CLI11 rather than llvm::cl: LLVM's options are global objects (every linked
// LLVM library adds some), and its parser ends the process itself, with 1 for
// a usage error, which here means "has findings".
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "contract/NameSuggestion.h"
#include "driver/ParseUnit.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <map>

namespace hooktidy {

static const std::map<std::string, Format> formatNames = {{"text", Format::Text},
                                                          {"json", Format::Json}};
static const std::map<std::string, ColorMode> colorNames = {{"auto", ColorMode::Auto},
                                                            {"always", ColorMode::Always},
                                                            {"never", ColorMode::Never}};

template <typename Enum>
static void addChoice(CLI::App &app, const std::string &name, Enum &value,
                      const std::map<std::string, Enum> &choices,
                      const std::string &help) {
  std::string names;
  for (const auto &choice : choices)
    names += (names.empty() ? "" : "|") + choice.first;
  app.add_option_function<std::string>(
         name,
         [&value, &choices, names, name](const std::string &text) {
           auto found = choices.find(text);
           if (found == choices.end())
             throw CLI::ValidationError(name, "'" + text + "' is not one of " + names);
           value = found->second;
         },
         help)
      ->type_name(names);
}

/// An option that may be given several times, with one value each time.
static void addRepeatable(CLI::App &app, const std::string &name,
                          std::vector<std::string> &values, const std::string &type,
                          const std::string &help) {
  app.add_option(name, values, help)->allow_extra_args(false)->type_name(type);
}

static void addContracts(CLI::App &app, std::vector<std::string> &contracts) {
  addRepeatable(app, "--contract", contracts, "FILE",
                "Also check against this contract (repeatable)");
}

static void addCheckInput(CLI::App &check, CheckOptions &options) {
  check.add_option("files", options.files,
                   "Files to check; none: all files of the compile database");
  check
      .add_option("-p", options.buildPath,
                  "Compile database, or its directory (default: looked for upwards, "
                  "also in build/ and build/*/)")
      ->type_name("PATH");
  check
      .add_option("--resource-dir", options.resourceDir,
                  "Directory of the compiler's own headers (default: found by itself)")
      ->type_name("DIR");
  addRepeatable(check, "--remove-flag", options.removeFlags, "GLOB",
                "Leave out compiler flags that match (repeatable)");
  check.add_flag("--allow-inferred-flags", options.allowInferredFlags,
                 "For a file without a compile command, use that of a file like it");
  check.add_option("-j,--jobs", options.jobs,
                   "Number of worker processes (default: one per processor)");
  check
      .add_option("--timeout", options.timeoutSeconds,
                  "Give up on a file after this many seconds")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  check
      .add_option("--memory-limit", options.memoryLimitMegabytes,
                  "Give up on a file that needs more memory than this")
      ->type_name("MB")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

static void addCheckOutput(CLI::App &check, CheckOptions &options) {
  check
      .add_option("--checks", options.checks,
                  "Checks to turn on, or off with '-': globs as in "
                  "--checks=-*,hook-graph-*")
      ->type_name("GLOBS");
  addContracts(check, options.contracts);
  check.add_flag("--strict", options.strict,
                 "Report also what got the benefit of the doubt");
  addChoice(check, "--format", options.format, formatNames, "Form of the report");
  check
      .add_option("-o,--output", options.output,
                  "Write the report to this file instead of standard output")
      ->type_name("FILE");
  addChoice(check, "--color", options.color, colorNames, "Colours in the text report");
  check.add_flag("--stats", options.stats, "Print what was seen and what was not");
  check.add_flag("-q,--quiet", options.quiet,
                 "Print nothing on standard error but errors: no progress, no summary");
}

/// What an unknown argument was meant to be.
static std::string describeExtra(const CLI::App &app, const std::string &extra) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  for (const CLI::App *command : app.get_subcommands({}))
    names.push_back(command->get_name());
  bool isCommand = extra[0] != '-' && app.get_parent() == nullptr;
  std::string kind = isCommand ? "command" : extra[0] == '-' ? "option" : "argument";
  std::string nearest = nearestName(extra.substr(0, extra.find('=')), names);
  return "unknown " + kind + " " + inQuotes(extra) +
         (nearest.empty() ? "" : "; did you mean " + inQuotes(nearest) + "?");
}

static ExitCode usageError(const CLI::App &app, const CLI::ParseError &error) {
  const CLI::App *command = &app;
  if (!app.get_subcommands().empty())
    command = app.get_subcommands().front();
  std::string message = error.what();
  std::vector<std::string> extras = app.remaining(/*recurse=*/true);
  if (!extras.empty())
    message = describeExtra(*command, extras.front());
  else if (command == &app)
    message = "a command is required: check, list or explain";
  std::cerr << "hooktidy: error: " << message << " (see 'hooktidy"
            << (command == &app ? "" : " " + command->get_name()) << " --help')\n";
  return ExitCode::CouldNotRun;
}

Command parseCommandLine(int argc, const char *const *argv) {
  // CLI11 would take what follows "--" for files.
  const char *const *end = argv + argc;
  const char *const *separator = std::find(argv, end, std::string_view("--"));

  CheckOptions checkOptions;
  ListOptions listOptions;
  ExplainOptions explainOptions;

  CLI::App app(
      "Checks C++ hook classes against the lifecycle contract of their framework",
      "hooktidy");
  app.set_version_flag("--version",
                       "hooktidy " HOOKTIDY_VERSION " (LLVM " + llvmVersion() + ")");
  app.require_subcommand(1);
  CLI::App *check = app.add_subcommand("check", "Check source files");
  check->footer("Flags after '--' are used instead of a compile database.\n"
                "Exit codes: 0 clean, 1 findings, 2 could not run, "
                "3 some file could not be analysed.");
  addCheckInput(*check, checkOptions);
  addCheckOutput(*check, checkOptions);
  CLI::App *list = app.add_subcommand("list", "List the checks");
  addContracts(*list, listOptions.contracts);
  addChoice(*list, "--format", listOptions.format, formatNames, "Form of the list");
  CLI::App *explain = app.add_subcommand("explain", "Explain a check");
  explain->add_option("check", explainOptions.check, "Name of the check")->required();
  addContracts(*explain, explainOptions.contracts);

  try {
    app.parse(static_cast<int>(separator - argv), argv);
  } catch (const CLI::Success &request) {
    app.exit(request);
    return ExitCode::Clean;
  } catch (const CLI::ParseError &error) {
    return usageError(app, error);
  }
  if (list->parsed())
    return listOptions;
  if (explain->parsed())
    return explainOptions;
  if (separator != end)
    checkOptions.fixedFlags.emplace(separator + 1, end);
  return checkOptions;
}

} // namespace hooktidy
