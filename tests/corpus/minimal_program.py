#!/usr/bin/env python3
"""Checks that no search for few preemptions shows a finding with fewer of them than its minimised counterexample has.

The program is one of tests/programs/check or tests/programs/live that has a bug; its first comment lines are read as by
check_program.py and live_program.py. Compared are
    all          with and without minimising: the same findings
    each bound   below the number of preemptions of a minimised counterexample with up to 30 steps: a search with this bound
                 does not come upon the finding with fewer of them. It may come upon it: where a thread goes round a loop,
                 the policy that continues a schedule takes its turn away by itself, and a bound does not count that
"""

import sys

from check_program import Check, CheckSpecification, check_source
from live_program import LiveSpecification
from run_program import Failure, shown

MOST_STEPS = 30
MINIMISE_TIME = 60


def identity(finding):
    return finding["kind"], finding["identity"]


def described(finding):
    return (f"{finding['kind']} at {finding['file']}:{finding['line']}, {finding['preemptions']} preemptions, "
            f"{finding['switches']} switches, {finding['steps']} steps")


def perform(bin_directory, specification, executable, folder):
    """Yields a line about every finding."""
    def findings(*options):
        check = Check(bin_directory, specification, executable, folder, "--keep-going", "-j", 1, *options)
        return check, {identity(finding): finding for finding in check.summary["findings"]}

    if specification.verdict != "bug" or getattr(specification, "needs", None):
        yield "no bug that is found: nothing to minimise"
        return
    check, minimised = findings("--minimise-time", MINIMISE_TIME)
    _, original = findings("--no-minimise")
    if minimised.keys() != original.keys():
        raise Failure(f"minimising changes the findings\n{shown(check.command)}\n{check.output}")
    for key, finding in minimised.items():
        before = finding.get("original", finding)
        if finding["preemptions"] > before["preemptions"]:
            raise Failure(f"{described(finding)}: it had {before['preemptions']} preemptions before")
        yield f"{described(finding)}; {before['preemptions']}, {before['switches']} and {before['steps']} as found"
    small = {key: finding for key, finding in minimised.items() if finding["steps"] <= MOST_STEPS}
    for bound in range(max((finding["preemptions"] for finding in small.values()), default=0)):
        check, within = findings("--no-minimise", "--preemptions", bound)
        for key, finding in small.items():
            if key in within and finding["preemptions"] > within[key]["preemptions"]:
                raise Failure(f"{described(finding)}, but a search finds it thus: {described(within[key])}\n"
                              f"{shown(check.command)}")


def read(source):
    return (LiveSpecification if source.parent.name == "live" else CheckSpecification).read(source)


def main():
    return check_source(__doc__.splitlines()[0], read, perform, "--minimise-time")


if __name__ == "__main__":
    sys.exit(main())
