#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# exits.sh CODE COMMAND...: succeeds if the command exits with CODE.
expected=$1
shift
"$@"
code=$?
[ "$code" = "$expected" ] && exit 0
echo "exit code $code, expected $expected: $*" >&2
exit 1
