#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the conformance table of docs/runtime.md with the tests that exist.

usage: check_conformance_table.py <docs/runtime.md> <hooktidy_runtime_tests>
"""

import re
import subprocess
import sys


def listed_tests(program):
    """Names of all tests of the program, as "suite.test"."""
    listing = subprocess.run([program, "--gtest_list_tests"], check=True,
                             capture_output=True, text=True).stdout
    tests, suite = set(), ""
    for line in listing.splitlines():
        if line.startswith("  "):
            tests.add(suite + line.split()[0])
        else:
            suite = line.split()[0] if line.split() else ""
    return tests


def main():
    document, program = sys.argv[1:]
    with open(document, encoding="utf-8") as text:
        table = text.read().partition("\n## Conformance\n")[2]
    rows = set(re.findall(r"^\| `(\w+\.\w+)` \|", table, re.MULTILINE))
    tests = listed_tests(program)
    # Suites that are nothing but rows must be listed whole.
    missing = {test for test in tests if re.match(r"\w+Rows\.", test)} - rows
    for row in sorted(rows - tests):
        print(f"{document}: there is no test for the row {row}")
    for test in sorted(missing):
        print(f"{document}: the row {test} is missing")
    return 1 if rows - tests or missing or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
