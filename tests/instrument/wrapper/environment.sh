#!/bin/bash
# Sourced by the tests of the wrapper: an empty directory to work in, the wrappers as $cc and $cxx, a runtime that logs.
#   TEST BINARY_DIRECTORY STUB_LIBRARY_DIRECTORY
set -euo pipefail
export cc=$1/selvage-cc cxx=$1/selvage-c++ SELVAGE_LIB_DIR=$2
# The programs have one thread: whole-program analysis would leave them without hooks.
export SELVAGE_ANALYSIS=off
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Like grep -q, but reads all of its input: the writer of a pipe is not killed.
matches() {
  grep "$@" >/dev/null
}

# The hooks that a program calls.
hooks() {
  SELVAGE_STUB_LOG=1 "$@" 2>&1 >/dev/null | grep '^hook'
}
