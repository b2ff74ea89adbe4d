#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one test source through every host and compares what they report.

    // RUN: %check_hook %s hook-some-check [options] [-- compiler flags]

The hosts are the tool and the clang-tidy plugin of each LLVM version that is
installed. What they must report stands beside the code:

    graph.add_op("x");
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: the whole message [hook-some-check]
    // CHECK-NOTES: :[[@LINE-2]]:11: note: lifecycle: construct -> begin

as FileCheck directives, in the order of the output. Lines must match as a
whole; {{regular expressions}} are possible. A place in another file starts with
that file's path, relative to the test's folder. Any warning or error without a
directive fails the test; so does any note if the source has CHECK-NOTES.
A source without directives must be clean.

Several checks may be given, separated by commas.

Options:
  --off            Also run with the checks switched off (and all others on):
                   then nothing that the directives expect may be reported.
  --min-llvm N     Leave out plugins of older LLVM versions; say why beside the
                   RUN line.
  --no-plugin      Run the tool only.
  --contract FILE  An own contract for all hosts.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

DIAGNOSTIC = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<place>\d+:\d+): "
                        r"(?P<kind>warning|error|note): (?P<text>.*)$")
PLACELESS_ERROR = re.compile(r"^(\S+: )?((fatal |internal )?error: .*)$")


def parse_arguments():
    arguments = sys.argv[1:]
    flags = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, flags = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--filecheck", required=True)
    parser.add_argument("--plugin", action="append", default=[], metavar="MAJOR=CLANG_TIDY=FILE")
    parser.add_argument("--default-flags", default="")
    parser.add_argument("source")
    parser.add_argument("checks")
    parser.add_argument("--off", action="store_true")
    parser.add_argument("--min-llvm", type=int, default=0)
    parser.add_argument("--no-plugin", action="store_true")
    parser.add_argument("--contract", action="append", default=[])
    options = parser.parse_args(arguments)
    options.flags = options.default_flags.split() + flags
    return options


class Host:
    """One way to run the checks: a name, a command, and its exit codes."""

    def __init__(self, name, command, clean_exits, finding_exits):
        self.name = name
        self.command = command
        self.clean_exits = clean_exits
        self.finding_exits = finding_exits


def tool_host(options, globs, name="tool"):
    command = [options.tool, "check", "--checks=" + globs, "--color=never"]
    for contract in options.contract:
        command += ["--contract", contract]
    command += [options.source, "--"] + options.flags
    return Host(name, command, [0], [1])


def plugin_host(options, major, clang_tidy, plugin):
    checks = options.checks
    configuration = ""
    if options.contract:
        checks += ",hook-custom-contracts"
        configuration = ("{CheckOptions: [{key: hook-custom-contracts.Contracts, value: '%s'}]}"
                         % ";".join(options.contract))
    command = [clang_tidy, "-load", plugin, "-checks=-*," + checks, "-header-filter=.*",
               "-quiet", "-config=" + (configuration or "{}")]
    # Otherwise compiler warnings of one version fail the test.
    command += [options.source, "--"] + options.flags + ["-w"]
    return Host("plugin of LLVM " + major, command, [0], [0])


def hosts_of(options):
    """The hosts of one run, after saying which are left out."""
    yield tool_host(options, "-*," + options.checks)
    if options.no_plugin:
        return
    for plugin in options.plugin:
        major, clang_tidy, file = plugin.split("=", 2)
        if int(major) < options.min_llvm:
            print("left out: LLVM %s (the test needs %d)" % (major, options.min_llvm))
        else:
            yield plugin_host(options, major, clang_tidy, file)


def normalize(output, source):
    """The diagnostics alone, with paths that do not depend on the machine."""
    folder = os.path.dirname(os.path.abspath(source))
    lines = []
    for line in output.splitlines():
        match = DIAGNOSTIC.match(line)
        if match:
            file = os.path.abspath(match["file"])
            file = "" if file == os.path.abspath(source) else os.path.relpath(file, folder)
            lines.append("%s:%s: %s: %s" % (file, match["place"], match["kind"], match["text"]))
        elif PLACELESS_ERROR.match(line):
            lines.append(line)
    return "".join(line + "\n" for line in lines)


def read_prefixes(source):
    with open(source, encoding="utf-8") as file:
        text = file.read()
    return [prefix for prefix in ("CHECK-MESSAGES", "CHECK-NOTES")
            if re.search(prefix + r"(-NEXT|-NOT|-DAG|-SAME)?:", text)]


def compare(options, prefixes, diagnostics):
    """Why the diagnostics are not the expected ones; empty if they are."""
    wanted = "warning|error" + ("|note" if "CHECK-NOTES" in prefixes else "")
    if not prefixes:
        unexpected = re.search(r"(%s): " % wanted, diagnostics)
        return "the source has no directives, so it must be clean\n" if unexpected else ""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        # Notes that the test does not ask about are no part of the comparison.
        file.write("".join(line + "\n" for line in diagnostics.splitlines()
                           if "note" in wanted or not re.match(r".*?:\d+:\d+: note: ", line)))
        file.flush()
        result = subprocess.run(
            [options.filecheck, "-input-file=" + file.name, options.source,
             "-check-prefixes=" + ",".join(prefixes), "--match-full-lines", "--allow-empty",
             "-implicit-check-not={{(^|: )(%s): .*}}" % wanted, "--dump-input=never"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    return "" if result.returncode == 0 else result.stdout


def run(host, source):
    result = subprocess.run(host.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            universal_newlines=True)
    return result.returncode, result.stdout, normalize(result.stdout, source)


def describe_failure(host, reason, output):
    return ("FAILED: %s\n$ %s\n%s\n--- output:\n%s" %
            (host.name, " ".join(host.command), reason, output))


def check_host(options, host, prefixes):
    """A description of what is wrong; empty if nothing is."""
    code, output, diagnostics = run(host, options.source)
    expected = host.finding_exits if prefixes else host.clean_exits
    reason = compare(options, prefixes, diagnostics)
    if not reason and code not in expected:
        reason = "exit code %d, expected %s" % (code, expected)
    return describe_failure(host, reason, output) if reason else ""


def check_switched_off(options):
    """Without its check, nothing of what the test expects may be reported."""
    globs = "*," + ",".join("-" + check for check in options.checks.split(","))
    host = tool_host(options, globs, "tool, with the checks switched off")
    _, output, diagnostics = run(host, options.source)
    if re.search(r"(warning|error): ", diagnostics):
        return describe_failure(
            host, "something else reports it, so the test does not prove the check", output)
    return ""


def main():
    options = parse_arguments()
    prefixes = read_prefixes(options.source)
    failures = [check_host(options, host, prefixes) for host in hosts_of(options)]
    if options.off:
        failures.append(check_switched_off(options))
    failures = [failure for failure in failures if failure]
    # Hosts mostly fail alike: the first is told in full, of the rest the name.
    for failure in failures[:1] + [text.splitlines()[0] for text in failures[1:]]:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
