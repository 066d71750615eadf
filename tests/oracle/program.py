"""The programs that are drawn: a small language of threads, of which C and C++ are written and the oracle knows the meaning.

A program is data: it can be shrunk by leaving out parts, and compared. Statements are known by their number (`identity`), which
the emitters map to lines and the oracle to findings.
"""
import copy
from dataclasses import dataclass, field


@dataclass
class Variable:
    is_atomic: bool
    initial: int = 0


@dataclass
class Statement:
    """`kind` is one of KINDS; `arguments` by position as there; `bodies` are lists of statements (then and else, or a loop's)."""
    kind: str
    arguments: tuple = ()
    bodies: list = field(default_factory=list)
    identity: int = 0


# kind: names of the arguments. r: number of a local variable; v, m, s, w, c, b, o: numbers of shared objects; t: of a thread;
# e: an expression, a number or ("local", r, added): added to the local variable, modulo 4; order: a memory order, or "plain" for
# an access that is not atomic; test: ("==", r, number), with ==, != or <; ("!=", r, ("local", r)) compares two.
KINDS = {
    "read": "r v order", "write": "v e order", "increase": "v k", "exchange": "r v e order", "add": "r v k order",
    "compare": "r v expected e order", "fence": "order",
    "lock": "m", "unlock": "m", "trylock": "r m", "timedlock": "r m",
    "spin_lock": "s", "spin_unlock": "s", "spin_trylock": "r s",
    "read_lock": "w", "write_lock": "w", "rw_unlock": "w", "try_read_lock": "r w", "try_write_lock": "r w",
    "timed_read_lock": "r w", "timed_write_lock": "r w",
    "sem_wait": "s", "sem_post": "s", "sem_trywait": "r s", "sem_timedwait": "r s", "sem_value": "r s",
    "cond_wait": "c m", "cond_timedwait": "c m", "cond_signal": "c", "cond_broadcast": "c",
    "barrier": "b", "once": "o", "yield": "", "sleep": "",
    "create": "t", "join": "r t", "detach": "t",
    "set": "r e", "if": "test", "for": "r n", "repeat_while": "test",
    # Conditions on shared memory: one read each time that they are looked at.
    "if_shared": "v operator number order", "while_shared": "v operator number order",
    # The clock: a deadline of the thread's own, and loops that go on while it has not passed: the clock is looked at before the
    # variable, behind it, or at the end of each round. `style` is how the program reads the clock, one of CLOCKS.
    "deadline": "style", "before_and_shared": "style v operator number order",
    "shared_and_before": "style v operator number order", "repeat_before": "style test",
    "return": "e", "thread_exit": "e", "exit": "status", "immediate_exit": "status", "assert": "test",
    "input": "r",
    # An assumption that fails ends the execution silently; an atomic block is one step for all others.
    "assume": "test", "assume_shared": "v operator number order", "atomic": "",
    # Strikes on a thread, t: SELF, one that the function starts, or one whose handle it got when it was started.
    "cancel": "t", "testcancel": "", "cancel_state": "enabled", "cleanup": "k execute",
    "kill": "t", "mask": "blocked", "pause": "",
    # The end of main: which outcome it came to. Fails where it is the one that the command line asks for.
    "outcome": "locals",
}

CLOCKS = ("helper", "time", "elapsed")
CLOCK_LOOPS = ("before_and_shared", "shared_and_before", "repeat_before")
LOOPS = ("repeat_while", "while_shared", *CLOCK_LOOPS)  # those that may go round for ever
STRIKES = ("cancel", "kill")
SELF = -1


def separate(body, met):
    """Puts a copy in place of every statement that was met before."""
    for place, statement in enumerate(body):
        if id(statement) in met:
            statement = body[place] = Statement(statement.kind, statement.arguments, [list(b) for b in statement.bodies])
        met.add(id(statement))
        for inner in statement.bodies:
            separate(inner, met)


@dataclass
class Program:
    variables: list = field(default_factory=list)
    mutexes: list = field(default_factory=list)  # of each its type: normal, recursive, errorcheck
    spinlocks: int = 0
    rwlocks: int = 0
    semaphores: list = field(default_factory=list)  # of each its first value
    conditions: int = 0
    barriers: list = field(default_factory=list)  # of each how many threads meet
    onces: list = field(default_factory=list)  # of each the routine's statements
    functions: list = field(default_factory=list)  # the first is main
    threads: list = field(default_factory=list)  # of each which function it runs; the first is main
    unseen: list = field(default_factory=list)  # functions that are compiled by another compiler
    given: str = ""  # what is on standard input
    cleanups: list = field(default_factory=list)  # of each cleanup handler its statements
    handler: list = field(default_factory=list)  # what threads do on a signal
    restarts: bool = True  # whether a wait goes on after the handler (SA_RESTART)
    family: str = ""

    def bodies(self):
        return self.functions + self.onces + self.cleanups + [self.handler]

    def statements(self):
        for body in self.bodies():
            yield from walk(body)

    def number(self):
        """Gives every statement its identity; one that stands in two places is two statements."""
        met = set()
        for body in self.bodies():
            separate(body, met)
        for identity, statement in enumerate(self.statements(), 1):
            statement.identity = identity
        return self

    def uses(self, *kinds):
        return any(statement.kind in kinds for statement in self.statements())

    def has_loops(self):
        return self.uses(*LOOPS)

    def has_timed(self):
        return any("timed" in statement.kind for statement in self.statements())

    def reads_clock(self):
        return self.uses("deadline")

    def copy(self):
        return copy.deepcopy(self)


def walk(body):
    """All statements of a body, those inside others too, in the order in which they are written."""
    for statement in body:
        yield statement
        for inner in statement.bodies:
            yield from walk(inner)


def argument(statement, name):
    names = KINDS[statement.kind].split()
    return statement.arguments[names.index(name)] if name in names else None


def locals_used(body):
    """The numbers of the local variables that a body uses."""
    used = set()
    for statement in walk(body):
        for name, value in zip(KINDS[statement.kind].split(), statement.arguments):
            if name == "r" and value is not None:
                used.add(value)
            elif name == "test":
                used |= {value[1]} | ({value[2][1]} if isinstance(value[2], tuple) else set())
            elif name == "e" and isinstance(value, tuple):
                used.add(value[1])
            elif name == "locals":
                used |= set(value)
    return used


def locals_of(body):
    """How many local variables a body needs."""
    return max(locals_used(body), default=0) + 1


def struck_by(body):
    """The threads that a body strikes and does not start: somebody else has to hand over their handles."""
    started = {s.arguments[0] for s in walk(body) if s.kind == "create"}
    return {s.arguments[0] for s in walk(body) if s.kind in STRIKES} - started - {SELF}


OBJECTS = {"v": "variables", "m": "mutexes", "w": "rwlocks", "c": "conditions", "b": "barriers", "o": "onces"}


def objects_used(program):
    """Which shared objects statements name: {("v", 0), ("m", 1), ...}; spinlocks are "p"."""
    used = set()
    for statement in program.statements():
        for name, value in zip(KINDS[statement.kind].split(), statement.arguments):
            if name in OBJECTS:
                used.add((name, value))
            elif name == "s":
                used.add(("p" if statement.kind.startswith("spin_") else "s", value))
    return used


def functions_used(program):
    """Main, and what threads run that somebody starts."""
    created = {s.arguments[0] for body in program.functions for s in walk(body) if s.kind == "create"}
    return sorted({0} | {program.threads[t] for t in created})
