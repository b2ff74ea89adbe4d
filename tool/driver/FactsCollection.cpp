//===- FactsCollection.cpp - many files to facts, in parallel -------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/FactsCollection.h"

#include "driver/FactsStore.h"
#include "driver/WorkerPool.h"
#include "facts/EntitySeparation.h"
#include "facts/FactsJson.h"
#include "report/Progress.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>
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

/// Takes in what the workers send. It does so in the order of the commands,
/// whichever worker is faster: which unit's facts stand for all must not depend on
/// that.
class Collector {
public:
  Collector(const std::vector<CompileCommand> &commands,
            const std::vector<Contract> &contracts)
      : commands(commands), store(contracts) {}

  void take(std::size_t task, TaskOutcome outcome) {
    waiting.emplace(task, std::move(outcome));
    while (!waiting.empty() && waiting.begin()->first == next) {
      add(commands[next].file, waiting.begin()->second);
      waiting.erase(waiting.begin());
      ++next;
    }
  }

  CollectedFacts finish() {
    CollectedFacts result;
    std::set<std::string> files;
    for (const CompileCommand &command : commands)
      files.insert(command.file);
    result.analysedFiles = files.size() - failures.size();
    result.units = store.takeRelevant();
    separateDefinitions(result.units);
    for (auto &failure : failures)
      result.failedFiles.push_back(std::move(failure.second));
    return result;
  }

private:
  void add(const std::string &file, const TaskOutcome &outcome) {
    std::string_view text = outcome.text;
    if (outcome.isFinished && text.substr(0, 1) == std::string_view(&FactsTag, 1)) {
      store.add(readFacts(text.substr(1)));
      return;
    }
    // One failure says enough about a file with several commands.
    if (failures.count(file) > 0)
      return;
    if (outcome.isFinished)
      failures[file] = decodeError(file, text.substr(1));
    else
      failures[file] = {file, outcome.text, {}, {}};
  }

  const std::vector<CompileCommand> &commands;
  /// Outcomes that came before an earlier command's.
  std::map<std::size_t, TaskOutcome> waiting;
  std::size_t next = 0;
  FactsStore store;
  std::map<std::string, FailedFile> failures;
};

} // namespace

CollectedFacts collectFacts(const std::vector<CompileCommand> &commands,
                            const std::vector<Contract> &contracts,
                            const CheckOptions &options, const std::string &directory) {
  PoolLimits limits;
  limits.workers =
      options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits.timeout = std::chrono::seconds(options.timeoutSeconds);
  limits.memoryBytes = std::uint64_t(options.memoryLimitMegabytes) << 20;
  limits.window = 8 + 4 * std::size_t(limits.workers);

  Collector collector(commands, contracts);
  Progress progress(commands.size(), !options.quiet);
  std::size_t doneCount = 0;
  auto parse = [&](std::size_t task) { return encode(parseUnit(commands[task])); };
  auto done = [&](std::size_t task, TaskOutcome outcome) {
    collector.take(task, std::move(outcome));
    progress.show(++doneCount, displayPath(commands[task].file, directory));
  };
  WorkerPool pool(limits, prepareParser, parse, done);
  pool.run(commands.size());
  return collector.finish();
}

} // namespace hooktidy
