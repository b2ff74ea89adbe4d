//===- FactsCollection.cpp - many files to facts, in parallel -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/FactsCollection.h"

#include "driver/RepeatedFacts.h"
#include "driver/WorkerPool.h"
#include "facts/EntitySeparation.h"
#include "facts/FactsJson.h"
#include "report/Progress.h"

#include <nlohmann/json.hpp>

#include <map>
#include <thread>

namespace hooktidy {
namespace {

/// First byte of what a worker sends: facts or an error follow.
constexpr char FactsTag = 'F';
constexpr char ErrorTag = 'E';

std::string encode(const ParsedUnit &unit) {
  if (unit.facts)
    return FactsTag + writeFacts(*unit.facts);
  nlohmann::json error = {{"file", unit.error.file},
                          {"line", unit.error.line},
                          {"column", unit.error.column},
                          {"message", unit.error.message}};
  return ErrorTag + error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

FailedFile decodeError(const std::string &file, std::string_view text) {
  nlohmann::json error = nlohmann::json::parse(text);
  FailedFile failed;
  failed.file = file;
  failed.reason = "does not compile";
  failed.place = {error["file"], error["line"], error["column"]};
  failed.error = error["message"];
  return failed;
}

/// Takes in what the workers send.
class Collector {
public:
  explicit Collector(const std::vector<CompileCommand> &commands) : commands(commands) {}

  void take(std::size_t task, const TaskOutcome &outcome) {
    const std::string &file = commands[task].file;
    std::string_view text = outcome.text;
    if (outcome.isFinished && text.substr(0, 1) == std::string_view(&FactsTag, 1)) {
      units[task] = readFacts(text.substr(1));
      return;
    }
    // One failure says enough about a file with several commands.
    if (failures.count(file) == 0)
      failures[file] = outcome.isFinished ? decodeError(file, text.substr(1))
                                          : FailedFile{file, outcome.text, {}, {}};
  }

  CollectedFacts finish() {
    CollectedFacts result;
    std::map<std::string, bool> files;
    for (const CompileCommand &command : commands)
      files[command.file];
    result.analysedFiles = files.size() - failures.size();
    // In the order of the commands, whichever worker was faster.
    for (auto &unit : units)
      result.units.push_back(std::move(unit.second));
    separateDefinitions(result.units);
    for (auto &failure : failures)
      result.failedFiles.push_back(std::move(failure.second));
    return result;
  }

private:
  const std::vector<CompileCommand> &commands;
  std::map<std::size_t, TranslationUnitFacts> units;
  std::map<std::string, FailedFile> failures;
};

} // namespace

CollectedFacts collectFacts(const std::vector<CompileCommand> &commands,
                            const CheckOptions &options, const std::string &directory) {
  PoolLimits limits;
  limits.workers =
      options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits.timeout = std::chrono::seconds(options.timeoutSeconds);
  limits.memoryBytes = std::uint64_t(options.memoryLimitMegabytes) << 20;

  Collector collector(commands);
  Progress progress(commands.size(), !options.quiet);
  std::size_t doneCount = 0;
  // Each worker process has its own copy of this.
  RepeatedFacts repeated;
  auto parse = [&](std::size_t task) {
    ParsedUnit unit = parseUnit(commands[task]);
    if (unit.facts)
      repeated.remove(*unit.facts);
    return encode(unit);
  };
  auto done = [&](std::size_t task, TaskOutcome outcome) {
    collector.take(task, outcome);
    progress.show(++doneCount, displayPath(commands[task].file, directory));
  };
  WorkerPool pool(limits, prepareParser, parse, done);
  pool.run(commands.size());
  return collector.finish();
}

} // namespace hooktidy
