"""Writes assumptions, atomic blocks, cancellations and signals: a part of the writer of C."""
from program import SELF, STRIKES, struck_by, walk

HELPERS = """extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
"""


class StrikeWriter:
    """A function that strikes a thread which it does not start gets that thread's handle as its argument."""

    def routines(self):
        program, p = self.program, self.p
        for number, body in enumerate(program.cleanups):
            self.function(f"{self.linkage()}void {p}cleanup{number}(void *unused)", body, "")
        if program.uses("kill"):
            self.function(f"static void {p}handler(int number)", program.handler, "")
        if program.uses("mask"):
            self.lines.add(f"{self.linkage()}void {p}mask(int how) {{")
            self.lines.add("  sigset_t set;\n  sigemptyset(&set);\n  sigaddset(&set, SIGUSR1);\n  pthread_sigmask(how, &set, 0);\n}")

    def installing(self):
        if not self.program.uses("kill"):
            return []
        flags = "SA_RESTART" if self.program.restarts else "0"
        return [f"struct sigaction action = {{.sa_handler = {self.p}handler, .sa_flags = {flags}}};",
                "sigaction(SIGUSR1, &action, 0);"]

    def handle_for(self, t):
        """What the thread gets as its argument."""
        targets = struck_by(self.program.functions[self.program.threads[t]])
        if not targets:
            return "0"
        target, = targets
        return "(void *)pthread_self()" if target == 0 else f"(void *)h[{target}]"

    def handle(self, statement, t):
        if t == SELF:
            return "pthread_self()"
        body = next(body for body in self.program.functions if any(one is statement for one in walk(body)))
        return "(pthread_t)unused" if t in struck_by(body) else f"h[{t}]"

    def strike(self, statement, a):
        kind, p = statement.kind, self.p
        if kind in STRIKES:
            handle = self.handle(statement, a["t"])
            return f"pthread_cancel({handle});" if kind == "cancel" else f"pthread_kill({handle}, SIGUSR1);"
        match kind:
            case "assume":
                return f"__VERIFIER_assume({self.test_text(a['test'])});"
            case "assume_shared":
                return f"__VERIFIER_assume({self.load(a['v'], a['order'])} {a['operator']} {a['number']});"
            case "testcancel":
                return "pthread_testcancel();"
            case "cancel_state":
                return f"pthread_setcancelstate(PTHREAD_CANCEL_{'ENABLE' if a['enabled'] else 'DISABLE'}, 0);"
            case "mask":
                return f"{p}mask({'SIG_BLOCK' if a['blocked'] else 'SIG_UNBLOCK'});"
            case "pause":
                return "pause();"
        raise AssertionError(kind)

    def write_atomic(self, statement, depth):
        self.lines.add("  " * depth + "__VERIFIER_atomic_begin();", statement)
        self.body(statement.bodies[0], depth + 1)
        self.lines.add("  " * depth + "__VERIFIER_atomic_end();")

    def write_cleanup(self, statement, depth):
        k, execute = statement.arguments
        self.lines.add("  " * depth + f"pthread_cleanup_push({self.p}cleanup{k}, 0);", statement)
        self.body(statement.bodies[0], depth + 1)
        self.lines.add("  " * depth + f"pthread_cleanup_pop({execute});")
