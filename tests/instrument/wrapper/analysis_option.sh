#!/bin/bash
# --selvage-analysis and --selvage-volatile: what they do, where they may stand, what is said about wrong ones; an analysis that
# is given no time ends, says so in one sentence, and leaves hooks everywhere.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"
unset SELVAGE_ANALYSIS

# Loops enough for the clock to be looked at.
{
  echo '#include <pthread.h>'
  echo 'static int own, both; volatile int flag;'
  for number in $(seq 300); do echo "static int* step$number(int* p) { *p += $number; return p; }"; done
  echo 'static void* run(void* unused) { both++; return unused; }'
  echo 'int main(void) { pthread_t thread; pthread_create(&thread, 0, run, 0); own = 1; flag = 1; int* p = &own;'
  for number in $(seq 300); do echo "p = step$number(p);"; done
  echo 'both++; pthread_join(thread, 0); return 0; }'
} >main.c
"$cc" -c main.c -o main.o --selvage-analysis=off

analyses() { # of a program: the word that says what was found out
  llvm-objcopy-19 --dump-section=selvage_module=record "$1" && od -An -t u4 -j 36 -N 4 record | tr -d ' '
}
sites() { llvm-objcopy-19 --dump-section=selvage_sites=table "$1" && stat -c %s table; }

"$cc" -pthread main.o -o analysed 2>messages
[[ ! -s messages ]] || { cat messages; fail "messages where all is found out"; }
"$cc" -pthread --selvage-analysis=off main.o -o full
SELVAGE_ANALYSIS=off "$cc" -pthread main.o -o full_by_environment
SELVAGE_ANALYSIS=off "$cc" -pthread --selvage-analysis=on main.o -o option_wins
"$cc" -pthread main.o -o given_up --selvage-analysis=0 2>messages
[[ $(grep -c . messages) == 1 ]] || { cat messages; fail "one sentence"; }
matches 'selvage: note: .*given up after 0 s.*--selvage-analysis=SECONDS' messages || { cat messages; fail "what it says"; }

[[ $(analyses analysed) == 3 && $(analyses option_wins) == 3 ]] || fail "record of an analysed program"
[[ $(analyses full) == 0 && $(analyses full_by_environment) == 0 ]] || fail "record without analyses"
[[ $(analyses given_up) == 0 ]] || fail "record of analyses that were given up"
! llvm-readelf-19 -S given_up | matches selvage_facts || fail "facts that nobody found out"
llvm-readelf-19 -S analysed | matches selvage_facts || fail "no facts"
(($(sites analysed) < $(sites full))) || fail "no hooks were left out"
[[ $(sites given_up) == $(sites full) ]] || fail "hooks are missing where nothing is known"

for wrong in --selvage-analysis=often --selvage-analysis= --selvage-analysis=-1 --selvage-volatile=no --selvage-what; do
  ! "$cc" $wrong main.o -o wrong 2>messages || fail "accepts $wrong"
  matches "^selvage: $wrong" messages || { cat messages; fail "message about $wrong"; }
done
! SELVAGE_ANALYSIS=often "$cc" main.o -o wrong 2>messages || fail "accepts a wrong variable"
"$cc" --selvage-help | matches -- '--selvage-analysis=SECONDS' || fail "help"
"$cc" --help | matches -- '--selvage-volatile=atomic' || fail "the compiler's help"

"$cc" -pthread --selvage-analysis=off --selvage-volatile=atomic main.o -o atomic
hooks ./atomic | matches 'atomic_store' || fail "volatile accesses are atomic"
! hooks ./full | matches 'atomic_store' || fail "volatile accesses are plain"
