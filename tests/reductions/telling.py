#!/usr/bin/env python3
"""Threads that can be told apart are not taken to be alike, whichever way they are told apart.

    telling.py --bin DIRECTORY --work DIRECTORY
"""
import argparse
import pathlib
import re
import sys

from checking import Checker

SOURCE = pathlib.Path(__file__).resolve().parent / "told_apart.c"
ALIKE = {"NOTHING", "MARKED_POINTER"}
USED_FOR_NOTHING = {"ARGUMENT"}  # no two threads have the same argument, which shows only when they are created


def findings(summary):
    return {(finding["kind"], finding["line"]) for finding in summary["findings"]}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/telling")
    ways = re.findall(r"^#define ([A-Z_]+) \d+", SOURCE.read_text(), re.M)
    failed = False
    for number, way in enumerate(ways):
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
