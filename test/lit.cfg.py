# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configuration of the lit tests: test/checks, test/tool."""

import os

import lit.formats

config.name = "hooktidy"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cpp", ".test"]
config.excludes = ["Inputs", "corpus", "unit", "bench", "oracle", "runtime", "fuzz"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.hooktidy_build, "test")

# A test must not depend on what the user has set.
for name in ("TERM", "NO_COLOR", "CPATH", "CPLUS_INCLUDE_PATH"):
    config.environment.pop(name, None)
config.environment["LC_ALL"] = "C.UTF-8"
# LLVM's libraries are built without the annotations this check relies on.
config.environment["ASAN_OPTIONS"] = "detect_container_overflow=0:detect_leaks=0"


plugins = config.hooktidy_hosts.split(";") if config.hooktidy_hosts else []
for plugin in plugins:
    config.available_features.add("clang-tidy-" + plugin.split("=")[0])
if plugins:
    config.available_features.add("clang-tidy")
for major in config.hooktidy_missing_hosts.split(";"):
    if major:
        lit_config.note("clang-tidy-%s is not installed: nothing runs through it" % major)


def has_terminals():
    """False in a bare chroot, where /dev/pts is not mounted."""
    try:
        for descriptor in os.openpty():
            os.close(descriptor)
    except OSError:
        return False
    return True


if has_terminals():
    config.available_features.add("terminal")
if config.hooktidy_sanitize:
    config.available_features.add("sanitized")

default_flags = "-std=c++17 -I" + config.hooktidy_source
tool = os.path.join(config.hooktidy_build, "bin", "hooktidy")
check_hook = [config.python, os.path.join(config.test_source_root, "check_hook.py"),
              "--tool", tool, "--filecheck", config.filecheck,
              "--default-flags='%s'" % default_flags]
for plugin in plugins:
    check_hook += ["--plugin", plugin]

# Longer names come first, because lit replaces text and not words.
config.substitutions += [
    ("%check_hook", " ".join(check_hook)),
    ("%hooktidy", tool),
    ("%filecheck", config.filecheck),
    ("%exits", os.path.join(config.test_source_root, "tool", "Inputs", "exits.sh")),
    ("%python", config.python),
    ("%source_root", config.hooktidy_source),
    ("%build_root", config.hooktidy_build),
    ("%llvm_major", config.hooktidy_llvm),
    ("%plugins", " ".join(plugins)),
]
