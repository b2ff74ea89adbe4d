#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints code that nobody here wrote, as Debian packages it.

Headers of LLVM and Clang and of nlohmann_json (each as a translation unit of its own) and the
sources of Qt's examples. What does not compile alone is counted. A finding is a failure unless
REVIEWED names it; so are a crash, a time-out and a file that is lost.

  test/public/public_code.py --hooktidy build/release/bin/hooktidy [--all] [--sample N]
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# Findings that were read and are right: (file name, check).
REVIEWED = set()

TIME_LIMIT_SECONDS = 1800


def headers(root):
    return sorted(p for p in Path(root).rglob("*") if p.suffix in (".h", ".hpp"))


class Source:
    """A set of files with the flags that they compile with."""

    def __init__(self, name, files, flags, as_header):
        self.name = name
        self.files = files
        self.flags = flags
        self.as_header = as_header


def qt_flags():
    root = "/usr/include/x86_64-linux-gnu/qt5"
    modules = sorted(p.name for p in Path(root).iterdir() if p.is_dir()) if os.path.isdir(root) else []
    flags = ["-std=c++17", "-fPIC", "-isystem", root]
    for module in modules:
        flags += ["-isystem", f"{root}/{module}"]
    return flags


def sources(llvm):
    include = f"/usr/lib/llvm-{llvm}/include"
    llvm_flags = ["-std=c++17", f"-I{include}", "-D__STDC_CONSTANT_MACROS", "-D__STDC_LIMIT_MACROS",
                  "-D__STDC_FORMAT_MACROS"]
    examples = Path("/usr/lib/x86_64-linux-gnu/qt5/examples")
    return [
        Source(f"llvm-{llvm}-dev", headers(f"{include}/llvm"), llvm_flags, True),
        Source(f"libclang-{llvm}-dev", headers(f"{include}/clang"), llvm_flags, True),
        Source("nlohmann_json", headers("/usr/include/nlohmann"), ["-std=c++17", "-I/usr/include"], True),
        Source("qtbase5-examples", sorted(examples.rglob("*.cpp")), qt_flags(), False),
    ]


def sample(files, count):
    """Evenly spread over the sorted list, so that a run can be repeated."""
    if count >= len(files):
        return files
    return [files[i * len(files) // count] for i in range(count)]


def write_database(directory, chosen):
    """One command for each file; a header is included by a file of its own."""
    commands = []
    origin = {}
    for source, files in chosen:
        for file in files:
            unit = file
            flags = list(source.flags)
            if source.as_header:
                unit = directory / "units" / source.name / (str(file).strip("/").replace("/", "_") + ".cpp")
                unit.parent.mkdir(parents=True, exist_ok=True)
                unit.write_text(f'#include "{file}"\n')
            else:
                flags.append(f"-I{file.parent}")
            origin[os.path.realpath(unit)] = source.name
            commands.append({"directory": str(directory), "file": str(unit),
                             "arguments": ["c++", *flags, "-c", str(unit), "-o", "/dev/null"]})
    (directory / "compile_commands.json").write_text(json.dumps(commands))
    return origin


def run(hooktidy, directory, jobs):
    command = [hooktidy, "check", "-p", str(directory), "--format", "json", "-j", str(jobs)]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            timeout=TIME_LIMIT_SECONDS)
    if result.returncode not in (0, 1, 3):
        sys.exit(f"hooktidy exited with {result.returncode}:\n{result.stderr}")
    return json.loads(result.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hooktidy", required=True)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--sample", type=int, default=150, help="files to lint (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="lint every file")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    present = [s for s in sources(options.llvm) if s.files]
    for source in sources(options.llvm):
        if not source.files:
            print(f"skipped: {source.name} is not installed")
    if not present:
        print("skipped: none of the packages is installed")
        return 0
    total = sum(len(s.files) for s in present)
    chosen = []
    for source in present:
        share = len(source.files) if options.all else max(1, options.sample * len(source.files) // total)
        chosen.append((source, sample(source.files, share)))

    with tempfile.TemporaryDirectory(prefix="hooktidy-public-") as name:
        directory = Path(name)
        origin = write_database(directory, chosen)
        report = run(options.hooktidy, directory, options.jobs)
        return evaluate(report, origin, chosen)


def evaluate(report, origin, chosen):
    failed_files = collections.defaultdict(set)
    crashes = []
    for entry in report["not_analysed"]:
        if entry["kind"] == "file" and entry["reason"] == "does not compile":
            file = os.path.join(report["directory"], entry["what"])
            failed_files[origin[os.path.realpath(file)]].add(file)
        else:
            crashes.append(entry)
    unexpected = [f for f in report["findings"] if (Path(f["file"]).name, f["check"]) not in REVIEWED]
    print(f"{'code':<20} {'files':>6} {'analysed':>9} {'do not compile alone':>21}")
    for source, files in chosen:
        failed = len(failed_files[source.name])
        print(f"{source.name:<20} {len(files):>6} {len(files) - failed:>9} {failed:>21}")
    print(f"findings: {len(report['findings'])}, of which not reviewed: {len(unexpected)}; "
          f"not analysed for another reason than a compile error: {len(crashes)}")
    for finding in unexpected:
        print(f"  {finding['file']}:{finding['line']}: {finding['check']}: {finding['message']}")
    for entry in crashes:
        print(f"  {entry}")
    return 1 if unexpected or crashes else 0


if __name__ == "__main__":
    sys.exit(main())
