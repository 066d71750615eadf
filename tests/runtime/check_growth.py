#!/usr/bin/env python3
"""Runs one program a million times and watches its process: memory, mappings and descriptors must not grow.

    check_growth.py SELVAGE PROGRAM [EXECUTIONS]
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time


def children(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in task.read_text().split()]
        except OSError:
            pass
    return found + [grandchild for child in found for grandchild in children(child)]


def look_at(pid):
    """Resident pages, mappings and descriptors; None when the process is gone or is not the tested program."""
    root = pathlib.Path(f"/proc/{pid}")
    try:
        resident = int((root / "statm").read_text().split()[1])
        return resident, len((root / "maps").read_text().splitlines()), len(list((root / "fd").iterdir()))
    except OSError:
        return None


def main():
    selvage, program = sys.argv[1:3]
    executions = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        summary = pathlib.Path(folder) / "summary.json"
        run = subprocess.Popen([selvage, "run", "--random", "1", "--executions", str(executions), "--quiet",
                                "--summary", str(summary), program], stdout=subprocess.DEVNULL)
        samples = {run.pid: []}
        while run.poll() is None:
            for pid in [run.pid, *children(run.pid)]:
                if (seen := look_at(pid)) is not None:
                    samples.setdefault(pid, []).append(seen)
            time.sleep(0.05)
        result = json.loads(summary.read_text())
    if run.returncode != 0 or result["executions"] != executions:
        sys.exit(f"{result['executions']} of {executions} executions, exit code {run.returncode}")

    failed = False
    for pid, seen in samples.items():
        if len(seen) < 20:
            continue
        early, late = seen[len(seen) // 4], seen[-2]
        # The explorer's own allocator may still take a mapping or two; a leak would show a million of them.
        for name, before, after, allowed in zip(("resident pages", "mappings", "descriptors"), early, late, (256, 4, 0)):
            print(f"process {pid}: {name} {before} -> {after}")
            if after > before + allowed:
                print(f"  grows by {after - before}")
                failed = True
    print(f"{executions} executions at {result['executions_per_second']:.0f} per second")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
