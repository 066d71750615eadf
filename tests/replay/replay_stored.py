#!/usr/bin/env python3
"""Stores counterexamples of the programs in tests/programs/check and tests/programs/live, and replays every one.

The first of each program is what a search finds, made short; further ones are drawn at random, one for each seed, and are
left as they are. Each has to show again, with every step as recorded, and end in the exit code of its finding; so has what
was made short, as it was found.

    replay_stored.py --bin BUILD/bin --count 50 tests/programs
"""

import argparse
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))
from check_program import CheckSpecification, EXIT_CODES  # noqa: E402
from live_program import LiveSpecification  # noqa: E402
from run_program import Failure, build  # noqa: E402

BUGS = {10, 11, 12, 13, 14}
# Each is found by waiting for the watchdog, which takes as long again with every replay.
SLOW_KINDS = {"stuck"}


def buggy_programs(folder):
    """Sources of programs that a check finds something in, with their specifications."""
    for name, kind in (("check", CheckSpecification), ("live", LiveSpecification)):
        for source in sorted((folder / name).glob("*.c*")):
            try:
                specification = kind.read(source)
            except Failure:
                continue
            is_left_out = getattr(specification, "needs", None) is not None or set(specification.kinds) & SLOW_KINDS
            if specification.verdict == "bug" and not is_left_out:
                yield source, specification


def run(command, folder):
    # Another environment than the check had must not matter.
    environment = dict(os.environ, SELVAGE_TEST_PADDING="x" * 321) if "replay" in map(str, command) else None
    process = subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, env=environment,
                             capture_output=True, text=True, errors="replace", timeout=120, check=False)
    return process.returncode, process.stdout + process.stderr


class Store:
    """Counterexamples of one program."""

    def __init__(self, arguments, source, specification, folder):
        self.command = arguments.bin / "selvage"
        self.specification = specification
        self.folder = folder
        self.executable = folder / source.stem
        build(arguments.bin, specification, source, self.executable)

    def check(self, trace, *options):
        """Returns the traces that a check wrote, and what came of it."""
        command = [self.command, "check", "--quiet", "--save", trace, "--summary", "summary.json", *options,
                   *self.specification.check_options, self.executable]
        if self.specification.args:
            command += ["--", *self.specification.args]
        status, output = run(command, self.folder)
        if status not in BUGS:
            return []
        summary = json.loads((self.folder / "summary.json").read_text())
        return [(finding["trace_file"], EXIT_CODES[finding["kind"].replace("_", "-")], output)
                for finding in summary["findings"] if finding["trace_file"]]

    def first(self):
        return self.check("first.selvage", "--keep-going", "--max-executions", "2000")

    def drawn(self, seed):
        return self.check(f"drawn-{seed}.selvage", "--strategy", "random", "--seed", str(seed), "--max-executions", "500",
                          "--max-time", "20s", "--no-minimise")

    def has_original(self, trace):
        return any(line.startswith('{"original":') for line in gzip.open(self.folder / trace, "rt", errors="replace"))

    def replay(self, trace, expected, *options):
        status, output = run([self.command, "replay", *options, trace], self.folder)
        if status != expected:
            raise Failure(f"{self.executable.name}, {trace}: exit status {status} instead of {expected}\n{output}")
        if not re.search(r"Executed again: (its step is|all \S+ steps are) as recorded", output) or "another" in output:
            raise Failure(f"{self.executable.name}, {trace}: not replayed as recorded\n{output}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("programs", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.bin = arguments.bin.resolve()
    replayed = originals = bytes_stored = failures = 0
    with tempfile.TemporaryDirectory(prefix="selvage-replay-") as work:
        stores, seed = [], 0
        pending = buggy_programs(arguments.programs)
        while replayed < arguments.count:
            found = []
            if seed == 0:
                try:
                    source, specification = next(pending)
                except StopIteration:
                    seed = 1
                    continue
                folder = pathlib.Path(work) / f"{source.parent.name}-{source.stem}"
                folder.mkdir()
                store = Store(arguments, source, specification, folder)
                stores.append(store)
                found = [(store, *one) for one in store.first()]
            else:
                for store in stores:
                    found += [(store, *one) for one in store.drawn(seed)]
                    if replayed + len(found) >= arguments.count:
                        break
                if not found:
                    raise Failure("no more counterexamples are found")
                seed += 1
            for store, trace, expected, _ in found:
                try:
                    store.replay(trace, expected)
                    if store.has_original(trace):
                        store.replay(trace, expected, "--original")
                        originals += 1
                except Failure as failure:
                    failures += 1
                    print(failure)
                replayed += 1
                bytes_stored += (store.folder / trace).stat().st_size
                (store.folder / trace).unlink()
    print(f"{replayed} counterexamples of {len(stores)} programs replayed, {originals} of them also as they were found; "
          f"{failures} not as recorded; "
          f"{bytes_stored / replayed:.0f} bytes each")
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as problem:
        print(problem)
        sys.exit(1)
