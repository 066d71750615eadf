#!/usr/bin/env python3
"""Random programs with data races, checked for these with and without race-free-subspaces: the same ones are found.

    race_differential.py --bin DIRECTORY --work DIRECTORY [--programs N] [--seed FIRST]
"""
import argparse
import sys

from checking import Checker
from race_programs import program

LIMIT = 20_000  # executions; larger programs are not compared
ENOUGH = 300  # programs, for some of them to have fewer executions, and some races
REDUCTION = ["--reduction", "race-free-subspaces"]


def findings(summary):
    return {(finding["kind"], finding["identity"]) for finding in summary["findings"]}


def compare(checker, seed):
    """Returns (executions without, executions with, number of races, what differs); none if it is too large."""
    source = checker.work / "random.c"
    source.write_text(program(seed))
    binary = checker.build(source, "random", "-w")
    plain = checker.check(binary, "--check=race", "--strategy", "optimal", "--max-executions", str(LIMIT))
    if plain["verdict"] == "sampled" or plain["executions"] >= LIMIT:
        return None
    reduced = checker.check(binary, "--check=race", "--max-executions", str(2 * LIMIT), *REDUCTION,
                            workers=2 if seed % 4 == 0 else 1)
    differences = []
    if plain["verdict"] != reduced["verdict"]:
        differences.append(f"{plain['verdict']} has become {reduced['verdict']}")
    if missing := findings(plain) - findings(reduced):
        differences.append(f"missing: {sorted(missing)}")
    if surplus := findings(reduced) - findings(plain):
        differences.append(f"surplus: {sorted(surplus)}")
    return plain["executions"], reduced["executions"], len(plain["findings"]), differences


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--programs", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    checker = Checker(options.bin, f"{options.work}/race-differential-{options.seed}")
    compared = fewer = racing = failed = without = with_it = 0
    for seed in range(options.seed, options.seed + options.programs):
        result = compare(checker, seed)
        if result is None:
            continue
        plain, reduced, races, differences = result
        compared += 1
        fewer += reduced < plain
        racing += races != 0
        without += plain
        with_it += reduced
        failed += bool(differences)
        for difference in differences:
            print(f"seed {seed}: {difference}", flush=True)
    print(f"{compared} programs compared, {racing} with races; fewer executions in {fewer}, {without:,} and {with_it:,} in "
          f"all; {failed} differ")
    sys.exit(1 if failed or (compared >= ENOUGH and (fewer == 0 or racing == 0)) else 0)


if __name__ == "__main__":
    main()
