#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The oracle: each example is linted, and run under all fault plans; the two must agree.

    oracle.py --tool hooktidy --compiler clang++ --work FOLDER -- LIBRARY...

Prints a table and a closing line. Exit codes: 0 as listed in differences.json, 1 not so,
2 could not run. See docs/oracle.md.
"""

import argparse
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import cases
import compare
import linter
import programs

REPLAYED = "as told"
GOES_ON = "when the lifecycle goes on"
# What may follow a lifecycle that ends before the breach can be seen.
CONTINUATIONS = (
    ("before_run", "run fails (Aborted)", "after_create_session"),
    ("before_run", "after_run", "before_run", "run fails (Aborted)", "after_create_session"),
    ("after_run", "before_run", "run fails (Aborted)", "after_create_session"),
    ("after_create_session", "before_run", "after_run"),
    ("before_run", "after_run", "end"),
    ("end", "destroy"),
    ("destroy",),
)


@dataclass
class Outcome:
    """What was seen of one source."""
    source: cases.Source
    findings: list = field(default_factory=list)
    breaches: list = field(default_factory=list)
    replays: list = field(default_factory=list)     # (finding, outcome)
    hooks: set = field(default_factory=set)         # classes that were run
    plans: int = 0
    problem: str = ""


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True, help="a clang++")
    parser.add_argument("--work", required=True, type=Path, help="where programs are built")
    parser.add_argument("link", nargs="+", help="libraries, in link order")
    parser.add_argument("--only", default="", help="only sources with this in their name; "
                        "what the others should show is not asked for")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="print every finding and breach")
    return parser.parse_args()


def run_source(tool, toolchain, arguments, source):
    outcome = Outcome(source)
    try:
        outcome.findings = linter.lint(tool, source.path)
        program = programs.build(toolchain, source.path, name=source.program_name(),
                                 arguments=arguments)
        for line in programs.run(program, "run"):
            read_line(outcome, line)
        outcome.replays = replay(program, outcome.findings)
    except (linter.CannotLint, programs.CannotBuild) as failure:
        outcome.problem = "%s: %s" % (source.name, failure)
    return outcome


def read_line(outcome, line):
    if line["kind"] == "breach":
        outcome.breaches.append(line)
    elif line["kind"] == "crash":
        outcome.breaches.append(dict(line, rule="crash", phase="?",
                                     detail="signal %d" % line["signal"]))
    elif line["kind"] == "done":
        outcome.hooks.add(line["class"])
        outcome.plans += line["plans"]
        if line["why_not"] and line["why_not"] != "abstract":
            outcome.problem = "%s: %s was not run: %s" % (outcome.source.name, line["class"],
                                                          line["why_not"])


def replay(program, findings):
    """For each finding with a lifecycle whether that leads to its breach."""
    told = [finding for finding in findings if finding.hook and finding.steps]
    results = {}
    for finding, answer in run_lifecycles(program, [(finding, ()) for finding in told]):
        results[finding] = REPLAYED if finding.rule in answer["rules"] else "not: " + (
            answer["error"] or "breaches " + (", ".join(answer["rules"]) or "nothing"))
    longer = [(finding, more) for finding in told for more in CONTINUATIONS
              if results[finding] != REPLAYED]
    for finding, answer in run_lifecycles(program, longer):
        if finding.rule in answer["rules"]:
            results[finding] = GOES_ON
    return [(finding, results[finding]) for finding in told]


def run_lifecycles(program, asked):
    """Pairs of a finding and what the program answers; (finding, more steps) are given."""
    lines = ["\t".join([finding.hook, *finding.steps, *more]) for finding, more in asked]
    answers = programs.run(program, "trace", lines=lines) if lines else []
    return zip([finding for finding, _ in asked], answers)


def observe(outcomes, rules):
    observed = compare.Observed(rules=rules)
    for outcome in outcomes:
        if outcome.problem:
            continue
        source = outcome.source
        if source.rule:
            observed.case_rules[source.name] = source.rule
        observed.labels.update({(source.name, hook): label
                                for hook, label in source.labels.items()
                                if hook in outcome.hooks})
        observed.runtime |= {compare.Key(source.name, breach["class"], breach["rule"])
                             for breach in outcome.breaches}
        observed.linter |= {compare.Key(source.name, finding.hook, finding.rule)
                            for finding in outcome.findings}
        for finding, result in outcome.replays:
            key = compare.Key(source.name, finding.hook, finding.rule)
            observed.replays.setdefault(key, []).append(result)
    return observed


def print_table(observed, table):
    row = "%-36s %5s %5s %6s %7s %8s %9s %8s %8s %8s"
    print(row % ("rule", "bad", "good", "both", "linter", "runtime", "findings", "replay",
                 "goes on", "do not"))
    print(row % ("", "hooks", "hooks", "", "only", "only", "", "as told", "", ""))
    seen = {key.rule for key in observed.linter | observed.runtime}
    for rule in observed.rules + sorted(seen - set(observed.rules)):
        labels = Counter(label for (source, _), label in observed.labels.items()
                         if observed.case_rules.get(source) == rule)
        static = {key for key in observed.linter if key.rule == rule}
        dynamic = {key for key in observed.runtime if key.rule == rule}
        replays = [result for key, results in observed.replays.items()
                   if key.rule == rule for result in results]
        kinds = Counter(result.split(":")[0] for result in replays)
        print(row % (rule, labels["bad"], labels["good"], len(static & dynamic),
                     len(static - dynamic), len(dynamic - static), len(replays),
                     kinds[REPLAYED], kinds[GOES_ON], kinds["not"])
              + (" no case" if rule in table.no_case else "")
              + ("" if rule in observed.rules else " no check"))


def print_reasons(table):
    for key, (side, reason) in sorted(table.differences.items(), key=str):
        print("%s only: %s: %s" % (side, key, reason))
    for key, reason in sorted(table.not_replayed.items(), key=str):
        print("not replayed: %s: %s" % (key, reason))
    for rule, reason in sorted(table.no_case.items()):
        print("no case: %s: %s" % (rule, reason))


def print_details(outcomes):
    for outcome in outcomes:
        for finding, result in outcome.replays:
            print("finding: %s %s %s [%s] replays %s" % (
                finding.place, finding.hook, finding.phase, finding.rule, result))
        for breach in outcome.breaches:
            print("breach: %s %s::%s: %s [%s] (%s)" % (
                outcome.source.name, breach["class"], breach["phase"], breach["detail"],
                breach["rule"], breach["plan"]))


def closing_line(outcomes, observed, table, problems):
    results = [result for all_of in observed.replays.values() for result in all_of]
    kinds = Counter(result.split(":")[0] for result in results)
    share = 100.0 * (kinds[REPLAYED] + kinds[GOES_ON]) / len(results) if results else 0
    return ("oracle: %d sources, %d hooks, %d replays; %d verdicts agree, %d differ as listed; "
            "%d of %d findings replay (%.0f %%), %d as told; %d checks without a case; %d problems"
            % (len(outcomes), len(observed.labels), sum(outcome.plans for outcome in outcomes),
               len(observed.linter & observed.runtime),
               len((observed.linter ^ observed.runtime) & set(table.differences)),
               kinds[REPLAYED] + kinds[GOES_ON], len(results), share, kinds[REPLAYED],
               len(table.no_case), len(problems)))


def only_about(table, sources):
    """The part of the table that a run of some of the sources can say something about."""
    names = {source.name for source in sources}
    return compare.Table({key: value for key, value in table.differences.items()
                          if key.source in names}, {},
                         {key: value for key, value in table.not_replayed.items()
                          if key.source in names})


def main():
    options = parse_arguments()
    table = compare.parse_table((cases.HERE / "differences.json").read_text(encoding="utf-8"))
    sources = [source for source in cases.all_sources() if options.only in source.name]
    rules = linter.rules(options.tool)
    if options.only:
        table = only_about(table, sources)
        rules = []
    toolchain = programs.Toolchain([options.compiler], options.link, options.work.resolve())
    arguments = cases.all_arguments()
    programs.precompile(toolchain)
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(
            lambda source: run_source(options.tool, toolchain, arguments, source), sources))
    broken = [outcome.problem for outcome in outcomes if outcome.problem]
    if options.verbose:
        print_details(outcomes)
    observed = observe(outcomes, rules)
    problems = broken + compare.compare(observed, table)
    print_table(observed, table)
    print_reasons(table)
    for problem in problems:
        print("PROBLEM: " + problem)
    print(closing_line(outcomes, observed, table, problems))
    return 2 if broken else 1 if problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (compare.BadTable, programs.CannotBuild) as failure:
        print("oracle: %s" % failure, file=sys.stderr)
        sys.exit(2)
