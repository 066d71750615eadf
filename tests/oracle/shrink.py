"""Makes a program that shows a difference smaller while it shows one of the same kind: statements and threads are left out, and
options. Candidates go into one executable, many at a time, because linking takes longer than checking."""
import case as cases
import oracle
from checking import BuildError
from program import SELF, STRIKES, walk
from semantics import Endless

BATCH = 24


def size(program):
    """Statements, then what they and the variables hold."""
    outcomes = sum(len(s.arguments[0]) for s in program.statements() if s.kind == "outcome")
    return (sum(1 for _ in program.statements()), outcomes + sum(variable.initial for variable in program.variables))


def variants(program):
    """Smaller programs, the much smaller ones first."""
    return (one for one in changed(program) if size(one) < size(program))


def changed(program):
    for t in range(len(program.threads) - 1, 0, -1):
        yield without_thread(program, t)
    positions = [(b, path) for b, body in enumerate(program.bodies()) for path in paths(body)]
    for b, path in sorted(positions, key=lambda one: len(one[1])):
        for change in (leave_out, unwrap):
            candidate = program.copy()
            if change(candidate.bodies()[b], path):
                yield candidate
    for v, variable in enumerate(program.variables):
        if variable.initial:
            candidate = program.copy()
            candidate.variables[v].initial = 0
            yield candidate


    candidate = program.copy()
    for statement in candidate.statements():
        if statement.kind == "outcome":
            statement.arguments = ((),)
    yield candidate


def paths(body, before=()):
    for n, statement in enumerate(body):
        yield before + (n,)
        for inner, statements in enumerate(statement.bodies):
            yield from paths(statements, before + (n, inner))


def find(body, path):
    for n, inner in zip(path[:-1:2], path[1:-1:2]):
        body = body[n].bodies[inner]
    return body


def leave_out(body, path):
    inner = find(body, path)
    statement = inner.pop(path[-1])
    if statement.kind == "outcome":
        return False
    if statement.kind == "create":
        t = statement.arguments[0]
        remove(body, lambda s: s.kind in ("join", "detach", *STRIKES) and s.arguments[-1] == t)
    return True


def unwrap(body, path):
    inner = find(body, path)
    statement = inner[path[-1]]
    if not statement.bodies:
        return False
    inner[path[-1]:path[-1] + 1] = statement.bodies[0]
    return True


def remove(body, condition):
    body[:] = [s for s in body if not condition(s)]
    for s in body:
        for inner in s.bodies:
            remove(inner, condition)


def without_thread(program, t):
    candidate = program.copy()
    for body in candidate.functions:
        remove(body, lambda s: s.kind in ("create", "join", "detach", *STRIKES) and s.arguments[-1] == t)
    return candidate


def tidy(program):
    """Functions that no thread runs any more are emptied; the numbers of the others stay."""
    created = {0} | {s.arguments[0] for body in program.functions for s in walk(body) if s.kind == "create"}
    used = {program.threads[t] for t in created}
    for number in range(len(program.functions)):
        if number not in used:
            program.functions[number] = []
    for body in program.functions:
        remove(body, lambda s: s.kind in STRIKES and s.arguments[0] not in created | {SELF})
    return program.number()


class Shrinker:
    def __init__(self, checker, sorts, knows_status):
        self.checker, self.sorts, self.knows_status = checker, sorts, knows_status

    def shows(self, case, binary, index, lines):
        _, differences, _ = cases.run(self.checker, binary, index, case, lines, self.knows_status)
        return any(one.sort() in self.sorts for one in differences)

    def smaller(self, case, candidates):
        """The first candidate that shows the difference, or None."""
        chosen = []
        for program in candidates:
            try:
                answer, plain = cases.judge(tidy(program), case.options)
            except (oracle.TooLarge, Endless, IndexError):
                continue  # the last: a loop is left whose deadline is gone
            chosen.append(cases.Case(case.name, program, case.options, answer, plain, case.target, case.variant))
        if not chosen:
            return None
        try:
            binary, maps = cases.build(self.checker, [one.program for one in chosen], "shrunk", case.variant)
        except BuildError:
            # One of them uses what was left out, as the time that a loop begins with.
            return next(filter(None, (self.smaller(case, [one.program]) for one in chosen)), None) if len(chosen) > 1 else None
        for index, one in enumerate(chosen):
            if self.shows(one, binary, index, maps[index]):
                return one
        return None

    def shrink_program(self, case):
        while True:
            pending = []
            for candidate in variants(case.program):
                if case.target is not None and size(candidate)[0] == size(case.program)[0]:
                    continue  # the outcome that is asked for has to stay one of the same length
                pending.append(candidate)
                if len(pending) == BATCH:
                    if better := self.smaller(case, pending):
                        break
                    pending = []
            else:
                better = self.smaller(case, pending) if pending else None
                if not better:
                    return case
            case = better

    def shrink_options(self, case):
        """Leaves out options that the difference does not need; not those that the oracle has to know of."""
        binary, maps = cases.build(self.checker, [case.program], "shrunk", case.variant)
        words = case.options.words
        for option in ("--audit", "--keep-going", "--no-minimise", "--no-fair", "--sharing", "--strategy", "--reduction",
                       "--no-reduction", "-j", "--seed"):
            if option in ("--strategy", "--seed") and not case.options.is_whole:
                continue
            while option in words:
                at = words.index(option)
                count = 1 if option in ("--audit", "--keep-going", "--no-minimise", "--no-fair") else 2
                shorter = words[:at] + words[at + count:]
                case.options.words = shorter
                if not self.shows(case, binary, 0, maps[0]):
                    case.options.words = words
                    break
                words = shorter
        return case

    def shrink(self, case):
        if case.target is not None:
            binary, maps = cases.build(self.checker, [case.program], "shrunk", case.variant)
            target, case.target = case.target, None
            if not self.shows(case, binary, 0, maps[0]):
                case.target = target
        return self.shrink_options(self.shrink_program(case))
