#!/usr/bin/env python3
"""What analyses do not find out in time is unknown, and unknown is never wrong: the verdict stays the same.

Builds one program of tests/programs several times: with all analyses, with those alone that decide which accesses get hooks, and
with a budget of no time at all. Each is checked with the reductions that there are by default and all their uses of facts, and
without any. Verdict, exit code and kinds of findings have to be those of the program without analyses and reductions.

    unknown_facts.py PROGRAM --binaries DIRECTORY
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

SETTINGS = ("off", "on", "sharing", "0")
REDUCTIONS = ((), ("--no-reduction", "all"))
KEYS = {"selvage-check", "shows", "finding", "findings", "strength", "exit-code", "executions", "blocked", "strategies", "gaps",
        "check-options", "cflags", "link", "args"}
NOTE = "given up after 0 s"


def build(source, specification, setting, directory, binaries):
    compiler = binaries / ("selvage-c++" if source.suffix == ".cpp" else "selvage-cc")
    program = directory / f"program-{setting}"
    language = ["-std=c++20"] if source.suffix == ".cpp" else []
    command = [compiler, "-g", f"--selvage-analysis={setting}", *language, *shlex.split(specification.get("cflags", "")), "-pthread",
               "-o", program, source, *shlex.split(specification.get("link", ""))]
    messages = subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True, env=os.environ).stderr
    if (NOTE in messages) != (setting == "0"):
        raise SystemExit(f"{source.name}, {setting}: the link says\n{messages}")
    return program


def check(program, specification, options, binaries):
    summary = program.with_suffix(".json")
    summary.unlink(missing_ok=True)
    command = [binaries / "selvage", "check", "-j", "1", "--keep-going", "--no-minimise", "--max-time", "60s", "--summary", summary,
               *options, *shlex.split(specification.get("check-options", "")), program,
               "--", *shlex.split(specification.get("args", ""))]
    status = subprocess.run(command, cwd=program.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                            stdin=subprocess.DEVNULL, text=True)
    found = json.loads(summary.read_text()) if summary.exists() else {}
    return status.returncode, found.get("verdict"), sorted({finding["kind"] for finding in found.get("findings", [])})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--binaries", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    binaries = arguments.binaries.resolve()
    specification = header(arguments.source.read_text(), KEYS)
    results = {}
    with tempfile.TemporaryDirectory() as name:
        for setting in SETTINGS:
            program = build(arguments.source, specification, setting, pathlib.Path(name), binaries)
            for options in REDUCTIONS:
                results[setting, *options] = check(program, specification, options, binaries)
    expected = results["off", *REDUCTIONS[-1]]
    wrong = {how: result for how, result in results.items() if result != expected}
    for how, result in wrong.items():
        print(f"{arguments.source.name}, {' '.join(how)}: {result} instead of {expected}")
    if expected[1] != specification["selvage-check"]:
        print(f"{arguments.source.name}: {expected} is not what it says of itself")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
