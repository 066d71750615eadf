"""What cancellations and signals mean: a part of the assembler.

A cancellation is deferred: it is acted upon at the next cancellation point, where it comes before whatever the thread waited for.
A signal is handled before the thread's next step. POSIX leaves room for more; a *loose* machine takes all of it: at a
cancellation point a thread may do what it can do instead, a signal may be handled any number of steps later, and it
may end a wait that it could have come before.
"""
from program import SELF
from states import ALIVE, EXITED, JOINED

CANCELED = -1  # what a thread that was cancelled returns


class Strikes:
    """Instructions for both. The assembler that it is part of has `cleanups`, the handlers around the present statement, and
    `unwinders`: for each such list, where the code is that runs them."""

    def is_due(self, thread):
        """Whether a thread would be cancelled at a cancellation point, as a function of a state."""
        if not self.machine.has_cancellations:
            return lambda s: False
        requested, disabled = self.layout.requested[thread], self.layout.disabled[thread]
        return lambda s: s[requested] and not s[disabled]

    def act(self):
        """What being cancelled here changes in a list."""
        requested, disabled, counter = self.layout.requested[self.thread], self.layout.disabled[self.thread], self.counter
        place = self.unwinders.setdefault(tuple(self.cleanups), [0])

        def effect(s):
            s[requested], s[disabled] = 0, 1
            s[counter] = place[0]
        return effect

    def cancellation_point(self, instruction):
        """Makes an instruction one."""
        if not self.machine.has_cancellations:
            return
        original, due, effect, is_loose = instruction.run, self.is_due(self.thread), self.act(), self.machine.is_loose

        def run(s):
            if not due(s):
                return original(s)
            after = list(s)
            effect(after)
            return [after, *original(s)] if is_loose else (after,)
        instruction.run = run

    def unwinding(self):
        """The code behind a thread's own: cleanup handlers, the innermost first, and the end."""
        for handlers, place in self.unwinders.items():
            place[0] = len(self.code)
            self.cleanups = []
            for k in reversed(handlers):
                self.body(self.machine.program.cleanups[k])
            self.leave(None, CANCELED)

    def target(self, statement, t):
        """The thread that is meant, and what checks that it is still there."""
        t = self.thread if t == SELF else t
        status, detached = self.layout.status[t], self.layout.detached[t]

        def is_there(s):
            if s[status] == JOINED or (s[status] == EXITED and s[detached]):
                self.misuse(statement, s, True)
            return s[status] == ALIVE
        return t, is_there

    def do_cancel(self, statement, t):
        t, is_there = self.target(statement, t)
        requested = self.layout.requested[t]

        def effect(s):
            if is_there(s):
                s[requested] = 1
        self.change(statement, effect).object = t

    def do_testcancel(self, statement):
        self.cancellation_point(self.change(statement, lambda s: None))

    def do_cancel_state(self, statement, enabled):
        if not self.machine.has_cancellations:
            return
        disabled, counter, following = self.layout.disabled[self.thread], self.counter, len(self.code) + 1

        def run(s):
            s[disabled] = 0 if enabled else 1
            s[counter] = following
        self.compute(run)

    def do_cleanup(self, statement, k, execute):
        self.cleanups.append(k)
        self.body(statement.bodies[0])
        self.cleanups.pop()
        if execute:
            self.body(self.machine.program.cleanups[k])

    def do_kill(self, statement, t):
        t, is_there = self.target(statement, t)
        pending, handle = self.layout.pending[t], self.handle_at_once()

        def effect(s):
            if is_there(s):
                s[pending] = 1
                if t == self.thread:
                    handle(s)
        self.change(statement, effect).object = t

    def handle_at_once(self):
        """What a thread does to itself, by sending or by unblocking a signal, it handles before it goes on to anything else."""
        layout, thread, counter, begin = self.layout, self.thread, self.counter, self.handler_begin
        pending, mask, resume = layout.pending[thread], layout.mask[thread], layout.resume[thread]

        def handle(s):
            if s[pending] and not s[mask] and not s[resume]:
                s[pending] = 0
                s[resume] = s[counter] + 1
                s[counter] = begin[0]
        return handle

    def do_mask(self, statement, blocked):
        if not self.machine.has_signals:
            return
        mask, handle = self.layout.mask[self.thread], self.handle_at_once()

        def effect(s):
            s[mask] = 1 if blocked else 0
            handle(s)
        self.change(statement, effect)

    def do_pause(self, statement):
        self.interruptible(self.step(statement, lambda s: ()), always=True)
        self.cancellation_point(self.code[-1])

    def interruptible(self, instruction, failed=None, is_timed=False, always=False):
        """A wait that the handler of a signal ends, with what is then done to a list."""
        program = self.machine.program
        if not self.machine.has_signals or (program.restarts and not always):
            return
        counter, following = self.counter, len(self.code)

        def interrupt(s):
            if failed:
                failed(s)
            s[counter] = following
        instruction.interrupt = interrupt
        instruction.may_end_first = is_timed and self.machine.timeouts == "explore"

    def handling(self):
        """The handler behind a thread's own code, and the step that begins it."""
        layout, thread, counter = self.layout, self.thread, self.counter
        pending, resume, mask = layout.pending[thread], layout.resume[thread], layout.mask[thread]
        begin, code, due, is_loose = len(self.code), self.code, self.is_due(thread), self.machine.is_loose
        self.handler_begin[0] = begin
        self.cleanups = []
        self.body(self.machine.program.handler)

        def come_back(s):
            s[counter] = s[resume] - 1
            s[resume] = 0
        self.compute(come_back)

        def deliver(s):
            interrupted = code[s[counter]]
            again = list(s)
            lists = [again]
            if interrupted.interrupt and (is_loose or (not due(s) and (interrupted.may_end_first or not interrupted.run(s)))):
                ended = list(s)
                interrupted.interrupt(ended)
                lists.append(ended)
            for after in lists:
                after[pending] = 0
                after[resume] = after[counter] + 1
                after[counter] = begin
            return lists

        def is_deliverable(s):
            return s[pending] and not s[mask] and not s[resume]
        self.machine.deliveries[thread] = (is_deliverable, self.instruction("deliver", deliver))
