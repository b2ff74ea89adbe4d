#!/bin/sh
# Part of hooktidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes a Python in DIRECTORY that has gcp-storage-emulator from PyPI, unless it is
# there. Prints the path of that Python; or, on the standard error stream, why there is
# none, and exits with 1.
#
# Usage: test/gcs/install_emulator.sh DIRECTORY

set -eu

directory=$1
python="$directory/bin/python"
log="$directory.log"

has_emulator() {
  "$python" -c "import gcp_storage_emulator" >/dev/null 2>&1
}

if ! has_emulator; then
  mkdir -p "$(dirname "$directory")"
  # One of its libraries needs what later versions of setuptools left out.
  if ! { python3 -m venv --clear "$directory" &&
    "$python" -m pip install --quiet --disable-pip-version-check --no-input --retries 1 \
      --timeout 30 "gcp-storage-emulator==2024.8.3" "setuptools<81"; } >"$log" 2>&1 ||
    ! has_emulator; then
    echo "gcp-storage-emulator could not be installed, its test is skipped:" >&2
    tail -n 3 "$log" >&2
    exit 1
  fi
fi
echo "$python"
