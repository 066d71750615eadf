#!/usr/bin/env python3
"""Checks the programs of tests/programs/flow for what they say of themselves.

    cases.py SELVAGE_BIN PROGRAM

Lines at the beginning of a program, each `// key: value`:
    secret-values: VALUES                 what selvage_secret takes
    option: OPTION                        given to selvage check
    [joint] PROPERTY: safe | secrets | interleavings
                                          whether there is a leak, and what it takes to see it; joint: --observe joint
Every leak is checked with one worker and with two; both executions of it are replayed.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile


def main():
    binaries, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with open(program) as file:
        lines = [line[3:].strip() for line in file if line.startswith("// ")]
    options = [word for line in lines if line.startswith("option: ") for word in shlex.split(line[8:])]
    options += [word for line in lines if line.startswith("secret-values: ") for word in ("--secret-values", line[15:])]
    failures = []
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        executable = os.path.join(folder, "program")
        compiler = "selvage-c++" if program.endswith(".cpp") else "selvage-cc"
        subprocess.run([os.path.join(binaries, compiler), "-g", "-O1", "-pthread", program, "-o", executable], check=True)

        def replay(trace):
            done = subprocess.run([os.path.join(binaries, "selvage"), "replay", trace], cwd=folder, capture_output=True,
                                  text=True)
            if done.returncode != 16:
                failures.append(f"replay of {trace} ends with {done.returncode}: {done.stdout[-300:]}{done.stderr}")

        def check(joint, prop, expected, jobs):
            command = [os.path.join(binaries, "selvage"), "check", executable, f"--flow={prop}", "-j", str(jobs),
                       "--save", "leak.selvage", "--json", "report.json"] + options + (["--observe", "joint"] if joint else [])
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            what = f"{joint or ''}{prop}, {jobs} workers"
            if done.returncode != (0 if expected == "safe" else 16):
                failures.append(f"{what}: exit code {done.returncode}: {done.stdout[-600:]}{done.stderr}")
                return
            with open(os.path.join(folder, "report.json")) as file:
                findings = json.load(file).get("findings", [])
            if expected == "safe":
                if findings:
                    failures.append(f"{what}: findings of a safe program")
                return
            flow = findings[0]["flow"]
            if flow["leak"] != expected or flow["property"] != prop:
                failures.append(f"{what}: {flow['property']} by {flow['leak']}, expected {expected}")
            if prop != "termination" and flow["one"].get("seen") == flow["other"].get("seen"):
                failures.append(f"{what}: both executions show {flow['one'].get('seen')}")
            if (flow["one"]["secret"] == flow["other"]["secret"]) != (expected == "interleavings"):
                failures.append(f"{what}: secrets {flow['one']['secret']} and {flow['other']['secret']}")
            if jobs == 1:
                replay("leak.selvage")
                replay("leak.other.selvage")

        for line in lines:
            match = re.fullmatch(r"(joint )?(observational|possibilistic|termination): (safe|secrets|interleavings)", line)
            if not match:
                continue
            for jobs in (1, 2):
                check(match[1], match[2], match[3], jobs)
            checked += 1
    print("\n".join(failures) if failures else f"{checked} properties as expected")
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
