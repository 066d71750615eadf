#!/bin/sh
# Instruments a source file the way the wrapper does and compares the result with the CHECK lines in it.
#   check.sh SOURCE LIBRARY_DIRECTORY
set -eu
source=$1
library=$2
compiler=clang-19
case $source in *.cpp) compiler=clang++-19 ;; esac
SELVAGE_LINK=$(sed -n 's,^// LINK: ,,p' "$source")
SELVAGE_VOLATILE=$(sed -n 's,^// VOLATILE: ,,p' "$source")
export SELVAGE_LINK SELVAGE_VOLATILE
flags=$(sed -n 's,^// FLAGS: ,,p' "$source")
# shellcheck disable=SC2086  # several words
"$compiler" -O2 -g -w $flags -fno-discard-value-names "-fpass-plugin=$library/selvage_unoptimised.so" -S -emit-llvm -o - "$source" |
  opt-19 "-load-pass-plugin=$library/selvage_pass.so" -passes=selvage-instrument,verify -S -o - |
  FileCheck-19 "$source"
