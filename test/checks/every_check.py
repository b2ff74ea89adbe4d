#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the built-in checks with their tests and pages.

    every_check.py --tool build/release/bin/hooktidy SOURCE_ROOT -- check_hook.py ARGUMENT...

Each check that `hooktidy list` names has a folder test/checks/<check> with bad tests
(with CHECK-MESSAGES and --off) and good ones (without), and a page
docs/checks/<check>.md; and there is neither for anything else. Each bad test is run
with its check switched off, and must fail then.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

RUN_LINE = re.compile(r"^// RUN: %check_hook %s (?P<checks>\S+)(?P<options>.*?)( -- (?P<flags>.*))?$",
                      re.MULTILINE)
LLVM_HEADERS = "/usr/lib/llvm-19/include"


class Test:
    """One source with its RUN line."""

    def __init__(self, path):
        self.path = path
        text = path.read_text(encoding="utf-8")
        self.run = RUN_LINE.search(text)
        self.is_bad = "CHECK-MESSAGES:" in text

    def problems(self, check):
        if not self.run or check not in self.run["checks"].split(","):
            yield "its RUN line does not test %s" % check
        elif self.is_bad and "--off" not in self.run["options"].split():
            yield "a bad test without --off"

    def can_compile(self):
        return "%llvm_headers" not in self.run[0] or os.path.isdir(LLVM_HEADERS + "/llvm")

    def fails_without(self, check_hook, other_check):
        flags = (self.run["flags"] or "").replace("%llvm_headers", "-isystem " + LLVM_HEADERS)
        command = check_hook + [str(self.path), other_check, "--no-plugin", "--"] + flags.split()
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return result.returncode == 1


def built_in_checks(tool):
    output = subprocess.run([tool, "list", "--format=json"], stdout=subprocess.PIPE, check=True,
                            universal_newlines=True).stdout
    return sorted(re.findall(r'"check": "([^"]+)"', json.dumps(json.loads(output))))


def check_tests(check, other_check, folder, check_hook):
    """What is wrong with the tests of one check."""
    tests = [Test(path) for path in sorted(folder.glob("*.cpp"))]
    for is_bad, kind in ((True, "bad"), (False, "good")):
        if not any(test.is_bad == is_bad for test in tests):
            yield "%s: no %s test" % (folder, kind)
    for test in tests:
        problems = list(test.problems(check))
        if not problems and test.is_bad and test.can_compile() and \
                not test.fails_without(check_hook, other_check):
            problems.append("it passes although the check is off")
        for problem in problems:
            yield "%s: %s" % (test.path, problem)


def main():
    arguments = sys.argv[1:]
    separator = arguments.index("--") if "--" in arguments else len(arguments)
    check_hook = arguments[separator + 1:]
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("root", type=Path)
    options = parser.parse_args(arguments[:separator])
    if not check_hook:
        parser.error("the command of check_hook.py is missing after '--'")
    checks = built_in_checks(options.tool)
    tests = options.root / "test" / "checks"
    pages = options.root / "docs" / "checks"
    problems = []
    for kind, there in (("tests", {path.name for path in tests.glob("hook-*")}),
                        ("page", {path.stem for path in pages.glob("*.md")})):
        problems += ["%s: no %s" % (check, kind) for check in checks if check not in there]
        problems += ["%s: %s of no check" % (name, kind) for name in sorted(there - set(checks))]
    for index, check in enumerate(checks):
        if (tests / check).is_dir():
            problems += check_tests(check, checks[index - 1], tests / check, check_hook)
    for problem in problems:
        print(problem)
    print("%d checks, %d problems" % (len(checks), len(problems)))
    return 1 if problems or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
