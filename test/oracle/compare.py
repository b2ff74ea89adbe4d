# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares, rule by rule, what the linter says of hooks with what they breach when run.

Whatever does not agree must stand in differences.json with its reason, and whatever stands
there must be so:
  differences    a hook and a rule that only one side sees; "only": "linter" or "runtime"
  no_case        a check of which no case has a bad hook and a good twin
  not_replayed   findings whose lifecycle does not lead to the breach
"""

import json
from dataclasses import dataclass, field

SIDES = {"linter": "static only: ", "runtime": "dynamic only: "}
TO_BE_FIXED = "to be fixed: "


class BadTable(Exception):
    """differences.json is not as it has to be."""


@dataclass(frozen=True)
class Key:
    """A hook (class "": code that is no hook) and a rule."""
    source: str
    hook: str
    rule: str

    def __str__(self):
        return "%s %s [%s]" % (self.source, self.hook or "(no hook)", self.rule)


@dataclass
class Table:
    """What differences.json lists."""
    differences: dict = field(default_factory=dict)     # Key -> (side, reason)
    no_case: dict = field(default_factory=dict)         # rule -> reason
    not_replayed: dict = field(default_factory=dict)    # Key -> reason


@dataclass
class Observed:
    """What one run of the oracle saw."""
    linter: set = field(default_factory=set)            # Keys
    runtime: set = field(default_factory=set)           # Keys
    labels: dict = field(default_factory=dict)          # (source, hook) -> "bad", "good"
    case_rules: dict = field(default_factory=dict)      # source -> the rule of a case
    rules: list = field(default_factory=list)           # those that have a check
    replays: dict = field(default_factory=dict)         # Key -> [outcome of each finding]


def key_of(entry, listed):
    key = Key(entry["source"], entry["class"], entry["rule"])
    if key in listed:
        raise BadTable("listed twice: %s" % key)
    return key


def parse_table(text):
    document = json.loads(text)
    table = Table()
    for entry in document["differences"]:
        side, reason = entry["only"], entry["reason"]
        if side not in SIDES:
            raise BadTable('"only" is "%s"; it must be one of %s' % (side, ", ".join(SIDES)))
        if not reason.startswith((SIDES[side], TO_BE_FIXED)):
            raise BadTable('the reason "%s" must begin with "%s" or "%s"'
                           % (reason, SIDES[side], TO_BE_FIXED))
        table.differences[key_of(entry, table.differences)] = (side, reason)
    for entry in document["no_case"]:
        table.no_case[entry["rule"]] = entry["reason"]
    for entry in document["not_replayed"]:
        table.not_replayed[key_of(entry, table.not_replayed)] = entry["reason"]
    if not all([*table.no_case.values(), *table.not_replayed.values()]):
        raise BadTable("a reason is empty")
    return table


def compare_verdicts(observed, table):
    """Problems with what the two sides see."""
    for key in sorted(observed.linter ^ observed.runtime, key=str):
        side = "linter" if key in observed.linter else "runtime"
        listed = table.differences.get(key)
        if not listed:
            yield "only the %s sees it: %s" % (side, key)
        elif listed[0] != side:
            yield "only the %s sees it, but the other one is listed: %s" % (side, key)
    for key in table.differences:
        if key in observed.linter and key in observed.runtime:
            yield "no difference any more, take it off the list: %s" % key
        elif key not in observed.linter | observed.runtime:
            yield "nobody sees it, take it off the list: %s" % key


def check_labels(observed):
    """Problems with hooks that are not what their namespace or folder says."""
    seen = observed.linter | observed.runtime
    for (source, hook), label in sorted(observed.labels.items()):
        rule = observed.case_rules.get(source)
        of_hook = sorted(key.rule for key in seen if (key.source, key.hook) == (source, hook))
        if label == "good" and of_hook:
            yield "a good hook breaches %s: %s %s" % (", ".join(of_hook), source, hook)
        if label == "bad" and rule and rule not in of_hook:
            yield "nobody sees the breach of a bad hook: %s" % Key(source, hook, rule)
        if label == "bad" and not rule and not of_hook:
            yield "nobody sees a breach of a bad hook: %s %s" % (source, hook)


def has_case(observed, rule):
    """Whether the linter finds it in a bad hook of its case, which has a good twin too."""
    for source, case_rule in observed.case_rules.items():
        labels = [(hook, label) for (of, hook), label in observed.labels.items() if of == source]
        if case_rule == rule and any(label == "good" for _, label in labels) and any(
                label == "bad" and Key(source, hook, rule) in observed.linter
                for hook, label in labels):
            return True
    return False


def compare_coverage(observed, table):
    """Problems with checks that no case tries."""
    for rule in observed.rules:
        if not has_case(observed, rule) and rule not in table.no_case:
            yield ("no case: test/oracle/cases/%s.cpp should have a bad hook that the linter "
                   "finds, and a good one" % rule)
        if has_case(observed, rule) and rule in table.no_case:
            yield "there is a case now, take it off the list: %s" % rule
    for rule in table.no_case:
        if rule not in observed.rules:
            yield "listed without a case, but there is no such check: %s" % rule


def compare_replays(observed, table):
    """Problems with findings whose lifecycle does not lead to their breach."""
    for key, outcomes in sorted(observed.replays.items(), key=str):
        failed = [outcome for outcome in outcomes if outcome.startswith("not")]
        # What the runtime never sees cannot replay; its reason is listed already.
        if failed and key in observed.runtime and key not in table.not_replayed:
            yield "the lifecycle of a finding leads to no breach: %s: %s" % (key, failed[0])
    for key in table.not_replayed:
        if not any(outcome.startswith("not") for outcome in observed.replays.get(key, [])):
            yield "it replays, take it off the list: %s" % key


def compare(observed, table):
    """All problems, as texts."""
    return [*compare_verdicts(observed, table), *check_labels(observed),
            *compare_coverage(observed, table), *compare_replays(observed, table)]
