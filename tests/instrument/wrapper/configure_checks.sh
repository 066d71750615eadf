#!/bin/bash
# What configure scripts do: programs that must compile, must fail to compile, must fail to link, and are run.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"

try() {
  cat >conftest.c
  "$cc" -o conftest -g -O2 conftest.c "$@" >/dev/null 2>conftest.err
}

try <<<'int main(void) { return 0; }' || fail "working compiler"
./conftest || fail "running"
try <<<'char pthread_create(); int main() { return pthread_create(); }' || fail "function that exists"
SELVAGE_ANALYSIS=on try <<<'char pthread_create(); int main() { return pthread_create(); }' ||
  fail "function that exists, with the analyses"
! try <<<'char no_such_function(); int main() { return no_such_function(); }' || fail "function that does not exist"
try <<<'int main() { return printf("") + no_prototype_needed_here; } int no_prototype_needed_here;' && fail "bad program"
try <<<'int main() { return printf(""); }' || fail "implicit declaration is a warning"
! try -lno_such_library <<<'int main() { return 0; }' || fail "library that does not exist"
! try -Werror=implicit-function-declaration <<<'int main() { return printf(""); }' || fail "explicit -Werror= wins"
try <<<'inline int twice(int x) { return 2 * x; } int main() { return twice(0); }' || fail "C99 inline function"
try -D_FORTIFY_SOURCE=2 <<<'#include <string.h>
char target[8]; int main(int c, char **v) { (void)c; strcpy(target, "x"); memcpy(target, v[0], 1); return 0; }' ||
  fail "fortified headers"
./conftest || fail "running fortified"
