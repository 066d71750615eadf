#!/bin/bash
# Debuggers and symbolisers find source lines, whatever -g options the user gave or forgot.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"

cat >main.c <<'END'
int counter;
__attribute__((noinline)) void increment(void) {
  counter++;
}
int main(void) {
  increment();
  return 0;
}
END
for options in -O2 -g0 -g -ggdb3 -gdwarf-4 -gsplit-dwarf -s; do
  "$cc" $options main.c -o program
  address=$(nm program | sed -n 's/ [tT] increment$//p')
  llvm-symbolizer-19 --obj=program "0x$address" | matches 'main.c:2' || fail "line with $options"
done
"$cc" -O2 main.c -o program
if command -v gdb >/dev/null; then
  gdb -batch -nx -ex 'break increment' -ex run -ex bt -ex 'print counter' ./program >gdb.log 2>&1
  matches 'increment () at .*main.c:' gdb.log || { cat gdb.log; fail "gdb"; }
  matches 'main () at .*main.c:6' gdb.log || { cat gdb.log; fail "gdb backtrace"; }
fi
# The function table holds addresses of functions.
"$cc" -no-pie main.c -o fixed
SELVAGE_STUB_LOG=1 ./fixed 2>&1 | sed -n 's/^function 0x//p' | while read -r entry; do
  nm fixed | matches -i "^0*$entry t" || fail "function table entry $entry"
done
