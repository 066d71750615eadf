#!/usr/bin/env python3
"""Runs one self-describing program of tests/programs and compares what happens with what it says.

The program's first comment lines are its specification:

    // selvage-test: what it shows, in one line
    // expect: completed, deadlock?   outcomes over random schedules; each must occur unless it ends in `?`
    // cflags: -DN=3                  optional: for the compiler
    // link: -latomic                 optional: for the linker
    // args: 4 fast                   optional: for the program
    // executions: 1000               optional: random schedules to run
    // finding: double free           optional: what the message of a finding must contain
    // run-options: --watchdog 1      optional: for `selvage run`
    // carrier-executions: 50         optional: at most this many schedules when carriers are compared;
                                      0 where the kernel itself does not behave alike
    // plain-exit: 0                  optional: exit status as an ordinary program (128 + signal number when a
                                      signal ends it), or `skip` when it may hang or crash

Three checks, in this order:
    plain      without the explorer it behaves as an ordinary program
    random     the outcomes over random schedules are exactly those expected
    carriers   fibers and OS threads, snapshot and fork give the same trace, byte for byte
"""

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

OUTCOMES = {
    "completed", "deadlock", "assertion", "abort", "crash", "misuse", "memory-error", "step-limit", "stuck",
    "assume-failed", "prefix-done", "unmodelled", "schedule-mismatch", "killed", "livelock",
}
KEYS = {"selvage-test", "expect", "cflags", "link", "args", "executions", "finding", "run-options",
        "carrier-executions", "plain-exit"}

# Exit codes of `selvage run` that each outcome can lead to. Outcomes not named here leave the code open.
EXIT_CODES = {
    "completed": {0, 21},
    "assume-failed": {0, 21},
    "assertion": {10},
    "abort": {10},
    "crash": {10},
    "deadlock": {11},
    "memory-error": {14},
}
NOT_RUN = 3
NO_FINDING = {"completed", "assume-failed"}

COMBINATIONS = [("fibers", "snapshot"), ("fibers", "fork"), ("os-threads", "fork")]
PLAIN_TIMEOUT = 60


class Failure(Exception):
    """The program does not do what it says; the text says what differed."""


def header(text, keys):
    """The values that a program's first comment lines give for the keys."""
    values = {}
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        key, colon, value = line[2:].partition(":")
        key = key.strip()
        if not colon or key not in keys:
            if not values:
                break  # not a specification at all
            continue  # a remark among the lines
        if key in values:
            raise Failure(f"`{key}:` is there twice")
        values[key] = value.strip()
    return values


class Specification:
    """What the first comment lines of a program say."""

    def __init__(self, text):
        values = header(text, KEYS)
        if "selvage-test" not in values:
            raise Failure("the first line is not `// selvage-test: what it shows`")
        if not values.get("expect"):
            raise Failure("there is no line `// expect: outcome, ...`")

        self.shows = values["selvage-test"]
        expected = [word.strip() for word in values["expect"].split(",")]
        self.required = {word for word in expected if not word.endswith("?")}
        self.allowed = {word.rstrip("?") for word in expected}
        unknown = self.allowed - OUTCOMES
        if unknown:
            raise Failure(f"unknown outcome in `expect:`: {', '.join(sorted(unknown))}")
        self.cflags = shlex.split(values.get("cflags", ""))
        self.link = shlex.split(values.get("link", ""))
        self.args = shlex.split(values.get("args", ""))
        self.run_options = shlex.split(values.get("run-options", ""))
        self.finding = values.get("finding", "")
        self.executions = self.number(values, "executions", 1000)
        self.carrier_executions = self.number(values, "carrier-executions", None)
        self.plain_exit = None if values.get("plain-exit") == "skip" else self.number(values, "plain-exit", 0)

    @staticmethod
    def number(values, key, default):
        text = values.get(key)
        if text is None:
            return default
        if not text.isdigit():
            raise Failure(f"`{key}:` wants a number, not `{text}`")
        return int(text)


def shown(command):
    return " ".join(shlex.quote(str(word)) for word in command)


def run(command, timeout=None, folder=None):
    """Runs a command and returns (exit status as a shell would say it, its output)."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SELVAGE_")}
    try:
        done = subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=environment, timeout=timeout, cwd=folder, check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Failure(f"still running after {timeout} s: {shown(command)}") from error
    except OSError as error:
        raise Failure(f"cannot be started ({error.strerror}): {shown(command)}") from error
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return status, done.stdout.decode(errors="replace")


def build(bin_directory, specification, source, executable):
    if source.suffix == ".cpp":
        compiler = [bin_directory / "selvage-c++", "-std=c++20"]
    else:
        compiler = [bin_directory / "selvage-cc"]
    command = [*compiler, "-g", "-pthread", *specification.cflags, source, "-o", executable, *specification.link]
    status, output = run(command)
    if status != 0:
        raise Failure(f"does not build: {shown(command)}\n{output}")


def check_plain(specification, executable):
    if specification.plain_exit is None:
        return "skipped"
    command = [executable, *specification.args]
    status, output = run(command, PLAIN_TIMEOUT)
    if status != specification.plain_exit:
        raise Failure(f"exit status {status}, expected {specification.plain_exit}: {shown(command)}\n{output}")
    return f"exit status {status}"


def selvage_run(bin_directory, specification, executable, executions, *options):
    """Runs random schedules; returns (command, exit status, output)."""
    command = [bin_directory / "selvage", "run", "--random", "1", "--executions", executions,
               *specification.run_options, *options, executable]
    if specification.args:
        command += ["--", *specification.args]
    status, output = run(command)
    return command, status, output


def compare_outcomes(specification, summary, status):
    """Raises Failure unless the summary is consistent and its outcomes are those expected."""
    if summary["exit_code"] == status == NOT_RUN and summary["error"]:
        # The run ended with a sentence instead of outcomes: what the program does cannot be modelled.
        if "unmodelled" not in specification.allowed:
            raise Failure(f"the run ended early: {summary['error']}")
        return "unmodelled"
    occurred = {outcome.replace("_", "-") for outcome, count in summary["outcomes"].items() if count > 0}
    counts = ", ".join(f"{outcome} {count}" for outcome, count in sorted(summary["outcomes"].items()))
    unexpected = occurred - specification.allowed
    if unexpected:
        raise Failure(f"unexpected outcome: {', '.join(sorted(unexpected))} (all: {counts})")
    missing = specification.required - occurred
    if missing:
        raise Failure(f"expected outcome did not occur: {', '.join(sorted(missing))} (all: {counts})")
    if sum(summary["outcomes"].values()) != summary["executions"]:
        raise Failure(f"{summary['executions']} executions, but the outcomes are {counts}")
    if status != summary["exit_code"]:
        raise Failure(f"exit status {status}, but the summary says {summary['exit_code']}")

    deciding = occurred - NO_FINDING or occurred
    if deciding <= EXIT_CODES.keys():
        codes = set().union(*(EXIT_CODES[outcome] for outcome in deciding))
        if status not in codes:
            raise Failure(f"exit status {status} does not fit the outcomes {counts}")
        if bool(occurred - NO_FINDING) != bool(summary["findings"]):
            raise Failure(f"{len(summary['findings'])} findings do not fit the outcomes {counts}")
    messages = [finding["message"] for finding in summary["findings"]] if specification.finding else []
    if specification.finding and not any(specification.finding in message for message in messages):
        raise Failure(f"no finding contains `{specification.finding}`: {messages}")
    return counts


def check_random(bin_directory, specification, executable, work):
    summary_file = work / "summary.json"
    command, status, output = selvage_run(
        bin_directory, specification, executable, specification.executions, "--summary", summary_file
    )
    if not summary_file.exists():
        raise Failure(f"no summary, exit status {status}: {shown(command)}\n{output}")
    try:
        return compare_outcomes(specification, json.loads(summary_file.read_text()), status)
    except (Failure, KeyError, json.JSONDecodeError) as error:
        what = f"the summary lacks {error}" if isinstance(error, KeyError) else error
        raise Failure(f"{what}\n{shown(command)}\n{output}") from error


def first_difference(left, right):
    """Line number and both lines where two files first differ; None when they are equal."""
    with open(left, "rb") as left_file, open(right, "rb") as right_file:
        number = 0
        while True:
            number += 1
            left_line, right_line = left_file.readline(), right_file.readline()
            if left_line != right_line:
                return number, left_line.decode(errors="replace"), right_line.decode(errors="replace")
            if not left_line:
                return None


def check_carriers(bin_directory, specification, executable, work, executions):
    if specification.carrier_executions is not None:
        executions = min(executions, specification.carrier_executions)
    if executions == 0:
        return "skipped"
    reference = None
    for carrier, restart in COMBINATIONS:
        trace = work / f"{carrier}-{restart}.jsonl"
        command, status, output = selvage_run(
            bin_directory, specification, executable, executions,
            "--carrier", carrier, "--restart", restart, "--trace", trace,
        )
        if not trace.exists() or trace.stat().st_size == 0:
            raise Failure(f"no trace, exit status {status}: {shown(command)}\n{output}")
        if reference is None:
            reference, reference_command, reference_status = trace, command, status
            if status == NOT_RUN:
                reference_output = output
            continue
        if status == reference_status == NOT_RUN and output != reference_output:
            raise Failure(f"different messages\n{reference_output}{output}")
        both = f"A: {shown(reference_command)}\nB: {shown(command)}"
        difference = first_difference(reference, trace)
        if difference:
            number, left, right = difference
            raise Failure(f"traces differ in line {number}\n{both}\nA: {left or 'end'}\nB: {right or 'end'}")
        if status != reference_status:
            raise Failure(f"exit status {reference_status} and {status}\n{both}")
        trace.unlink()
    return f"{executions} schedules, {len(COMBINATIONS)} combinations, same traces"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of selvage and its wrappers")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for files that come and go")
    parser.add_argument("--carrier-executions", type=int, default=100, metavar="N")
    parser.add_argument("--only", choices=["plain", "random", "carriers"], help="one check instead of all")
    parser.add_argument("source", type=pathlib.Path)
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    check = "specification"
    try:
        specification = Specification(arguments.source.read_text(encoding="utf-8"))
        print(f"{arguments.source.name}: {specification.shows}", flush=True)
        with tempfile.TemporaryDirectory(dir=arguments.work, prefix=arguments.source.stem + ".") as folder:
            work = pathlib.Path(folder)
            executable = work / arguments.source.stem
            check = "build"
            build(arguments.bin, specification, arguments.source, executable)
            checks = {
                "plain": lambda: check_plain(specification, executable),
                "random": lambda: check_random(arguments.bin, specification, executable, work),
                "carriers": lambda: check_carriers(
                    arguments.bin, specification, executable, work, arguments.carrier_executions
                ),
            }
            for check, perform in checks.items():
                if arguments.only in (None, check):
                    print(f"{check}: {perform()}", flush=True)
    except Failure as failure:
        print(f"{check}: FAILED: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
