#!/usr/bin/env python3
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures hooktidy against the compiler and clang-tidy of the same LLVM version.

Prints ratios, not times: both sides of a ratio run in turns, in one run, on one
machine, so that they are slow or fast together. Nothing is asserted.

Usage: run_bench.py --build build/release [--llvm 19] [--rounds 15]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HEADERS = """algorithm array atomic chrono condition_variable deque filesystem fstream
functional future iomanip iostream list map memory mutex numeric optional queue random
regex set sstream string thread unordered_map""".split()

HOOK = """
namespace framework {
class Graph { public: int add_operation(const std::string &name); };
class Session {};
class Coordinator {};
class SessionRunHook {
public:
  virtual ~SessionRunHook() = default;
  virtual void begin(Graph &);
  virtual void after_create_session(Session &, Coordinator &);
};
} // namespace framework

class StepCounter : public framework::SessionRunHook {
public:
  void begin(framework::Graph &graph) override {
    if (graph_ == &graph)
      return;
    graph_ = &graph;
    for (const std::string &name : names)
      graph.add_operation(name);
  }
  void after_create_session(framework::Session &, framework::Coordinator &) override {
    std::sort(names.begin(), names.end());
    std::cout << names.size() << "\\n";
  }

private:
  framework::Graph *graph_ = nullptr;
  std::vector<std::string> names{"step", "loss"};
};
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="build folder")
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--rounds", type=int, default=15)
    return parser.parse_args()


def seconds(command):
    start = time.perf_counter()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            universal_newlines=True)
    elapsed = time.perf_counter() - start
    if result.returncode != 0:
        sys.exit("%s\nexit code %d\n%s" % (" ".join(command), result.returncode, result.stdout))
    return elapsed


def compare(title, ours, theirs, rounds):
    """Runs both in turns and prints the ratio of the medians."""
    seconds(ours)  # the first run reads the files into memory
    seconds(theirs)
    our_times, their_times = [], []
    for _ in range(rounds):
        our_times.append(seconds(ours))
        their_times.append(seconds(theirs))
    our_median, their_median = statistics.median(our_times), statistics.median(their_times)
    ratios = sorted(ours / theirs for ours, theirs in zip(our_times, their_times))
    quarter = len(ratios) // 4
    print("%-58s %.2f   (%.2f to %.2f in half of the rounds; %.3f s and %.3f s)" %
          (title, our_median / their_median, ratios[quarter], ratios[-1 - quarter],
           our_median, their_median), flush=True)


def main():
    options = parse_arguments()
    build = os.path.abspath(options.build)
    clang = shutil.which("clang++-" + options.llvm)
    clang_tidy = shutil.which("clang-tidy-" + options.llvm)
    hooktidy = os.path.join(build, "bin", "hooktidy")
    plugin = os.path.join(build, "lib", "hooktidy-tidy-%s.so" % options.llvm)
    no_op = os.path.join(build, "lib", "hooktidy-bench-noop.so")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "heavy.cpp")
        with open(source, "w", encoding="ascii") as file:
            file.write("".join("#include <%s>\n" % header for header in HEADERS) + HOOK)
        flags = ["-std=c++17"]
        print("one file with %d standard headers and a hook; median ratios of %d rounds" %
              (len(HEADERS), options.rounds))
        if clang:
            compare("hooktidy check / clang++-%s -fsyntax-only" % options.llvm,
                    [hooktidy, "check", "-j1", source, "--"] + flags,
                    [clang, "-fsyntax-only", source] + flags, options.rounds)
        else:
            print("clang++-%s is not installed: no comparison with it" % options.llvm)
        if clang_tidy and os.path.exists(plugin) and os.path.exists(no_op):
            tidy = [clang_tidy, "-quiet"]
            compare("clang-tidy-%s with hook-* / with a check that does nothing" % options.llvm,
                    tidy + ["-load", plugin, "-checks=-*,hook-*", source, "--"] + flags,
                    tidy + ["-load", no_op, "-checks=-*,bench-no-op", source, "--"] + flags,
                    options.rounds)
        else:
            print("clang-tidy-%s or its plugins are missing: no comparison with it" %
                  options.llvm)


if __name__ == "__main__":
    main()
