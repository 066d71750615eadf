#!/usr/bin/env python3
"""Temporal properties of random programs that run for ever, against an explicit product of all states and an automaton.

    random_loops.py SELVAGE_BIN PROGRAMS SEED

Threads go round loops of stores, copies, exchanges, waits and critical sections; some end. The graph of all states is made
here, without any reduction: a thread that waits reads again and again. Spin translates the negated formula, and a
component of the product is a counterexample if it has an accepting state and no thread that can go on all the time is left
out of it (weak fairness). `selvage check --strategy states --fairness weak` has to come to the same verdicts.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

VARIABLES = 2
ATOMS = ["a", "b", "c"]
CONDITIONS = ["v0 == 1", "v1 == 1", "v0 == v1"]
FORMULAS = ["G F a", "F G a", "G (a -> F b)", "G (b -> F !b)", "F (a && b)", "G !(a && !c)", "(!b) U a", "G (a -> (a U b))",
                   "G F (a && b)", "G F c", "F G (!a || b)", "(G F a) -> (G F b)", "(G F b) -> (G F a)", "G (c -> F !c)"]


def letter_of(values):
    return (values[0] == 1, values[1] == 1, values[0] == values[1])


def random_thread(rng):
    operations = []
    for _ in range(rng.randint(1, 3)):
        v, w = rng.randrange(VARIABLES), rng.randrange(VARIABLES)
        kind = rng.choice(["store", "flip", "copy", "if", "wait", "locked"])
        if kind == "store":
            operations.append(("store", v, rng.randint(0, 1)))
        elif kind == "flip":
            operations.append(("flip", v))
        elif kind == "copy":
            operations.append(("copy", v, w))
        elif kind == "if":
            operations.append(("if", v, rng.randint(0, 1), w, rng.randint(0, 1)))
        elif kind == "wait":
            operations.append(("wait", v, rng.randint(0, 1)))
        else:
            operations += [("lock",), ("flip", v), ("store", w, rng.randint(0, 1)), ("unlock",)]
    return rng.random() < 0.75, operations


def c_source(threads):
    text = "#include <pthread.h>\n#include <stdatomic.h>\n"
    text += "".join(f"_Atomic int v{i};\n" for i in range(VARIABLES))
    text += "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    for number, (loops, operations) in enumerate(threads):
        text += f"static void* run{number}(void* unused) {{\n  {'for (;;)' if loops else 'if (1)'} {{\n"
        for op in operations:
            if op[0] == "store":
                text += f"    atomic_store(&v{op[1]}, {op[2]});\n"
            elif op[0] == "flip":
                text += f"    atomic_fetch_xor(&v{op[1]}, 1);\n"
            elif op[0] == "copy":
                text += f"    atomic_store(&v{op[1]}, atomic_load(&v{op[2]}));\n"
            elif op[0] == "if":
                text += f"    if (atomic_load(&v{op[1]}) == {op[2]}) atomic_store(&v{op[3]}, {op[4]});\n"
            elif op[0] == "wait":
                text += f"    while (atomic_load(&v{op[1]}) != {op[2]}) continue;\n"
            else:
                text += f"    pthread_mutex_{op[0]}(&m);\n"
        text += "  }\n  return unused;\n}\n"
    text += f"int main(int argc, char** argv) {{\n  (void)argv;\n  pthread_t t[{len(threads)}];\n"
    text += "".join(f"  atomic_store(&v{i}, argc - 1);\n" for i in range(VARIABLES))
    text += "".join(f"  pthread_create(&t[{n}], 0, run{n}, 0);\n" for n in range(len(threads)))
    text += f"  for (int i = 0; i < {len(threads)}; i++) pthread_join(t[i], 0);\n"
    text += "  return " + " + ".join(f"v{i}" for i in range(VARIABLES)) + " > 1000;\n}\n"
    return text


def successors(threads, state):
    values, holder, positions = state
    for number, (at, loaded) in enumerate(positions):
        loops, operations = threads[number]
        if at == len(operations):
            continue
        op = operations[at]
        after = (at + 1) % len(operations) if loops else at + 1
        new, new_holder, place = list(values), holder, (after, None)
        if op[0] == "lock":
            if holder is not None:
                continue
            new_holder = number
        elif op[0] == "unlock":
            new_holder = None
        elif op[0] == "store":
            new[op[1]] = op[2]
        elif op[0] == "flip":
            new[op[1]] ^= 1
        elif op[0] == "wait":
            if values[op[1]] != op[2]:
                place = (at, None)
        elif op[0] == "copy":
            if loaded is None:
                place = (at, values[op[2]])
            else:
                new[op[1]] = loaded
        elif loaded is None:
            if values[op[1]] == op[2]:
                place = (at, 1)
        else:
            new[op[3]] = op[4]
        yield number, (tuple(new), new_holder, positions[:number] + (place,) + positions[number + 1:])


def automaton_of(formula):
    """Of Spin's never claim: transitions by state as (condition in Python, target), and the accepting states."""
    formula = re.sub(r"\bG\b", "[]", re.sub(r"\bF\b", "<>", formula))
    text = subprocess.run(["spin", "-f", formula], capture_output=True, text=True, check=True).stdout
    transitions, accepting, current, alias, first = {}, set(), None, {}, None
    after_label = False

    def python(condition):
        return condition.replace("&&", " and ").replace("||", " or ").replace("!", " not ")

    for line in (raw.strip() for raw in text.splitlines()):
        if re.fullmatch(r"\w+:", line):
            label = line[:-1]
            if after_label:
                alias[label] = current
            else:
                current = label
                transitions.setdefault(label, [])
                first = first or label
            if label.startswith("accept_"):
                accepting.add(current)
            after_label = True
            continue
        after_label = False
        decided = re.fullmatch(r":: atomic \{ (.*) -> assert\(.*\) \}", line)
        moved = re.fullmatch(r":: (.*) -> goto (\w+)", line)
        if decided:
            transitions[current].append((python(decided[1]), "accept_all"))
        elif moved:
            transitions[current].append((python(moved[1]), moved[2]))
        elif line.startswith("skip"):
            transitions[current].append(("True", current))
    resolve = lambda label: alias.get(label, label)
    compiled = {s: [(compile(c.replace("true", "True").replace("false", "False"), "c", "eval"), resolve(t)) for c, t in ts]
                for s, ts in transitions.items()}
    compiled.setdefault("accept_all", [(compile("True", "c", "eval"), "accept_all")])
    if "accept_all" in compiled:
        accepting.add("accept_all")
    return compiled, accepting, first


def components(nodes, edges):
    index, low, on, order, result = {}, {}, set(), [], []
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        order.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for _, to in rest:
                if to not in index:
                    index[to] = low[to] = len(index)
                    order.append(to)
                    on.add(to)
                    work.append((to, iter(edges[to])))
                    break
                if to in on:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    member = set()
                    while True:
                        top = order.pop()
                        on.discard(top)
                        member.add(top)
                        if top == node:
                            break
                    result.append(member)
    return result


def holds(threads, formula):
    transitions, accepting, first = automaton_of(f"!({formula})")
    start = ((0,) * VARIABLES, None, ((0, None),) * len(threads))
    edges, rest = {}, [(start, first)]
    while rest:
        node = rest.pop()
        if node in edges:
            continue
        state, q = node
        letters = dict(zip(ATOMS, letter_of(state[0])))
        targets = [to for condition, to in transitions[q] if eval(condition, {}, letters)]
        moves = list(successors(threads, state)) or [(None, state)]
        edges[node] = [(number, (after, to)) for number, after in moves for to in targets]
        rest += [to for _, to in edges[node]]
    for member in components(list(edges), edges):
        inner = [(number, node) for node in member for number, to in edges[node] if to in member]
        if not inner or not any(q in accepting for _, q in member):
            continue
        moving = {number for number, _ in inner}
        always = set(range(len(threads)))
        for state, _ in member:
            always &= {number for number, _ in successors(threads, state)}
        if always <= moving:
            return False
    return True


def verdicts_of_selvage(binaries, program, formulas, folder):
    summary = os.path.join(folder, "summary.json")
    command = [os.path.join(binaries, "selvage"), "check", program, "--strategy", "states", "--fairness", "weak", "--keep-going",
               "--summary", summary, "--save", os.path.join(folder, "t.selvage"), "--no-minimise", "-j", "1"]
    for atom, condition in zip(ATOMS, CONDITIONS):
        command += ["--atom", f"{atom}: {condition}"]
    for formula in formulas:
        command += ["--ltl", formula]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 15):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr}{done.stdout[-500:]}")
    with open(summary) as file:
        messages = {finding["message"] for finding in json.load(file)["findings"]}
    return [f"temporal property {f} does not hold" not in messages for f in formulas]


def main():
    os.environ["SELVAGE_ANALYSIS"] = "off"
    binaries, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    compared = violated = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            threads = [random_thread(rng) for _ in range(2)]
            source, program = os.path.join(folder, "p.c"), os.path.join(folder, "p")
            with open(source, "w") as file:
                file.write(c_source(threads))
            subprocess.run([os.path.join(binaries, "selvage-cc"), "-O1", "-pthread", "-o", program, source], check=True)
            try:
                found = verdicts_of_selvage(binaries, program, FORMULAS, folder)
            except RuntimeError as error:
                print(c_source(threads), error)
                return 1
            for formula, got in zip(FORMULAS, found):
                right = holds(threads, formula)
                compared += 1
                violated += not right
                if right != got:
                    print(c_source(threads))
                    print(f"program {number}: {formula} {'holds' if right else 'does not hold'}, Selvage says otherwise")
                    return 1
    print(f"{count} programs, {compared} formulas, {violated} of them do not hold")
    return 0


if __name__ == "__main__":
    sys.exit(main())
