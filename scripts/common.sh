# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by the other scripts: where the project is, and how it is configured.

root=$(cd "$(dirname "$0")/.." && pwd)
build="$root/build/release"

# configure OPTION...: the release preset, for the LLVM version asked for.
configure() {
  (cd "$root" && cmake --preset release "-DHOOKTIDY_LLVM=${HOOKTIDY_LLVM:-19}" "$@") >&2
}
