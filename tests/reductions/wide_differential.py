#!/usr/bin/env python3
"""Random programs over all families of primitives: what is found by default, with all reductions that preserve what is checked,
is what is found where every single interleaving is executed; for each property alone and for all of them.

    wide_differential.py --bin DIRECTORY --work DIRECTORY [--programs N] [--seed FIRST] [--sets N]
"""
import argparse
import sys

from checking import Checker
from wide_programs import program

LIMIT = 20_000  # executions; larger programs are compared with strategy source, or not at all
SETS = ["standard", "assertion", "race", "assertion,deadlock", "all", "assertion,crash,deadlock", "crash", "assertion,crash,deadlock,misuse",
        "deadlock", "memory,leak", "misuse", "stuck,progress", "standard,-race", "assertion,race", "leak", "deadlock,progress"]


def findings(summary):
    return {(finding["kind"], finding["identity"]) for finding in summary["findings"]}


def claim(summary):
    return summary["verdict"], findings(summary)


def is_cut(summary):
    """Whether a part of the interleavings was left out, so that there is nothing to compare with."""
    return summary["verdict"] in ("sampled", "", "bounded") or summary.get("cut_off_executions", 0) != 0


def compare(checker, binary, properties):
    """Returns (executions without, executions with, what differs, whether by reductions); none where the reference is not
    complete."""
    checked = f"--check={properties}"
    # What is not asked about may end an execution before memory is seen to be shared.
    sharing = ["--sharing", "full"] if properties == "race" else []
    for strategy in ("dfs", "source"):
        plain = checker.check(binary, checked, "--strategy", strategy, *sharing, "--max-executions", str(LIMIT))
        if not is_cut(plain) and plain["executions"] < LIMIT:
            break
    else:
        return None
    reduced = checker.check(binary, checked, *checker.reductions)
    if claim(plain) == claim(reduced):
        return plain["executions"], reduced["executions"], "", False
    pure = checker.check(binary, checked, "--strategy", "optimal")
    difference = f"{strategy}: {plain['verdict']}, then {reduced['verdict']}"
    difference += f"; missing {sorted(findings(plain) - findings(reduced))}, surplus {sorted(findings(reduced) - findings(plain))}"
    is_pure = claim(pure) == claim(reduced)
    if is_pure:
        difference += "; strategy optimal finds the same without reductions"
    return plain["executions"], reduced["executions"], difference, not is_pure


class Tally:
    """What comes of comparing many checks."""

    def __init__(self):
        self.compared = self.fewer = self.failed = 0

    def add(self, result, what):
        self.compared += 1
        self.fewer += result[1] < result[0]
        self.failed += result[3]
        if result[2]:
            print(f"{what}: {result[2]}", flush=True)

    def end(self, programs):
        print(f"{self.compared} checks of {programs} programs compared; fewer executions in {self.fewer}; {self.failed} differ")
        sys.exit(1 if self.failed or self.compared == 0 else 0)


def arguments_for(description):
    arguments = argparse.ArgumentParser(description=description.splitlines()[0])
    arguments.add_argument("--bin", required=True)
    arguments.add_argument("--work", required=True)
    arguments.add_argument("--reduction", action="append", default=[], help="instead of the default")
    return arguments


def checker_for(options, folder):
    checker = Checker(options.bin, f"{options.work}/{folder}")
    checker.reductions = [word for name in options.reduction for word in ("--reduction", name)]
    return checker


def main():
    arguments = arguments_for(__doc__)
    arguments.add_argument("--programs", type=int, default=20)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--sets", type=int, default=3, help="of properties, for each program")
    options = arguments.parse_args()
    checker = checker_for(options, f"wide-{options.seed}")
    tally = Tally()
    for seed in range(options.seed, options.seed + options.programs):
        source = checker.work / "wide.c"
        source.write_text(program(seed))
        binary = checker.build(source, "wide", "-w")
        for turn in range(options.sets):
            properties = SETS[(seed * options.sets + turn) % len(SETS)]
            if (result := compare(checker, binary, properties)) is not None:
                tally.add(result, f"seed {seed}, {properties}")
    tally.end(options.programs)


if __name__ == "__main__":
    main()
