#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints the call-route corpus and prints recall and precision of each route.

    run_corpus.py --tool build/release/bin/hooktidy [--plugins MAJOR=CLANG_TIDY=FILE ...]

in-tu/<route>.cpp is one translation unit, cross-tu/<route>/*.cpp is several that
are linked (tool only). What must be found stands at its line:

    graph_->add_no_op("late"); // expect: hook-graph-mutation-after-begin

Classes named Bad... have a breach, classes named Good... are their clean twins. A
file may ask for compiler flags and for a least LLVM version:

    // flags: -std=c++20
    // min-llvm: 16 (why)

Files, lines and checks must be exactly the expected ones. Exit code 0 if they are
so everywhere, 1 if not, 2 if something could not be run.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CORPUS = Path(__file__).resolve().parent
SOURCE_ROOT = CORPUS.parent.parent
EXPECTATION = re.compile(r"// expect: (\S+)\s*$")
DIAGNOSTIC = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):\d+: "
                        r"(?P<kind>warning|error): (?P<text>.*?)( \[(?P<check>hook-[\w-]+)\])?$")


class CannotRun(Exception):
    """A host failed; the message says how."""


class Route:
    """One way from a callback to the graph, with its sources and expectations."""

    def __init__(self, name, sources, is_linked):
        self.name = name
        self.sources = sources
        self.is_linked = is_linked
        self.flags = ["-std=c++17", "-I" + str(SOURCE_ROOT)]
        self.min_llvm = 0
        self.expected = set()
        self.bad_classes = self.good_classes = 0
        for source in sources:
            self.read(source)
        if not (self.expected and self.bad_classes and self.good_classes):
            raise CannotRun("%s: needs a bad twin, a good twin and expectations" % name)

    def read(self, source):
        class_name = ""
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            declared = re.match(r"(?:template .*)?class (\w+).*\{$", line)
            if declared:
                class_name = declared[1]
                self.bad_classes += class_name.startswith("Bad")
                self.good_classes += class_name.startswith("Good")
            expectation = EXPECTATION.search(line)
            if expectation:
                if class_name.startswith("Good"):
                    raise CannotRun("%s:%d: an expectation in a good twin" % (source, number))
                self.expected.add((str(source), number, expectation[1]))
            if line.startswith("// flags: "):
                self.flags += line[len("// flags: "):].split()
            if line.startswith("// min-llvm: "):
                self.min_llvm = int(line.split()[2])


def read_routes():
    in_one_unit = [Route(file.stem, [file], False)
                   for file in sorted((CORPUS / "in-tu").glob("*.cpp"))]
    linked = [Route("other unit: " + folder.name, sorted(folder.glob("*.cpp")), True)
              for folder in sorted((CORPUS / "cross-tu").iterdir())]
    return in_one_unit + linked


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            universal_newlines=True)
    return result.returncode, result.stdout, result.stderr


class Tool:
    """The tool; links the units of a route."""

    name = "tool"

    def __init__(self, binary, checks):
        self.command = [binary, "check", "--format=json", "--checks=-*," + checks]

    def takes(self, route):
        return True

    def findings(self, route):
        with tempfile.TemporaryDirectory() as folder:
            database = [{"directory": folder, "file": str(source),
                         "arguments": ["clang++"] + route.flags + ["-c", str(source)]}
                        for source in route.sources]
            Path(folder, "compile_commands.json").write_text(json.dumps(database))
            code, output, errors = run(self.command + ["-p", folder] +
                                       [str(source) for source in route.sources])
        report = json.loads(output) if code in (0, 1, 3) else {"not_analysed": []}
        if code not in (0, 1, 3) or any(entry["kind"] == "file"
                                        for entry in report["not_analysed"]):
            raise CannotRun("%s: exit code %d\n%s%s" % (route.name, code, output, errors))
        # A class that was given up is a difference, as in the plugin.
        entries = [(entry, entry["check"]) for entry in report["findings"]]
        entries += [(entry, "hook-not-analysed") for entry in report["not_analysed"]]
        return [(os.path.join(report["directory"], entry["file"]), entry["line"], check)
                for entry, check in entries]


class Plugin:
    """clang-tidy of one LLVM version with the plugin; sees one unit at a time."""

    def __init__(self, description, checks):
        major, clang_tidy, file = description.split("=", 2)
        self.name = "plugin of LLVM " + major
        self.major = int(major)
        self.command = [clang_tidy, "-load", file, "-checks=-*," + checks, "-quiet",
                        "-config={}", "-header-filter=.*"]

    def takes(self, route):
        return not route.is_linked and self.major >= route.min_llvm

    def findings(self, route):
        source = str(route.sources[0])
        code, output, errors = run(self.command + [source, "--", "-w"] + route.flags)
        found = [match for match in map(DIAGNOSTIC.match, output.splitlines()) if match]
        if code != 0 or any(match["kind"] == "error" for match in found):
            raise CannotRun("%s: exit code %d\n%s%s" % (route.name, code, output, errors))
        return [(os.path.abspath(match["file"]), int(match["line"]), match["check"])
                for match in found]


def percent(part, whole):
    return "-" if whole == 0 else "%.0f %%" % (100 * part / whole) if part == whole else \
        "%.1f %%" % (100 * part / whole)


class Table:
    """The numbers of one host, a row for each route."""

    LAYOUT = "%-38s %4s %5s %9s %7s %6s %8s %10s"

    def __init__(self, host):
        self.host = host
        self.rows = []
        self.differences = []

    def add(self, route, findings):
        found = set(findings)
        hits = len(found & route.expected)
        # The same thing said twice is one too many.
        extra = len(findings) - hits
        self.rows.append((route, hits, len(route.expected) - hits, extra))
        for kind, places in (("missed", route.expected - found),
                             ("false", found - route.expected)):
            self.differences += ["  %s: %s:%d: %s" % ((kind,) + place) for place in sorted(places)]
        if extra > len(found - route.expected):
            self.differences.append("  reported twice: something in " + route.name)

    def print(self, with_routes):
        print("\n%s" % self.host.name)
        print(self.LAYOUT % ("route", "bad", "good", "expected", "missed", "false", "recall",
                             "precision"))
        totals = [0] * 5
        for route, hits, missed, extra in self.rows:
            numbers = [route.bad_classes, route.good_classes, hits, missed, extra]
            totals = [a + b for a, b in zip(totals, numbers)]
            if with_routes or missed or extra:
                self.print_row(route.name, numbers)
        self.print_row("all %d routes" % len(self.rows), totals)
        print("\n".join(self.differences), end="\n" if self.differences else "")

    def print_row(self, name, numbers):
        bad, good, hits, missed, extra = numbers
        print(self.LAYOUT % (name, bad, good, hits + missed, missed, extra,
                             percent(hits, hits + missed), percent(hits, hits + extra)))


def run_host(host, routes, executor):
    table = Table(host)
    taken = [route for route in routes if host.takes(route)]
    for route, findings in zip(taken, executor.map(host.findings, taken)):
        table.add(route, findings)
    return table


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--plugins", nargs="*", default=[], metavar="MAJOR=CLANG_TIDY=FILE")
    parser.add_argument("--route", action="append", default=[],
                        help="only routes with this text in their names")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def main():
    options = parse_arguments()
    try:
        routes = [route for route in read_routes()
                  if not options.route or any(text in route.name for text in options.route)]
        checks = ",".join(sorted({check for route in routes for _, _, check in route.expected}))
        hosts = [Tool(options.tool, checks)]
        hosts += [Plugin(plugin, checks) for plugin in options.plugins]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as executor:
            tables = [run_host(host, routes, executor) for host in hosts]
    except CannotRun as error:
        print("run_corpus.py: " + str(error), file=sys.stderr)
        return 2
    for table in tables:
        table.print(with_routes=table.host.name == "tool")
    return 1 if any(table.differences for table in tables) else 0


if __name__ == "__main__":
    sys.exit(main())
