# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""version_handshake.py SOURCE MAJOR=CLANG_TIDY=PLUGIN...: every clang-tidy with
every plugin."""

import subprocess
import sys

source, hosts = sys.argv[1], [word.split("=", 2) for word in sys.argv[2:]]
failures = 0
for host_major, clang_tidy, _ in hosts:
    for plugin_major, _, plugin in hosts:
        # With a check of clang-tidy's own on, a plugin that could not be loaded
        # would go unnoticed.
        run = subprocess.run([clang_tidy, "-load", plugin, "-checks=-*,misc-unused-*,hook-*",
                              source, "--"], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, universal_newlines=True)
        sentence = "this plugin is for clang-tidy %s." % plugin_major
        if host_major == plugin_major:
            is_good = run.returncode == 0 and "hooktidy:" not in run.stdout
        else:
            is_good = run.returncode == 78 and sentence in run.stdout
        print("clang-tidy %s, plugin %s: exit %d%s" %
              (host_major, plugin_major, run.returncode, "" if is_good else "  WRONG"))
        if not is_good:
            failures += 1
            print(run.stdout)
sys.exit(1 if failures else 0)
