#!/usr/bin/env python3
"""Temporal properties of random programs that run for ever, against an explicit product of all states and an automaton.

    random_loops.py SELVAGE_BIN PROGRAMS SEED

Threads go round loops of stores, copies, exchanges, waits and critical sections; some end. The graph of all states is made
here, without any reduction: a thread that waits reads again and again. Spin translates the negated formula, and a
component of the product is a counterexample if it has an accepting state and no thread that can go on all the time is left
out of it (weak fairness). `selvage check --strategy states --fairness weak` has to come to the same verdicts.

Formulas with X, which Spin does not translate, are decided on a graph in which the first thread is there, too, and each thread's
beginning and end are steps, against `--no-reductions`. Nodes of that product guess which subformulas hold, as in the
definition of the logic. On formulas without X both ways have to agree, and on what is shown as a counterexample of one it must
not hold.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from operations import c_program, with_call

VARIABLES = 2
ATOMS = ["a", "b", "c", "d", "e"]
CONDITIONS = ["v0 == 1", "v1 == 1", "v0 == v1", "in(f0)", "at(f1, thread 1)"]
FORMULAS = ["G F a", "F G a", "G (a -> F b)", "G (b -> F !b)", "F (a && b)", "G !(a && !c)", "(!b) U a", "G (a -> (a U b))",
                   "G F (a && b)", "G F c", "F G (!a || b)", "(G F a) -> (G F b)", "(G F b) -> (G F a)", "G (c -> F !c)",
                   "G F d", "F G !d", "G (d -> F !d)", "G (e -> F a)", "G !(d && e)", "(!d) U e", "G F e", "G (e -> (d U !e))"]
NEXT = ["X a", "X X b", "G (a -> X b)", "G (a -> X a)", "F (a && X !a)", "G (d -> X d)", "F (e && X e)", "G (c -> X X c)",
               "F (b && X (b && X !b))", "G (!d || X !e)", "X X X X (a || b || d)", "(X c) U a", "G F (a && X a)", "F G (c -> X c)"]
# Of the first thread, as far as it is seen.
MAIN = [("create", 0), ("create", 1), ("join", 0), ("join", 1), ("load",), ("load",), ("exit",)]


def letter_of(state):
    values, _, positions, inside = state
    return (values[0] == 1, values[1] == 1, values[0] == values[1], any(f == 0 for _, f in inside),
            (0, 1) in inside and positions[0][1] == "entry")


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
    for function in (0, 1):
        if rng.random() < 0.4:
            operations = with_call(rng, operations, function)
    return rng.random() < 0.75, operations


def first_state(threads, exact):
    """Values, holder of the mutex, of each thread the next operation and what it has loaded, and who is in which function."""
    return ((0,) * VARIABLES, None, ((0, None),) * (len(threads) + exact), frozenset())


def with_main(threads):
    """The threads as they are where each operation is a step; the last one is the first of the program."""
    return [(loops, [("begin",), *operations, *([] if loops else [("end",)])]) for loops, operations in threads] + [(False, MAIN)]


def is_enabled(threads, state, number):
    _, holder, positions, _ = state
    operations = threads[number][1]
    at = positions[number][0]
    if at == len(operations):
        return False
    op = operations[at]
    if op[0] == "begin":
        return positions[-1][0] > number
    if op[0] == "join":
        return positions[op[1]][0] == len(threads[op[1]][1])
    return op[0] != "lock" or holder is None


def successors(threads, state):
    values, holder, positions, inside = state
    for number, (at, loaded) in enumerate(positions):
        if not is_enabled(threads, state, number):
            continue
        loops, operations = threads[number]
        op = operations[at]
        after = at + 1
        if loops and after == len(operations):
            after = 1 if operations[0] == ("begin",) else 0
        new, new_holder, place, new_inside = list(values), holder, (after, None), inside
        if op[0] in ("create", "join", "load", "begin", "end", "exit"):
            pass
        elif op[0] == "enter":
            new_inside = inside | {(number, op[1])}
            if op[1] == 1 and loaded is None:
                place = (at, "entry")
        elif op[0] == "leave":
            new_inside = inside - {(number, op[1])}
        elif op[0] == "lock":
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
        yield number, (tuple(new), new_holder, positions[:number] + (place,) + positions[number + 1:],
                      new_inside)


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


def parse(text):
    """The formula as nested tuples. `! G F X` bind tightest, then U, &&, ||, ->."""
    tokens = re.findall(r"->|&&|\|\||[!()]|\w+", text)

    def unary():
        token = tokens.pop(0)
        if token in ("!", "G", "F", "X"):
            return (token, unary())
        if token != "(":
            return ("atom", token)
        inner = binary(0)
        tokens.pop(0)
        return inner

    def binary(level):
        levels = ["->", "||", "&&", "U"]
        if level == len(levels):
            return unary()
        left = binary(level + 1)
        while tokens and tokens[0] == levels[level]:
            left = (tokens.pop(0), left, binary(level + 1))
        return left

    return binary(0)


def subformulas(formula):
    parts = [part for inner in formula[1:] if isinstance(inner, tuple) for part in subformulas(inner)]
    return list(dict.fromkeys([*parts, formula]))


def guesses(parts, letters):
    """All ways in which the subformulas can be true in a state, as far as one can tell there."""
    result = [{}]
    for part in parts:
        kind = part[0]
        extended = []
        for known in result:
            inner = [known[p] for p in part[1:]] if kind != "atom" else []
            if kind == "atom":
                values = [letters[part[1]]]
            elif kind == "!":
                values = [not inner[0]]
            elif kind == "&&":
                values = [inner[0] and inner[1]]
            elif kind == "||":
                values = [inner[0] or inner[1]]
            elif kind == "->":
                values = [not inner[0] or inner[1]]
            elif kind == "G":
                values = [True, False] if inner[0] else [False]
            elif kind == "F":
                values = [True] if inner[0] else [True, False]
            elif kind == "U":
                values = [True] if inner[1] else [True, False] if inner[0] else [False]
            else:
                values = [True, False]
            extended += [{**known, part: value} for value in values]
        result = extended
    return [tuple(known[part] for part in parts) for known in result]


def follows(parts, now, then):
    now, then = dict(zip(parts, now)), dict(zip(parts, then))
    for part in parts:
        kind = part[0]
        if kind == "X" and now[part] != then[part[1]]:
            return False
        if kind == "G" and now[part] != (now[part[1]] and then[part]):
            return False
        if kind == "F" and now[part] != (now[part[1]] or then[part]):
            return False
        if kind == "U" and now[part] != (now[part[2]] or (now[part[1]] and then[part])):
            return False
    return True


def is_fulfilled(parts, part, guess):
    """Of a subformula that can be put off: it has come true, or need not."""
    known = dict(zip(parts, guess))
    if part[0] == "G":
        return known[part] or not known[part[1]]
    return not known[part] or known[part[-1]]


def holds_by_definition(threads, formula, exact):
    start = first_state(threads, exact)
    if exact:
        threads = with_main(threads)
    parts = subformulas(("!", parse(formula)))
    eventual = [part for part in parts if part[0] in "GFU"]
    edges, guessed, allowed = {}, {}, {}

    def nodes_of(state):
        letters = letter_of(state)
        if letters not in guessed:
            guessed[letters] = guesses(parts, dict(zip(ATOMS, letters)))
        return [(state, guess) for guess in guessed[letters]]

    def may_follow(now, then):
        if (now, then) not in allowed:
            allowed[now, then] = follows(parts, now, then)
        return allowed[now, then]

    rest = [node for node in nodes_of(start) if node[1][-1]]
    while rest:
        node = rest.pop()
        if node in edges:
            continue
        state, guess = node
        moves = list(successors(threads, state)) or [(None, state)]
        edges[node] = [(number, to) for number, after in moves for to in nodes_of(after) if may_follow(guess, to[1])]
        rest += [to for _, to in edges[node]]
    return not any(is_fair(threads, edges, member) and
                   all(any(is_fulfilled(parts, part, guess) for _, guess in member) for part in eventual)
                   for member in components(list(edges), edges))


def is_fair(threads, edges, member):
    """Whether going round in the component for ever leaves nobody out who can go on all the time."""
    moving = {number for node in member for number, to in edges[node] if to in member}
    always = set(range(len(threads)))
    for state, _ in member:
        always &= {number for number, _ in successors(threads, state)}
    return bool(moving) and always <= moving


def holds(threads, formula):
    transitions, accepting, first = automaton_of(f"!({formula})")
    edges, rest = {}, [(first_state(threads, False), first)]
    while rest:
        node = rest.pop()
        if node in edges:
            continue
        state, q = node
        letters = dict(zip(ATOMS, letter_of(state)))
        targets = [to for condition, to in transitions[q] if eval(condition, {}, letters)]
        moves = list(successors(threads, state)) or [(None, state)]
        edges[node] = [(number, (after, to)) for number, after in moves for to in targets]
        rest += [to for _, to in edges[node]]
    return not any(any(q in accepting for _, q in member) and is_fair(threads, edges, member)
                   for member in components(list(edges), edges))


def holds_on(formula, word, loop):
    """On an infinite word: after its last letter comes the one numbered `loop`."""
    kind, after = formula[0], [*range(1, len(word)), loop]
    if kind == "atom":
        return [letter[ATOMS.index(formula[1])] for letter in word]
    inner = [holds_on(part, word, loop) for part in formula[1:]]
    one, two = inner[0], inner[-1]
    if kind == "!":
        return [not x for x in one]
    if kind in ("&&", "||", "->"):
        return [{"&&": x and y, "||": x or y, "->": not x or y}[kind] for x, y in zip(one, two)]
    now = [kind == "G"] * len(word)
    for _ in range(len(word) + 1):
        now = [one[i] and now[after[i]] if kind == "G" else
               two[i] or ((kind == "F" or one[i]) and now[after[i]]) for i in range(len(word))]
    return now


def wrong_counterexamples(report):
    with open(report) as file:
        findings = json.load(file)["findings"]
    for finding in findings:
        word = [tuple(finding["atoms"].index(atom) in row.get("holds", []) if atom in finding["atoms"] else False
                      for atom in ATOMS) for row in finding["atom_rows"]]
        if holds_on(parse(finding["formula"]), word, finding.get("atom_loop", len(word) - 1))[0]:
            yield f"{finding['formula']} holds on its counterexample {word}, {finding.get('atom_loop')}"


def verdicts_of_selvage(binaries, program, formulas, folder, options=()):
    summary, report = os.path.join(folder, "summary.json"), os.path.join(folder, "report.json")
    command = [os.path.join(binaries, "selvage"), "check", program, "--strategy", "states", "--fairness", "weak", "--keep-going",
               "--summary", summary, "--json", report, "--save", os.path.join(folder, "t.selvage"), "--no-minimise", "-j", "1", *options]
    for atom, condition in zip(ATOMS, CONDITIONS):
        command += ["--atom", f"{atom}: {condition}"]
    for formula in formulas:
        command += ["--ltl", formula]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 15):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr}{done.stdout[-500:]}")
    for problem in wrong_counterexamples(report) if not options else []:
        raise RuntimeError(problem)
    with open(summary) as file:
        messages = {finding["message"] for finding in json.load(file)["findings"]}
    return [f"temporal property {f} does not hold" not in messages for f in formulas]


def main():
    binaries, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    compared = violated = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            # Formulas may speak of what the analyses leave without hooks.
            os.environ["SELVAGE_ANALYSIS"] = "off" if number % 2 else "on"
            threads = [random_thread(rng) for _ in range(2)]
            source, program = os.path.join(folder, "p.c"), os.path.join(folder, "p")
            with open(source, "w") as file:
                file.write(c_program(threads, VARIABLES))
            subprocess.run([os.path.join(binaries, "selvage-cc"), "-O1", "-pthread", "-o", program, source], check=True)
            for formulas, exact in ((FORMULAS, False), (NEXT, True)):
                try:
                    found = verdicts_of_selvage(binaries, program, formulas, folder, ["--no-reductions"] if exact else [])
                except RuntimeError as error:
                    print(c_program(threads, VARIABLES), error)
                    return 1
                for formula, got in zip(formulas, found):
                    right = holds_by_definition(threads, formula, exact)
                    assert exact or right == holds(threads, formula), formula
                    compared += 1
                    violated += not right
                    if right != got:
                        print(c_program(threads, VARIABLES))
                        print(f"program {number}: {formula} {'holds' if right else 'does not hold'}, Selvage says otherwise")
                        return 1
    print(f"{count} programs, {compared} formulas, {violated} of them do not hold")
    return 0


if __name__ == "__main__":
    sys.exit(main())
