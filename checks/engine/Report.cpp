//===- Report.cpp - breaches to findings ------------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "engine/Report.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace hooktidy {

/// Replaces "{name}" by its value; names without a value stay as they are.
static std::string fillIn(const std::string &message,
                          const std::map<std::string, std::string> &values) {
  std::string result;
  for (std::size_t i = 0; i < message.size();) {
    std::size_t end = message[i] == '{' ? message.find('}', i) : std::string::npos;
    auto value = end == std::string::npos
                     ? values.end()
                     : values.find(message.substr(i + 1, end - i - 1));
    if (value == values.end()) {
      result += message[i++];
      continue;
    }
    result += value->second;
    i = end + 1;
  }
  return result;
}

std::string formatTrace(const std::vector<TraceStep> &trace) {
  std::string text;
  for (const TraceStep &step : trace)
    text += (text.empty() ? "" : " -> ") + step.text;
  return text;
}

/// Where the lifecycle note points: at the callback, or at the class for phases
/// that are no method of it.
static Place placeOfPhase(const Program &program, const HookClass &hook,
                          const std::string &phase) {
  auto it = hook.callbacks.find(phase);
  if (it != hook.callbacks.end())
    return program.place(it->second->unit, it->second->facts->location);
  return program.place(hook.record->unit, hook.record->facts->location);
}

/// All of a finding but its notes; `hookClass` and `phase` say where.
static Finding describe(const Program &program, const Contract &contract,
                        const Rule &rule, const Violation &violation,
                        const std::string &hookClass, const std::string &phase) {
  const std::vector<ChainLink> &chain = violation.chain;
  Finding finding;
  finding.check = rule.check;
  finding.contract = contract.name;
  finding.rule = rule.id;
  finding.severity = rule.severity;
  finding.hookClass = hookClass;
  finding.phase = phase;
  finding.subject = violation.subject;
  finding.place = program.place(chain.front().unit, chain.front().location);
  std::map<std::string, std::string> values = violation.placeholders;
  values["callee"] = chain.back().callee;
  values["phase"] = phase;
  values["class"] = hookClass;
  finding.message = fillIn(rule.message, values);
  for (const Edit &edit : violation.edits)
    finding.fixIts.push_back({program.place(edit.unit, edit.begin),
                              program.place(edit.unit, edit.end), edit.replacement});
  return finding;
}

static void addNotes(const Program &program, const Violation &violation,
                     Finding &finding) {
  const std::vector<ChainLink> &chain = violation.chain;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    bool isLast = i + 1 == chain.size();
    std::string note = isLast && !violation.lastNote.empty()
                           ? violation.lastNote
                           : "'" + chain[i].callee + "' is called here";
    finding.notes.push_back({program.place(chain[i].unit, chain[i].location), note});
  }
  for (const auto &[link, note] : violation.notes)
    finding.notes.push_back({program.place(link.unit, link.location), note});
}

Finding makeFinding(const Program &program, const HookClass &hook,
                    const Contract &contract, const Rule &rule, const Breach &breach) {
  const Violation &violation = breach.violation;
  Finding finding = describe(program, contract, rule, violation,
                             hook.record->facts->qualifiedName, violation.phase);
  finding.trace = breach.trace;
  finding.notes.push_back({placeOfPhase(program, hook, violation.phase),
                           "lifecycle: " + formatTrace(breach.trace)});
  addNotes(program, violation, finding);
  return finding;
}

Finding makeFinding(const Program &program, const Contract &contract, const Rule &rule,
                    const FunctionBreach &breach) {
  const FunctionFacts &function = *breach.function->facts;
  const Record *record = program.findRecord(function.record);
  Finding finding = describe(program, contract, rule, breach.violation,
                             record ? record->facts->qualifiedName : std::string(),
                             function.qualifiedName);
  addNotes(program, breach.violation, finding);
  return finding;
}

/// 64-bit FNV-1a, as hexadecimal digits.
static std::string hashText(const std::string &text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (unsigned char c : text) {
    hash ^= c;
    hash *= 1099511628211ULL;
  }
  static const char Digits[] = "0123456789abcdef";
  std::string result;
  for (int shift = 60; shift >= 0; shift -= 4)
    result += Digits[(hash >> shift) & 15];
  return result;
}

static auto placeKey(const Finding &finding) {
  return std::tie(finding.place.file, finding.place.line, finding.place.column,
                  finding.check, finding.message);
}

/// Sorted by place. Of equal findings in several classes the one of the first
/// class stays: the base that owns the code, if it is a hook itself.
static std::vector<Finding> sortedAndDistinct(const std::vector<Finding> &findings) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return std::make_pair(placeKey(findings[left]), left) <
           std::make_pair(placeKey(findings[right]), right);
  });
  std::vector<Finding> result;
  for (std::size_t index : order)
    if (result.empty() || placeKey(result.back()) != placeKey(findings[index]))
      result.push_back(findings[index]);
  return result;
}

void finishFindings(std::vector<Finding> &findings) {
  findings = sortedAndDistinct(findings);
  std::map<std::string, unsigned> ordinals;
  for (Finding &finding : findings) {
    std::string identity = finding.contract + "|" + finding.rule + "|" +
                           finding.hookClass + "|" + finding.phase + "|" +
                           finding.subject;
    unsigned ordinal = ordinals[identity]++;
    finding.fingerprint = hashText(identity + "|" + std::to_string(ordinal));
  }
}

} // namespace hooktidy
