"""Which pairs of accesses nothing orders in some execution, by the rules of C11 and POSIX.

Instead of vector clocks a state is extended by what is *not* known: for each thread, and for each object that threads
synchronise by, the set of accesses (thread and instruction) of which some instance does not happen before. Of another thread's
accesses what happens before is always a beginning, so that of two such sets for the same thread one contains the other, and
knowing both is their intersection. The sets are finite, unlike clocks, so that loops come to an end.
"""
from program import STRIKES
from states import ENDED, ENDED_AT, JOINED

ACQUIRES = ("acquire", "acq_rel", "seq_cst", "consume")
RELEASES = ("release", "acq_rel", "seq_cst")

LOCKS = ("lock", "trylock", "timedlock", "spin_lock", "spin_trylock", "cond_wake")
UNLOCKS = ("unlock", "spin_unlock", "cond_wait", "cond_timedwait")
READ_LOCKS = ("read_lock", "try_read_lock", "timed_read_lock")
WRITE_LOCKS = ("write_lock", "try_write_lock", "timed_write_lock")
SEMAPHORE_WAITS = ("sem_wait", "sem_trywait", "sem_timedwait", "sem_value")


class Accesses:
    """The accesses that can race, as bits."""

    def __init__(self, machine):
        all_accesses = [(t, i) for t, code in enumerate(machine.code) for i in code if i.variable is not None]
        self.bit, self.conflicts, self.identity = {}, {}, []
        relevant = []
        for t, a in all_accesses:
            rivals = [(u, b) for u, b in all_accesses if u != t and a.variable == b.variable and
                      (a.writes or b.writes) and not (a.is_atomic and b.is_atomic)]
            if rivals:
                relevant.append((a, rivals))
        for number, (a, _) in enumerate(relevant):
            self.bit[id(a)] = 1 << number
            self.identity.append(a.identity)
        for a, rivals in relevant:
            mask = 0
            for _, b in rivals:
                mask |= self.bit[id(b)]
            self.conflicts[id(a)] = mask
        self.all = (1 << len(relevant)) - 1


class Knowledge:
    """How a step changes what is not known. The list has an entry for each thread and then for each object."""

    def __init__(self, machine, accesses):
        layout = machine.layout
        self.machine, self.accesses = machine, accesses
        self.threads = len(machine.program.threads)
        slots = (layout.variables + layout.mutex_owner + layout.spin_owner + layout.writer + layout.semaphores +
                 layout.arrived + layout.onces + ([] if layout.section is None else [layout.section]))
        self.place = {slot: self.threads + n for n, slot in enumerate(slots)}
        # Of a read-write lock what readers leave to writers; of a condition what signals leave to each thread.
        more = self.threads + len(slots)
        self.shared = {slot: more + n for n, slot in enumerate(layout.writer)}
        more += len(layout.writer)
        self.handed = [more + n for n in range(self.threads)]
        # What those who strike a thread leave to it: to be cancelled, to handle a signal.
        self.cancelled = [more + self.threads + n for n in range(self.threads)]
        self.signalled = [more + 2 * self.threads + n for n in range(self.threads)]
        self.count = more + 3 * self.threads

    def first(self):
        return tuple([0] * self.threads + [self.accesses.all] * (self.count - self.threads))

    def step(self, unknown, t, instruction, before, after):
        """What is not known after the step, and the accesses that it races with."""
        kind, slot, known = instruction.kind, instruction.object, list(unknown)
        layout, me = self.machine.layout, t + 1
        races = 0
        if layout.requested and before[layout.requested[t]] and not after[layout.requested[t]] and kind != "thread_end":
            known[t] &= known[self.cancelled[t]]
        if instruction.variable is not None:
            races = self.access(known, t, instruction, before, after)
        elif kind in STRIKES:
            places, slots = {"cancel": (self.cancelled, layout.requested), "kill": (self.signalled, layout.pending)}[kind]
            if after[slots[slot]] and not before[slots[slot]]:
                known[places[slot]] = known[t]
        elif kind == "deliver":
            known[t] &= known[self.signalled[t]]
        elif kind == "atomic_begin":
            known[t] &= known[self.place[slot]]
        elif kind == "atomic_end":
            known[self.place[slot]] &= known[t]
        elif kind in LOCKS:
            if kind == "cond_wake" and before[layout.flag[t]]:
                known[t] &= known[self.handed[t]]
                known[self.handed[t]] = self.accesses.all
            if after[slot] == me:
                known[t] &= known[self.place[slot]]
        elif kind in UNLOCKS:
            if before[slot] == me:
                known[self.place[slot]] &= known[t]
        elif kind in READ_LOCKS:
            if self.reads(after, slot, t):
                known[t] &= known[self.place[slot]]
        elif kind in WRITE_LOCKS:
            if after[slot] == me:
                known[t] &= known[self.place[slot]] & known[self.shared[slot]]
        elif kind == "rw_unlock":
            if before[slot] == me:
                known[self.place[slot]] &= known[t]
            else:
                known[self.shared[slot]] &= known[t]
        elif kind == "sem_post":
            known[self.place[slot]] &= known[t]
        elif kind in SEMAPHORE_WAITS:
            if kind == "sem_value" or after[slot] < before[slot]:
                known[t] &= known[self.place[slot]]
        elif kind in ("cond_signal", "cond_broadcast"):
            for u in range(self.threads):
                if after[layout.flag[u]] and not before[layout.flag[u]]:
                    known[self.handed[u]] = known[t]
        elif kind == "barrier":
            known[self.place[slot]] &= known[t]
            known[t] = known[self.place[slot]]
            if after[slot] == 0:  # the last one: what the others have to know is handed to them
                for u in range(self.threads):
                    if after[layout.flag[u]] and not before[layout.flag[u]]:
                        known[self.handed[u]] = known[t]
                known[self.place[slot]] = self.accesses.all
        elif kind == "barrier_leave":
            known[t] &= known[self.handed[t]]
            known[self.handed[t]] = self.accesses.all
        elif kind == "once":
            known[t] &= known[self.place[slot]]
        elif kind == "once_end":
            known[self.place[slot]] &= known[t]
        elif kind == "create":
            known[slot] = known[t]
        elif kind == "join":
            if after[layout.status[slot]] == JOINED:
                known[t] &= known[slot]
        return known, races

    def reads(self, state, slot, t):
        layout = self.machine.layout
        return state[layout.readers[layout.writer.index(slot)][t]] > 0

    def access(self, known, t, instruction, before, after):
        races = 0
        bit = self.accesses.bit.get(id(instruction))
        if bit:
            races = known[t] & self.accesses.conflicts[id(instruction)]
            for n in range(self.count):
                if n != t:
                    known[n] |= bit
        if not instruction.is_atomic:
            if instruction.writes and instruction.variable in self.place:
                known[self.place[instruction.variable]] = self.accesses.all
            return races
        place = self.place[instruction.variable]
        kind, order = instruction.kind, instruction.order
        failed = kind == "compare" and after[instruction.variable] == before[instruction.variable]
        if kind != "write" and order in ACQUIRES:
            known[t] &= known[place]
        if not instruction.writes:
            return races
        releases = order in RELEASES and not failed
        if kind == "write":
            known[place] = known[t] if releases else self.accesses.all
        elif releases:
            known[place] &= known[t]
        return races


def races(machine, limit):
    """(pairs of statements, whether they are exact). Where there are too many states: all pairs that conflict."""
    accesses = Accesses(machine)
    if not accesses.bit:
        return set(), True
    knowledge = Knowledge(machine, accesses)
    found = {}  # access: the bits that it races with
    first = (machine.first_state(), knowledge.first())
    seen, stack = {first}, [first]
    while stack:
        state, unknown = stack.pop()
        if state[ENDED_AT] == ENDED:
            continue
        for t, instruction in machine.all_pending(state):
            for way, after in machine.ways(state, t, instruction):
                known = unknown
                for one, before, behind in way:
                    known, hits = knowledge.step(known, t, one, before, behind)
                    if hits:
                        found[id(one)] = found.get(id(one), 0) | hits
                following = (after, tuple(known))
                if following not in seen:
                    seen.add(following)
                    if len(seen) > limit:
                        return conflicts(accesses), False
                    stack.append(following)
    return pairs(accesses, found), True


def pairs(accesses, found):
    result = set()
    own = {key: accesses.identity[bit.bit_length() - 1] for key, bit in accesses.bit.items()}
    for key, bits in found.items():
        for number, identity in enumerate(accesses.identity):
            if bits >> number & 1:
                result.add((min(own[key], identity), max(own[key], identity)))
    return result


def conflicts(accesses):
    return pairs(accesses, accesses.conflicts)
