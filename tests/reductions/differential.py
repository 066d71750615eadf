#!/usr/bin/env python3
"""Random programs, checked with and without reductions, for properties that these preserve: the same findings.

    differential.py --bin DIRECTORY --work DIRECTORY [--programs N] [--seed FIRST] [--all] [--blocks]

--all: every program with all reductions that preserve what is checked, not with each set of them in turn.
--blocks: programs whose threads are handed blocks of their own, with symmetry, against brute force where that is small enough.
"""
import argparse
import sys

import block_programs
import random_programs
from checking import Checker

LIMIT = 60_000  # executions; larger programs are not compared
BRUTE_FORCE = 10_000  # executions; larger programs are compared with the search that uses no reduction
ENOUGH = 300  # programs, for one of them to have fewer executions


def findings(summary):
    return {(finding["kind"], finding["identity"]) for finding in summary["findings"]}


REDUCTIONS = ["predicate-dependence", "critical-sections", "commuting-operations", "unread-writes", "symmetry",
              "awaited-assumptions"]
# What to check, and how many of the reductions, from the end of the list, preserve it.
PROPERTIES = [("assertion", 6), ("assertion,deadlock", 6), ("assertion,crash,deadlock,misuse,memory,progress,stuck", 5)]


def combination(seed, takes_all):
    """What to check, and a set of reductions that preserve it; all of them in turn."""
    if takes_all:
        return [[], ["--check=assertion"], ["--check=assertion,deadlock"]][seed % 3], ["--reduction", "all"]
    turn = seed // 4 % (2 + 3 * 64)
    if turn == 0:
        return [], ["--reduction", "all"]
    if turn == 1:
        return [], ["--reduction", "symmetry", "--reduction", "critical-sections"]
    properties, count = PROPERTIES[turn % 3]
    members = turn // 3 % (2**count - 1) + 1
    names = [name for i, name in enumerate(REDUCTIONS[-count:]) if members >> i & 1]
    if "critical-sections" in names and seed % 8 < 6:
        names.append("predicted-executions")
    return [f"--check={properties}"], [word for name in names for word in ("--reduction", name)]


def combination_with_blocks(seed):
    return [], [["--reduction", "symmetry"], ["--strategy", "source", "--reduction", "symmetry"], [],
                ["--reduction", "symmetry", "--reduction", "critical-sections"]][seed % 4]


def reference(checker, binary, properties, is_brute_force):
    if is_brute_force:
        summary = checker.check(binary, *properties, "--strategy", "dfs", "--max-executions", str(BRUTE_FORCE))
        if summary["verdict"] != "sampled" and summary["executions"] < BRUTE_FORCE:
            return summary
    return checker.check(binary, *properties, "--no-reduction", "all", "--max-executions", str(LIMIT))


def compare(checker, seed, takes_all, has_blocks):
    """Returns (executions without, executions with, those predicted, what differs); none if it is too large."""
    text, ending = block_programs.program(seed) if has_blocks else (random_programs.program(seed), ".c")
    source = checker.work / f"random{ending}"
    source.write_text(text)
    binary = checker.build(source, "random", *(["-w"] if has_blocks else []))
    properties, reductions = combination_with_blocks(seed) if has_blocks else combination(seed, takes_all)
    plain = reference(checker, binary, properties, has_blocks)
    reduced = checker.check(binary, *properties, "--max-executions", str(LIMIT), *reductions)
    if any(summary["verdict"] == "sampled" or summary["executions"] >= LIMIT for summary in (plain, reduced)):
        return None
    differences = []
    if seed % 4 == 0:
        several = checker.check(binary, *properties, *reductions, workers=2)
        numbers = [(one["executions"], one["predicted_executions"]) for one in (reduced, several)]
        # With strategy source, which others give way to, executions that end early are met more or less often.
        is_same = numbers[0] == numbers[1] or several["strategy"] == "source"
        if not is_same or findings(several) != findings(reduced):
            differences.append("two workers find something else than one")
    if plain["verdict"] != reduced["verdict"]:
        differences.append(f"{plain['verdict']} has become {reduced['verdict']}")
    if missing := findings(plain) - findings(reduced):
        differences.append(f"missing: {sorted(missing)}")
    if surplus := findings(reduced) - findings(plain):
        differences.append(f"surplus: {sorted(surplus)}")
    return plain["executions"], reduced["executions"], reduced["predicted_executions"], differences


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--programs", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--all", action="store_true")
    arguments.add_argument("--blocks", action="store_true")
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/differential-{'blocks-' if options.blocks else ''}{options.seed}")
    compared = fewer = failed = predicted = 0
    for seed in range(options.seed, options.seed + options.programs):
        result = compare(checker, seed, options.all, options.blocks)
        if result is None:
            continue
        plain, reduced, more, differences = result
        compared += 1
        predicted += more
        fewer += reduced < plain
        failed += bool(differences)
        for difference in differences:
            print(f"seed {seed}: {difference}", flush=True)
    print(f"{compared} programs compared; fewer executions in {fewer}; {predicted} predicted; {failed} differ")
    sys.exit(1 if failed or (fewer == 0 and compared >= ENOUGH) else 0)


if __name__ == "__main__":
    main()
