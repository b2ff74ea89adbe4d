#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the conformance table of docs/runtime.md and prints it row by row.

A row is a test of a suite named ...Rows. The table and the program must list the same
rows, and what the original demands must be among them.

usage: conformance.py <docs/runtime.md> <hooktidy_runtime_tests>
"""

import json
import os
import re
import subprocess
import sys
import tempfile

# What a port of the original must mirror of its own tests.
DEMANDED = """
ConstructionRows.graph_is_finalized ConstructionRows.custom_saving
LeavingRows.dont_request_stop_on_exception_in_main_thread LeavingRows.stop_threads_on_close
RecoveryRows.recoverable_session_recovery RecoveryRows.recovery_from_coordinator_exception
RecoveryRows.recovery_from_non_preemption_in_coordinator
HookedSessionRows.run_passes_all_arguments HookedSessionRows.calls_hooks_begin_end
HookedSessionRows.should_stop HookedSessionRows.fetches_hook_requests
HookFeedRows.only_hooks_have_feeds HookFeedRows.both_hooks_and_user_have_feeds
HookFeedRows.hooks_feed_conflicts HookFeedRows.hooks_and_user_feed_conflicts
RecoveryRows.retry_initialization_on_aborted_error RecoveryRows.retry_on_aborted_error
RecoveryRows.retry_on_unavailable_error LeavingRows.exit_cleanly_on_out_of_range_exception
LeavingRows.exit_cleanly_on_stop_iteration_exception
LeavingRows.regular_exception_pass_through_run
LeavingRows.graph_finalized_during_run_unfinalized_after_exit
LeavingRows.keep_finalized_graph_as_finalized RunOptionsRows.merge_run_options_from_hooks
RunOptionsRows.merge_caller_and_hook_run_options LeavingRows.with_statement_and_close
RecoveryRows.singular_session_do_not_handle_aborted_error
""".split()

# What it does, but has no test of.
UNTESTED_IN_THE_ORIGINAL = """
RecoveryRows.throwing_after_create_session LeavingRows.throwing_end LeavingRows.end_order
LeavingRows.lost_stop_request LeavingRows.out_of_range_subclass
ConstructionRows.one_shot_hook_list ConstructionRows.duplicate_hook_object
RunOptionsRows.options_do_not_accumulate_on_retry LeavingRows.end_on_second_close
StepFnRows.raw_session_in_step_fn LeavingRows.begin_called_twice
LeavingRows.hook_reuse_over_two_sessions
""".split()


def table_of(document):
    """The rows as pairs of name and what is checked."""
    with open(document, encoding="utf-8") as text:
        table = text.read().partition("\n## Conformance\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+\.\w+)` \| (.*?) \|$", table, re.MULTILINE)


def results_of(program):
    """Of each row's test: "passed", "failed" or "skipped"."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "rows.json")
        subprocess.run([program, "--gtest_filter=*Rows.*", "--gtest_output=json:" + path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if not os.path.exists(path):
            sys.exit(f"{program} did not come to its end")
        with open(path, encoding="utf-8") as text:
            report = json.load(text)
    results = {}
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            verdict = "failed" if test.get("failures") else "passed"
            if test["result"] != "COMPLETED":
                verdict = "skipped"
            results[suite["name"] + "." + test["name"]] = verdict
    return results


def differences(document, rows, results):
    names = [name for name, _ in rows]
    for name in names:
        if name not in results:
            yield f"{document}: there is no test for the row {name}"
        if names.count(name) > 1:
            yield f"{document}: the row {name} is there more than once"
    for name in results:
        if name not in names:
            yield f"{document}: the row {name} is missing"
    for name in DEMANDED + UNTESTED_IN_THE_ORIGINAL:
        if name not in names:
            yield f"{document}: the row {name} may not be left out, see {sys.argv[0]}"


def main():
    document, program = sys.argv[1:]
    rows, results = table_of(document), results_of(program)
    for name, checked in rows:
        print(f"{results.get(name, 'no test'):8} {name}: {checked}")
    problems = list(differences(document, rows, results))
    for problem in problems:
        print(problem)
    passed = sum(results.get(name) == "passed" for name, _ in rows)
    print(f"conformance: {passed} of {len(rows)} rows passed")
    return 1 if problems or passed != len(rows) or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
