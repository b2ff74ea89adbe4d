#!/bin/sh
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what hooktidy needs to be built and tested, and only what is missing.
# On Debian and Ubuntu it uses apt-get, as root or through sudo, without asking.
# Elsewhere it says what is missing and exits with 1.
#
# Usage: scripts/bootstrap.sh [build|test]     (default: test)
#   HOOKTIDY_LLVM   LLVM major version of the tool, 19 by default

set -eu

goal=${1:-test}
llvm=${HOOKTIDY_LLVM:-19}

case $goal in
  build | test) ;;
  *)
    echo "bootstrap.sh: unknown goal '$goal'; use 'build' or 'test'" >&2
    exit 2
    ;;
esac

# Without these nothing can be built.
required="cmake ninja-build g++ python3 nlohmann-json3-dev libcli11-dev
  clang-$llvm llvm-$llvm-dev libclang-$llvm-dev
  libcurl4-openssl-dev libssl-dev libcpp-httplib-dev pkg-config"
# Without these something is left out, and the build says what.
optional="ccache"
if [ "$goal" = test ]; then
  required="$required libgtest-dev llvm-$llvm-tools clang-tidy-$llvm binutils"
  optional="$optional qtbase5-dev qtbase5-examples python3-jsonschema"
  # The sanitizers of clang, and a home for the gs:// emulator from PyPI.
  optional="$optional libclang-rt-$llvm-dev python3-venv"
  for major in 14 16 19 22; do
    [ "$major" = "$llvm" ] && continue
    optional="$optional clang-tidy-$major llvm-$major-dev libclang-$major-dev"
  done
fi

say() { echo "bootstrap: $*" >&2; }

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# What cannot be asked of a package manager is asked of the commands.
report_and_fail() {
  missing=""
  for command in cmake ninja g++ python3 "clang-$llvm" "llvm-config-$llvm"; do
    command -v "$command" >/dev/null 2>&1 || missing="$missing $command"
  done
  say "this is not Debian or Ubuntu (no apt-get), so nothing was installed"
  if [ -z "$missing" ]; then
    say "the commands that the build needs are all there; libraries are looked for by CMake"
    exit 0
  fi
  say "missing commands:$missing"
  say "needed: CMake 3.20, Ninja, a C++17 compiler, Python 3, nlohmann_json 3.11, CLI11 2," \
    "LLVM and Clang $llvm with headers, for gs:// libcurl, OpenSSL and cpp-httplib" \
    "(and for the tests GoogleTest, lit, FileCheck)"
  exit 1
}

command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1 ||
  report_and_fail

missing=""
for package in $required; do
  is_installed "$package" || missing="$missing $package"
done
wanted=""
for package in $optional; do
  is_installed "$package" || wanted="$wanted $package"
done
[ -z "$missing$wanted" ] && exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  if command -v sudo >/dev/null 2>&1; then
    as_root=sudo
  elif [ -n "$missing" ]; then
    say "these packages are missing, and installing them takes root or sudo:$missing"
    exit 1
  else
    exit 0
  fi
fi

available() {
  apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [0-9]'
}

# An optional package that was unavailable last time is asked for again only
# when something required is missing: a refresh of the lists takes seconds.
any_available=""
for package in $missing $wanted; do
  if available "$package"; then any_available=yes; fi
done
if [ -z "$missing" ] && [ -z "$any_available" ]; then
  exit 0
fi
$as_root apt-get update -qq >&2 || say "some package sources could not be reached"

install=""
for package in $missing; do
  if ! available "$package"; then
    say "the package '$package' is needed, but no package source of this machine has it"
    say "(for another LLVM version, 14 to 22, set HOOKTIDY_LLVM)"
    exit 1
  fi
  install="$install $package"
done
for package in $wanted; do
  if available "$package"; then
    install="$install $package"
  else
    say "'$package' is not offered by this machine's package sources; going on without it"
  fi
done
[ -z "$install" ] && exit 0
say "installing:$install"
# shellcheck disable=SC2086 # the list is meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
  --no-install-recommends $install >&2
