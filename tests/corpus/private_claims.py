#!/usr/bin/env python3
"""Accesses that get no hook because no other thread can reach the memory: is that so?

Builds one program of tests/programs three times and checks each: with the analyses of the whole program, without them,
and with hooks everywhere, where those that the analyses would leave out are marked. Verdict and findings have to be the
same, and in the first two the number of executions; in the third, what a thread looks at again and again while it waits
counts as shared even where it is its own. There, the explorer ends with an internal error when an access that is marked
turns out to touch memory that two threads share. Counters and deadlines that nobody reads are written by hooks there, so
that a thread which goes round a loop need not come back to a state: programs of tests/programs/live may then be cut off.

    private_claims.py PROGRAM --binaries DIRECTORY
"""

import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from run_program import header

MODES = ("on", "off", "check")
CUT_OFF = ("bounded", "sampled")
SKIPPED = 77
INTERNAL_ERROR = 4
LIMITS = ("--max-executions", "5000", "--max-time", "60s")
SHORT = ("--max-depth", "200")  # where every execution is cut off, as in live_program.py
KEYS = {"selvage-check", "selvage-live", "selvage-test", "shows", "finding", "executions", "check-options", "cflags", "link",
        "args", "needs"}


def build(source, specification, mode, directory, binaries):
    compiler = binaries / ("selvage-c++" if source.suffix == ".cpp" else "selvage-cc")
    program = directory / f"program-{mode}"
    language = ["-std=c++20"] if source.suffix == ".cpp" else []
    flags = [*language, *shlex.split(specification.get("cflags", "")), "-pthread"]
    command = [compiler, "-g", *flags, "-o", program, source, *shlex.split(specification.get("link", ""))]
    subprocess.run(command, check=True, env={**os.environ, "SELVAGE_ANALYSIS": mode})
    return program


def check(program, specification, mode, directory, binaries):
    summary = directory / f"summary-{mode}.json"
    limits = [*LIMITS, *(SHORT if specification.get("selvage-live") == "suspected" else ())]
    command = [binaries / "selvage", "check", "--strategy", "optimal", "-j", "1", "--keep-going", *limits, "--summary", summary,
               *shlex.split(specification.get("check-options", "")), program,
               "--", *shlex.split(specification.get("args", ""))]
    status = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                            stdin=subprocess.DEVNULL, text=True)
    return status.returncode, json.loads(summary.read_text()) if summary.exists() else {}, status.stdout


def essence(summary):
    findings = {(f["kind"], pathlib.Path(f.get("file") or "").name, f.get("line")) for f in summary.get("findings", [])}
    return {"verdict": summary.get("verdict"), "executions": summary.get("executions"), "findings": sorted(findings, key=str)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.binaries = arguments.binaries.resolve()
    specification = header(arguments.source.read_text(), KEYS)
    if "needs" in specification:
        return SKIPPED
    results = {}
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for mode in MODES:
            program = build(arguments.source, specification, mode, directory, arguments.binaries)
            code, summary, text = check(program, specification, mode, directory, arguments.binaries)
            if code == INTERNAL_ERROR:
                print(f"{arguments.source.name}, {mode}:\n{text}")
                return 1
            results[mode] = essence(summary)
    results["check"]["executions"] = results["off"]["executions"]
    if "selvage-live" in specification and results["check"]["verdict"] in CUT_OFF:
        del results["check"]
    for mode, result in results.items():
        if result != results["off"]:
            print(f"{arguments.source.name}: differs from what it is without analyses\n"
                  f"  off: {results['off']}\n  {mode}: {result}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
