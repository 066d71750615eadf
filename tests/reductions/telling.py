#!/usr/bin/env python3
"""Threads that can be told apart are not taken to be alike, whichever way they are told apart.

    telling.py --bin DIRECTORY --work DIRECTORY
"""
import argparse
import pathlib
import re
import sys

from checking import Checker

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "told_apart.c"
ALIKE = {"NOTHING", "MARKED_POINTER"}
USED_FOR_NOTHING = {"ARGUMENT"}  # no two threads have the same argument, which shows only when they are created

# Threads that are handed blocks.
BLOCKS = HERE / "told_apart_blocks.c"
ALIKE_BLOCKS = {"NOTHING", "UNREAD_DIFFERENCE", "RETURNED", "SAME_AT_END", "COMMON", "FREED_BY_THREAD"}
# Nothing tells these apart either, but that is not known of threads that read pointers to blocks, though it be their own.
ALIKE_UNKNOWN = {"OWN_POINTER", "COMPARED_WITH_OWN"}
# Of the others it is said why symmetry is not used for the blocks; but not of these, which count as shared memory or hold a mutex.
UNNOTICED_BLOCKS = {"LOCKED_BY_CREATOR", "READ_BY_CREATOR", "FREED_BY_CREATOR"}


def ways_of(source):
    return re.findall(r"^#define ([A-Z_]+) \d+", source.read_text(), re.M)


def findings(summary):
    return {(finding["kind"], finding["line"]) for finding in summary["findings"]}


def check_blocks(checker):
    all_right = True
    for number, way in enumerate(ways_of(BLOCKS)):
        binary = checker.build(BLOCKS, "told_apart_blocks", f"-DWAY={number}")
        for strategy in ("optimal", "dfs"):
            plain = checker.check(binary, "--strategy", strategy)
            reduced = checker.check(binary, "--strategy", strategy, "--reduction", "symmetry", "--explain-reductions")
            use = next(item for item in reduced["explained_reductions"] if item["name"] == "symmetry")
            explained = bool(use["why_not"] or use["limit"])
            right = findings(plain) == findings(reduced) and plain["verdict"] == reduced["verdict"]
            if way in ALIKE_BLOCKS:
                right &= reduced["executions"] < plain["executions"] and not explained
            else:
                right &= bool(findings(plain)) == (way not in ALIKE_UNKNOWN) and explained == (way not in UNNOTICED_BLOCKS)
            print(f"blocks, {way}, {strategy}: {plain['executions']} executions, then {reduced['executions']}; "
                  f"{len(findings(plain))} findings; {use['why_not'] or use['limit']}{'' if right else ': not as it should be'}",
                  flush=True)
            all_right &= right
    return all_right


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/telling")
    failed = not check_blocks(checker)
    for number, way in enumerate(ways_of(SOURCE)):
        binary = checker.build(SOURCE, "told_apart", f"-DWAY={number}")
        for strategy in ("optimal", "source", "dfs"):
            plain = checker.check(binary, "--strategy", strategy)
            reduced = checker.check(binary, "--strategy", strategy, "--reduction", "symmetry")
            used = "symmetry" in reduced["reductions"]
            right = findings(plain) == findings(reduced) and used == (way in ALIKE | USED_FOR_NOTHING)
            if way in ALIKE:
                right &= reduced["executions"] < plain["executions"]
            print(f"{way}, {strategy}: {plain['executions']} executions, then {reduced['executions']}; "
                  f"{len(findings(plain))} findings{'' if right else ': not as it should be'}", flush=True)
            failed |= not right
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
