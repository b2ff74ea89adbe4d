# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes programs of sources with hooks, and runs them.

A program is the source, an AddHook for each class (see runner/subjects.h), and the
runner. It is built again only if something that it was made of has changed.
"""

import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import class_scan

HERE = Path(__file__).resolve().parent
SOURCE_ROOT = HERE.parent.parent


class CannotBuild(Exception):
    """The compiler or the linker refused; its output is the text."""


@dataclass
class Toolchain:
    """How programs are compiled. `link` are the libraries, in link order."""
    compiler: list
    link: list
    directory: Path
    flags: tuple = ("-std=c++17", "-O0", "-w", "-DHOOKTIDY_WATCH_MEMBERS",
                    "-I%s" % SOURCE_ROOT, "-I%s" % HERE)

    def command(self, *rest):
        return [*self.compiler, *self.flags, *map(str, rest)]


def run_command(command):
    result = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    if result.returncode != 0:
        raise CannotBuild("$ %s\n%s" % (shlex.join(map(str, command)), result.stdout))


def depfile_inputs(depfile):
    text = depfile.read_text(encoding="utf-8").replace("\\\n", " ")
    return [Path(name.replace("\\ ", " "))
            for name in re.split(r"(?<!\\)\s+", text.split(":", 1)[1]) if name]


def up_to_date(output, depfile, more_inputs=()):
    """Whether nothing that `output` was made of is newer."""
    if not output.exists() or not depfile.exists():
        return False
    made = output.stat().st_mtime_ns
    inputs = [*depfile_inputs(depfile), *map(Path, more_inputs)]
    return all(name.exists() and name.stat().st_mtime_ns <= made for name in inputs)


def write_if_changed(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def precompile(toolchain):
    """Precompiles what all programs include; returns the flags that use it."""
    header = toolchain.directory / "common.h"
    output = toolchain.directory / "common.h.pch"
    depfile = toolchain.directory / "common.d"
    toolchain.directory.mkdir(parents=True, exist_ok=True)
    write_if_changed(header, (HERE / "runner" / "common.h").read_text(encoding="utf-8"))
    stamp = toolchain.directory / "flags"
    write_if_changed(stamp, "\n".join(toolchain.command()))
    if not up_to_date(output, depfile, [stamp]):
        run_command(toolchain.command("-x", "c++-header", header, "-o", output,
                                      "-MMD", "-MF", depfile))
    return ["-include-pch", output]


def registration(text, path, arguments, left_out=()):
    """A source that includes the one at `path`, whose text is given, and names its hooks.
    `arguments` has for some classes the ways to construct them, each a list in C++."""
    lines = ['#include "%s"' % path, '#include "runner/subjects.h"']
    for number, entity in enumerate(class_scan.scan_classes(text)):
        if entity.is_template or entity.name in left_out:
            continue
        # Inside of its own namespace, a class hides others of its name.
        lines += ["namespace %s {" % name for name in entity.namespaces]
        name = entity.name.rsplit("::", 1)[-1]
        makers = "".join(", ::hooktidy::oracle::maker<%s>(%s)" % (name, way)
                         for way in arguments.get(entity.name, []))
        lines.append('static const ::hooktidy::oracle::AddHook<%s> oracle_%d("%s"%s);'
                     % (name, number, entity.name, makers))
        lines += ["}" for _ in entity.namespaces]
    return "\n".join(lines + [""])


UNDEFINED = re.compile(r"undefined (?:symbol: |reference to `)([\w.$]+)")


def link(toolchain, folder, more_objects=()):
    """Links; returns the mangled names that are not defined anywhere."""
    command = [*toolchain.compiler, folder / "main.o", *more_objects, *toolchain.link,
               "-Wl,--no-demangle", "-o", folder / "program"]
    try:
        run_command(command)
    except CannotBuild as failure:
        missing = sorted(set(UNDEFINED.findall(str(failure))))
        if not missing:
            raise
        return missing
    return []


def define_missing(toolchain, folder, names):
    """An object with a function for each name, which does nothing and returns 0. That is
    as much as the linter assumes of functions that it does not see."""
    stubs = folder / "stubs.c"
    write_if_changed(stubs, "".join(
        'long stub_%d(void) __asm__("%s"); long stub_%d(void) { return 0; }\n'
        % (number, name, number) for number, name in enumerate(names)))
    run_command([*toolchain.compiler, "-x", "c", "-w", "-c", stubs, "-o", folder / "stubs.o"])
    return folder / "stubs.o"


def classes_without_vtable(names):
    """Classes that declare virtual functions and do not define them."""
    demangled = subprocess.run(["c++filt"], input="\n".join(names), stdout=subprocess.PIPE,
                               universal_newlines=True, check=True).stdout
    return {name.replace("(anonymous namespace)::", "")
            for name in re.findall(r"^(?:vtable|typeinfo) for (.*)$", demangled, re.MULTILINE)}


def compile_and_link(toolchain, folder, registered, pch):
    """`registered` gives the main source, without the classes that it is given."""
    left_out = set()
    while True:
        write_if_changed(folder / "main.cpp", registered(left_out))
        run_command(toolchain.command(*pch, "-MMD", "-MF", folder / "main.d", "-c",
                                      folder / "main.cpp", "-o", folder / "main.o"))
        missing = link(toolchain, folder)
        incomplete = classes_without_vtable(missing)
        if not incomplete:
            break
        if incomplete <= left_out:
            raise CannotBuild("not defined anywhere: " + ", ".join(missing))
        left_out |= incomplete
    if missing:
        missing = link(toolchain, folder, [define_missing(toolchain, folder, missing)])
        if missing:
            raise CannotBuild("not defined anywhere: " + ", ".join(missing))


def build(toolchain, source, text=None, name=None, arguments=None):
    """The program of a source; `text` replaces what is in the file. Raises CannotBuild."""
    source = Path(source).resolve()
    folder = toolchain.directory / (name or source.stem)
    folder.mkdir(parents=True, exist_ok=True)
    included = source
    if text is None:
        text = source.read_text(encoding="utf-8")
    else:
        included = folder / "changed.cpp"
        write_if_changed(included, text)
    pch = [*precompile(toolchain), "-iquote", source.parent]
    libraries = [item for item in toolchain.link if item.endswith((".a", ".o"))]
    inputs = [pch[1], folder / "registration", *libraries]

    def registered(left_out):
        return registration(text, included, arguments or {}, left_out)

    write_if_changed(folder / "registration", registered(()))
    if not up_to_date(folder / "program", folder / "main.d", inputs):
        compile_and_link(toolchain, folder, registered, pch)
    return folder / "program"


def run(program, *arguments, lines=None, timeout=600):
    """What the program prints, as a list of objects."""
    environment = dict(os.environ)
    result = subprocess.run([str(program), *arguments], stdout=subprocess.PIPE,
                            input="".join(line + "\n" for line in lines or []),
                            stderr=subprocess.PIPE, universal_newlines=True,
                            timeout=timeout, cwd=str(Path(program).parent),
                            env=environment, check=False)
    if result.returncode != 0:
        raise CannotBuild("%s ended with %d: %s" % (program, result.returncode, result.stderr))
    return [json.loads(line) for line in result.stdout.splitlines()]
