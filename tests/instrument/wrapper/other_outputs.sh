#!/bin/bash
# Preprocessing, dependencies, assembly, precompiled headers, and questions to the compiler.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"

cat >main.c <<'END'
#include "main.h"
#ifdef __OPTIMIZE__
int optimised = 1;
#else
int optimised = 0;
#endif
int main(void) { return VALUE; }
END
echo '#define VALUE 0' >main.h

"$cc" -E main.c | matches 'return 0' || fail "-E"
"$cc" -O2 -E main.c | matches 'optimised = 1' || fail "__OPTIMIZE__ with -O2"
"$cc" -O0 -E main.c | matches 'optimised = 0' || fail "__OPTIMIZE__ with -O0"
"$cc" -M main.c | matches 'main.o: main.c' || fail "-M"
"$cc" -MM -MT target main.c | matches 'target: main.c main.h' || fail "-MM -MT"
"$cc" -MMD -MF main.d -c main.c
matches main.h main.d || fail "-MMD"
"$cc" -S main.c -o main.s
matches 'main:' main.s || fail "-S"
"$cc" -c main.s -o main.o
"$cc" main.o -o from_assembly
./from_assembly || fail "assembly"
"$cc" -c main.c -o /dev/null || fail "-o /dev/null"
"$cc" main.h -o main.h.pch
"$cc" -include-pch main.h.pch main.c -o precompiled
./precompiled || fail "precompiled header"
"$cc" --version | matches 'clang version 19' || fail "--version"
"$cc" -dumpmachine | matches x86_64 || fail "-dumpmachine"
"$cc" -print-file-name=libc.so | matches libc.so || fail "-print-file-name"
"$cc" -v 2>&1 | matches 'clang version 19' || fail "-v"
! "$cc" 2>errors || fail "no arguments"
SELVAGE_VERBOSE=1 "$cc" -c main.c 2>&1 | matches 'selvage:.*main.c' || fail "SELVAGE_VERBOSE"
SELVAGE_PLAIN=1 "$cc" main.c -o plain
! nm plain | matches selvage || fail "SELVAGE_PLAIN"

echo '#include <selvage.h>
int main(void) { selvage_atomic_begin(); selvage_atomic_end(); return 0; }' >interface.c
"$cc" -Wall -Werror interface.c -o interface
./interface || fail "selvage.h in C"
cp interface.c interface.cpp
"$cxx" -Wall -Werror interface.cpp -o interface
./interface || fail "selvage.h in C++"

status=0
SELVAGE_LIB_DIR=/nonexistent "$cc" main.c -o main 2>errors || status=$?
if [[ $status -ne 0 ]]; then # only where the real runtime has not been built beside the wrapper
  [[ $status -eq 3 ]] || fail "exit code of a missing runtime: $status"
  matches 'selvage: the runtime library is missing' errors || fail "message about a missing runtime"
fi
