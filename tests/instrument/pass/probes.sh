#!/bin/sh
# Programs that declare library functions without arguments and call them like that, as autoconf does to find out whether
# they exist: the pass comes to an end and leaves a valid module. All functions at once, and those alone that the analyses
# know something particular about, because some analyses stop at the first call that they do not like.
#   probes.sh TABLE LIBRARY_DIRECTORY
set -eu
table=$1
library=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

instrument() {
  clang-19 -O2 -g -w -fno-builtin "-fpass-plugin=$library/selvage_unoptimised.so" -S -emit-llvm -o "$directory/probe.ll" \
    "$directory/probe.c"
  SELVAGE_LINK=executable opt-19 "-load-pass-plugin=$library/selvage_pass.so" -passes=selvage-instrument,verify \
    -disable-output "$directory/probe.ll" || { echo "FAILED: $1" >&2; exit 1; }
}

sed -n 's/^{"\([A-Za-z_0-9]*\)".*/\1/p' "$table" >"$directory/names"
for name in __atomic_store_8 __atomic_fetch_add_16 __atomic_compare_exchange_4 memset memcmp; do
  echo "$name" >>"$directory/names"
done
sort -u "$directory/names" >"$directory/all"
[ "$(wc -l <"$directory/all")" -gt 300 ] || { echo "FAILED: no functions in $table" >&2; exit 1; }
{
  sed 's/.*/char &();/' "$directory/all"
  echo 'int main(void) {'
  sed 's/.*/  &();/' "$directory/all"
  echo '}'
} >"$directory/probe.c"
instrument "all functions"

grep -E 'action = Action::(StartThread|StartObject|JoinThread|EndThread|Call|DestroyKey|StoreKey)|copies = ' "$table" |
  sed -n 's/^{"\([A-Za-z_0-9]*\)".*/\1/p' >"$directory/alone"
while read -r name; do
  echo "char $name(); int main(void) { return $name(); }" >"$directory/probe.c"
  instrument "$name"
done <"$directory/alone"
