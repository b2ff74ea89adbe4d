#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints the code in the checks' pages and compares it with what they say.

    doc_examples.py --tool build/release/bin/hooktidy docs/checks [--update]

Of each page docs/checks/<check>.md, with all checks on:

  ```cpp bad         must be reported by that check and by no other; the next
  ```text output     block is exactly what the tool prints
  ```cpp good        must be clean
  ```json contract   must be a contract that the tool can load

--update writes the real output into the pages. Pages about a framework whose
headers are not installed are left out, with a message.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE_ROOT = Path(__file__).resolve().parent.parent.parent
LLVM_HEADERS = "/usr/lib/llvm-19/include"
FLAGS = ["-std=c++17", "-I" + str(SOURCE_ROOT)]
# Pages that need more than the reference runtime: flags, and a file that must exist.
EXTRA_FLAGS = {
    check: (["-isystem", LLVM_HEADERS], LLVM_HEADERS + "/llvm/Pass.h")
    for check in ("hook-llvm-callback-signature", "hook-llvm-module-change-in-function-pass")
}
SECTIONS = ["What the contract says", "Bad", "Good", "What it does not see", "Configuration"]
BLOCK = re.compile(r"^```(cpp bad|cpp good|text output|json contract)\n(.*?)^```$",
                   re.MULTILINE | re.DOTALL)


def run_tool(command, text, file_name):
    """Runs a command on a file of that content, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, file_name).write_text(text, encoding="utf-8")
        # A working directory inside of the build tree would have a compile database.
        result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, universal_newlines=True)
    # Notes in the project's headers, wherever it is checked out.
    output = result.stdout.replace(str(SOURCE_ROOT) + "/", "")
    return result.returncode, output, result.stderr


class Page:
    """A check's page and what is wrong with it."""

    def __init__(self, path, tool):
        self.path = path
        self.check = path.stem
        self.tool = tool
        self.flags = FLAGS + EXTRA_FLAGS.get(self.check, ([], ""))[0]
        self.text = path.read_text(encoding="utf-8")
        self.errors = []
        self.output = ""

    def missing_headers(self):
        needed = EXTRA_FLAGS.get(self.check, ([], ""))[1]
        return needed if needed and not os.path.exists(needed) else ""

    def lint(self, code):
        return run_tool([self.tool, "check", "--color=never", "--quiet", "example.cpp", "--"] +
                        self.flags, code, "example.cpp")

    def check_layout(self):
        titles = re.findall(r"^## (.*)$", self.text, re.MULTILINE)
        if titles != SECTIONS:
            self.errors.append("sections are %s, expected %s" % (titles, SECTIONS))
        if not self.text.startswith("# " + self.check + "\n"):
            self.errors.append("the title is not the name of the check")
        kinds = [block[1] for block in BLOCK.finditer(self.text)]
        for kind in ("cpp bad", "text output", "cpp good"):
            if kind not in kinds:
                self.errors.append("there is no block of %s" % kind)
        if len(re.findall(r"^```\w", self.text, re.MULTILINE)) != len(kinds):
            self.errors.append("there is a block of another kind: nothing would test it")

    def check_bad(self, code):
        exit_code, self.output, errors = self.lint(code)
        checks = set(re.findall(r": warning: .* \[(hook-[\w-]+)\]$", self.output, re.MULTILINE))
        if exit_code != 1 or checks != {self.check}:
            self.errors.append("the bad example: exit code %d, findings of %s\n%s%s" %
                               (exit_code, sorted(checks), self.output, errors))

    def check_good(self, code):
        exit_code, output, errors = self.lint(code)
        if exit_code != 0 or output:
            self.errors.append("the good example is not clean: exit code %d\n%s%s" %
                               (exit_code, output, errors))

    def check_contract(self, contract):
        exit_code, _, errors = run_tool([self.tool, "list", "--contract", "own.json"], contract,
                                        "own.json")
        if exit_code != 0:
            self.errors.append("the contract: exit code %d\n%s" % (exit_code, errors))

    def check_blocks(self, update):
        """Checks each block; returns the page with the real output."""
        def visit(block):
            kind, content = block[1], block[2]
            if kind == "cpp bad":
                self.check_bad(content)
            elif kind == "cpp good":
                self.check_good(content)
            elif kind == "json contract":
                self.check_contract(content)
            elif content != self.output and not update:
                self.errors.append("the output differs, run this with --update; expected\n%s"
                                   "got\n%s" % (content, self.output))
            return "```%s\n%s```" % (kind, self.output if kind == "text output" else content)
        return BLOCK.sub(visit, self.text)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("folder", type=Path)
    return parser.parse_args()


def main():
    options = parse_arguments()
    failed = 0
    paths = sorted(options.folder.glob("*.md"))
    if not paths:
        print("doc_examples.py: there are no pages in '%s'" % options.folder, file=sys.stderr)
        return 2
    for path in paths:
        page = Page(path, options.tool)
        page.check_layout()
        if page.missing_headers():
            print("%s: examples not linted, '%s' is missing" % (path, page.missing_headers()))
        else:
            text = page.check_blocks(options.update)
            if options.update:
                path.write_text(text, encoding="utf-8")
        for error in page.errors:
            print("%s: %s" % (path, error))
        failed += bool(page.errors)
    print("%d pages, %d with errors" % (len(paths), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
