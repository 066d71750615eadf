#!/usr/bin/env python3
"""Small programs that break searches which forget one thing, checked with every strategy and every reduction by itself.

    pitfalls.py --bin DIRECTORY --work DIRECTORY [--program NAME] [--every]

Every outcome that the oracle reaches is asked for, and one that cannot be reached. Ends with 1 if there is a difference.
"""
import argparse
import sys

import case as cases
import options as drawing
import oracle
from checking import Checker
from program import Program, Statement as S, Variable

ORDER = "seq_cst"


def add(register, variable, amount):
    return S("add", (register, variable, amount, ORDER))


def write(variable, value):
    return S("write", (variable, value, ORDER))


def read(register, variable):
    return S("read", (register, variable, ORDER))


def compare_exchange(register, variable, expected, value):
    return S("compare", (register, variable, expected, value, ORDER))


def wait_while(variable, operator, number):
    return S("while_shared", (variable, operator, number, ORDER), [[]])


def result(register):
    return S("return", (("local", register, 0),))


def is_one(register, seen):
    """Whether `seen` is 1, in a register: the rest of its value is forgotten."""
    return S("if", (("==", seen, 1),), [[S("set", (register, 1))], [S("set", (register, 0))]])


# Of each the functions of its threads, over the variables 0 (x) and 1 (y).
PITFALLS = {
    # Waiters announce themselves also where all threads that could go on are asleep.
    "sleepers": [[add(0, 0, 2)], [add(0, 1, 1), compare_exchange(0, 1, 1, 0)], [wait_while(1, "==", 0), add(0, 1, 1), write(0, 0)]],
    # Equal outcomes commute in one direction only: a thread that sleeps wakes when its own outcome changes.
    "wake": [[add(0, 0, 1), is_one(1, 0), S("assert", (("!=", 1, 1),))], [add(0, 0, 1), is_one(1, 0)]],
    "wake_of_three": [[add(0, 0, 1), is_one(1, 0), result(1)], [add(0, 0, 1), is_one(1, 0), result(1)], [add(0, 0, 1)]],
    # A wait over updates that commute: any part of them may precede it.
    "one_of_many": [[add(0, 0, 1), is_one(1, 0), result(1)], [wait_while(0, "!=", 1)], [write(0, 1), add(0, 0, 1)]],
    "part_of_many": [[add(0, 0, 1), add(0, 1, 1)], [add(0, 0, 1)], [wait_while(0, "==", 0), read(1, 0), read(2, 1), result(1)]],
    # A thread that waits at the end is compared with what came before it.
    "pending": [[write(0, 0), add(0, 0, 2)], [write(0, 2), wait_while(0, "!=", 0)]],
    # What let a wait go on is not all of its past.
    "one_past": [[add(0, 0, 1), write(0, 0), write(0, 0)], [compare_exchange(0, 0, 1, 0), result(0)], [wait_while(0, "==", 0), write(0, 0)]],
    # A failed compare-exchange is a read, but not a read alone.
    "failed_update": [[add(0, 0, 1)], [compare_exchange(0, 0, 0, 1), result(0)], [add(1, 0, 1), result(1)]],
    # Sleep sets that differ on two ways to the same state.
    "sleep_sets": [[write(0, 1)], [read(0, 1), result(0)], [write(1, 1)], [write(0, 1), read(0, 1), write(0, 2), result(0)]],
    # Which thread a race asks for: itself, or one that leads to it.
    "initials": [[read(0, 1), write(0, 1), result(0)], [read(0, 0), read(1, 1), result(0)], [write(0, 0)], [write(1, 2)]],
    # The store is tried though the loop could go round before it for ever.
    "loop_first": [[wait_while(0, "==", 0), read(0, 1), result(0)], [write(1, 1), write(0, 1)]],
    # Memory that is accessed with atomics and without: dead reads and equal writes still race.
    "mixed": [[S("write", (0, 1, "plain")), add(0, 1, 1), S("write", (0, 1, "plain"))], [read(0, 1), S("if", (("==", 0, 1),), [[read(1, 0)], []]), result(0)]],
}

PROPERTIES = ["standard", "standard,-race", "assertion", "assertion,deadlock", "race"]
STRATEGIES = ["optimal", "source", "classic", "dfs", "deepening"]
RANDOM = ["random", "pct", "pos", "surw", "novelty"]


def program_of(name):
    functions = PITFALLS[name]
    threads = range(1, len(functions) + 1)
    main = [S("create", (t,)) for t in threads] + [S("join", (5 + t, t)) for t in threads]
    main += [S("read", (20 + v, v, ORDER)) for v in (0, 1)]
    main.append(S("outcome", (tuple([5 + t for t in threads] + [20, 21]),)))
    return Program(variables=[Variable(name != "mixed"), Variable(True)], functions=[main, *functions], threads=[0, *threads]).number()


def properties_of(text):
    if text.startswith("standard"):
        return drawing.STANDARD - ({"race"} if "-race" in text else set())
    return set(text.split(","))


def searches(properties, has_loops, is_small):
    """Every strategy; each reduction that goes with the properties, alone and left out; each kind of sharing; drawing."""
    for strategy in STRATEGIES:
        if strategy == "dfs" and (has_loops or not is_small):
            continue
        yield ["--strategy", strategy], True
        if strategy != "dfs":
            yield ["--strategy", strategy, "--sharing", "full"], True
        if strategy in ("source", "classic", "optimal"):
            for name in drawing.possible_reductions(properties, strategy):
                yield ["--strategy", strategy, "--reduction", name], True
    yield [], True
    yield ["--sharing", "full"], True
    for name in drawing.possible_reductions(properties, None):
        yield ["--reduction", name], True
        yield ["--no-reduction", name], True
    yield ["--reduction", "critical-sections", "--reduction", "predicted-executions"], True
    if properties == {"race"}:
        yield ["--reduction", "race-free-subspaces"], True
    yield ["--no-reduction", "all"], True
    yield ["--no-fair", "--max-depth", "100", "--max-executions", "20"], not has_loops
    yield ["--preemptions", "2"], False
    yield ["--points", "sync"], False
    for strategy in RANDOM:
        yield ["--strategy", strategy, "--max-executions", "30", "--max-depth", "400"], False


def cases_of(name, every):
    """One search in ten, each with another set of properties and another outcome; with `every`, all of them."""
    program = program_of(name)
    answer = oracle.ask(program)
    targets = [*sorted(answer.outcomes), tuple([9] * (len(PITFALLS[name]) + 2))]
    turn = 0
    for number, text in enumerate(PROPERTIES):
        for words, is_whole in searches(properties_of(text), program.has_loops(), answer.states < drawing.SMALL):
            turn += 1
            if not every and (turn + 3 * number) % 10 != len(name) % 10:
                continue
            options = drawing.Options(words=[f"--check={text}", *words, "--keep-going", "--no-minimise", "-j", "1", "--max-time", "60s"],
                                      properties=properties_of(text), is_whole=is_whole, is_fair="--no-fair" not in words)
            yield cases.Case(f"{name} {' '.join(options.words)}", program, options, answer, None, targets[turn % len(targets)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--every", action="store_true", help="search with every set of properties, not one in ten")
    parser.add_argument("--program", choices=list(PITFALLS), action="append")
    options = parser.parse_args()
    checker = Checker(options.bin, options.work)
    names = options.program or list(PITFALLS)
    binary, maps = cases.build(checker, [program_of(name) for name in names], "pitfalls", "c")
    checks = failed = 0
    for index, name in enumerate(names):
        for one in cases_of(name, options.every):
            found, differences, _ = cases.run(checker, binary, index, one, maps[index], True)
            checks += 1
            failed += bool(differences)
            if differences:
                print(f"{' '.join(found.command)}: {'; '.join(map(str, differences))} {found.error}", flush=True)
    print(f"{len(names)} programs, {checks} checks, {failed} differ")
    sys.exit(1 if failed or not checks else 0)


if __name__ == "__main__":
    main()
