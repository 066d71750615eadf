#!/usr/bin/env python3
"""Checks the same program with every lock of locks.c: no spin lock may cost more than twice as many executions as a mutex.

usage: costs.py --bin FOLDER --work FOLDER
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).with_name("locks.c")
SIZES = [(2, 1), (3, 1), (2, 2), (3, 2), (4, 1)]  # threads, and how often each takes the lock
MOST = 2
TIME_LIMIT = 100


def lock_names():
    kinds = re.search(r"enum kind \{(.*?)\};", SOURCE.read_text(encoding="utf-8"), re.DOTALL).group(1)
    return re.findall(r"\w+", kinds)


def run(command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=TIME_LIMIT,
                            check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def executions(arguments, lock, threads, rounds):
    executable = arguments.work / "locks"
    summary = arguments.work / "summary.json"
    run([arguments.bin / "selvage-cc", "-g", "-w", "-pthread", f"-DLOCK={lock}", f"-DTHREADS={threads}",
         f"-DROUNDS={rounds}", SOURCE, "-o", executable])
    run([arguments.bin / "selvage", "check", "--strategy", "optimal", "--keep-going", "-j", 1, "--summary", summary,
         executable])
    result = json.loads(summary.read_text(encoding="utf-8"))
    if result["verdict"] != "verified":
        sys.exit(f"{lock_names()[lock]}, {threads} threads: {result['verdict']}")
    return result["executions"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    dear = []
    for threads, rounds in SIZES:
        mutex = executions(arguments, 0, threads, rounds)
        print(f"{threads} threads, {rounds} times each: {mutex} with a mutex")
        for lock, name in list(enumerate(lock_names()))[1:]:
            count = executions(arguments, lock, threads, rounds)
            print(f"  {name.lower().replace('_', ' ')}: {count}")
            if count > MOST * mutex:
                dear.append(f"{name}, {threads} threads, {rounds} times each: {count} executions against {mutex}")
    if dear:
        sys.exit("\n".join(["more than twice as many as with a mutex:", *dear]))


if __name__ == "__main__":
    main()
