#!/usr/bin/env python3
"""Runs `selvage check` on one self-describing program of tests/programs/check and compares the verdict with what it says.

The program's first comment lines are its specification:

    // selvage-check: verified        or: bug, or: bounded
    // shows: what it shows, in one line
    // finding: data-race, assertion  bug: the kinds of findings, all that there are
    // findings: 2                    optional, bug: how many different ones there are
    // strength: observed             optional, races: `observed` (both accesses enabled at once) or `happens-before`
    // exit-code: 13                  optional: otherwise it follows from the kind of finding
    // executions: 6                  optional: exact number for the whole space, with the optimal strategy
    // blocked: 1                     optional: executions in vain that the optimal strategy may have (0), for programs
                                      with choices
    // strategies: source, classic    optional: strategies that are compared with the optimal one; brute force (dfs)
                                      only where the program is small enough
    // gaps: one_thread               bounded: why it is not verified, all that there is
    // check-options: --nondet 0..3   optional: for `selvage check`
    // cflags, link, args             optional: as in run_program.py

A line of the program that ends in the comment `finding` is one that findings are reported at; where there are such
lines, no finding is reported elsewhere.

What is compared, with one worker and with two:
    first      up to the first finding: verdict, exit code, kind and line
    all        with --keep-going: the kinds of all findings, and the number of executions; none blocked
    reduced    the same with the reductions that there are by default: no more executions. What is verified is audited
    STRATEGY   the same with other strategies: `source` completes as many executions as `optimal`, others no fewer
"""

import argparse
import json
import pathlib
import shlex
import sys
import tempfile

from run_program import Failure, Specification, build, header, run, shown

EXIT_CODES = {
    "assertion": 10, "exit-status": 10, "abort": 10, "killed": 10, "crash": 10, "stack-overflow": 10, "misuse": 10, "deadlock": 11,
    "livelock": 12, "stuck": 12, "stuck-threads": 12, "data-race": 13, "use-after-free": 14, "heap-overrun": 14, "double-free": 14,
    "bad-free": 14, "memory-error": 14, "leak": 14,
}
STRATEGIES = {"source", "classic", "dfs"}
DEFAULT = "default"  # optimal, with reductions
STRENGTHS = {"observed", "happens-before"}
WORKERS = [1, 2]
TIME_LIMIT = 60
SKIPPED = 77


def words(text):
    return [word.strip() for word in text.split(",") if word.strip()]


class CheckSpecification:
    """What the first comment lines of a program say."""

    TITLE = "selvage-check"
    VERDICTS = ("verified", "bug", "bounded")
    KEYS = {"shows", "finding", "findings", "strength", "exit-code", "executions", "blocked", "strategies", "gaps",
            "check-options", "cflags",
            "link", "args"}

    @classmethod
    def read(cls, source):
        return cls(source.read_text(encoding="utf-8"))

    def __init__(self, text):
        values = header(text, self.KEYS | {self.TITLE})
        self.verdict = values.get(self.TITLE)
        if self.verdict not in self.VERDICTS:
            raise Failure(f"the first line is not `// {self.TITLE}: ` with one of {', '.join(self.VERDICTS)}")
        self.shows = values.get("shows")
        if not self.shows:
            raise Failure("there is no line `// shows: what it shows`")
        self.kinds = set(words(values.get("finding", "")))
        if bool(self.kinds) != (self.verdict == "bug"):
            raise Failure(f"`finding:` goes with `{self.TITLE}: bug`, and only with it")
        if self.kinds - EXIT_CODES.keys():
            raise Failure(f"unknown kind of finding: {', '.join(sorted(self.kinds - EXIT_CODES.keys()))}")
        self.finding_count = Specification.number(values, "findings", None)
        self.strength = values.get("strength")
        if self.strength is not None and (self.strength not in STRENGTHS or "data-race" not in self.kinds):
            raise Failure("`strength:` is `observed` or `happens-before`, and goes with `finding: data-race`")
        code = Specification.number(values, "exit-code", None)
        self.exit_codes = {EXIT_CODES[kind] for kind in self.kinds} or {20 if self.verdict == "bounded" else 0}
        self.gaps = set(words(values.get("gaps", "")))
        if bool(self.gaps) != (self.verdict == "bounded"):
            raise Failure(f"`gaps:` goes with `{self.TITLE}: bounded`, and only with it")
        if code is not None:
            self.exit_codes = {code}
        self.executions = Specification.number(values, "executions", None)
        self.blocked = Specification.number(values, "blocked", 0)
        self.strategies = words(values.get("strategies", ""))
        if set(self.strategies) - STRATEGIES:
            raise Failure(f"unknown strategy: {', '.join(sorted(set(self.strategies) - STRATEGIES))}")
        self.check_options = shlex.split(values.get("check-options", ""))
        self.cflags = shlex.split(values.get("cflags", ""))
        self.link = shlex.split(values.get("link", ""))
        self.args = shlex.split(values.get("args", ""))
        self.lines = {count for count, line in enumerate(text.splitlines(), 1) if line.endswith("// finding")}


class Check:
    """One run of `selvage check`: its command, its exit status, and its summary."""

    def __init__(self, bin_directory, specification, executable, folder, *options):
        summary_file = folder / "summary.json"
        summary_file.unlink(missing_ok=True)
        self.command = [bin_directory / "selvage", "check", "--summary", summary_file, *options,
                        *specification.check_options, executable]
        if specification.args:
            self.command += ["--", *specification.args]
        self.status, self.output = run(self.command, TIME_LIMIT, folder)
        if not summary_file.exists():
            raise Failure(f"no summary, exit status {self.status}: {shown(self.command)}\n{self.output}")
        self.summary = json.loads(summary_file.read_text())

    def kinds(self):
        return {finding["kind"].replace("_", "-") for finding in self.summary["findings"]}

    def places(self):
        return {(finding["file"], finding["line"]) for finding in self.summary["findings"]}

    def strengths(self):
        return {finding["strength"] for finding in self.summary["findings"] if finding["kind"] == "data_race"}

    def outcome(self, is_complete):
        """All that must not depend on the number of workers. When the first finding ends a search, how far it has come
        does."""
        names = ["verdict", "exit_code"] + (["executions"] if is_complete else [])
        # Which of two racing accesses comes first depends on the execution that showed the race.
        places = [sorted([str((finding["file"], finding["line"])),
                          str((finding.get("other_file"), finding.get("other_line")))]) + [finding.get("strength", "")]
                  for finding in self.summary["findings"]] if is_complete else []
        return [self.summary[name] for name in names] + [sorted(self.kinds()), sorted(places)]


def compare_verdict(specification, check, all_findings):
    """Raises Failure unless verdict, exit code, kinds and places of findings are those expected."""
    summary, kinds = check.summary, check.kinds()
    described = f"{summary['verdict']}, exit code {summary['exit_code']}, findings: {', '.join(sorted(kinds)) or 'none'}"
    if check.status != summary["exit_code"]:
        raise Failure(f"exit status {check.status}, but the summary says {summary['exit_code']}")
    if summary["verdict"] != specification.verdict:
        raise Failure(f"the verdict is not `{specification.verdict}`, but: {described}")
    if kinds - specification.kinds:
        raise Failure(f"unexpected finding: {described}")
    if specification.verdict == "bounded" and set(summary["gaps"]) != specification.gaps:
        raise Failure(f"the gaps are {', '.join(summary['gaps'])}: {described}")
    if (all_findings or len(specification.kinds) == 1) and specification.kinds - kinds:
        raise Failure(f"not found: {', '.join(sorted(specification.kinds - kinds))} ({described})")
    if all_findings and specification.finding_count not in (None, len(summary["findings"])):
        raise Failure(f"{len(summary['findings'])} findings, expected {specification.finding_count}")
    if specification.verdict == "bug" and not kinds:
        raise Failure(f"a bug without a finding: {described}")
    if summary["exit_code"] not in specification.exit_codes:
        raise Failure(f"the exit code does not fit: {described}")
    if specification.strength is not None and check.strengths() != {specification.strength}:
        raise Failure(f"the race is {', '.join(sorted(check.strengths()))}, not {specification.strength}")
    for file, line in check.places() if specification.lines else []:
        if line not in specification.lines:
            raise Failure(f"a finding is reported at {file}:{line}, which is not marked")


def compare_counts(specification, check, strategy, reference):
    """Raises Failure unless the number of executions is right for the strategy; `reference`: that of the optimal one."""
    executions, blocked = check.summary["executions"], check.summary["blocked_executions"]
    if strategy == "optimal":
        if specification.executions is not None and executions != specification.executions:
            raise Failure(f"{executions} executions, expected {specification.executions}")
        if blocked > specification.blocked:
            raise Failure(f"{blocked} blocked executions with the optimal strategy")
    elif strategy == DEFAULT:
        if executions > reference:
            raise Failure(f"{executions} executions with reductions, {reference} without")
    elif strategy == "source" and executions != reference:
        raise Failure(f"{executions} executions, the optimal strategy has {reference}")
    elif executions < reference:
        raise Failure(f"{executions} executions are fewer than the {reference} of the optimal strategy")


def knows_option(bin_directory, option):
    """Whether `selvage check` has the option: an unknown command before --help shows the help of `selvage` itself."""
    return option in run([bin_directory / "selvage", "check", "--help"])[1]


def perform(bin_directory, specification, executable, folder):
    """Runs all comparisons; yields one line about each."""
    def compared(all_findings, strategy, *options):
        checks = []
        for workers in WORKERS:
            chosen = [] if strategy == DEFAULT else ["--strategy", strategy]
            check = Check(bin_directory, specification, executable, folder, *chosen, "-j", workers, *options)
            checks.append(check)
            try:
                compare_verdict(specification, check, all_findings)
                if all_findings:
                    compare_counts(specification, check, strategy, reference)
                first, other = checks[0].outcome(all_findings), check.outcome(all_findings)
                if first != other:
                    raise Failure(f"-j {WORKERS[0]}: {first}, -j {workers}: {other}")
            except KeyError as error:
                raise Failure(f"the summary lacks {error}\n{shown(check.command)}\n{check.output}") from error
            except Failure as failure:
                raise Failure(f"{failure}\n{shown(check.command)}\n{check.output}") from failure
        return checks[0].summary["executions"]

    reference = None
    if specification.verdict == "bug":
        yield f"first: found in {compared(False, 'optimal')} executions"
    reference = compared(True, "optimal", "--keep-going")
    yield f"all: {specification.verdict}, {reference} executions"
    yield f"reduced: {compared(True, DEFAULT, '--keep-going', '--audit')} executions"
    for strategy in specification.strategies:
        yield f"{strategy}: {compared(True, strategy, '--keep-going')} executions"


def check_source(description, read, perform_all, option):
    """The command line of a runner: `read` makes a source file's specification, `perform_all` compares; `option`: what
    `selvage check` must have for this, or else the test is skipped."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of selvage and its wrappers")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for files that come and go")
    parser.add_argument("source", type=pathlib.Path)
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    try:
        specification = read(arguments.source)
        print(f"{arguments.source.name}: {specification.shows}", flush=True)
        if not knows_option(arguments.bin, option):
            print(f"skipped: there is no `selvage check {option}`")
            return SKIPPED
        with tempfile.TemporaryDirectory(dir=arguments.work, prefix=arguments.source.stem + ".") as folder:
            work = pathlib.Path(folder)
            executable = work / arguments.source.stem
            build(arguments.bin, specification, arguments.source, executable)
            for line in perform_all(arguments.bin, specification, executable, work):
                print(line, flush=True)
    except Failure as failure:
        print(f"FAILED: {failure}")
        return 1
    return 0


def main():
    return check_source(__doc__.splitlines()[0], CheckSpecification.read, perform, "--strategy")


if __name__ == "__main__":
    sys.exit(main())
