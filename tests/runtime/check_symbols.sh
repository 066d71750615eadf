#!/usr/bin/env bash
# Fails when the runtime needs a symbol from the outside that the list does not allow.
#
#   check_symbols.sh ARCHIVE LIST
#
# LIST has one symbol per line; # starts a comment. Entries that nothing needs any more are pointed out.
set -euo pipefail

archive=$1
list=$2
nm=$(command -v llvm-nm-19 || command -v nm)

if [[ ! -e $archive ]]; then
  echo "$archive is not there"
  exit 1
fi
defined=$("$nm" --defined-only --format=just-symbols "$archive" 2>/dev/null | sed -e '/:$/d' -e '/^$/d' | sort -u)
undefined=$("$nm" --undefined-only --format=just-symbols "$archive" 2>/dev/null | sed -e '/:$/d' -e '/^$/d' | sort -u)
needed=$(comm -23 <(echo "$undefined") <(echo "$defined") | sed '/^$/d')
allowed=$(sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$list" | sort -u)

unused=$(comm -13 <(echo "$needed") <(echo "$allowed"))
if [[ -n $unused ]]; then
  printf 'allowed, but not needed:\n%s\n' "$unused"
fi
unexpected=$(comm -23 <(echo "$needed") <(echo "$allowed"))
if [[ -n $unexpected ]]; then
  printf 'the runtime needs symbols that %s does not allow:\n' "$list"
  while IFS= read -r symbol; do
    users=$("$nm" --undefined-only --print-file-name "$archive" 2>/dev/null |
      sed -n "s/^[^:]*:\([^:]*\): .* $symbol\$/\1/p" | sort -u | tr '\n' ' ')
    printf '  %s  (%s)\n' "$symbol" "${users% }"
  done <<<"$unexpected"
  exit 1
fi
echo "$(wc -w <<<"$needed") symbols needed, all allowed"
