#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies the fix-its of a JSON report to the files that it names.

    apply_fix_its.py REPORT
"""

import json
import os
import sys


def offset(lines, line, column):
    """Columns count bytes, from 1."""
    return sum(len(text) for text in lines[:line - 1]) + column - 1


def apply(path, fixes):
    with open(path, "rb") as file:
        text = file.read()
    lines = text.splitlines(keepends=True)
    edits = [(offset(lines, fix["line"], fix["column"]),
              offset(lines, fix["end_line"], fix["end_column"]),
              fix["replacement"].encode()) for fix in fixes]
    for begin, end, replacement in sorted(edits, reverse=True):
        text = text[:begin] + replacement + text[end:]
    with open(path, "wb") as file:
        file.write(text)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    by_file = {}
    for finding in report["findings"]:
        for fix in finding["fix_its"]:
            by_file.setdefault(fix["file"], []).append(fix)
    for path, fixes in by_file.items():
        apply(os.path.join(report["directory"], path), fixes)


if __name__ == "__main__":
    main()
