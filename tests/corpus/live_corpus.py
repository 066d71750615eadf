#!/usr/bin/env python3
"""Checks all programs of tests/programs/live, two at a time: every verdict has to be right, all in under a minute together.

usage: live_corpus.py --bin FOLDER --work FOLDER

Each program is checked once, to the end, with one worker. Building them does not count. What else a program says about
itself is compared by live_program.py.
"""

import argparse
import concurrent.futures
import pathlib
import sys
import time

from check_program import Check, compare_verdict
from live_program import BOUNDED_EXIT_CODE, SUSPECTED, LiveSpecification
from run_program import Failure, build

PROGRAMS = pathlib.Path(__file__).resolve().parent.parent / "programs" / "live"
AT_ONCE = 2
FEWEST = 40
MOST_SECONDS = 60


def prepare(arguments, source):
    specification = LiveSpecification.read(source)
    if specification.needs is not None:
        return None
    folder = arguments.work / source.stem
    folder.mkdir(parents=True, exist_ok=True)
    build(arguments.bin, specification, source, folder / "program")
    return source, specification, folder


def check(arguments, prepared):
    """What is wrong; empty: nothing."""
    source, specification, folder = prepared
    suspected = specification.verdict == SUSPECTED
    options = ["--max-depth", 200] if suspected else ["--keep-going"]
    try:
        whole = Check(arguments.bin, specification, folder / "program", folder, "-j", 1, *options)
        if not suspected:
            compare_verdict(specification, whole, all_findings=True)
        elif whole.status != BOUNDED_EXIT_CODE:
            raise Failure(f"exit status {whole.status}")
    except Failure as failure:
        return f"{source.name}: {failure}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.bin, arguments.work = arguments.bin.resolve(), arguments.work.resolve()
    sources = sorted([*PROGRAMS.glob("*.c"), *PROGRAMS.glob("*.cpp")])
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        programs = [one for one in pool.map(lambda source: prepare(arguments, source), sources) if one is not None]
        begin = time.monotonic()
        wrong = [text for text in pool.map(lambda one: check(arguments, one), programs) if text]
        seconds = time.monotonic() - begin
    print(f"{len(programs)} programs in {seconds:.1f} s, {AT_ONCE} at a time")
    if len(programs) < FEWEST:
        wrong.append(f"fewer than {FEWEST} programs")
    if seconds > MOST_SECONDS:
        wrong.append(f"more than {MOST_SECONDS} s")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
