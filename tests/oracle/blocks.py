"""What assumptions and atomic blocks mean: a part of the assembler.

An assumption that fails stops its thread for ever. Others go on, because it could have failed later; but where nobody can, the
execution does not count. Inside an atomic block nobody else goes on either, so that the whole execution ends there.
"""
from states import COMPARE, ENDED, ENDED_AT

STOPPED = "assumption_failed"  # the kind of the instruction that such a thread stays at


class Blocks:
    """Instructions for both. The assembler that it is part of has `in_block`."""

    def do_assume(self, statement, test):
        holds, counter, following = self.test(test), self.counter, len(self.code) + 1

        def run(s):
            s[counter] = following + 1 if holds(s) else following
        self.compute(run)
        self.stop(statement)

    def do_assume_shared(self, statement, v, operator, number, order):
        place, counter, compare = self.layout.variables[v], self.counter, COMPARE[operator]
        following = len(self.code) + 1

        def effect(s):
            s[counter] = following + 1 if compare(s[place], number) else following
        self.access(self.change(statement, effect, "read"), v, False, order)
        self.stop(statement)

    def stop(self, statement):
        if not self.in_block:
            self.step(statement, lambda s: (), STOPPED)
            return

        def end(s):
            s[ENDED_AT] = ENDED
        self.change(statement, end, STOPPED)

    def do_atomic(self, statement):
        """Machine.moves goes on with a thread that is inside, until it leaves the block or has to wait in it."""
        section, me = self.layout.section, self.thread + 1

        def enter(s):
            s[section] = me

        def leave(s):
            s[section] = 0
        self.change_if(statement, lambda s: s[section] == 0, enter).object = section
        self.code[-1].kind = "atomic_begin"
        outer, self.in_block = self.in_block, True
        self.body(statement.bodies[0])
        self.in_block = outer
        self.change(statement, leave, "atomic_end").object = section
