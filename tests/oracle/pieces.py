#!/usr/bin/env python3
"""Every search finds what --strategy dfs finds, on threads that do a few small things each.

    pieces.py --bin DIRECTORY --work DIRECTORY [--programs N] [--seed S] [--only 'ARGUMENTS' --options 'OPTIONS']

Of a program that dfs does not come to the end of nothing is compared. Ends with 1 if there is a difference.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PIECES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJK"
ALL = ["--strategy", "dfs"]
SEARCHES = [[], ["--strategy", "optimal"], ["--strategy", "source"], ["--strategy", "classic"],
            ["--strategy", "optimal", "--sharing", "full"], ["--no-reduction", "all"], ["--strategy", "deepening"]]
# What goes with all of them.
OPTIONS = [[], [], [], ["--check", "race"], ["--check", "standard,-assertion,-crash"], ["--spurious-wakeups"],
           ["--timeouts", "late"], ["--timeouts", "never"]]
MOST = 30000  # executions


def drawn(seed):
    """Arguments and options. Few kinds of pieces in one program, so that they meet."""
    rng = random.Random(seed)
    pieces = rng.choices(PIECES, k=rng.choice([2, 3, 4, 6]))
    counts = [rng.choice([0, 1, 2, 2])] + [rng.choice([1, 2, 2, 3]) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
    return ["".join(rng.choices(pieces, k=count)) or "-" for count in counts], rng.choice(OPTIONS)


def checked(binaries, program, arguments, options):
    """The findings; None: the search did not come to its end. And what went wrong."""
    summary = program.with_suffix(".json")
    summary.unlink(missing_ok=True)
    command = [binaries / "selvage", "check", "--keep-going", "--no-minimise", "-j1", "--max-executions", str(MOST),
               "--summary", summary, *options, program, "--", *arguments]
    result = subprocess.run(command, cwd=program.parent, text=True, stdin=subprocess.DEVNULL, capture_output=True,
                            timeout=250, check=False)
    if result.returncode in (2, 3, 4) or result.returncode < 0 or not summary.exists():
        return None, f"exit code {result.returncode}: {result.stderr.strip()}"
    answer = json.loads(summary.read_text())
    if answer["executions"] >= MOST or answer["cut_off_executions"]:
        return None, None
    found = set()
    for one in answer["findings"]:
        place = (one["line"],) if one["kind"] in ("assertion", "crash") else ()
        if one["kind"] == "data_race":
            place = tuple(sorted((one["line"], one["other_line"])))
        found.add((one["kind"], *place))
    return found, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the program's arguments")
    parser.add_argument("--options", default="", help="with --only: what goes with all searches")
    options = parser.parse_args()
    binaries, work = options.bin.resolve(), options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    program = work / "pieces"
    subprocess.run([binaries / "selvage-cc", "-g", "-O1", "-w", "-pthread", HERE / "pieces.c", "-o", program], check=True)
    compared = left_out = differences = 0
    seeds = range(options.seed, options.seed + options.programs)
    programs = [(options.only.split(), options.options.split())] if options.only else map(drawn, seeds)
    for arguments, together in programs:
        every, problem = checked(binaries, program, arguments, ALL + together)
        if every is None and problem is None:
            left_out += 1
            continue
        compared += 1
        for search in SEARCHES:
            found = every
            if problem is None:
                found, problem = checked(binaries, program, arguments, search + together)
            if problem is None and (found is None or found == every):
                continue
            differences += 1
            what = problem or f"missing {sorted(every - found)}, more {sorted(found - every)}"
            print("DIFFERENCE", " ".join(arguments), "|", " ".join(search + together), "|", what, flush=True)
            problem = None
            if found is None:
                break
    print(f"{compared} programs compared, {left_out} left out, {differences} differences")
    return 1 if differences or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
