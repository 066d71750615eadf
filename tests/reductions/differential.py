#!/usr/bin/env python3
"""Random programs, checked with and without reductions, for properties that these preserve: the same findings.

    differential.py --bin DIRECTORY --work DIRECTORY [--programs N] [--seed FIRST] [--all]

--all: every program with all reductions that preserve what is checked, not with each set of them in turn.
"""
import argparse
import sys

from checking import Checker
from random_programs import program

LIMIT = 60_000  # executions; larger programs are not compared
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


def compare(checker, seed, takes_all):
    """Returns (executions without, executions with, those predicted, what differs); none if it is too large."""
    source = checker.work / "random.c"
    source.write_text(program(seed))
    binary = checker.build(source, "random")
    properties, reductions = combination(seed, takes_all)
    plain = checker.check(binary, *properties, "--no-reduction", "all", "--max-executions", str(LIMIT))
    reduced = checker.check(binary, *properties, "--max-executions", str(LIMIT), *reductions)
    if any(summary["verdict"] == "sampled" or summary["executions"] >= LIMIT for summary in (plain, reduced)):
        return None
    differences = []
    if seed % 4 == 0:
        several = checker.check(binary, *properties, *reductions, workers=2)
        numbers = [(one["executions"], one["predicted_executions"]) for one in (reduced, several)]
        if numbers[0] != numbers[1] or findings(several) != findings(reduced):
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
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/differential-{options.seed}")
    compared = fewer = failed = predicted = 0
    for seed in range(options.seed, options.seed + options.programs):
        result = compare(checker, seed, options.all)
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
