#!/bin/sh
# Builds a program with the wrapper and a runtime that logs, runs it, and compares the log with the CHECK lines.
#   check.sh SOURCE BINARY_DIRECTORY STUB_LIBRARY_DIRECTORY
set -eu
source=$1
binaries=$2
SELVAGE_LIB_DIR=$3
export SELVAGE_LIB_DIR
# The programs have one thread: whole-program analysis would leave them without hooks.
export SELVAGE_ANALYSIS=off
compiler=selvage-cc
case $source in *.cpp) compiler=selvage-c++ ;; esac
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
"$binaries/$compiler" -pthread -o "$directory/program" "$source"
SELVAGE_STUB_LOG=1 "$directory/program" 2>"$directory/log"
FileCheck-19 --input-file="$directory/log" "$source"
