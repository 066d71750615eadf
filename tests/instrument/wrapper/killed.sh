#!/bin/bash
# A link whose wrapper is killed ends: no linker goes on by itself, and nothing is left beside the output.
# shellcheck source=tests/instrument/wrapper/environment.sh
source "$(dirname "$0")/environment.sh"
export SELVAGE_ANALYSIS=on

# Enough for a link of several seconds, most of it after the plug-in is loaded.
{
  echo 'int data[64];'
  for number in $(seq 700); do
    echo "int f$number(int x) { for (int i = 0; i < x; i++) data[i % 64] += data[x % 64] * $number; return data[x % 7]; }"
  done
  echo 'int main(int count, char** arguments) { int sum = 0;'
  for number in $(seq 700); do echo "sum += f$number(count);"; done
  echo 'return sum + (arguments == 0); }'
} >many.c
"$cc" -c many.c -o many.o

is_running() { # also a process that nobody has waited for has ended
  [[ -e /proc/$1/stat ]] && [[ $(cut -d ' ' -f 3 "/proc/$1/stat" 2>/dev/null) != Z ]]
}

for signal in KILL TERM; do
  "$cc" many.o -o many &
  wrapper=$!
  linker=
  for _ in $(seq 1000); do
    read -r linker _ <"/proc/$wrapper/task/$wrapper/children" || true
    [[ -n $linker ]] && grep -q selvage_pass "/proc/$linker/maps" && break
    sleep 0.02
  done 2>/dev/null
  [[ -n $linker ]] || fail "no linker was seen"
  kill -s "$signal" "$wrapper"
  ! wait "$wrapper" || fail "the link came first"
  for _ in $(seq 1000); do
    is_running "$linker" || break
    sleep 0.02
  done
  ! is_running "$linker" || { kill -s KILL "$linker"; fail "a linker outlives the wrapper (SIG$signal)"; }
  [[ -z $(find . -name 'many?*' ! -name many.c ! -name many.o) && ! -e many ]] || { ls; fail "something is left behind"; }
done
"$cc" many.o -o many
./many
