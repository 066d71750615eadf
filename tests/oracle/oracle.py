"""What is right for a program: all states that it can be in, and what can be said of them.

Where the definitions leave room there are two sets: what a check must find, and what it may.
"""
from dataclasses import dataclass, field

import happens_before
from blocks import STOPPED
from components import strongly_connected
from program import STRIKES, argument, walk
from semantics import Machine
from states import ENDED, ENDED_AT


class TooLarge(Exception):
    pass


@dataclass
class Answer:
    states: int = 0
    outcomes: set = field(default_factory=set)  # tuples, at the end of main
    assertions: set = field(default_factory=set)  # statements that fail
    misuses: set = field(default_factory=set)
    statuses: dict = field(default_factory=dict)  # of each exit status the outcomes that it comes with, None for those without
    deadlock: bool = False
    livelock: bool = False  # nobody can ever get out of going round
    may_livelock: bool = False  # threads can go round in vain for ever, and nobody else can go on meanwhile
    stuck: set = field(default_factory=set)  # (outcome or None, exit status) with which all threads that are left are blocked
    may_stuck: bool = False
    races: set = field(default_factory=set)  # pairs of statements, the smaller first, both next in one state
    loop_races: set = field(default_factory=set)  # of these, those whose accesses are both in loops that may go round for ever
    looks: set = field(default_factory=set)  # statements in races that a thread may wait with, going round a loop
    may_races: set = field(default_factory=set)  # nothing orders them in some execution
    is_exact_about_races: bool = True
    blocks: dict = field(default_factory=dict)  # of accesses in atomic blocks, the block and the variable
    goes_round: bool = False  # the states have a cycle
    comes_back: bool = False  # and one through several states


def pair(a, b):
    return (a, b) if a <= b else (b, a)


def is_stopped(pending):
    """An assumption has failed: what follows does not count, other than what others do."""
    return any(instruction.kind == STOPPED for _, instruction in pending)


class Explorer:
    def __init__(self, machine, limit):
        self.machine, self.limit = machine, limit
        self.answer = Answer(blocks={inner.identity: (block.identity, argument(inner, "v")) for block in machine.program.statements()
                                     if block.kind == "atomic" for inner in walk(block.bodies[0])})
        self.keeps_edges = machine.program.has_loops()
        self.index = {}
        self.order = []
        self.edges = []  # of each state: [(thread, index of the successor)]

    def explore(self):
        machine = self.machine
        first = machine.first_state()
        self.index[first] = 0
        self.order.append(first)
        position = 0
        seen_together = set()
        while position < len(self.order):
            state = self.order[position]
            position += 1
            edges = []
            if state[ENDED_AT] == ENDED:
                self.edges.append(edges)
                continue
            pending = machine.all_pending(state)
            self.note_races(pending, state, seen_together)
            for t, instruction in pending:
                for after in machine.finish(instruction.run(state), t):
                    edges.append((t, self.number(after)))
                if instruction.kind == "exit":
                    self.note_exit(state, t, pending)
                elif instruction.kind == "outcome":
                    self.answer.outcomes.add(tuple(state[slot] for slot in instruction.object))
            if not edges:
                edges = self.late(state, pending)
            if not edges and pending and not is_stopped(pending):
                self.answer.deadlock = True
            if self.keeps_edges:
                self.edges.append(edges)
        self.answer.states = len(self.order)
        for kind, value in machine.failures:
            if kind == "assertion":
                self.answer.assertions.add(value)
            elif kind == "misuse":
                self.answer.misuses.add(value)
        if self.keeps_edges:
            self.judge_cycles()
        return self.answer

    def number(self, state):
        known = self.index.get(state)
        if known is None:
            known = self.index[state] = len(self.order)
            if known >= self.limit:
                raise TooLarge
            self.order.append(state)
        return known

    def late(self, state, pending):
        """Nothing can go on: of the waits whose time can run out, the first thread's does."""
        for t, instruction in pending:
            if instruction.late:
                after = self.machine.finish(instruction.late(state), t)
                if after:
                    return [(t, self.number(after[0]))]
        return []

    def note_races(self, pending, state, seen_together):
        accesses = [(t, i, state, False) for t, i in pending if i.variable is not None]
        for t, i in pending:
            if i.kind == "atomic_begin":
                # A block whose assumption fails ends an execution that does not count, before anyone else goes on.
                inner = {(one, before) for way, after in self.machine.ways(state, t, i) for one, before, _ in way
                         if after[ENDED_AT] != ENDED}
                accesses += [(t, one, before, True) for one, before in inner if one.variable is not None]
        if len(accesses) < 2:
            return
        for n, (t, a, before, is_inside) in enumerate(accesses):
            for u, b, other_before, is_other_inside in accesses[n + 1:]:
                if a.variable != b.variable or (a.is_atomic and b.is_atomic) or t == u or (is_inside and is_other_inside):
                    continue
                if not (a.changes(before) or b.changes(other_before)):
                    continue
                key = (id(a), id(b))
                if key in seen_together:
                    continue
                seen_together.add(key)
                found = pair(a.identity, b.identity)
                self.answer.races.add(found)
                if a.in_loop and b.in_loop:
                    self.answer.loop_races.add(found)
                self.answer.looks |= {one.identity for one in (a, b) if one.in_loop}

    def note_exit(self, state, thread, pending):
        """The program ends: who is left, and with which outcome?"""
        layout = self.machine.layout
        code = self.machine.code[thread]
        place = state[layout.counter[thread]]
        outcome = None
        if thread == 0 and place > 0 and code[place - 1].kind == "outcome":
            outcome = tuple(state[slot] for slot in code[place - 1].object)
        others = [(t, i) for t, i in pending if t != thread]
        self.answer.statuses.setdefault(code[place].object, set()).add(outcome)
        # A thread that stands at an assumption need not have come to it.
        if not others or is_stopped(others):
            return
        blocked = [not i.run(state) for t, i in others]
        if all(blocked):
            if all(not i.has_deadline and not (i.kind == "cond_wake" and self.machine.spurious)
                   for _, i in others):
                # Whether threads that nobody waits for are stuck is a matter of taste.
                if not any(state[layout.detached[t]] for t, _ in others):
                    self.answer.stuck.add((outcome, code[place].object))
        if all(is_blocked or i.in_loop for is_blocked, (_, i) in zip(blocked, others)):
            self.answer.may_stuck = True

    def judge_cycles(self):
        """Components that nobody leaves, in which somebody goes round: a livelock for certain. Those that can be left are one if
        threads can go round while everybody else is blocked."""
        components = strongly_connected(self.edges)
        cyclic = [c for c in components if len(c) > 1 or any(to == c[0] for _, to in self.edges[c[0]])]
        self.answer.goes_round, self.answer.comes_back = bool(cyclic), any(len(component) > 1 for component in cyclic)
        for component in cyclic:
            if is_stopped(self.machine.all_pending(self.order[component[0]])):
                continue
            members = set(component)
            leaves = any(to not in members for one in component for _, to in self.edges[one])
            if not leaves:
                if self.machine.timeouts == "late" and self.somebody_waits_for_time(component):
                    self.answer.may_livelock = True
                else:
                    self.answer.livelock = self.answer.may_livelock = True
            elif not self.answer.may_livelock and self.goes_round_alone(component, members):
                self.answer.may_livelock = True

    def somebody_waits_for_time(self, component):
        state = self.order[component[0]]
        pending = [self.machine.pending(state, t) for t in range(len(self.machine.program.threads))]
        return any(i is not None and i.late is not None for i in pending)

    def goes_round_alone(self, component, members):
        enabled = {one: {t for t, _ in self.edges[one]} for one in component}
        threads = sorted(set().union(*enabled.values()))
        for subset in range(1, 1 << len(threads)):
            chosen = {t for n, t in enumerate(threads) if subset >> n & 1}
            inside = [one for one in component if enabled[one] <= chosen]
            if not inside:
                continue
            number = {one: n for n, one in enumerate(inside)}
            edges = [[(t, number[to]) for t, to in self.edges[one] if to in number] for one in inside]
            for part in strongly_connected(edges):
                own = set(part)
                going = {t for one in part for t, to in edges[one] if to in own}
                if going == chosen:
                    return True
        return False


def ask(program, timeouts="explore", spurious=False, limit=20_000, asks_for_order=True, is_loose=False):
    """The answer for a program with these options. Raises TooLarge."""
    machine = Machine(program, timeouts, spurious, is_loose)
    answer = Explorer(machine, limit).explore()
    if timeouts == "late":
        # Clocks belong to threads, so that after one time-out others may find their own deadlines passed, or not. All that
        # may be is among what may be where every wait may time out.
        wide = ask(program, "explore", spurious, limit, asks_for_order)
        answer.may_livelock |= wide.may_livelock
        answer.may_stuck |= wide.may_stuck
        answer.wide = wide.wide
        answer.may_races, answer.is_exact_about_races = wide.may_races, wide.is_exact_about_races
        return answer
    answer.wide = answer
    if program.uses(*STRIKES) and not is_loose:
        # POSIX leaves room for when a strike takes effect.
        answer.wide = loose = ask(program, timeouts, spurious, limit, asks_for_order, is_loose=True)
        loose.may_livelock = answer.may_livelock  # a strike does take effect
        answer.may_stuck |= loose.may_stuck
        answer.may_races, answer.is_exact_about_races = loose.may_races, loose.is_exact_about_races
        return answer
    if asks_for_order:
        answer.may_races, answer.is_exact_about_races = happens_before.races(machine, limit * 2)
        answer.may_races |= answer.races
    return answer
