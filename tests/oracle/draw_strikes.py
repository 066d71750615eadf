"""Draws assumptions, atomic blocks, cancellations and signals: a part of the drawer."""
from program import SELF, STRIKES, Statement, Variable, struck_by

S = Statement

# Families of their own: whether there are signal handlers, or calls by which threads may find out which one they are, is asked of a
# whole executable, so that these are not compiled together with others.
STRIKING = {
    "assumptions": {"access": 3, "assume": 3, "entry": 5, "atomic": 2, "section": 2, "announce": 1, "choice": 1, "assertion": 1,
                    "timed_section": 1, "timed_take": 1, "post": 1, "poll": 1, "spin": 1, "update": 1, "try_section": 1},
    "blocks": {"access": 4, "atomic": 6, "assume": 1, "entry": 1, "section": 2, "choice": 1, "update": 2, "wait_inside": 1, "take": 1,
               "post": 2, "wait": 1, "notify": 1, "timed_take": 1, "spin": 1, "poll": 1, "announce": 1, "assertion": 1, "rw_section": 1},
    "cancellations": {"access": 3, "section": 2, "guarded": 5, "take": 2, "post": 2, "timed_take": 1, "wait": 2, "timed_wait": 1,
                      "notify": 2, "uncancelled": 2, "test": 3, "rest": 1, "child": 2, "poll": 1, "spin": 1, "announce": 1,
                      "try_loop": 1, "take_loop": 1, "meet": 1, "choice": 1},
    "signals": {"access": 3, "section": 2, "masked_stretch": 3, "pause": 1, "take": 2, "post": 1, "timed_take": 1, "wait": 1,
                "timed_wait": 1, "notify": 1, "spin": 2, "poll": 1, "choice": 2, "update": 1, "try_section": 1, "timed_section": 1,
                "assertion": 1, "rw_section": 1, "meet": 1, "once": 1},
}
STRIKING["strikes"] = {name: 1 for family in STRIKING.values() for name in family if name != "wait_inside"}
# Threads that symmetry can exchange: they call nothing that has to do with time, and nobody looks at what they return.
STRIKING["alike"] = {"access": 4, "section": 5, "nested": 1, "choice": 2, "update": 2, "try_section": 1, "take": 1, "post": 1, "wait": 1,
                     "notify": 1, "poll": 1, "spin": 1, "announce": 1, "rw_section": 1, "spin_section": 1, "assume": 1, "entry": 1,
                     "atomic": 1, "assertion": 1, "meet": 1, "once": 1, "unsteady": 5}
CANCELLING, SIGNALLING = ("cancellations", "strikes"), ("signals", "strikes")
NEVER_INSIDE = ("return", "thread_exit", "exit")


class StrikeDrawer:
    def shared_assumption(self, v=None):
        v = self.variable() if v is None else v
        operator, number = self.pick([("==", 0), ("==", 0), ("!=", 1), ("<", 2), ("==", 1)])
        return S("assume_shared", (v, operator, number, self.load_order(v)))

    def block_assume(self):
        if self.chance(0.5):
            return [self.shared_assumption()]
        return [self.read(), S("assume", (self.test(),))]

    def block_entry(self):
        """A lock written as a block that begins with assumptions; perhaps one that is given back."""
        v = self.variable()
        assumed = [self.shared_assumption(v)] + ([self.shared_assumption()] if self.chance(0.35) else [])
        update = self.block_update() if self.chance(0.2) else [self.write(v, self.pick([1, 1, 2]))]
        result = [S("atomic", (), [assumed + update])]
        if self.chance(0.75):
            give_back = [self.write(v, 0)]
            result += [*self.accesses(1), S("atomic", (), [give_back]) if self.chance(0.5) else give_back[0]]
        return result

    def block_atomic(self):
        body = self.accesses(3)
        draw = self.random.random()
        if draw < 0.2:
            body += self.block_choice()
        elif draw < 0.35:
            body += self.block_assume()
        elif draw < 0.45:
            body += self.block_assertion()
        elif draw < 0.6 and self.program.semaphores:
            body.append(self.pick([S("sem_post", (self.semaphore(),)), S("sem_trywait", (self.register(), self.semaphore()))]))
        elif draw < 0.7 and self.program.conditions:
            body.append(self.notification())
        elif draw < 0.8:
            m, r = self.mutex(), self.register()
            body += [S("trylock", (r, m)), S("if", (("!=", r, 0),), [[*self.accesses(1), S("unlock", (m,))], []])]
        return [S("atomic", (), [body])]

    def block_wait_inside(self):
        inner = self.pick([[S("sem_wait", (self.semaphore(),))], self.block_section()])
        return [S("atomic", (), [[*self.accesses(1), *inner, *self.accesses(1)]])]

    def block_unsteady(self):
        """A critical section whose accesses depend on what others did before: such sections are predicted."""
        m, v = 0, self.variable()
        body = [S("if_shared", (v, self.pick(["==", "!="]), self.random.randrange(2), self.load_order(v)), [self.accesses(1), []])]
        if self.chance(0.5):
            body.append(self.write())
        return [S("lock", (m,)), *body, S("unlock", (m,))]

    # Cancellation.

    def constant_write(self):
        v = self.variable()
        return S("write", (v, self.pick([0, 1, 2, 3]), self.store_order(v)))

    def cleanup(self, *statements):
        self.program.cleanups.append(list(statements))
        return len(self.program.cleanups) - 1

    def point(self):
        """Something that may be a cancellation point."""
        draw = self.random.random()
        if draw < 0.25:
            return [S("testcancel")]
        if draw < 0.55:
            return [S("sem_wait", (self.semaphore(),))]
        if draw < 0.65:
            return self.block_timed_take()
        if draw < 0.7:
            return [S("sleep")]
        return self.accesses(1)

    def block_guarded(self):
        """A mutex, or something else, that a cleanup handler gives back."""
        if self.chance(0.3):
            last = S("sem_post", (self.semaphore(),)) if self.chance(0.5) else self.constant_write()
            return [S("cleanup", (self.cleanup(last), self.pick([0, 1])), [[*self.point(), *self.point()]])]
        m = 0 if self.chance(0.7) else self.mutex()
        more = [self.constant_write()] if self.chance(0.4) else []
        k = self.cleanup(*more, S("unlock", (m,)))
        if self.chance(0.5):
            waiting = self.block_wait(timed=self.chance(0.2))
            body = waiting[1:-1] if waiting[0].arguments[0] == m else [S("cond_wait", (0, m))]
        else:
            body = [*self.accesses(1), *self.point()]
        return [S("lock", (m,)), S("cleanup", (k, 1), [body])]

    def block_uncancelled(self):
        inner = self.pick([self.block_take, self.block_section, self.block_access, self.block_wait, self.block_timed_take])()
        return [S("cancel_state", (0,)), *inner, S("cancel_state", (1,))]

    def block_test(self):
        return [S("testcancel")]

    def block_rest(self):
        return [S("sleep")]

    # Signals.

    def block_masked_stretch(self):
        inner = self.pick([self.block_access, self.block_section, self.block_take, self.block_choice])()
        return [S("mask", (1,)), *inner, S("mask", (0,))]

    def block_pause(self):
        return [S("pause")]

    def draw_handler(self):
        """Handlers do what they are allowed to: atomic accesses, posts."""
        program = self.program
        if not any(variable.is_atomic for variable in program.variables):
            program.variables.append(Variable(True))
        atomic = [v for v, variable in enumerate(program.variables) if variable.is_atomic]
        v = self.pick(atomic)
        draw = self.random.random()
        if draw < 0.55:
            program.handler.append(S("write", (v, self.pick([1, 1, 2]), self.pick(["relaxed", "release", "seq_cst"]))))
        elif draw < 0.75:
            program.handler.append(S("add", (None, v, 1, "seq_cst")))
        elif draw < 0.9:
            program.handler.append(S("sem_post", (self.semaphore(),)))
        else:
            program.handler.append(self.constant_write())
        if self.chance(0.25):
            program.handler.append(S("write", (self.pick(atomic), self.pick([0, 1]), "seq_cst")))
        program.restarts = self.chance(0.5)

    # Who strikes whom.

    def strike(self, direct):
        """Puts strikes into the program, where handles are known: main strikes whom it starts, threads those that were started
        before them, or main, and everybody itself."""
        kinds = [kind for kind, families in (("cancel", CANCELLING), ("kill", SIGNALLING)) if self.family in families]
        if not kinds:
            return
        for _ in range(self.pick([1, 1, 2, 2, 3])):
            kind = self.pick(kinds)
            draw = self.random.random()
            if draw < 0.6:
                self.strike_from_main(kind, self.pick(direct))
            elif draw < 0.93:
                self.strike_from_thread(kind, self.pick(direct), direct)
            else:
                self.put(self.pick(self.program.functions[1:]), S(kind, (SELF,)))

    def strike_from_main(self, kind, t):
        main = self.program.functions[0]
        begin = next(n for n, s in enumerate(main) if s.kind == "create" and s.arguments[0] == t) + 1
        joins = [n for n, s in enumerate(main) if s.kind == "join" and s.arguments[1] == t]
        end = joins[0] if joins and self.chance(0.95) else len(main) - 1
        main.insert(self.random.randint(begin, max(begin, end)), S(kind, (t,)))

    def strike_from_thread(self, kind, t, direct):
        body = self.program.functions[self.program.threads[t]]
        first = min(u for u in direct if self.program.threads[u] == self.program.threads[t])
        targets = [u for u in direct if u < first and self.program.threads[u] != self.program.threads[t]]
        if not targets or self.chance(0.1):
            targets = [0]
        target = self.pick(sorted(struck_by(body)) or targets)
        self.put(body, S(kind, (target,)))

    def put(self, body, statement):
        """Somewhere before the end of the body, and not where a thread only comes in a loop."""
        end = len(body) - 1 if body and body[-1].kind in NEVER_INSIDE else len(body)
        body.insert(self.random.randint(0, max(0, end)), statement)


def strikes_others(program):
    return program.uses(*STRIKES)
