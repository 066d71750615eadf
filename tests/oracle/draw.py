"""Draws programs. A family is a set of weights: which blocks of statements its threads are made of."""
import random

from draw_strikes import CANCELLING, SIGNALLING, STRIKING, StrikeDrawer
from program import CLOCKS, LOOPS, Program, Statement, Variable, walk

S = Statement

LOAD_ORDERS = ["relaxed", "acquire", "seq_cst", "seq_cst"]
STORE_ORDERS = ["relaxed", "release", "seq_cst", "seq_cst"]
UPDATE_ORDERS = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]

# Blocks and how often they are drawn; see Drawer.block_NAME.
FAMILIES = {
    "sections": {"access": 4, "section": 5, "nested": 2, "choice": 2, "repetition": 1, "assertion": 1, "try_section": 1},
    "polls": {"access": 3, "section": 3, "poll": 5, "nested": 2, "try_loop": 1, "spin": 1, "announce": 3, "back_off": 1,
              "rw_section": 1, "spin_section": 1},
    "atomics": {"access": 6, "update": 4, "spin": 3, "sequence": 2, "exchange_loop": 2, "announce": 2, "choice": 1, "section": 1,
                "fence": 1},
    "semaphores": {"access": 4, "take": 4, "post": 5, "try_take": 2, "timed_take": 1, "take_loop": 1, "count": 1, "section": 1,
                   "choice": 1},
    "conditions": {"access": 2, "wait": 5, "notify": 6, "bare_notify": 1, "section": 2, "spin": 1, "poll": 1},
    "timed": {"access": 3, "timed_section": 4, "timed_wait": 3, "timed_take": 2, "post": 1, "notify": 2, "section": 2,
              "try_section": 1, "timed_rw": 2, "rw_section": 1, "choice": 1, "try_loop": 1, "poll": 1},
    "locks": {"access": 3, "rw_section": 4, "spin_section": 3, "try_rw": 2, "section": 2, "nested": 1, "again": 1,
              "try_section": 2, "poll": 1, "spin_try": 1},
    "threads": {"access": 4, "section": 2, "child": 4, "once": 2, "meet": 2, "end": 2, "post": 1, "take": 1, "choice": 1, "spin": 1},
    "exits": {"access": 3, "section": 3, "leave_program": 4, "choice": 2, "assertion": 2, "wait": 1, "notify": 1, "child": 1,
              "take": 1},
    "input": {"access": 4, "section": 2, "ask": 3, "choice": 3, "poll": 1, "spin": 1, "announce": 1},
    "misuses": {"access": 2, "section": 3, "wrong_unlock": 2, "again": 2, "nested": 1, "rw_section": 1, "wait": 1, "notify": 1},
}
FAMILIES["mixed"] = {name: 1 for family in FAMILIES.values() for name in family if name not in ("wrong_unlock", "leave_program")}

# Behind "mixed", which stays as it was.
FAMILIES["deadlines"] = {"access": 3, "clock_spin": 5, "clock_poll": 4, "clock_wait": 2, "clock_try": 2, "announce": 4, "section": 3,
                         "nested": 1, "notify": 2, "timed_section": 1, "try_section": 1, "rw_section": 1, "spin": 1, "poll": 1,
                         "choice": 1, "post": 1, "timed_take": 1}


ALL = FAMILIES | STRIKING


def family_of(seed, batch):
    """Every third batch of programs is of one of the families that have executables of their own."""
    number = seed // batch
    if number % 3 == 2:
        return list(STRIKING)[number // 3 % len(STRIKING)]
    return list(FAMILIES)[seed % len(FAMILIES)]


class Drawer(StrikeDrawer):
    def __init__(self, seed, family):
        self.random = random.Random(f"{family} {seed}")
        self.family = family
        self.weights = ALL[family]
        self.program = Program(family=family)
        self.in_loop = False  # of unknown length: nothing may grow in it
        self.in_once = self.in_main = False
        self.children_left = []  # threads that a thread may still start

    # Small choices.

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, sequence):
        return self.random.choice(sequence)

    def register(self):
        return self.random.randrange(3)

    def value(self):
        return self.pick([0, 1, 1, 2, 3, ("local", self.register(), 0), ("local", self.register(), 1)])

    def test(self):
        return (self.pick(["==", "!=", "<"]), self.register(), self.random.randrange(1, 3))

    def variable(self):
        return self.random.randrange(len(self.program.variables))

    def mutex(self):
        return self.random.randrange(len(self.program.mutexes))

    def load_order(self, v):
        if self.program.variables[v].is_atomic or self.chance(0.1):
            return self.pick(LOAD_ORDERS)
        return "plain"

    def store_order(self, v):
        if self.program.variables[v].is_atomic or self.chance(0.1):
            return self.pick(STORE_ORDERS)
        return "plain"

    def read(self, v=None, r=None):
        v = self.variable() if v is None else v
        return S("read", (self.register() if r is None else r, v, self.load_order(v)))

    def write(self, v=None, value=None):
        v = self.variable() if v is None else v
        return S("write", (v, self.value() if value is None else value, self.store_order(v)))

    # Blocks: lists of statements.

    def block_access(self):
        draw = self.random.random()
        if draw < 0.4:
            return [self.read()]
        if draw < 0.8:
            return [self.write()]
        v = self.variable()
        if not self.program.variables[v].is_atomic:
            return [S("increase", (v, 1))]
        return self.block_update()

    def block_update(self):
        v = self.variable()
        order = self.pick(UPDATE_ORDERS)
        draw = self.random.random()
        if draw < 0.4 and not self.in_loop:
            return [S("add", (self.pick([None, self.register()]), v, 1, order))]
        if draw < 0.7:
            return [S("exchange", (self.register(), v, self.value(), order))]
        return [S("compare", (self.register(), v, self.random.randrange(2), self.pick([1, 2, 3]), order))]

    def accesses(self, most=2):
        return [one for _ in range(self.random.randint(1, most)) for one in self.block_access()]

    def pause(self):
        draw = self.random.random()
        if self.family == "alike":
            return [S("yield")] if draw < 0.25 else []
        if self.family in CANCELLING and draw > 0.75:
            return [S("testcancel")]
        return [S("yield")] if draw < 0.25 else [S("sleep")] if draw < 0.28 else []

    def block_section(self):
        m = self.mutex()
        return [S("lock", (m,)), *self.accesses(), S("unlock", (m,))]

    def block_nested(self):
        if len(self.program.mutexes) < 2:
            return self.block_section()
        a, b = self.random.sample(range(len(self.program.mutexes)), 2)
        inner = [S("lock", (b,)), *self.accesses(1), S("unlock", (b,))]
        return [S("lock", (a,)), *inner, S("unlock", (a,))]

    def block_again(self):
        m = self.mutex()
        kind = self.program.mutexes[m]
        inner = [S("lock", (m,)), *self.accesses(1)] + ([S("unlock", (m,))] if kind == "recursive" or self.chance(0.3) else [])
        if kind == "normal" and self.chance(0.7):
            inner = self.accesses(1)
        return [S("lock", (m,)), *inner, S("unlock", (m,))]

    def block_wrong_unlock(self):
        statement = S("unlock", (self.mutex(),))
        return [S("if", (self.test(),), [[statement], []])] if self.chance(0.5) else [statement]

    def block_try_section(self):
        m, r = self.mutex(), self.register()
        return [S("trylock", (r, m)), S("if", (("!=", r, 0),), [[*self.accesses(), S("unlock", (m,))], []])]

    def block_timed_section(self):
        m, r = self.mutex(), self.register()
        inside = [*self.accesses(), S("unlock", (m,))]
        other = self.accesses(1) if self.chance(0.3) else []
        return [S("timedlock", (r, m)), S("if", (("!=", r, 0),), [inside, other])]

    def locked(self, body):
        """A body under a lock of any kind: a mutex, a spinlock, either side of a read-write lock."""
        draw = self.random.random()
        if draw < 0.55 or not (self.program.spinlocks or self.program.rwlocks):
            m = self.mutex()
            return [S("lock", (m,)), *body, S("unlock", (m,))]
        if self.program.spinlocks and (draw < 0.7 or not self.program.rwlocks):
            return [S("spin_lock", (0,)), *body, S("spin_unlock", (0,))]
        return [S(self.pick(["read_lock", "read_lock", "write_lock"]), (0,)), *body, S("rw_unlock", (0,))]

    def looping(self, draw):
        outer, self.in_loop = self.in_loop, True
        result = draw()
        self.in_loop = outer
        return result

    def block_poll(self):
        r, v = self.register(), self.variable()
        test = self.pick([("==", r, 0), ("==", r, 0), ("!=", r, 1), ("<", r, 2)])
        body = self.locked([self.read(v, r)])
        if self.chance(0.15):
            m = self.mutex()  # only tries to lock
            body = [S("trylock", (r, m)), S("if", (("!=", r, 0),), [[self.read(v, r), S("unlock", (m,))], []])]
        if self.chance(0.1):
            body += self.looping(lambda: [self.write()])
        return [S("repeat_while", (test,), [body + self.pause()])]

    def block_spin(self):
        v = self.variable()
        operator, number = self.pick([("==", 0), ("==", 0), ("!=", 1), ("<", 2)])
        return [S("while_shared", (v, operator, number, self.load_order(v)), [self.pause()])]

    def block_announce(self):
        """What others may poll for."""
        statement = self.write(value=self.pick([1, 1, 2]))
        return self.locked([statement]) if self.chance(0.6) else [statement]

    def block_try_loop(self):
        m, r = self.mutex(), self.register()
        kind = "timedlock" if self.family == "timed" or self.chance(0.1) else "trylock"
        return [S("repeat_while", (("==", r, 0),), [[S(kind, (r, m)), *self.pause()]]), *self.accesses(), S("unlock", (m,))]

    def block_spin_try(self):
        if not self.program.spinlocks:
            return self.block_try_loop()
        r = self.register()
        if self.chance(0.5):
            return [S("spin_trylock", (r, 0)), S("if", (("!=", r, 0),), [[*self.accesses(1), S("spin_unlock", (0,))], []])]
        return [S("repeat_while", (("==", r, 0),), [[S("spin_trylock", (r, 0)), *self.pause()]]), *self.accesses(1),
                S("spin_unlock", (0,))]

    def block_back_off(self):
        if len(self.program.mutexes) < 2:
            return self.block_try_loop()
        a, b = self.random.sample(range(len(self.program.mutexes)), 2)
        r = self.register()
        body = [S("lock", (a,)), S("trylock", (r, b)), S("if", (("==", r, 0),), [[S("unlock", (a,))], []])]
        return [S("repeat_while", (("==", r, 0),), [body]), *self.accesses(1), S("unlock", (b,)), S("unlock", (a,))]

    def block_sequence(self):
        """A reader of a sequence lock: reads again until the number is the same before and behind."""
        number, data = self.variable(), self.variable()
        a, b, c = self.random.sample(range(4), 3)
        body = [self.read(number, a), self.read(data, c), self.read(number, b)]
        return [S("repeat_while", (("!=", a, ("local", b)),), [body])]

    def block_exchange_loop(self):
        v, r = self.variable(), self.register()
        order = self.pick(UPDATE_ORDERS)
        if self.chance(0.5):
            return [S("repeat_while", (("!=", r, 0),), [[S("exchange", (r, v, 1, order)), *self.pause()]]), *self.accesses(1),
                    self.write(v, 0)]
        return [S("repeat_while", (("==", r, 0),), [[S("compare", (r, v, 0, 1, order))]]), *self.accesses(1), self.write(v, 0)]

    def block_fence(self):
        return [S("fence", (self.pick(["acquire", "release", "seq_cst"]),))]

    def block_choice(self):
        then = self.accesses()
        other = self.accesses(1) if self.chance(0.4) else []
        if self.chance(0.5):
            v = self.variable()
            return [S("if_shared", (v, self.pick(["==", "!="]), self.random.randrange(2), self.load_order(v)), [then, other])]
        return [S("if", (self.test(),), [then, other])]

    def block_repetition(self):
        body = self.block_section() if self.chance(0.4) else self.accesses(1)
        return [S("for", (4, 2), [body])]

    def block_assertion(self):
        return [self.read(), S("assert", (self.test(),))]

    # Until a deadline. Nothing else is done with the clock: what a deadline decides is what the loop leaves behind.

    def clock_loop(self, kind, *arguments, body):
        style = self.pick(CLOCKS)
        loop = S(kind, (style, *arguments), [body])
        after = [self.read()] if self.chance(0.5) else []
        return [S("deadline", (style,)), loop, *after]

    def block_clock_spin(self):
        """The clock and a variable are looked at in every round, in either order; perhaps something is done, under a lock, too."""
        v = self.variable()
        operator, number = self.pick([("==", 0), ("==", 0), ("!=", 1), ("<", 2)])
        body = self.pause()
        if self.chance(0.25):
            body += self.looping(lambda: self.locked([self.write() if self.chance(0.4) else self.read()]))
        kind = self.pick(["before_and_shared", "shared_and_before"])
        statements = self.clock_loop(kind, v, operator, number, self.load_order(v), body=body)
        return self.locked(statements) if self.chance(0.1) else statements

    def block_clock_poll(self):
        r, v = self.register(), self.variable()
        body = self.locked([self.read(v, r)]) + self.pause()
        if self.chance(0.1):
            body += self.looping(lambda: [self.write()])
        return self.clock_loop("repeat_before", self.pick([("==", r, 0), ("!=", r, 1)]), body=body)

    def block_clock_wait(self):
        """Waits with a time-out of its own for a condition, again and again until the deadline."""
        v, c, r = self.variable(), self.random.randrange(self.program.conditions), self.register()
        wait = S("if_shared", (v, "==", 0, self.load_order(v)), [[S("cond_timedwait", (c, 0))], []])
        body = [S("lock", (0,)), wait, self.read(v, r), S("unlock", (0,))]
        return self.clock_loop("repeat_before", ("==", r, 0), body=body)

    def block_clock_try(self):
        m, r = self.mutex(), self.register()
        kind = self.pick(["trylock", "trylock", "timedlock"])
        got = S("if", (("!=", r, 0),), [[*self.accesses(1), S("unlock", (m,))], []])
        return [S("set", (r, 0)), *self.clock_loop("repeat_before", ("==", r, 0), body=[S(kind, (r, m)), *self.pause()]), got]

    def block_rw_section(self):
        if not self.program.rwlocks:
            return self.block_section()
        if self.chance(0.5):
            return [S("read_lock", (0,)), self.read(), S("rw_unlock", (0,))]
        return [S("write_lock", (0,)), *self.accesses(), S("rw_unlock", (0,))]

    def block_try_rw(self, timed=False):
        if not self.program.rwlocks:
            return self.block_try_section()
        r = self.register()
        kind = self.pick(["read", "write"])
        return [S(f"{'timed' if timed else 'try'}_{kind}_lock", (r, 0)),
                S("if", (("!=", r, 0),), [[*self.accesses(), S("rw_unlock", (0,))], []])]

    def block_timed_rw(self):
        return self.block_try_rw(True)

    def block_spin_section(self):
        if not self.program.spinlocks:
            return self.block_section()
        return [S("spin_lock", (0,)), *self.accesses(), S("spin_unlock", (0,))]

    def semaphore(self):
        return self.random.randrange(len(self.program.semaphores))

    def block_take(self):
        return [S("sem_wait", (self.semaphore(),))]

    def block_post(self):
        if self.in_loop:
            return []
        return [S("sem_post", (self.semaphore(),))] * self.pick([1, 1, 2])

    def block_try_take(self):
        return [S("sem_trywait", (self.register(), self.semaphore()))]

    def block_timed_take(self):
        return [S("sem_timedwait", (self.register(), self.semaphore()))]

    def block_take_loop(self):
        r = self.register()
        kind = "sem_timedwait" if self.chance(0.25) else "sem_trywait"
        return [S("repeat_while", (("==", r, 0),), [[S(kind, (r, self.semaphore())), *self.pause()]])]

    def block_count(self):
        return [S("sem_value", (self.register(), self.semaphore()))]

    def block_wait(self, timed=False):
        """Waits as it should be done, waits that look once, and waits that do not look at all."""
        m, v, c = 0, self.variable(), self.random.randrange(self.program.conditions)
        if self.chance(0.15):
            m = self.mutex()
        wait = S("cond_timedwait" if timed else "cond_wait", (c, m))
        operator, number = self.pick([("==", 0), ("==", 0), ("!=", 1)])
        draw = self.random.random()
        if draw < 0.5:
            inner = [S("while_shared", (v, operator, number, self.load_order(v)), [[wait]])]
        elif draw < 0.8:
            inner = [S("if_shared", (v, operator, number, self.load_order(v)), [[wait], []])]
        else:
            inner = [wait]
        return [S("lock", (m,)), *inner, *(self.accesses(1) if self.chance(0.5) else []), S("unlock", (m,))]

    def block_timed_wait(self):
        return self.block_wait(True)

    def notification(self):
        return S(self.pick(["cond_signal", "cond_signal", "cond_broadcast"]), (self.random.randrange(self.program.conditions),))

    def block_notify(self):
        write = self.write(value=1) if self.chance(0.8) else None
        body = [S("lock", (0,)), *([write] if write else [])]
        if self.chance(0.7):
            return body + [self.notification(), S("unlock", (0,))]
        return body + [S("unlock", (0,)), self.notification()]

    def block_bare_notify(self):
        return [self.notification()]

    def block_meet(self):
        return [S("barrier", (0,))]

    def block_once(self):
        return [S("once", (0,))] if self.program.onces and not self.in_once else self.block_access()

    def block_child(self):
        """The thread starts another one."""
        if self.in_once or self.in_loop or not self.children_left:
            return self.block_access()
        t = self.children_left.pop()
        draw = self.random.random()
        between = self.block_access() if self.chance(0.5) else []
        if draw < 0.6:
            return [S("create", (t,)), *between, S("join", (self.register(), t))]
        return [S("create", (t,)), *between, S("detach", (t,))] if draw < 0.85 else [S("create", (t,))]

    def block_end(self):
        if self.in_main:
            return [S("if", (self.test(),), [[self.pick([S("return", (self.pick([0, 1]),)), S("thread_exit", (0,))])], []])]
        return [S("if", (self.test(),), [[S(self.pick(["thread_exit", "return"]), (self.value(),))], []])] if self.chance(0.5) else []

    def block_ask(self):
        return [S("input", (self.register(),))] if not self.in_loop else []

    def block_leave_program(self):
        statement = S(self.pick(["exit", "immediate_exit"]), (self.pick([0, 1, 3]),))
        draw = self.random.random()
        if draw < 0.4:
            return [S("if", (self.test(),), [[statement], []])]
        if draw < 0.8:
            v = self.variable()
            return [S("if_shared", (v, "==", self.pick([0, 1]), self.load_order(v)), [[statement], []])]
        return [statement]

    # The whole.

    def body(self, most):
        names, weights = zip(*self.weights.items())
        statements = []
        for _ in range(self.random.randint(1, most)):
            statements += getattr(self, "block_" + self.random.choices(names, weights)[0])()
        return statements

    def draw(self):
        program, chance = self.program, self.chance
        atomic = {"atomics": 0.75, "sections": 0.2}.get(self.family, 0.45)
        program.variables = [Variable(chance(atomic), self.pick([0, 0, 0, 1])) for _ in range(self.random.randint(1, 3))]
        if self.family == "alike":
            program.variables += [Variable(False)] * (3 - len(program.variables))
        kinds = ["normal"] * 6 + ["recursive", "errorcheck"]
        program.mutexes = [self.pick(kinds) for _ in range(self.random.randint(1, 2 if self.family != "polls" else 3))]
        names = set(self.weights)
        if names & {"spin_section", "spin_try"}:
            program.spinlocks = int(chance(0.7))
        if names & {"rw_section", "try_rw", "timed_rw"}:
            program.rwlocks = int(chance(0.7))
        if names & {"take", "post", "try_take", "timed_take", "guarded"}:
            program.semaphores = [self.pick([0, 0, 1]) for _ in range(self.random.randint(1, 2))]
        if names & {"wait", "notify", "timed_wait"}:
            program.conditions = self.pick([1, 1, 1, 2])
        if "meet" in names:
            program.barriers = [self.pick([2, 2, 3])]
        if "once" in names and chance(0.7):
            self.in_once = True
            self.children_left = []
            program.onces = [self.accesses(2)]
            self.in_once = False
        if self.family in SIGNALLING:
            self.draw_handler()
        started = self.pick([2, 2, 2, 3, 3, 4]) if self.family in ("polls", "alike") else self.pick([2, 2, 2, 3])
        self.children_left = []
        functions = [[]]
        threads = [0]
        grown = self.random.randint(1, 2) if "child" in names else 0
        most = 4 if started == 2 else 3 if started == 3 else 2
        # Threads that threads start; their functions come first, since they start nobody themselves.
        for _ in range(grown):
            functions.append(self.body(2) + self.ending())
            threads.append(len(functions) - 1)
        self.children_left = list(range(1, grown + 1))
        direct = []
        alike = self.family == "alike" or chance(0.3)
        if self.family == "polls" and chance(0.08):
            started, direct = 0, self.masked(functions, threads)
        for n in range(started):
            may_share = n > 0 and alike and not any(s.kind == "create" for s in walk(functions[-1])) and len(functions) > 1 + grown
            if self.family == "alike" and n > 0 and chance(0.3):
                may_share = False
            if not may_share:
                functions.append(self.body(most) + self.ending())
            threads.append(len(functions) - 1)
            direct.append(len(threads) - 1)
        program.functions, program.threads = functions, threads
        functions[0] = self.main_body(direct)
        self.strike(direct)
        for t in self.children_left:  # whom nobody started is not there
            functions[threads[t]] = []
        return program.copy().number()

    def masked(self, functions, threads):
        """Two threads take two locks in either order, perhaps saying so inside; the others poll for what they would say. Where the
        two wait for each other, only those who poll can still go on."""
        while len(self.program.mutexes) < 3:
            self.program.mutexes.append("normal")
        a, b, m = self.random.sample(range(3), 3)
        v = self.variable()
        say = [S("lock", (m,)), self.write(v, 1), S("unlock", (m,))] if self.chance(0.7) else [self.write(v, 1)]
        for first, second in ((a, b), (b, a)):
            inner = [S("lock", (second,)), *say, S("unlock", (second,))]
            functions.append([S("lock", (first,)), *inner, S("unlock", (first,))])
            threads.append(len(functions) - 1)
        r = self.register()
        functions.append([S("repeat_while", (("==", r, 0),), [[S("lock", (m,)), self.read(v, r), S("unlock", (m,)), *self.pause()]])])
        threads += [len(functions) - 1] * self.random.randint(1, 2)
        return list(range(1, len(threads)))

    def ending(self):
        if self.family == "alike":
            return [S("return", (0,))]
        value = self.pick([0, 1, ("local", 0, 0), ("local", 1, 0), ("local", self.register(), 1)])
        return [S(self.pick(["return", "return", "return", "thread_exit"]), (value,))]

    def main_body(self, direct):
        body, joined = [], []
        has_more = self.chance(0.35)
        detached = set()
        for t in direct:
            body.append(S("create", (t,)))
            if "child" in self.weights and self.chance(0.2):
                detached.add(t)
                body.append(S("detach", (t,)))
        if has_more:
            outer, self.children_left = self.children_left, []
            self.in_main = True
            body += self.body(1 if self.family != "polls" else 2)
            self.in_main = False
            self.children_left = outer
        if self.family == "input":
            self.program.given = " ".join(str(self.random.randrange(4)) for _ in range(self.random.randint(1, 4))) + "\n"
            v = self.variable()
            body[:0] = [S("input", (0,)), S("write", (v, ("local", 0, 0), self.store_order(v)))]
        outcome = []
        order = direct if self.chance(0.7) else direct[::-1]
        for n, t in enumerate(order):
            if t in detached or self.chance(0.03):
                continue
            register = 5 + n if self.family != "alike" else None
            body.append(S("join", (register, t)))
            joined.append(t)
            if register is not None:
                outcome.append(register)
        for v in range(len(self.program.variables)):
            register = 10 + v
            body.append(S("read", (register, v, "seq_cst" if self.program.variables[v].is_atomic else "plain")))
            outcome.append(register)
        # Ends that main comes to by itself, too.
        if self.family == "exits" and self.chance(0.4):
            body.append(S("if", ((self.pick(["==", "!="]), 10, self.random.randrange(2)),), [[S("return", (1,))], []]))
        body.append(S("outcome", (tuple(outcome),)))
        return body


def draw(seed, family):
    return Drawer(seed, family).draw()


def is_sensible(program):
    """Loops of unknown length in which something grows have no end, and no finite state space."""
    for body in program.bodies():
        for statement in walk(body):
            if statement.kind in LOOPS and any(s.kind in ("add", "sem_post", "create", "read_lock", "lock") and grows(s, statement)
                                               for s in walk(statement.bodies[0])):
                return False
    return True


def grows(statement, loop):
    if statement.kind in ("add", "create"):
        return True
    if statement.kind == "sem_post":
        return not any(s.kind.startswith("sem_") and s.kind != "sem_post" for s in walk(loop.bodies[0]))
    return False


def hide(program, rng):
    """Leaves functions to another compiler. Loops that may go round for ever are not among them: nobody could end those."""
    possible = [n for n in range(1, len(program.functions)) if not any(s.kind in LOOPS for s in walk(program.functions[n]))]
    program.unseen = [n for n in possible if rng.random() < 0.6] or possible[:1]
