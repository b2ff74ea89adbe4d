//===- Finding.h - what the engine reports ----------------------*- C++ -*-===//
//
// Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HOOKTIDY_ENGINE_FINDING_H
#define HOOKTIDY_ENGINE_FINDING_H

#include "contract/Contract.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hooktidy {

/// A place, independent of any translation unit.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// A note below a finding.
struct FindingNote {
  Place place;
  std::string message;
};

/// Replaces the text from `begin` up to `end`, which is in the same file. Nothing is
/// removed if the two are the same place.
struct FixIt {
  Place begin;
  Place end;
  std::string replacement;
};

/// One step of the lifecycle that breaks the hook: a callback, or something
/// that happens to the framework between two callbacks ("run fails").
struct TraceStep {
  enum class Kind { Phase, Event } kind = Kind::Phase;
  std::string text;
};

/// A breach of a contract.
struct Finding {
  std::string check;
  std::string contract;
  std::string rule;
  Severity severity = Severity::Warning;
  std::string message;
  Place place;
  /// Qualified name of the hook class, or for rules that look at the code around
  /// hooks the class of the method (empty: none).
  std::string hookClass;
  /// The phase in which it happens, or the function.
  std::string phase;
  /// What breaks the rule: a callee, member or resource.
  std::string subject;
  std::vector<TraceStep> trace;
  /// The lifecycle first, then the call chain from the callback down.
  std::vector<FindingNote> notes;
  /// Edits which, all together, put it right. Only where that is certain.
  std::vector<FixIt> fixIts;
  /// Stable over edits elsewhere: rule, class, phase, subject, ordinal; no
  /// line numbers.
  std::string fingerprint;
};

/// A class or rule that was not decided, and why.
struct NotAnalysed {
  Place place;
  std::string what;
  std::string reason;
};

/// What the analysis saw and what it did not.
struct Statistics {
  std::uint64_t hookClasses = 0;
  std::uint64_t functions = 0;
  std::uint64_t callsResolved = 0;
  /// Calls through a pointer or std::function whose target is not known.
  std::uint64_t unknownIndirectCalls = 0;
  /// Calls of user functions whose body was not seen.
  std::uint64_t unknownBodies = 0;
  /// Callables given to functions that were not seen.
  std::uint64_t unknownHandedOver = 0;
  /// Branch conditions that could not be decided.
  std::uint64_t unknownGuards = 0;
  /// Findings withheld because a guard that could not be resolved depends on
  /// state that the guarded code changes.
  std::uint64_t benefitOfDoubt = 0;
  /// Function bodies that could not be turned into facts.
  std::uint64_t functionsNotAnalysed = 0;
};

struct AnalysisResult {
  std::vector<Finding> findings;
  std::vector<NotAnalysed> notAnalysed;
  Statistics statistics;
};

} // namespace hooktidy

#endif // HOOKTIDY_ENGINE_FINDING_H
