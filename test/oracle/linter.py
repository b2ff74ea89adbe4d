# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the linter says of a source."""

import json
import subprocess
from dataclasses import dataclass

from cases import SOURCE_ROOT

FLAGS = ["-std=c++17", "-I%s" % SOURCE_ROOT]
CONTRACT = "session-run-hook"


class CannotLint(Exception):
    """The linter could not analyse a source; the reason is the text."""


@dataclass(frozen=True)
class Finding:
    """One finding. `steps` is the lifecycle of its trace."""
    rule: str
    hook: str
    phase: str
    place: str
    steps: tuple


def run_tool(tool, *arguments):
    return subprocess.run([str(tool), *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, check=False)


def rules(tool):
    """Rules of the contract that have a check, in the linter's order."""
    listed = json.loads(run_tool(tool, "list", "--format=json").stdout)["checks"]
    return [check["check"].split("hook-", 1)[-1] for check in listed
            if check["contract"] == CONTRACT]


def lint(tool, path):
    result = run_tool(tool, "check", "--format=json", "--quiet", "--checks=*", path, "--", *FLAGS)
    if result.returncode not in (0, 1):
        raise CannotLint("hooktidy ended with %d on %s: %s%s"
                         % (result.returncode, path, result.stdout[-2000:], result.stderr))
    report = json.loads(result.stdout)
    return [Finding(found["rule"], found.get("class", ""), found.get("phase", ""),
                    "%s:%s" % (found.get("file", path), found.get("line", "?")),
                    tuple(step["text"] for step in found.get("trace") or []))
            for found in report["findings"]]
