#!/usr/bin/env python3
"""Temporal properties of random small programs against their definition.

    random_programs.py SELVAGE_BIN PROGRAMS SEED [STRATEGY...]

Each program has a few threads with a few operations on shared variables and a mutex. Its interleaving graph is gone
through here, state by state and without any reduction; the words of atom values that lead to an end are collected, and
every formula is decided on each of them by its definition. Selvage checks the same program for the same formulas, with
every strategy named, and has to come to the same verdicts. Nothing is shared with Selvage's own implementation. On what is
shown as a counterexample, made smaller, the formula must not hold, and it must have no more switches than what was found.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from operations import c_program, with_call

VARIABLES = 3
ATOMS = ["a", "b", "c", "d", "e", "f"]
CONDITIONS = ["v0 == 1", "v1 > 0", "v2 == v0", "in(f0)", "at(f1, thread 1)", "in(f1, thread 2) && v0 == 0"]
FORMULAS = 40


def holds_atoms(state):
    values, _, positions, inside = state
    return (values[0] == 1, values[1] > 0, values[2] == values[0], any(f == 0 for _, f in inside),
            (0, 1) in inside and positions[0][1] == "entry", (1, 1) in inside and values[0] == 0)


# --- programs: a thread is a list of operations; each is one step.
#   ("store", v, c)  ("add", v)  ("copy", v, w)  ("if", v, c, w, d)  ("lock",)  ("unlock",)  ("enter", f)  ("leave", f)
# A copy and an if are two steps, a load and a store. So is the entry of f1, which an atom asks for: entering, and going on.


def random_thread(rng):
    operations = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["store", "store", "add", "copy", "if", "locked"])
        v, w = rng.randrange(VARIABLES), rng.randrange(VARIABLES)
        if kind == "store":
            operations.append(("store", v, rng.randint(0, 2)))
        elif kind == "add":
            operations.append(("add", v))
        elif kind == "copy":
            operations.append(("copy", v, w))
        elif kind == "if":
            operations.append(("if", v, rng.randint(0, 2), w, rng.randint(0, 2)))
        else:
            operations += [("lock",), ("store", v, rng.randint(0, 2)), ("add", w), ("unlock",)]
    for function in (0, 1):
        if rng.random() < 0.5:
            operations = with_call(rng, operations, function)
    return operations


def c_source(threads):
    return c_program([(False, operations) for operations in threads], VARIABLES)


def successors(threads, state):
    """A state: values, holder of the mutex, of each thread the next operation and what it has loaded (or None), and which
    threads are in which functions."""
    values, holder, positions, inside = state
    for number, (at, loaded) in enumerate(positions):
        if at == len(threads[number]):
            continue
        op = threads[number][at]
        new, new_holder, new_position, new_inside = list(values), holder, (at + 1, None), inside
        if op[0] == "enter":
            new_inside = inside | {(number, op[1])}
            if op[1] == 1 and loaded is None:
                new_position = (at, "entry")
        elif op[0] == "leave":
            new_inside = inside - {(number, op[1])}
        elif op[0] == "lock":
            if holder is not None:
                continue
            new_holder = number
        elif op[0] == "unlock":
            new_holder = None
        elif op[0] == "store":
            new[op[1]] = op[2]
        elif op[0] == "add":
            new[op[1]] += 1
        elif op[0] == "copy":
            if loaded is None:
                new_position = (at, values[op[2]])
            else:
                new[op[1]] = loaded
        elif loaded is None:
            if values[op[1]] == op[2]:
                new_position = (at, 1)
        else:
            new[op[3]] = op[4]
        places = positions[:number] + (new_position,) + positions[number + 1:]
        yield (tuple(new), new_holder, places, new_inside)


def words(threads):
    """All sequences of atom values without repetitions, from the first state to an end."""
    memo = {}

    def from_state(state):
        if state in memo:
            return memo[state]
        letter = holds_atoms(state)
        result = set()
        follow = list(successors(threads, state))
        if not follow:
            result.add((letter,))
        for after in follow:
            for word in from_state(after):
                result.add(word if word[0] == letter else (letter,) + word)
        memo[state] = result
        return result

    return from_state(((0,) * VARIABLES, None, ((0, None),) * len(threads), frozenset()))


# --- formulas


def random_formula(rng, size):
    if size <= 1:
        atom = rng.choice(ATOMS)
        return ("atom", atom) if rng.random() < 0.7 else ("!", ("atom", atom))
    kind = rng.choice(["G", "F", "!", "&&", "||", "->", "U", "R", "W", "M"])
    if kind in ("G", "F", "!"):
        return (kind, random_formula(rng, size - 1))
    left = rng.randint(1, size - 1)
    return (kind, random_formula(rng, left), random_formula(rng, size - left))


def text_of(f):
    if f[0] == "atom":
        return f[1]
    if len(f) == 2:
        return f"{f[0]} ({text_of(f[1])})"
    return f"(({text_of(f[1])}) {f[0]} ({text_of(f[2])}))"


def truth(f, word):
    """Of each position of a word whose last letter is repeated for ever: whether the formula holds there."""
    n = len(word)
    if f[0] == "atom":
        return [letter[ATOMS.index(f[1])] for letter in word]
    one = truth(f[1], word)
    if f[0] == "!":
        return [not x for x in one]
    if f[0] == "G":
        return [all(one[i:]) for i in range(n)]
    if f[0] == "F":
        return [any(one[i:]) for i in range(n)]
    two = truth(f[2], word)
    if f[0] == "&&":
        return [x and y for x, y in zip(one, two)]
    if f[0] == "||":
        return [x or y for x, y in zip(one, two)]
    if f[0] == "->":
        return [not x or y for x, y in zip(one, two)]

    def until(x, y, i):
        return any(y[k] and all(x[i:k]) for k in range(i, n))

    if f[0] == "U":
        return [until(one, two, i) for i in range(n)]
    if f[0] == "W":
        return [until(one, two, i) or all(one[i:]) for i in range(n)]
    both = [x and y for x, y in zip(one, two)]
    if f[0] == "R":
        return [until(two, both, i) or all(two[i:]) for i in range(n)]
    return [until(two, both, i) for i in range(n)]


def verdicts_of_selvage(binaries, program, formulas, strategy, folder):
    summary = os.path.join(folder, "summary.json")
    command = [os.path.join(binaries, "selvage"), "check", program, "--check", "temporal", "--keep-going",
               "--strategy", strategy, "--summary", summary, "--save", os.path.join(folder, "t.selvage"),
               "--no-minimise", "-j", "1"]
    for atom, condition in zip(ATOMS, CONDITIONS):
        command += ["--atom", f"{atom}: {condition}"]
    # What is not spoken of need not be looked at: all three are, so that the order of changes of each matters.
    for formula in formulas:
        command += ["--ltl", text_of(formula)]
    done = subprocess.run(command, capture_output=True, text=True)
    with open(summary) as file:
        result = json.load(file)
    if done.returncode not in (0, 15):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr}")
    messages = [finding["message"] for finding in result["findings"]]
    wrong = {f"temporal property {text_of(f)} does not hold" for f in formulas}
    assert set(messages) <= wrong, messages
    return [f"temporal property {text_of(f)} does not hold" not in messages for f in formulas], result["executions"]


def wrong_counterexample(binaries, program, formulas, folder):
    """None, or what is wrong with one of the counterexamples, which are minimised."""
    report = os.path.join(folder, "report.json")
    command = [os.path.join(binaries, "selvage"), "check", program, "--check", "temporal", "--keep-going", "--json", report,
               "--save", os.path.join(folder, "t.selvage"), "--minimise-time", "3", "-j", "1"]
    for atom, condition in zip(ATOMS, CONDITIONS):
        command += ["--atom", f"{atom}: {condition}"]
    for formula in formulas:
        command += ["--ltl", text_of(formula)]
    subprocess.run(command, capture_output=True)
    by_text = {text_of(formula): formula for formula in formulas}
    with open(report) as file:
        findings = json.load(file)["findings"]
    for finding in findings:
        # What is cut off goes wrong whatever follows, and also if nothing does.
        word = [tuple(finding["atoms"].index(atom) in row.get("holds", []) if atom in finding["atoms"] else False
                      for atom in ATOMS) for row in finding["atom_rows"]]
        if truth(by_text[finding["formula"]], word)[0]:
            return f"{finding['formula']} holds on its counterexample {word}"
        if "original" in finding and finding["switches"] > finding["original"]["switches"]:
            return f"the counterexample of {finding['formula']} has grown"
    return None


def main():
    binaries, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    strategies = sys.argv[4:] or ["optimal", "source", "classic", "dfs"]
    rng = random.Random(seed)
    compared = violated = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            # Formulas may speak of what the analyses leave without hooks.
            os.environ["SELVAGE_ANALYSIS"] = "off" if number % 2 else "on"
            threads = [random_thread(rng) for _ in range(rng.randint(2, 3))]
            while sum(len(t) for t in threads) > 9:
                threads = [random_thread(rng) for _ in range(rng.randint(2, 3))]
            formulas = [random_formula(rng, rng.randint(1, 6)) for _ in range(FORMULAS)]
            formulas = list({text_of(f): f for f in formulas}.values())
            source = os.path.join(folder, "p.c")
            with open(source, "w") as file:
                file.write(c_source(threads))
            program = os.path.join(folder, "p")
            subprocess.run([os.path.join(binaries, "selvage-cc"), "-O1", "-pthread", "-o", program, source], check=True)
            all_words = words(threads)
            expected = [all(truth(f, word)[0] for word in all_words) for f in formulas]
            for strategy in strategies:
                found, executions = verdicts_of_selvage(binaries, program, formulas, strategy, folder)
                for formula, right, got in zip(formulas, expected, found):
                    if right != got:
                        print(c_source(threads))
                        print(f"program {number}, {strategy}: {text_of(formula)} "
                              f"{'holds' if right else 'does not hold'}, Selvage says otherwise")
                        return 1
            problem = wrong_counterexample(binaries, program, formulas, folder)
            if problem:
                print(c_source(threads), problem, sep="\n")
                return 1
            compared += len(formulas)
            violated += expected.count(False)
    print(f"{count} programs, {compared} formulas, {violated} of them do not hold; strategies: {', '.join(strategies)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
