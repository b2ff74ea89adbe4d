//===- JsonReport.cpp - the report for programs ---------------------------===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/JsonReport.h"

#include "driver/ParseUnit.h"
#include "report/SeverityName.h"

#include <nlohmann/json.hpp>

namespace hooktidy {

using Json = nlohmann::ordered_json;

static void addPlace(Json &object, const Place &place, const std::string &directory) {
  object["file"] = displayPath(place.file, directory);
  object["line"] = place.line;
  object["column"] = place.column;
}

static Json findingToJson(const Finding &finding, const std::string &directory) {
  Json object;
  object["check"] = finding.check;
  object["contract"] = finding.contract;
  object["rule"] = finding.rule;
  object["severity"] = severityName(finding.severity);
  object["message"] = finding.message;
  addPlace(object, finding.place, directory);
  object["class"] = finding.hookClass;
  object["phase"] = finding.phase;
  object["subject"] = finding.subject;
  object["trace"] = Json::array();
  for (const TraceStep &step : finding.trace)
    object["trace"].push_back(
        {{"kind", step.kind == TraceStep::Kind::Phase ? "phase" : "event"},
         {"text", step.text}});
  object["notes"] = Json::array();
  for (const FindingNote &note : finding.notes) {
    Json entry;
    addPlace(entry, note.place, directory);
    entry["message"] = note.message;
    object["notes"].push_back(std::move(entry));
  }
  object["fix_its"] = Json::array();
  for (const FixIt &fix : finding.fixIts) {
    Json entry;
    addPlace(entry, fix.begin, directory);
    entry["end_line"] = fix.end.line;
    entry["end_column"] = fix.end.column;
    entry["replacement"] = fix.replacement;
    object["fix_its"].push_back(std::move(entry));
  }
  object["fingerprint"] = finding.fingerprint;
  return object;
}

static Json notAnalysedToJson(const CheckReport &report) {
  Json list = Json::array();
  for (const FailedFile &failed : report.failedFiles) {
    Json entry = {{"kind", "file"},
                  {"what", displayPath(failed.file, report.directory)},
                  {"reason", failed.reason}};
    if (!failed.error.empty())
      entry["error"] = failed.error;
    if (!failed.place.file.empty())
      addPlace(entry, failed.place, report.directory);
    list.push_back(std::move(entry));
  }
  for (const NotAnalysed &open : report.result.notAnalysed) {
    Json entry = {{"kind", "class"}, {"what", open.what}, {"reason", open.reason}};
    addPlace(entry, open.place, report.directory);
    list.push_back(std::move(entry));
  }
  return list;
}

static Json statisticsToJson(const CheckReport &report) {
  const Statistics &seen = report.result.statistics;
  return {{"files_analysed", report.analysedFiles},
          {"files_not_analysed", report.failedFiles.size()},
          {"files_skipped", report.skippedFiles},
          {"hook_classes", seen.hookClasses},
          {"functions", seen.functions},
          {"calls_resolved", seen.callsResolved},
          {"unknown_indirect_calls", seen.unknownIndirectCalls},
          {"unknown_bodies", seen.unknownBodies},
          {"unknown_handed_over", seen.unknownHandedOver},
          {"unknown_guards", seen.unknownGuards},
          {"benefit_of_doubt", seen.benefitOfDoubt},
          {"functions_not_analysed", seen.functionsNotAnalysed}};
}

std::string writeJsonReport(const CheckReport &report) {
  Json root;
  root["schema_version"] = JsonReportVersion;
  root["tool"] = {
      {"name", "hooktidy"}, {"version", HOOKTIDY_VERSION}, {"llvm", llvmVersion()}};
  root["directory"] = report.directory;
  root["findings"] = Json::array();
  for (const Finding &finding : report.result.findings)
    root["findings"].push_back(findingToJson(finding, report.directory));
  root["not_analysed"] = notAnalysedToJson(report);
  root["statistics"] = statisticsToJson(report);
  // Source text may be in any encoding.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace hooktidy
