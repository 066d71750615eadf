#!/usr/bin/env python3
"""Checks programs drawn at random, with options drawn at random, and compares with an explicit-state oracle.

    fuzz.py --bin DIRECTORY --work DIRECTORY [--programs N] [--seed FIRST] [--family NAME] [--jobs N] [--shrink] [--pairs FILE]

Ends with 1 if there is a difference; each is in WORK/differences, as a file that says in its first lines how it was checked.
`--only NAME` repeats one: its name says family, seed and check. `--pairs FILE` counts which mechanisms met, and adds to FILE.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import resource
import shutil
import sys
import time

import case as cases
import draw
import emit_c
import emit_cpp
import pairs
import shrink
from checking import BuildError, Checker


def one_batch(arguments):
    """Programs with consecutive seeds. Returns what was counted and the differences, as text."""
    options, seeds, folder, checks = arguments
    checker = Checker(options.bin, folder)
    knows_status = checker.knows("--exit-status")
    counts, found = collections.Counter(), []
    drawn = []
    started = time.process_time()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = used.ru_utime + used.ru_stime
    for seed in seeds:
        family = options.family or draw.family_of(seed, cases.BATCH)
        of_program = cases.draw_cases(seed, family, checks)
        counts["programs"] += bool(of_program)
        counts["too large"] += not of_program
        counts["states"] += of_program[0].answer.states if of_program else 0
        if of_program:
            counts["family " + family] += 1
            drawn.append(of_program)
    counts["oracle milliseconds"] = int(1000 * (time.process_time() - started))
    if not drawn:
        return counts, found
    try:
        binary, maps = cases.build(checker, [one[0].program for one in drawn], "programs", drawn[0][0].variant)
    except BuildError as error:
        # The sources stay there.
        return counts, [(f"batch of seeds {seeds[0]} to {seeds[-1]}: {error}", "")]
    for index, of_program in enumerate(drawn):
        for case in of_program:
            if options.only and case.name != options.only:
                continue
            result, differences, notes = cases.run(checker, binary, index, case, maps[index], knows_status)
            counts["checks"] += 1
            if result.summary and result.summary.get("verdict"):
                pairs.count(counts, case, result.summary)
            counts.update("verdict " + note for note in notes)
            counts.update("option " + name for name in case.options.names)
            for kind in {one.kind for one in differences}:
                counts["DIFFERENCE " + kind] += 1
            if differences:
                found.append(report(options, checker, case, result, differences, knows_status))
    shutil.rmtree(folder, ignore_errors=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    counts["building and checking milliseconds"] = int(1000 * (used.ru_utime + used.ru_stime - before))
    return counts, found


shrunk = collections.Counter()  # how many differences of a kind a process has made smaller
ENOUGH = 2  # of those that look the same


def looks_like(difference):
    return re.sub(r"[0-9]+", "N", str(difference))[:150]


def report(options, checker, case, result, differences, knows_status):
    hard = [one for one in differences if one.kind != "bounded and missed"] or differences
    title = f"{case.name}: " + "; ".join(map(str, differences))
    shrunk[looks_like(hard[0])] += 1
    if options.shrink and (shrunk[looks_like(hard[0])] <= ENOUGH or options.only):
        case = shrink.Shrinker(checker, {one.sort() for one in hard}, knows_status).shrink(case)
        binary, maps = cases.build(checker, [case.program], "shrunk", case.variant)
        result, differences, _ = cases.run(checker, binary, 0, case, maps[0], knows_status)
    is_cpp = case.variant == "c++"
    text, maps = emit_cpp.write([case.program]) if is_cpp else emit_c.write([case.program], case.variant == "optimised")
    right = case.expectation(maps[0], knows_status)
    head = [f"// {case.name}", "// selvage check " + " ".join(case.options.words) + " PROGRAM -- " +
            " ".join(map(str, case.arguments(0))),
            f"// variant {case.variant}; built with -g {'-O1' if case.variant == 'optimised' else '-O0'} -pthread",
            "// seen: " + (f"{result.summary.get('verdict')}, " if result.summary else "") + f"exit code {result.code}: " +
            "; ".join(map(str, differences)) + (" " + result.error.replace("\n", " ") if result.error else ""),
            f"// right: {case.answer.states} states; must find {sorted(map(str, right.must))}; may {sorted(map(str, right.may))}"]
    if case.program.given:
        head.append(f"// standard input: {case.program.given!r}")
    folder = pathlib.Path(options.work) / "differences"
    folder.mkdir(parents=True, exist_ok=True)
    # Line numbers stay as they are, so that the answer can be read with the text.
    (folder / f"{case.name}{'.cpp' if is_cpp else '.c'}").write_text("\n".join(head) + "\n#line 1\n" + text)
    if case.variant == "unseen":
        (folder / f"{case.name}_unseen.c").write_text(emit_c.write_unseen([case.program]))
    return title, "\n".join(head)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", choices=list(draw.ALL))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--checks", type=int, default=2, help="of each program")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--pairs", help="a file for the table of pairs of mechanisms")
    options = parser.parse_args()
    if options.only:
        options.family, seed, _ = options.only.rsplit("-", 2)
        options.seed, options.programs = int(seed), 1
    work = pathlib.Path(options.work).resolve()
    seeds = range(options.seed, options.seed + options.programs)
    # The seed decides how a program is compiled, the same for all in one executable.
    groups = collections.defaultdict(list)
    for seed in seeds:
        groups[seed // cases.BATCH].append(seed)
    batches = [(options, group, work / f"batch-{group[0]}", options.checks) for group in groups.values()]
    counts = collections.Counter()
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for counted, found in pool.map(one_batch, batches):
            counts.update(counted)
            for title, _ in found:
                print("DIFFERENCE", title, flush=True)
            failed += len(found)
    if options.pairs:
        pairs.write(options.pairs, counts)
    for name, count in sorted(counts.items()):
        if name.startswith("pair "):
            continue
        print(f"{count:8} {name}")
    print(f"{counts['programs']} programs, {counts['checks']} checks, {failed} differences")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
