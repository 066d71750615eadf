#!/usr/bin/env python3
"""Information flow in random small programs against its definition.

    random_programs.py SELVAGE_BIN PROGRAMS SEED [STRATEGY...]

Each program has a secret, a few threads with a few operations on shared variables and mutexes, and things that are seen: two
channels and a variable. All its executions are gone through here, with every secret, state by state and without any
reduction; what each shows and how it ends is collected, and the three properties are evaluated by their definitions. Selvage
checks the same program, with every strategy named, for each location and for all of them together, and has to name the same
leaks of the same classes at the same places. Nothing is shared with Selvage's own implementation.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

VARIABLES = 3
PUBLIC = 2  # the variable that is seen
SECRETS = (0, 1, 2)

# --- programs: a thread is a list of operations.
#   ("store", v, c)  ("add", v)  ("copy", v, w)  ("if", v, c, w, d)  ("secret", v)  ("ifsecret", c, v, d)
#   ("show", channel, v)  ("show_if", c, channel, d)  ("say", channel, c)  ("lock", m)  ("unlock", m)
# copy, if and show are two steps, a load and what follows. What depends on the secret alone is decided without a step.


def random_thread(rng):
    operations = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(["store", "add", "copy", "if", "secret", "ifsecret", "show", "say", "say", "show_if", "locked",
                           "crossed"])
        v, w, c, d = rng.randrange(VARIABLES), rng.randrange(VARIABLES), rng.choice(SECRETS), rng.randint(0, 2)
        channel = rng.choice("ab")
        if kind == "locked":
            operations += [("lock", 0), ("say", channel, c), ("unlock", 0)]
        elif kind == "crossed":
            first = rng.randrange(2)
            operations += [("lock", first), ("lock", 1 - first), ("unlock", 1 - first), ("unlock", first)]
        else:
            operations.append({"store": ("store", v, c), "add": ("add", v), "copy": ("copy", v, w),
                               "if": ("if", v, c, w, d), "secret": ("secret", v), "ifsecret": ("ifsecret", c, v, d),
                               "show": ("show", channel, v), "show_if": ("show_if", c, channel, d),
                               "say": ("say", channel, d)}[kind])
    return operations


def c_source(threads, joins):
    text = "#include <pthread.h>\n#include <stdatomic.h>\n#include <selvage.h>\nint s;\n"
    text += "".join(f"_Atomic int v{i};\n" for i in range(VARIABLES))
    text += "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
    for number, operations in enumerate(threads):
        text += f"static void* run{number}(void* unused) {{\n"
        for op in operations:
            text += "  " + {
                "store": lambda v, c: f"atomic_store(&v{v}, {c});",
                "add": lambda v: f"atomic_fetch_add(&v{v}, 1);",
                "copy": lambda v, w: f"atomic_store(&v{v}, atomic_load(&v{w}));",
                "if": lambda v, c, w, d: f"if (atomic_load(&v{v}) == {c}) atomic_store(&v{w}, {d});",
                "secret": lambda v: f"atomic_store(&v{v}, s);",
                "ifsecret": lambda c, v, d: f"if (s == {c}) atomic_store(&v{v}, {d});",
                "show": lambda ch, v: f'selvage_observe("{ch}", atomic_load(&v{v}));',
                "show_if": lambda c, ch, d: f'if (s == {c}) selvage_observe("{ch}", {d});',
                "say": lambda ch, c: f'selvage_observe("{ch}", {c});',
                "lock": lambda m: f"pthread_mutex_lock(&m{m});",
                "unlock": lambda m: f"pthread_mutex_unlock(&m{m});",
            }[op[0]](*op[1:]) + "\n"
        text += "  return unused;\n}\n"
    text += f"int main(int argc, char** argv) {{\n  (void)argv;\n  pthread_t t[{len(threads)}];\n"
    # A variable that is never written, or never read, is not there.
    text += "".join(f"  atomic_store(&v{i}, argc - 1);\n" for i in range(VARIABLES))
    for number in range(len(threads)):
        text += f"  pthread_create(&t[{number}], 0, run{number}, 0);\n"
    text += "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(len(threads)) if joins[i])
    text += "  return s + " + " + ".join(f"v{i}" for i in range(VARIABLES)) + " > 1000;\n}\n"
    return text


def successors(threads, secret, state):
    """A state: values, holders of the mutexes, and of each thread the next operation and what it has loaded (or None).
    Yields what is seen in the step, as a pair or None, and the state after it."""
    values, holders, positions = state
    for number, (at, loaded) in enumerate(positions):
        operations = threads[number]
        # Without a step.
        while at < len(operations) and operations[at][0] in ("ifsecret", "show_if") and operations[at][1] != secret:
            at += 1
        if at == len(operations):
            if at != positions[number][0]:
                yield None, (values, holders, positions[:number] + ((at, None),) + positions[number + 1:])
            continue
        op = operations[at]
        new, new_holders, after, seen = list(values), list(holders), (at + 1, None), None
        if op[0] == "lock":
            if holders[op[1]] is not None:
                continue
            new_holders[op[1]] = number
        elif op[0] == "unlock":
            new_holders[op[1]] = None
        elif op[0] == "store":
            new[op[1]] = op[2]
        elif op[0] == "add":
            new[op[1]] += 1
        elif op[0] == "secret":
            new[op[1]] = secret
        elif op[0] == "ifsecret":
            new[op[2]] = op[3]
        elif op[0] == "show_if":
            seen = (op[2], op[3])
        elif op[0] == "say":
            seen = (op[1], op[2])
        elif loaded is None:
            source = op[1] if op[0] == "if" else op[2]
            if op[0] != "if" or values[source] == op[2]:
                after = (at, values[source])
        elif op[0] == "copy":
            new[op[1]] = loaded
        elif op[0] == "if":
            new[op[3]] = op[4]
        else:
            seen = (op[1], loaded)
        if new[PUBLIC] != values[PUBLIC]:
            seen = (f"v{PUBLIC}", new[PUBLIC])
        yield seen, (tuple(new), tuple(new_holders), positions[:number] + (after,) + positions[number + 1:])


def executions(threads, joins, secret):
    """All pairs of what is seen, in order, and how it ends."""
    memo = {}

    def may_end(state):
        def is_over(number):
            at = state[2][number][0]
            return all(op[0] in ("ifsecret", "show_if") and op[1] != secret for op in threads[number][at:])
        return all(is_over(i) for i in range(len(threads)) if joins[i])

    def from_state(state):
        if state in memo:
            return memo[state]
        result = set()
        follow = list(successors(threads, secret, state))
        if may_end(state):
            result.add(((), "completed"))
        elif not follow:
            result.add(((), "deadlock"))
        for seen, after in follow:
            for word, end in from_state(after):
                result.add((word if seen is None else (seen,) + word, end))
        memo[state] = result
        return result

    return from_state(((0,) * VARIABLES, (None, None), ((0, None),) * len(threads)))


def without_stuttering(word):
    present, result = {}, []
    for location, value in word:
        if present.get(location) != value:
            present[location] = value
            result.append((location, value))
    return tuple(result)


def leaks(threads, joins, joint):
    """Triples of property, class and location."""
    by_secret = {s: executions(threads, joins, s) for s in SECRETS}
    result = set()
    locations = {place for runs in by_secret.values() for word, _ in runs for place, _ in word}
    views = {"all public locations": lambda word: without_stuttering(word)} if joint else {
        place: lambda word, place=place: without_stuttering([one for one in word if one[0] == place])
        for place in locations}
    for place, view in views.items():
        shown = [{view(word) for word, _ in runs} for runs in by_secret.values()]
        if any(len(one) > 1 for one in shown):
            result.add(("observational", "interleavings", place))
        if any(one != shown[0] for one in shown):
            result.add(("observational", "secrets", place))
            result.add(("possibilistic", "secrets", place))
    ends = [{end for _, end in runs} for runs in by_secret.values()]
    if any(one != ends[0] for one in ends):
        result.add(("termination", "secrets", "the end of the program"))
    return result


def leaks_by_selvage(binaries, program, strategy, joint, folder, jobs):
    report = os.path.join(folder, "report.json")
    command = [os.path.join(binaries, "selvage"), "check", program, "--keep-going", "--strategy", strategy,
               "--flow=observational,possibilistic,termination", "--secret", f"s: {SECRETS[0]}..{SECRETS[-1]}",
               "--public", f"v{PUBLIC}", "--observe", "joint" if joint else "each", "--json", report,
               "--save", os.path.join(folder, "t.selvage"), "-j", str(jobs)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 16):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr}")
    with open(report) as file:
        findings = json.load(file).get("findings", [])
    return {(f["flow"]["property"], f["flow"]["leak"], f["flow"]["location"]) for f in findings}


def main():
    binaries, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    strategies = sys.argv[4:] or ["optimal", "source", "classic", "dfs"]
    rng = random.Random(seed)
    compared = found_leaks = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            # What is seen may be what the analyses leave without hooks.
            os.environ["SELVAGE_ANALYSIS"] = "off" if number % 2 else "on"
            threads = [random_thread(rng) for _ in range(rng.randint(2, 3))]
            while sum(len(t) for t in threads) > 8:
                threads = [random_thread(rng) for _ in range(rng.randint(2, 3))]
            joins = [rng.random() < 0.85 for _ in threads]
            source = os.path.join(folder, "p.c")
            with open(source, "w") as file:
                file.write(c_source(threads, joins))
            program = os.path.join(folder, "p")
            subprocess.run([os.path.join(binaries, "selvage-cc"), "-g", "-O1", "-pthread", "-o", program, source],
                           check=True)
            for joint in (False, True):
                expected = leaks(threads, joins, joint)
                for strategy in strategies:
                    found = leaks_by_selvage(binaries, program, strategy, joint, folder, 1 + number % 2)
                    if found != expected:
                        print(c_source(threads, joins))
                        print(f"program {number}, {strategy}, {'joint' if joint else 'each'}:\n"
                              f"  by definition {sorted(expected)}\n  by Selvage    {sorted(found)}")
                        return 1
                compared += 1
                found_leaks += len(expected)
    print(f"{count} programs, {compared} comparisons, {found_leaks} leaks; strategies: {', '.join(strategies)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
