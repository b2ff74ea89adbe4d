# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources that the oracle runs, and what is known of their hooks beforehand.

A case is test/oracle/cases/<rule>.cpp: the hooks in a namespace `bad` breach that rule,
those in a namespace `good` are their twins and breach nothing. arguments.json says how to
construct hooks whose constructors need what means something: for a class the argument
lists that are worth trying.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import class_scan

HERE = Path(__file__).resolve().parent
SOURCE_ROOT = HERE.parent.parent
CASES = HERE / "cases"


@dataclass
class Source:
    """One source with hooks. `rule` is the one that its bad hooks breach; None: any."""
    path: Path
    name: str                   # relative to the source root
    rule: str = None
    labels: dict = field(default_factory=dict)      # class -> "bad" or "good"

    def program_name(self):
        return "-".join(Path(self.name).with_suffix("").parts[-3:])


def label(class_name, whole_file):
    for part in class_name.split("::"):
        if part in ("bad", "good"):
            return part
    return whole_file


def read_source(path, rule=None, whole_file=None):
    source = Source(path, path.relative_to(SOURCE_ROOT).as_posix(), rule)
    for entity in class_scan.scan_classes(path.read_text(encoding="utf-8")):
        source.labels[entity.name] = label(entity.name, whole_file)
    return source


def all_sources():
    examples = SOURCE_ROOT / "examples"
    sources = [read_source(path, whole_file=kind)
               for folder, kind in (("broken", "bad"), ("clean", "good"))
               for path in sorted((examples / folder).glob("*.cpp"))]
    sources += [read_source(path, rule=path.stem) for path in sorted(CASES.glob("*.cpp"))]
    return sources


def all_arguments():
    return json.loads((HERE / "arguments.json").read_text(encoding="utf-8"))
