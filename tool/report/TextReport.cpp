//===- TextReport.cpp - the report for people -----------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/TextReport.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

namespace hooktidy {
namespace {

constexpr const char *Bold = "\033[1m";
constexpr const char *Magenta = "\033[1;35m";
constexpr const char *Cyan = "\033[1;36m";
constexpr const char *Green = "\033[1;32m";
constexpr const char *Reset = "\033[0m";

std::string plural(std::size_t count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Lines of source files, read once.
class SourceLines {
public:
  /// The line, or nothing if the file or the line is not there.
  std::string line(const std::string &file, unsigned number) {
    auto found = files.find(file);
    if (found == files.end())
      found = files.emplace(file, read(file)).first;
    return number >= 1 && number <= found->second.size() ? found->second[number - 1]
                                                         : std::string();
  }

private:
  static std::vector<std::string> read(const std::string &file) {
    std::vector<std::string> lines;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
      lines.push_back(line);
    return lines;
  }

  std::map<std::string, std::vector<std::string>> files;
};

/// Writes messages in the form of Clang's.
class TextWriter {
public:
  TextWriter(const CheckReport &report, bool useColor)
      : report(report), useColor(useColor) {}

  std::string write() {
    for (const Finding &finding : report.result.findings) {
      message(finding.place, "warning: ", Magenta,
              paint(Bold, finding.message + " [" + finding.check + "]"), finding.fixIts);
      for (const FindingNote &note : finding.notes)
        message(note.place, "note: ", Cyan, note.message);
    }
    return std::move(text);
  }

private:
  std::string paint(const char *color, const std::string &what) const {
    return useColor ? color + what + Reset : what;
  }

  void message(const Place &place, const char *kind, const char *color,
               const std::string &what, const std::vector<FixIt> &fixIts = {}) {
    text += paint(Bold, displayPlace(place, report.directory) + ": ") +
            paint(color, kind) + what + "\n";
    // The lifecycle note stands where the finding does.
    bool isRepeated =
        place.file == last.file && place.line == last.line && place.column == last.column;
    last = place;
    if (!isRepeated)
      snippet(place, fixIts);
  }

  void snippet(const Place &place, const std::vector<FixIt> &fixIts) {
    std::string line = sources.line(place.file, place.line);
    if (line.empty() || place.column == 0)
      return;
    text += line + "\n" + indentTo(line, place.column) + paint(Green, "^") + "\n";
    std::string fixes = fixesOn(line, place, fixIts);
    if (!fixes.empty())
      text += paint(Green, fixes) + "\n";
  }

  /// Tabs stay tabs, so that what follows stands right.
  static std::string indentTo(const std::string &line, unsigned column) {
    std::string indent;
    for (std::size_t i = 0; i + 1 < column && i < line.size(); ++i) {
      bool isContinuation = (static_cast<unsigned char>(line[i]) & 0xc0) == 0x80;
      if (!isContinuation)
        indent += line[i] == '\t' ? '\t' : ' ';
    }
    return indent;
  }

  /// As Clang shows them: the new text below the place where it goes. Edits of
  /// other lines are not shown.
  static std::string fixesOn(const std::string &line, const Place &place,
                             std::vector<FixIt> fixIts) {
    std::sort(fixIts.begin(), fixIts.end(), [](const FixIt &left, const FixIt &right) {
      return left.begin.column < right.begin.column;
    });
    std::string result;
    for (const FixIt &fix : fixIts) {
      if (fix.begin.file != place.file || fix.begin.line != place.line)
        continue;
      std::string indent = indentTo(line, fix.begin.column);
      if (indent.size() > result.size() || result.empty())
        result += indent.substr(result.size());
      else
        result += ' ';
      result += fix.replacement;
    }
    return result;
  }

  const CheckReport &report;
  bool useColor;
  std::string text;
  SourceLines sources;
  Place last;
};

std::string row(std::uint64_t count, const char *what) {
  char line[128];
  std::snprintf(line, sizeof line, "  %8llu  %s\n",
                static_cast<unsigned long long>(count), what);
  return line;
}

} // namespace

std::string writeTextReport(const CheckReport &report, bool useColor) {
  return TextWriter(report, useColor).write();
}

std::string writeFailures(const CheckReport &report) {
  std::string text;
  for (const FailedFile &failed : report.failedFiles)
    if (!failed.error.empty())
      text += (failed.place.file.empty() ? displayPath(failed.file, report.directory)
                                         : displayPlace(failed.place, report.directory)) +
              ": error: " + failed.error + "\n";
  for (const NotAnalysed &open : report.result.notAnalysed)
    text += displayPlace(open.place, report.directory) + ": error: " + open.what +
            " not analysed: " + open.reason + "\n";
  std::size_t failedCount = report.failedFiles.size();
  if (failedCount > 0) {
    text += "hooktidy: " + std::to_string(failedCount) + " of " +
            plural(failedCount + report.analysedFiles, "file") +
            (failedCount == 1 ? " was not analysed:\n" : " were not analysed:\n");
    for (const FailedFile &failed : report.failedFiles)
      text +=
          "  " + displayPath(failed.file, report.directory) + ": " + failed.reason + "\n";
  }
  return text;
}

std::string writeSummary(const CheckReport &report) {
  std::set<std::string> files;
  for (const Finding &finding : report.result.findings)
    files.insert(finding.place.file);
  std::size_t count = report.result.findings.size();
  std::string text =
      "hooktidy: " + (count == 0 ? "no findings" : plural(count, "finding"));
  if (count > 0)
    text += " in " + plural(files.size(), "file");
  text += "; " + plural(report.analysedFiles, "file") + " checked";
  if (!report.failedFiles.empty())
    text += ", " + std::to_string(report.failedFiles.size()) + " not analysed";
  return text + "\n";
}

std::string writeStatistics(const CheckReport &report) {
  const Statistics &seen = report.result.statistics;
  std::string text = "hooktidy: what was seen:\n";
  text += row(report.analysedFiles, "files analysed");
  text += row(report.failedFiles.size(), "files not analysed");
  text += row(report.skippedFiles, "entries of the compile database that are no C++");
  text += row(seen.hookClasses, "hook classes");
  text += row(seen.functions, "functions");
  text += row(seen.callsResolved, "calls followed");
  text += "and what was not:\n";
  text += row(seen.unknownIndirectCalls, "calls through a pointer or std::function");
  text += row(seen.unknownBodies, "calls of functions whose body is elsewhere");
  text += row(seen.unknownHandedOver, "callables given to functions that were not seen");
  text += row(seen.unknownGuards, "conditions that could not be decided");
  text +=
      row(seen.benefitOfDoubt, "findings withheld for such a condition (see --strict)");
  text += row(seen.functionsNotAnalysed, "function bodies without facts");
  text += row(report.result.notAnalysed.size(), "classes or rules not decided");
  char times[128];
  std::snprintf(times, sizeof times, "time: %.2f s parsing, %.2f s analysis\n",
                report.parseSeconds, report.analysisSeconds);
  return text + times;
}

} // namespace hooktidy
