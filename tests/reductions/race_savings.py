#!/usr/bin/env python3
"""What race-free-subspaces saves on programs like those of the paper on property-driven pruning: numbers of executions until all
races are found, or none are left, with the same races. The ratios of the paper's Table 1 are reached, and where its numbers
stay the same as threads are added these do.

    race_savings.py --bin DIRECTORY --work DIRECTORY
"""
import argparse
import pathlib
import sys

from checking import Checker

HERE = pathlib.Path(__file__).resolve().parent / "race_free"
REDUCTION = ["--reduction", "race-free-subspaces"]

# Program, flags for the compiler; executions without and with the reduction (no number: too many to count here); the paper's.
EXPECTED = [
    ("running_example", ["-DROUNDS=3"], 73, 11, (89, 14)),
    ("running_example", ["-DROUNDS=4"], 255, 13, (233, 68)),
    ("quicksort", [], 4, 1, (4, 1)),
    ("file_scanner", [], 7_744, 1, (2_519, 182)),
    ("downloader", ["-DTHREADS=3"], 34_650, 1, (3_432, 1)),
    ("downloader", ["-DTHREADS=4"], None, 1, None),
    ("downloader", ["-DTHREADS=5"], None, 1, None),
    ("compressor", ["-DTHREADS=4"], 8_160, 1, (1_465, 45)),
    ("compressor", ["-DTHREADS=6"], None, 1, None),
    ("compressor", ["-DTHREADS=10"], None, 1, None),
    # Races that are easily pruned away.
    ("hidden_writer", [], 4, 3, None),
    ("behind_a_race", [], 2, 2, None),
    ("chosen_place", [], 9, 6, None),
    ("relaxed_flag", [], 10, 6, None),
]


def findings(summary):
    return {(finding["kind"], finding["identity"]) for finding in summary["findings"]}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/race-savings")
    failed = False
    for name, flags, without, with_it, paper in EXPECTED:
        binary = checker.build(HERE / f"{name}.c", name, *flags)
        reduced = checker.check(binary, "--check=race", *REDUCTION)
        problems = [] if reduced["executions"] == with_it else [f"{with_it:,} were expected"]
        if without is not None:
            plain = checker.check(binary, "--check=race", "--strategy", "optimal")
            if plain["executions"] != without:
                problems.append(f"{without:,} were expected without the reduction, not {plain['executions']:,}")
            if plain["verdict"] != reduced["verdict"] or findings(plain) != findings(reduced):
                problems.append("other races are found")
        if paper is not None and reduced["executions"] * paper[0] > without * paper[1]:
            problems.append(f"the paper has {paper[0]:,} and {paper[1]:,}")
        before = "" if without is None else f"{without:,} executions, then "
        print(" ".join([name, *flags]) + f": {before}{reduced['executions']:,}, {reduced['verdict']}", *problems, sep="; ")
        failed |= bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
