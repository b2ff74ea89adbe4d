#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the table of docs/oracle.md from differences.json; with --check, compares them."""

import sys

import cases
import compare

DOCS = cases.SOURCE_ROOT / "docs" / "oracle.md"
BEGIN, END = "<!-- differences.json: begin -->\n", "<!-- differences.json: end -->\n"


def row(*cells):
    return "| %s |\n" % " | ".join(cells)


def rows(table):
    """The table in Markdown. What several hooks have in common is one row."""
    grouped = {}
    for key, (side, reason) in table.differences.items():
        grouped.setdefault((key.rule, side + " only", reason), set()).add(name_of(key))
    for key, reason in table.not_replayed.items():
        grouped.setdefault((key.rule, "not replayed", reason), set()).add(name_of(key))
    for rule, reason in table.no_case.items():
        grouped.setdefault((rule, "no case", reason), set())
    text = row("check", "hooks", "what", "reason") + row("---", "---", "---", "---")
    for (rule, what, reason), hooks in sorted(grouped.items()):
        text += row("`hook-%s`" % rule, ", ".join(sorted(hooks)), what, reason)
    return text


def name_of(key):
    folder = "cases" if "/cases/" in key.source else key.source.rsplit("/", 1)[0]
    return "`%s` (%s)" % (key.hook.rsplit("::", 1)[-1] or "no hook", folder)


def main():
    text = DOCS.read_text(encoding="utf-8")
    table = compare.parse_table((cases.HERE / "differences.json").read_text(encoding="utf-8"))
    before, rest = text.split(BEGIN)
    updated = before + BEGIN + rows(table) + END + rest.split(END)[1]
    if "--check" in sys.argv:
        if updated != text:
            print("docs/oracle.md is not up to date: run test/oracle/update_docs.py")
        return int(updated != text)
    DOCS.write_text(updated, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
