#!/usr/bin/env python3
"""Runs `selvage check` on one self-describing program of tests/programs/live, which need not terminate.

The program's first comment lines are its specification, as in check_program.py but for the first:

    // selvage-live: verified           or: bug; or: suspected, where a loop is gone round until executions are cut off
    // shows: what it shows, in one line
    // finding: livelock                bug: the kinds of findings, all that there are
    // loops: 2                         optional: as many loops the summary names as treated like waits
    // mutex-twin: mutex_counter.c      optional: the same program, beside this one, with a wait that is none of its own
                                        loops; this one may need twice as many executions
    // rounds: 10                       optional: so often the loop of each livelock is gone round to show it, also
                                        when the schedule that was saved is executed again
    // needs: ...                       optional: what it takes that Selvage does not have yet; the program is left out
    // unfair: depth                    optional: without fairness executions are cut off, and the verdict is `bounded`
    // executions, check-options, ...   optional: all others of check_program.py

What is compared: all that check_program.py compares, with executions that others cover allowed unless `blocked:` limits
them; and what the lines above say.
"""

import math
import sys

from check_program import EXIT_CODES, SKIPPED, TIME_LIMIT, Check, CheckSpecification, check_source
from check_program import perform as perform_check
from run_program import Failure, Specification, build, header, run, shown

SUSPECTED = "suspected"
SUSPECTED_LOOPS = "suspected_livelocks"  # in the summary: the loops in which executions were cut off
SPIN_LOOPS = "waiting_loops"  # in the summary: the loops in which threads waited
TWIN_FACTOR = 2
UNFAIR_OPTIONS = ["--no-fair", "--max-depth", 200, "--sharing", "full"]
BOUNDED_EXIT_CODE = 20


class LiveSpecification(CheckSpecification):
    """What the first comment lines of a program say."""

    TITLE = "selvage-live"
    VERDICTS = ("verified", "bug", SUSPECTED)
    LIVE_KEYS = {"loops", "mutex-twin", "unfair", "needs", "rounds"}

    @classmethod
    def read(cls, source):
        specification = super().read(source)
        if specification.twin_name is not None:
            specification.twin = source.with_name(specification.twin_name)
            if not specification.twin.exists():
                raise Failure(f"there is no {specification.twin}")
        return specification

    def __init__(self, text):
        super().__init__(text)
        values = header(text, self.KEYS | self.LIVE_KEYS | {self.TITLE})
        self.blocked = Specification.number(values, "blocked", math.inf)
        self.loops = Specification.number(values, "loops", None)
        self.needs = values.get("needs")
        self.rounds = Specification.number(values, "rounds", None)
        if self.rounds is not None and "livelock" not in self.kinds:
            raise Failure("`rounds:` goes with `finding: livelock`")
        self.twin = None
        self.twin_name = values.get("mutex-twin")
        if values.get("unfair", "depth") != "depth":
            raise Failure("`unfair:` is `depth` or not there")
        self.unfair = "unfair" in values
        if self.verdict == "bug" and (self.twin_name is not None or self.unfair):
            raise Failure(f"`mutex-twin:` and `unfair:` go with `{self.TITLE}: verified`")


class Comparison:
    """One complete check of the program and what its summary has to say; a failure shows the command and its output."""

    def __init__(self, bin_directory, specification, executable, folder, *options, strategy="optimal"):
        self.check = Check(bin_directory, specification, executable, folder, "--strategy", strategy, "-j", 1, *options)

    def __getitem__(self, field):
        if field not in self.check.summary:
            self.fail(f"the summary lacks '{field}'")
        return self.check.summary[field]

    def expect(self, holds, message):
        if not holds:
            self.fail(message)

    def fail(self, message):
        raise Failure(f"{message}\n{shown(self.check.command)}\n{self.check.output}")


def compare_loops(bin_directory, specification, executable, folder):
    # A reduction need not come to a state in which a thread waits.
    whole = Comparison(bin_directory, specification, executable, folder, "--keep-going", "--max-executions", 20000,
                       strategy="dfs")
    found = len(whole[SPIN_LOOPS])
    whole.expect(found == specification.loops, f"{found} loops are treated like waits, expected {specification.loops}")
    return f"loops: {found}"


def compare_with_twin(bin_directory, specification, executable, folder):
    twin = LiveSpecification.read(specification.twin)
    twin_executable = folder / f"{specification.twin.stem}.twin"
    build(bin_directory, twin, specification.twin, twin_executable)
    reference = Comparison(bin_directory, twin, twin_executable, folder, "--keep-going")["executions"]
    whole = Comparison(bin_directory, specification, executable, folder, "--keep-going")
    executions = whole["executions"]
    whole.expect(executions <= TWIN_FACTOR * reference,
                 f"{executions} executions are more than {TWIN_FACTOR} times the {reference} of {specification.twin.name}")
    return f"twin: {executions} executions against {reference}"


def compare_unfair(bin_directory, specification, executable, folder):
    unfair = Comparison(bin_directory, specification, executable, folder, *UNFAIR_OPTIONS)
    verdict = unfair["verdict"]
    unfair.expect(verdict == "bounded" and unfair.check.status == BOUNDED_EXIT_CODE,
                  f"without fairness the verdict is not `bounded`, but `{verdict}`, exit status {unfair.check.status}")
    unfair.expect(unfair["cut_off_executions"] > 0, "without fairness no execution was cut off")
    return f"unfair: {unfair['cut_off_executions']} executions cut off"


def compare_rounds(bin_directory, specification, executable, folder):
    saved = folder / "livelock.selvage"
    whole = Comparison(bin_directory, specification, executable, folder, "--save", saved)
    livelocks = [finding for finding in whole["findings"] if finding["kind"] == "livelock"]
    whole.expect(livelocks, "there is no livelock")
    for finding in livelocks:
        rounds = finding.get("loop_rounds")
        whole.expect(rounds == specification.rounds, f"{rounds} rounds were gone, expected {specification.rounds}")
    command = [bin_directory / "selvage", "run", "--schedule", saved, executable]
    status, output = run(command, TIME_LIMIT, folder)
    if status != EXIT_CODES["livelock"]:
        raise Failure(f"the saved schedule does not end in a livelock: {shown(command)}\n{output}")
    return f"rounds: {specification.rounds} of {livelocks[0]['loop_steps']} steps"


def compare_suspected(bin_directory, specification, executable, folder):
    cut = Comparison(bin_directory, specification, executable, folder, "--max-depth", 200)
    cut.expect(cut["verdict"] == "bounded" and cut.check.status == BOUNDED_EXIT_CODE,
               f"the verdict is not `bounded`, but `{cut['verdict']}`, exit status {cut.check.status}")
    cut.expect(cut[SUSPECTED_LOOPS], "no livelock is suspected")
    return f"suspected: {len(cut[SUSPECTED_LOOPS])} loops"


def perform(bin_directory, specification, executable, folder):
    """Runs all comparisons; yields one line about each."""
    arguments = (bin_directory, specification, executable, folder)
    if specification.needs is not None:
        print(f"left out: Selvage has no {specification.needs} yet")
        sys.exit(SKIPPED)
    if specification.verdict == SUSPECTED:
        yield compare_suspected(*arguments)
        return
    yield from perform_check(*arguments)
    if specification.rounds is not None:
        yield compare_rounds(*arguments)
    if specification.loops is not None:
        yield compare_loops(*arguments)
    if specification.twin is not None:
        yield compare_with_twin(*arguments)
    if specification.unfair:
        yield compare_unfair(*arguments)


def main():
    return check_source(__doc__.splitlines()[0], LiveSpecification.read, perform, "--no-fair")


if __name__ == "__main__":
    sys.exit(main())
