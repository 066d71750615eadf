"""What programs mean: each thread as a list of instructions, each of which is one step from a state to the next.

A state is a flat tuple, because millions of them are made, hashed and compared. Shared accesses and synchronisation are steps;
what a thread computes on its own happens along with the step before it, since nobody can tell when.
"""
from blocks import Blocks
from program import locals_of
from states import ALIVE, COMPARE, ENDED, ENDED_AT, EXITED, JOINED, RUNNING
from strikes import Strikes

LONGEST = 1000  # instructions between two steps


class Endless(Exception):
    """A thread computes for ever without a step: such programs are not drawn, but may come up while one is shrunk."""


class Layout:
    """Which slot of a state holds what."""

    def __init__(self, program):
        self.size = 1
        threads = len(program.threads)
        self.variables = self._take(len(program.variables))
        self.mutex_owner = self._take(len(program.mutexes))  # 0: free; else the thread's number + 1
        self.mutex_count = self._take(len(program.mutexes))
        self.spin_owner = self._take(program.spinlocks)
        self.writer = self._take(program.rwlocks)
        self.readers = [self._take(threads) for _ in range(program.rwlocks)]  # how often each thread reads
        self.semaphores = self._take(len(program.semaphores))
        self.arrived = self._take(len(program.barriers))
        self.onces = self._take(len(program.onces))  # 0: not done; -1: done; else who runs it + 1
        self.position = self._take(1)[0]  # how much of the standard input was read
        self.status = self._take(threads)
        self.detached = self._take(threads)
        self.counter = self._take(threads)  # the index of each thread's next instruction
        self.flag = self._take(threads)  # woken, or let go by the barrier
        self.saved = self._take(threads)  # how often a mutex was held that a wait gave up; the result of a thread that exited
        self.section = self._take(1 if program.uses("atomic") else 0)  # 0: nobody is in an atomic block; else who is + 1
        self.section = self.section[0] if self.section else None
        struck = threads if program.uses("cancel") else 0
        self.requested, self.disabled = self._take(struck), self._take(struck)  # cancellation
        signalled = threads if program.uses("kill") else 0
        self.pending, self.mask = self._take(signalled), self._take(signalled)
        self.resume = self._take(signalled)  # in a handler: where to go on afterwards, + 1
        self.late = self._take(threads if program.reads_clock() else 0)  # whether each thread's deadline has passed
        once_locals = max([locals_of(body) for body in program.onces], default=0)
        self.locals = []
        self.once_locals = []
        for function in program.threads:
            self.locals.append(self._take(locals_of(program.functions[function])))
            self.once_locals.append(self._take(once_locals))

    def _take(self, count):
        slots = list(range(self.size, self.size + count))
        self.size += count
        return slots


class Instruction:
    """`run` maps a state to its successors by this step, as lists; none: it is blocked. `late` is what a time-out leads to, for
    those that time out only when nothing else can go on. A local instruction changes the list in place."""
    __slots__ = ("kind", "identity", "run", "late", "is_local", "variable", "writes", "is_atomic", "order", "in_loop", "object",
                 "condition", "expected", "interrupt", "may_end_first", "has_deadline")

    def __init__(self, kind, identity, run=None, is_local=False):
        self.kind, self.identity, self.run, self.is_local = kind, identity, run, is_local
        self.late = None
        self.variable = None  # the slot that it accesses, for races
        self.writes = self.is_atomic = self.in_loop = False
        self.order = None
        self.object = None  # the slot of the object that it synchronises by
        self.condition = None  # for a wake-up
        self.expected = None  # for a compare-exchange: it only reads where the variable has another value
        self.interrupt = None  # what the handler of a signal does to a list whose thread waits here
        self.may_end_first = False  # such a wait can also end by itself
        self.has_deadline = False

    def changes(self, state):
        """Whether it would write in this state."""
        return self.writes and (self.expected is None or state[self.variable] == self.expected)


class Machine:
    """A program with instructions for each of its threads. `timeouts` is explore, late or never, as the option of that name;
    strikes.py says what a loose one allows."""

    def __init__(self, program, timeouts="explore", spurious=False, is_loose=False):
        self.program, self.timeouts, self.spurious, self.is_loose = program, timeouts, spurious, is_loose
        self.layout = Layout(program)
        self.has_cancellations, self.has_signals = program.uses("cancel"), program.uses("kill")
        self.deliveries = {}  # thread: (whether a signal is to be handled in a state, the step that does)
        self.failures = set()  # what steps have shown: ("assertion", identity) and ("misuse", identity)
        self.wakers = {}  # condition: [(thread, index of its wake-up)]
        self.leavers = {}  # barrier: the same
        self.given = [int(word) for word in program.given.split()]
        self.code = [Assembler(self, thread).assemble() for thread in range(len(program.threads))]

    def first_state(self):
        layout, state = self.layout, [0] * self.layout.size
        for slot, variable in zip(layout.variables, self.program.variables):
            state[slot] = variable.initial
        for slot, value in zip(layout.semaphores, self.program.semaphores):
            state[slot] = value
        state[layout.status[0]] = ALIVE
        self.settle(state, 0)
        return tuple(state)

    def settle(self, state, thread):
        """The thread computes on its own until its next step."""
        code, counter = self.code[thread], self.layout.counter[thread]
        for _ in range(LONGEST):
            instruction = code[state[counter]]
            if not instruction.is_local:
                return
            instruction.run(state)
        raise Endless

    def pending(self, state, thread):
        """The thread's next instruction, or None where it has none."""
        if state[self.layout.status[thread]] != ALIVE:
            return None
        return self.code[thread][state[self.layout.counter[thread]]]

    def all_pending(self, state):
        """What can be next: (thread, instruction). A signal comes first; a loose machine may let it wait."""
        result = []
        for t, status in enumerate(self.layout.status):
            if state[status] != ALIVE:
                continue
            instruction = self.code[t][state[self.layout.counter[t]]]
            if self.has_signals and self.deliveries[t][0](state):
                result.append((t, self.deliveries[t][1]))
                if not self.is_loose:
                    continue
            result.append((t, instruction))
        return result

    def stands_at(self, state, thread, index):
        """Whether the thread is at an instruction, or was when a signal came that it handles."""
        if state[self.layout.status[thread]] != ALIVE:
            return False
        if self.has_signals and state[self.layout.resume[thread]]:
            return state[self.layout.resume[thread]] == index + 1
        return state[self.layout.counter[thread]] == index

    def finish(self, lists, thread):
        if self.layout.section is not None:
            return [after for _, after in self.inside(lists, thread)]
        result = []
        status = self.layout.status[thread]
        for after in lists:
            if after[status] == ALIVE and after[ENDED_AT] == RUNNING:
                self.settle(after, thread)
            result.append(tuple(after))
        return result

    def inside(self, lists, thread):
        """As finish, with the further steps of each way that a thread takes inside an atomic block: (instruction, state before it,
        state behind it)."""
        result, work = [], [((), after) for after in lists]
        status, section, me = self.layout.status[thread], self.layout.section, thread + 1
        while work:
            way, after = work.pop()
            if after[status] == ALIVE and after[ENDED_AT] == RUNNING:
                self.settle(after, thread)
                if after[section] == me:
                    instruction = self.code[thread][after[self.layout.counter[thread]]]
                    before = tuple(after)
                    further = instruction.run(before)
                    if len(way) > LONGEST:
                        raise Endless
                    work += [((*way, (instruction, before, tuple(one))), one) for one in further]
                    if further:
                        continue
            result.append((way, tuple(after)))
        return result

    def ways(self, state, thread, instruction):
        """All steps of each successor, as `inside` has them, with the first one; and the successor."""
        for first in instruction.run(state):
            behind = tuple(first)
            if self.layout.section is None:
                for after in self.finish([first], thread):
                    yield ((instruction, state, behind),), after
            else:
                for way, after in self.inside([first], thread):
                    yield ((instruction, state, behind), *way), after


def evaluate(expression, local):
    """An expression as a function of a state."""
    if isinstance(expression, int):
        return lambda s: expression
    _, r, added = expression
    slot = local[r]
    if added == 0:
        return lambda s: s[slot]
    return lambda s: (s[slot] + added) & 3


class Assembler(Blocks, Strikes):
    """The instructions of one thread."""

    def __init__(self, machine, thread):
        self.machine, self.thread, self.layout = machine, thread, machine.layout
        self.counter = self.layout.counter[thread]
        self.local = self.layout.locals[thread]
        self.code = []
        self.depth = 0  # of loops that may go round for ever
        self.in_block = False
        self.cleanups, self.unwinders = [], {}
        self.handler_begin = [0]

    def assemble(self):
        function = self.machine.program.threads[self.thread]
        self.body(self.machine.program.functions[function])
        if self.thread == 0:
            self.exit(None, 0)
        else:
            self.leave(None, 0)
        self.unwinding()
        if self.machine.has_signals:
            self.handling()
        return self.code

    def body(self, statements):
        for statement in statements:
            getattr(self, "do_" + statement.kind)(statement, *statement.arguments)

    # Adding instructions.

    def step(self, statement, run, kind=None):
        identity = statement.identity if statement else 0
        instruction = Instruction(kind or (statement.kind if statement else "end"), identity, run)
        instruction.in_loop = self.depth > 0
        self.code.append(instruction)
        return instruction

    def instruction(self, kind, run):
        """One that stands beside the code."""
        return Instruction(kind, 0, run)

    def compute(self, run):
        self.code.append(Instruction("compute", 0, run, is_local=True))

    def change(self, statement, effect, kind=None):
        """A step that is always possible; `effect` changes the list."""
        counter, following = self.counter, len(self.code) + 1

        def run(s):
            after = list(s)
            after[counter] = following
            effect(after)
            return (after,)
        return self.step(statement, run, kind)

    def change_if(self, statement, possible, effect, otherwise=None, is_timed=False):
        """A step that blocks unless `possible`; `otherwise` is what it does instead, if it does not wait or its time runs out."""
        counter, following = self.counter, len(self.code) + 1

        def go_on(s):
            after = list(s)
            after[counter] = following
            effect(after)
            return (after,)

        late = self.late_slot()

        def give_up(s):
            after = list(s)
            after[counter] = following
            if is_timed and late is not None:
                after[late] = 1  # a time-out lies far behind all deadlines that are looked at
            otherwise(after)
            return (after,)
        timeouts = self.machine.timeouts
        waits = otherwise is None or (is_timed and timeouts != "explore")
        if waits:
            instruction = self.step(statement, lambda s: go_on(s) if possible(s) else ())
            if is_timed and timeouts == "late":
                instruction.late = lambda s: () if possible(s) else give_up(s)
        else:
            instruction = self.step(statement, lambda s: go_on(s) if possible(s) else give_up(s))
        instruction.has_deadline = is_timed
        return instruction

    def access(self, instruction, v, writes, order):
        instruction.variable = self.layout.variables[v]
        instruction.writes = writes
        instruction.is_atomic = order != "plain"
        instruction.order = order

    def misuse(self, statement, after, ends):
        self.machine.failures.add(("misuse", statement.identity))
        if ends:
            after[ENDED_AT] = ENDED

    # Memory.

    def do_read(self, statement, r, v, order):
        slot, place = self.local[r], self.layout.variables[v]

        def effect(s):
            s[slot] = s[place]
        self.access(self.change(statement, effect), v, False, order)

    def do_write(self, statement, v, e, order):
        place, value = self.layout.variables[v], evaluate(e, self.local)

        def effect(s):
            s[place] = value(s)
        self.access(self.change(statement, effect), v, True, order)

    def do_increase(self, statement, v, k):
        """Of a plain variable: a read and a write, and another thread may come between."""
        place, flag = self.layout.variables[v], self.layout.flag[self.thread]

        def read(s):
            s[flag] = s[place]

        def write(s):
            s[place] = (s[flag] + k) & 3
            s[flag] = 0
        self.access(self.change(statement, read, "read"), v, False, "plain")
        self.access(self.change(statement, write, "write"), v, True, "plain")

    def do_exchange(self, statement, r, v, e, order):
        slot, place, value = self.local[r], self.layout.variables[v], evaluate(e, self.local)

        def effect(s):
            old = s[place]
            s[place] = value(s)
            s[slot] = old
        self.access(self.change(statement, effect), v, True, order)

    def do_add(self, statement, r, v, k, order):
        place = self.layout.variables[v]
        slot = self.local[r] if r is not None else None

        def effect(s):
            if slot is not None:
                s[slot] = s[place]
                s[place] = s[slot] + k
            else:
                s[place] += k
        self.access(self.change(statement, effect), v, True, order)

    def do_compare(self, statement, r, v, expected, e, order):
        slot, place, value = self.local[r], self.layout.variables[v], evaluate(e, self.local)

        def effect(s):
            if s[place] == expected:
                s[place] = value(s)
                s[slot] = 1
            else:
                s[slot] = 0
        instruction = self.change(statement, effect)
        instruction.expected = expected
        self.access(instruction, v, True, order)

    def do_fence(self, statement, order):
        pass  # executions are sequentially consistent: a fence only orders, which happens_before.py may leave out

    def do_input(self, statement, r):
        slot, position, given = self.local[r], self.layout.position, self.machine.given

        def effect(s):
            s[slot] = given[s[position]] if s[position] < len(given) else 0
            s[position] += 1
        self.change(statement, effect)

    # Locks.

    def mutex(self, m):
        return self.layout.mutex_owner[m], self.layout.mutex_count[m], self.machine.program.mutexes[m], self.thread + 1

    def acquire_mutex(self, statement, m, succeeded=None, failed=None, is_timed=False, tries=False):
        owner, count, kind, me = self.mutex(m)

        def possible(s):
            if s[owner] == 0:
                return True
            return s[owner] == me and (kind == "recursive" or (kind == "errorcheck" and not tries))

        def effect(s):
            if s[owner] == me and kind == "errorcheck":
                if failed:
                    failed(s)
                return
            s[owner] = me
            s[count] += 1
            if succeeded:
                succeeded(s)
        self.change_if(statement, possible, effect, failed, is_timed).object = owner

    def results(self, r):
        slot = self.local[r]

        def succeeded(s):
            s[slot] = 1

        def failed(s):
            s[slot] = 0
        return succeeded, failed

    def do_lock(self, statement, m):
        self.acquire_mutex(statement, m)

    def do_trylock(self, statement, r, m):
        self.acquire_mutex(statement, m, *self.results(r), tries=True)

    def do_timedlock(self, statement, r, m):
        self.acquire_mutex(statement, m, *self.results(r), is_timed=True)

    def do_unlock(self, statement, m):
        owner, count, kind, me = self.mutex(m)

        def effect(s):
            if s[owner] != me:
                self.misuse(statement, s, kind == "normal")
                return
            s[count] -= 1
            if s[count] == 0:
                s[owner] = 0
        self.change(statement, effect).object = owner

    def acquire_spinlock(self, statement, lock, succeeded=None, failed=None):
        owner, me = self.layout.spin_owner[lock], self.thread + 1

        def effect(s):
            s[owner] = me
            if succeeded:
                succeeded(s)
        self.change_if(statement, lambda s: s[owner] == 0, effect, failed).object = owner

    def do_spin_lock(self, statement, lock):
        self.acquire_spinlock(statement, lock)

    def do_spin_trylock(self, statement, r, lock):
        self.acquire_spinlock(statement, lock, *self.results(r))

    def do_spin_unlock(self, statement, lock):
        owner, me = self.layout.spin_owner[lock], self.thread + 1

        def effect(s):
            if s[owner] != me:
                self.misuse(statement, s, True)
            else:
                s[owner] = 0
        self.change(statement, effect).object = owner

    def acquire_rwlock(self, statement, w, writing, succeeded=None, failed=None, is_timed=False, tries=False):
        writer, readers, me = self.layout.writer[w], self.layout.readers[w], self.thread + 1
        mine = readers[self.thread]

        def possible(s):
            if s[writer]:
                return s[writer] == me and not tries
            return not writing or not any(s[reader] for reader in readers)

        def effect(s):
            if s[writer] == me:
                self.misuse(statement, s, False)
                if failed:
                    failed(s)
                return
            if writing:
                s[writer] = me
            else:
                s[mine] += 1
            if succeeded:
                succeeded(s)
        self.change_if(statement, possible, effect, failed, is_timed).object = writer

    def do_read_lock(self, statement, w):
        self.acquire_rwlock(statement, w, False)

    def do_write_lock(self, statement, w):
        self.acquire_rwlock(statement, w, True)

    def do_try_read_lock(self, statement, r, w):
        self.acquire_rwlock(statement, w, False, *self.results(r), tries=True)

    def do_try_write_lock(self, statement, r, w):
        self.acquire_rwlock(statement, w, True, *self.results(r), tries=True)

    def do_timed_read_lock(self, statement, r, w):
        self.acquire_rwlock(statement, w, False, *self.results(r), is_timed=True)

    def do_timed_write_lock(self, statement, r, w):
        self.acquire_rwlock(statement, w, True, *self.results(r), is_timed=True)

    def do_rw_unlock(self, statement, w):
        writer, mine, me = self.layout.writer[w], self.layout.readers[w][self.thread], self.thread + 1

        def effect(s):
            if s[writer] == me:
                s[writer] = 0
            elif s[mine]:
                s[mine] -= 1
            else:
                self.misuse(statement, s, True)
        self.change(statement, effect).object = writer

    # Semaphores, conditions, barriers, once.

    def take_semaphore(self, statement, semaphore, succeeded=None, failed=None, is_timed=False):
        slot = self.layout.semaphores[semaphore]

        def effect(s):
            s[slot] -= 1
            if succeeded:
                succeeded(s)
        self.change_if(statement, lambda s: s[slot] > 0, effect, failed, is_timed).object = slot

    def do_sem_wait(self, statement, semaphore):
        self.take_semaphore(statement, semaphore)
        self.interruptible(self.code[-1])
        self.cancellation_point(self.code[-1])

    def do_sem_trywait(self, statement, r, semaphore):
        self.take_semaphore(statement, semaphore, *self.results(r))

    def do_sem_timedwait(self, statement, r, semaphore):
        self.take_semaphore(statement, semaphore, *self.results(r), is_timed=True)
        self.interruptible(self.code[-1], self.results(r)[1], is_timed=True)
        self.cancellation_point(self.code[-1])

    def do_sem_post(self, statement, semaphore):
        slot = self.layout.semaphores[semaphore]

        def effect(s):
            s[slot] += 1
        self.change(statement, effect).object = slot

    def do_sem_value(self, statement, r, semaphore):
        local, slot = self.local[r], self.layout.semaphores[semaphore]

        def effect(s):
            s[local] = s[slot]
        self.change(statement, effect).object = slot

    def do_cond_wait(self, statement, c, m):
        self.wait(statement, c, m, is_timed=False)

    def do_cond_timedwait(self, statement, c, m):
        self.wait(statement, c, m, is_timed=True)

    def wait(self, statement, c, m, is_timed):
        """Two steps: the mutex is given up, and taken again once the thread was woken, times out or wakes for no reason."""
        owner, count, kind, me = self.mutex(m)
        flag, saved, counter = self.layout.flag[self.thread], self.layout.saved[self.thread], self.counter
        begin = len(self.code)

        def enter(s):
            if s[owner] != me:
                self.misuse(statement, s, kind != "errorcheck")
                s[counter] = begin + 2
                return
            s[saved] = s[count]
            s[owner] = s[count] = s[flag] = 0
        self.change(statement, enter).object = owner
        self.machine.wakers.setdefault(c, []).append((self.thread, begin + 1))

        late = self.late_slot()
        spurious, times_out = self.machine.spurious, is_timed and self.machine.timeouts == "explore"

        def resume(s, times_out=False):
            after = list(s)
            after[owner], after[count] = me, s[saved]
            after[flag] = after[saved] = 0
            after[counter] = begin + 2
            if times_out and late is not None:
                after[late] = 1
            return (after,)
        due, act = self.is_due(self.thread), self.act() if self.machine.has_cancellations else None
        is_loose = self.machine.is_loose

        def ways(s):
            """By a signal; else spuriously, or by its deadline."""
            if s[flag]:
                return resume(s)
            return (resume(s) if spurious else ()) + (resume(s, True) if times_out else ())

        def wake(s):
            """One who is cancelled has the mutex again when its cleanup handlers run."""
            if s[owner] != 0:
                return ()
            if not due(s):
                return ways(s)
            cancelled, = resume(s)
            act(cancelled)
            return (cancelled, *ways(s)) if is_loose else (cancelled,)
        instruction = self.step(statement, wake, "cond_wake")
        instruction.object, instruction.condition, instruction.has_deadline = owner, c, is_timed
        if is_timed and self.machine.timeouts == "late":
            instruction.late = lambda s: resume(s, True) if s[owner] == 0 else ()

    def waiting(self, s, c):
        layout = self.layout
        return [layout.flag[thread] for thread, index in self.machine.wakers.get(c, ())
                if self.machine.stands_at(s, thread, index) and not s[layout.flag[thread]] and not self.is_due(thread)(s)]

    def do_cond_signal(self, statement, c):
        counter, following = self.counter, len(self.code) + 1

        def run(s):
            result = []
            for flag in self.waiting(s, c) or [None]:
                after = list(s)
                after[counter] = following
                if flag is not None:
                    after[flag] = 1
                result.append(after)
            return result
        self.step(statement, run).condition = c

    def do_cond_broadcast(self, statement, c):
        def effect(s):
            for flag in self.waiting(s, c):
                s[flag] = 1
        self.change(statement, effect).condition = c

    def do_barrier(self, statement, b):
        arrived, limit = self.layout.arrived[b], self.machine.program.barriers[b]
        flag, counter, begin = self.layout.flag[self.thread], self.counter, len(self.code)
        leavers = self.machine.leavers.setdefault(b, [])
        leavers.append((self.thread, begin + 1))
        layout = self.layout

        def arrive(s):
            s[arrived] += 1
            if s[arrived] < limit:
                return
            s[arrived] = 0
            s[counter] = begin + 2
            for thread, index in leavers:
                if self.machine.stands_at(s, thread, index):
                    s[layout.flag[thread]] = 1
        self.change(statement, arrive).object = arrived

        def leave(s):
            s[flag] = 0
        self.change_if(statement, lambda s: s[flag], leave).object = arrived
        self.code[-1].kind = "barrier_leave"

    def do_once(self, statement, o):
        slot, me, counter = self.layout.onces[o], self.thread + 1, self.counter
        begin = len(self.code)
        end = [0]

        def run(s):
            if s[slot] > 0:
                return ()
            after = list(s)
            if s[slot] < 0:
                after[counter] = end[0]
            else:
                after[slot] = me
                after[counter] = begin + 1
            return (after,)
        self.step(statement, run).object = slot
        outer, self.local = self.local, self.layout.once_locals[self.thread]
        self.body(self.machine.program.onces[o])
        own, self.local = self.local, outer

        def finish(s):
            s[slot] = -1
            for local in own:
                s[local] = 0
        self.change(statement, finish, "once_end").object = slot
        end[0] = len(self.code)

    def do_yield(self, statement):
        pass

    def do_sleep(self, statement):
        """Programs that sleep are checked where every wait may end at any time: then sleeping is nothing but a cancellation point."""
        if self.machine.has_cancellations:
            self.do_testcancel(statement)

    # Threads.

    def do_create(self, statement, t):
        status, machine = self.layout.status[t], self.machine

        masks = (self.layout.mask[t], self.layout.mask[self.thread]) if machine.has_signals else None

        def effect(s):
            s[status] = ALIVE
            if masks:
                s[masks[0]] = s[masks[1]]
            machine.settle(s, t)
        self.change(statement, effect).object = t

    def do_join(self, statement, r, t):
        status, saved = self.layout.status[t], self.layout.saved[t]
        slot = self.local[r] if r is not None else None

        def effect(s):
            s[status] = JOINED
            if slot is not None:
                s[slot] = s[saved]
            s[saved] = 0
        self.change_if(statement, lambda s: s[status] == EXITED, effect).object = t
        self.cancellation_point(self.code[-1])

    def do_detach(self, statement, t):
        detached = self.layout.detached[t]

        def effect(s):
            s[detached] = 1
        self.change(statement, effect)

    def leave(self, statement, e):
        """The thread ends. What it leaves behind is its result; all else is put to zero, so that equal states are equal."""
        layout, thread = self.layout, self.thread
        value = evaluate(e, self.local)
        status, saved, counter = layout.status[thread], layout.saved[thread], self.counter
        private = layout.locals[thread] + [slots[thread] for slots in (layout.late, layout.requested, layout.disabled,
                                                                       layout.pending, layout.mask) if slots]

        def run(s):
            after = list(s)
            after[status] = EXITED
            after[saved] = value(s)
            after[counter] = 0
            for slot in private:
                after[slot] = 0
            return (after,)
        self.step(statement, run, "thread_end")

    def exit(self, statement, status):
        def effect(s):
            s[ENDED_AT] = ENDED
        self.change(statement, effect, "exit").object = status

    def do_return(self, statement, e):
        if self.thread == 0:
            self.exit(statement, e if isinstance(e, int) else 0)
        else:
            self.leave(statement, e)

    def do_thread_exit(self, statement, e):
        self.leave(statement, e)

    def do_exit(self, statement, status):
        self.exit(statement, status)

    def do_immediate_exit(self, statement, status):
        self.exit(statement, status)

    # Computing.

    def do_set(self, statement, r, e):
        slot, value, counter, following = self.local[r], evaluate(e, self.local), self.counter, len(self.code) + 1

        def run(s):
            s[slot] = value(s)
            s[counter] = following
        self.compute(run)

    def test(self, test):
        operator, r, number = test
        compare, slot = COMPARE[operator], self.local[r]
        if isinstance(number, tuple):
            other = self.local[number[1]]
            return lambda s: compare(s[slot], s[other])
        return lambda s: compare(s[slot], number)

    def jump_unless(self, test):
        """Returns where to say later where it leads."""
        holds, counter, following, target = self.test(test), self.counter, len(self.code) + 1, [0]

        def run(s):
            s[counter] = following if holds(s) else target[0]
        self.compute(run)
        return target

    def jump(self):
        counter, target = self.counter, [0]

        def run(s):
            s[counter] = target[0]
        self.compute(run)
        return target

    def branches(self, target, bodies):
        self.body(bodies[0])
        if len(bodies) > 1 and bodies[1]:
            end = self.jump()
            target[0] = len(self.code)
            self.body(bodies[1])
            end[0] = len(self.code)
        else:
            target[0] = len(self.code)

    def do_if(self, statement, test):
        self.branches(self.jump_unless(test), statement.bodies)

    def look(self, statement, v, operator, number, order):
        """Reads the variable, and goes on if the condition holds, else where the result says."""
        place, counter, compare = self.layout.variables[v], self.counter, COMPARE[operator]
        following, target = len(self.code) + 1, [0]

        def effect(s):
            s[counter] = following if compare(s[place], number) else target[0]
        self.access(self.change(statement, effect, "read"), v, False, order)
        return target

    def do_if_shared(self, statement, v, operator, number, order):
        self.branches(self.look(statement, v, operator, number, order), statement.bodies)

    def do_while_shared(self, statement, v, operator, number, order):
        begin = len(self.code)
        self.depth += 1
        target = self.look(statement, v, operator, number, order)
        self.body(statement.bodies[0])
        self.jump()[0] = begin
        self.depth -= 1
        target[0] = len(self.code)

    def do_repeat_while(self, statement, test):
        begin = len(self.code)
        self.depth += 1
        self.body(statement.bodies[0])
        self.depth -= 1
        end = self.jump_unless(test)
        self.jump()[0] = begin
        end[0] = len(self.code)

    # The clock.

    def late_slot(self):
        """None where the program does not look at the clock."""
        return self.layout.late[self.thread] if self.layout.late else None

    def do_deadline(self, statement, style):
        late, counter, following = self.layout.late[self.thread], self.counter, len(self.code) + 1

        def run(s):
            s[late] = 0
            s[counter] = following
        self.compute(run)

    def look_at_clock(self, statement):
        """Goes on if the deadline has not passed, else where the result says. How long anything takes is not known; but a
        deadline that has passed stays so."""
        late, counter, following, target = self.layout.late[self.thread], self.counter, len(self.code) + 1, [0]

        def run(s):
            passed = list(s)
            passed[late], passed[counter] = 1, target[0]
            if s[late]:
                return (passed,)
            before = list(s)
            before[counter] = following
            return (before, passed)
        self.step(statement, run, "clock")
        return target

    def clock_loop(self, statement, looks):
        begin = len(self.code)
        self.depth += 1
        targets = [look() for look in looks]
        self.body(statement.bodies[0])
        self.jump()[0] = begin
        self.depth -= 1
        for target in targets:
            target[0] = len(self.code)

    def do_before_and_shared(self, statement, style, *condition):
        self.clock_loop(statement, [lambda: self.look_at_clock(statement), lambda: self.look(statement, *condition)])

    def do_shared_and_before(self, statement, style, *condition):
        self.clock_loop(statement, [lambda: self.look(statement, *condition), lambda: self.look_at_clock(statement)])

    def do_repeat_before(self, statement, style, test):
        begin = len(self.code)
        self.depth += 1
        self.body(statement.bodies[0])
        end = self.jump_unless(test)
        late = self.look_at_clock(statement)
        self.depth -= 1
        self.jump()[0] = begin
        end[0] = late[0] = len(self.code)

    def do_for(self, statement, r, n):
        slot, counter = self.local[r], self.counter
        following = len(self.code) + 1

        def begin(s):
            s[slot] = 0
            s[counter] = following
        self.compute(begin)
        head = len(self.code)
        end = self.jump_unless(("<", r, n))
        self.body(statement.bodies[0])
        following_step = len(self.code) + 1

        def increase(s):
            s[slot] += 1
            s[counter] = following_step
        self.compute(increase)
        self.jump()[0] = head
        end[0] = len(self.code)

    def do_assert(self, statement, test):
        """Where it holds it is nothing; where it fails, failing is a step: others may go first."""
        holds, counter, following = self.test(test), self.counter, len(self.code) + 1

        def run(s):
            s[counter] = following + 1 if holds(s) else following
        self.compute(run)

        def fail(s):
            s[ENDED_AT] = ENDED
            self.machine.failures.add(("assertion", statement.identity))
        self.change(statement, fail, "fail")

    def do_outcome(self, statement, chosen):
        """A marker that exploration looks for: the step behind it ends the program, or fails."""
        slots = [self.local[r] for r in chosen]
        instruction = self.change(statement, lambda s: None, "outcome")
        instruction.object = slots


