#!/bin/bash
# Separate and combined compilation, several sources at once, archives made with GNU ar, response files, -x, stdin.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"

cat >counter.c <<'END'
int counter;
void increment(void) { counter++; }
END
cat >main.c <<'END'
void increment(void);
int main(void) { increment(); return 0; }
END
expected=$'write 4'

"$cc" -O2 -c counter.c -o counter.o
"$cc" -O2 -c main.c
"$cc" counter.o main.o -o separate
hooks ./separate | matches "$expected" || fail "separate compilation"

"$cc" counter.c main.c -o together
hooks ./together | matches "$expected" || fail "several sources at once"

ar rcs libcounter.a counter.o
ranlib libcounter.a
nm libcounter.a | matches 'T increment' || fail "nm on an archive"
"$cc" main.o -L. -lcounter -o archived
hooks ./archived | matches "$expected" || fail "archive"

echo '-O1 "main.c" counter.o -o from_response_file' >arguments
"$cc" @arguments
hooks ./from_response_file | matches "$expected" || fail "response file"

{ echo 'main.c counter.c -o long_command'; for i in $(seq 4000); do echo "-DSOME_RATHER_LONG_MACRO_NAME_$i=1"; done; } >long
"$cc" @long
hooks ./long_command | matches "$expected" || fail "long response file"

cp main.c main.txt
"$cc" -x c main.txt -x none counter.o -o language
hooks ./language | matches "$expected" || fail "-x none"
cat main.c counter.c | "$cc" -x c - -o from_stdin
hooks ./from_stdin | matches "$expected" || fail "standard input with -x c up to the end"

"$cc" -s -flto=thin -fwhole-program -fno-tree-vectorize -fuse-ld=bfd -Wl,--hash-size=31,-O1 -Wl,--no-keep-memory \
  -Wsome-warning-of-gcc main.c counter.c -o with_gcc_options
hooks ./with_gcc_options | matches "$expected" || fail "options that only gcc and GNU ld know"

"$cc" -static -fsanitize=address main.c counter.c -o with_notes 2>notes
matches -e '-static is ignored' notes || fail "note about -static"
matches -e '-fsanitize=address is ignored' notes || fail "note about -fsanitize"
./with_notes

"$cc" -ffunction-sections -fdata-sections -Wl,--gc-sections main.c counter.c -o collected
hooks ./collected | matches "at counter.c:2 in increment variable=counter" || fail "site table with --gc-sections"

"$cc" -r main.o counter.o -o merged.o
"$cc" merged.o -o from_merged
./from_merged || fail "relocatable link"
