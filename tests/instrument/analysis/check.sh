#!/bin/sh
# Analyses a whole program and compares what was found, in its readable form, with the CHECK lines in the source.
#   check.sh SOURCE LIBRARY_DIRECTORY
set -eu
source=$1
library=$2
compiler=clang-19
case $source in *.cpp) compiler=clang++-19 ;; esac
SELVAGE_ANALYSIS_LOG=-
export SELVAGE_ANALYSIS_LOG
"$compiler" -O2 -g -w -fno-discard-value-names "-fpass-plugin=$library/selvage_unoptimised.so" -S -emit-llvm -o - "$source" |
  opt-19 "-load-pass-plugin=$library/selvage_pass.so" -passes=selvage-instrument -disable-output 2>&1 |
  FileCheck-19 "$source"
