"""Writes programs as C, several into one file: the first argument of the executable chooses one of them, the others are the
outcome that its end is to fail with."""
from emit_strikes import HELPERS, StrikeWriter
from program import KINDS, functions_used, locals_used, objects_used

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <sys/time.h>
static int asked, target[16];
static long seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}
static double elapsed(const struct timeval *since) {
  struct timeval now, passed;
  gettimeofday(&now, 0);
  timersub(&now, since, &passed);
  return passed.tv_sec + passed.tv_usec * 1e-6;
}
static const struct timespec later = {4102444800, 0};
""" + HELPERS

MUTEX = {"normal": "PTHREAD_MUTEX_INITIALIZER", "recursive": "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
         "errorcheck": "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"}


class Lines:
    """Text, and which statement is in which line. A statement may have several: a loop's head and its end."""

    def __init__(self):
        self.text, self.line_of = [], {}

    def add(self, text, statement=None):
        for line in text.split("\n"):
            self.text.append(line)
        if statement is not None:
            self.line_of.setdefault(statement.identity, len(self.text))

    def result(self):
        return "\n".join(self.text) + "\n"


def expression(e):
    if isinstance(e, int):
        return str(e)
    _, r, added = e
    return f"((r{r} + {added}) & 3)" if added else f"r{r}"


def test(t):
    operator, r, number = t
    return f"r{r} {operator} {f'r{number[1]}' if isinstance(number, tuple) else number}"


class Writer(StrikeWriter):
    """One program. Its names begin with a prefix of its own."""

    def __init__(self, program, prefix, lines, is_volatile=False):
        self.program, self.p, self.lines, self.is_volatile = program, prefix, lines, is_volatile
        self.line_of = {}
        self.named = objects_used(program)

    def write(self):
        self.lines.line_of = self.line_of
        self.objects()
        for number, body in self.used('o', self.program.onces):
            self.function(f"{self.linkage()}void {self.p}once{number}(void)", body, "")
        self.routines()
        for number in functions_used(self.program)[1:]:
            self.lines.add(f"{self.linkage()}void *{self.p}f{number}(void *);")
        for number in functions_used(self.program)[1:]:
            if number not in self.program.unseen:
                body = self.program.functions[number]
                self.function(f"{self.linkage()}void *{self.p}f{number}(void *unused)", body, "return unused;")
        self.function(f"static int {self.p}main(void)", self.program.functions[0], "return 0;", self.initialise())
        return self.line_of

    def used(self, letter, objects):
        """Those objects that statements name, with their numbers."""
        return [(n, one) for n, one in enumerate(objects) if (letter, n) in self.named]

    def linkage(self):
        """What two files use has to be visible in both."""
        return "" if self.program.unseen else "static "

    def objects(self):
        p, add, program = self.p, self.lines.add, self.program
        static = self.linkage()
        volatile = "volatile " if self.is_volatile else ""
        for n, variable in self.used('v', program.variables):
            add(f"{static}{'_Atomic ' if variable.is_atomic else volatile}int {p}v{n} = {variable.initial};")
        for n, kind in self.used('m', program.mutexes):
            add(f"{static}pthread_mutex_t {p}m{n} = {MUTEX[kind]};")
        for n, _ in self.used('p', range(program.spinlocks)):
            add(f"{static}pthread_spinlock_t {p}p{n};")
        for n, _ in self.used('w', range(program.rwlocks)):
            add(f"{static}pthread_rwlock_t {p}w{n} = PTHREAD_RWLOCK_INITIALIZER;")
        for n, _ in self.used('s', program.semaphores):
            add(f"{static}sem_t {p}s{n};")
        for n, _ in self.used('c', range(program.conditions)):
            add(f"{static}pthread_cond_t {p}c{n} = PTHREAD_COND_INITIALIZER;")
        for n, _ in self.used('b', program.barriers):
            add(f"{static}pthread_barrier_t {p}b{n};")
        for n, _ in self.used('o', program.onces):
            add(f"{static}pthread_once_t {p}o{n} = PTHREAD_ONCE_INIT;")

    def initialise(self):
        p, program = self.p, self.program
        return ([f"pthread_spin_init(&{p}p{n}, 0);" for n, _ in self.used('p', range(program.spinlocks))] +
                [f"sem_init(&{p}s{n}, 0, {value});" for n, value in self.used('s', program.semaphores)] +
                [f"pthread_barrier_init(&{p}b{n}, 0, {count});" for n, count in self.used('b', program.barriers)] +
                self.installing())

    def write_unseen(self):
        """The functions that another compiler gets, in a file of their own. Their lines are known to nobody."""
        self.lines.line_of = {}
        before = self.lines.text
        self.lines.text = []
        self.objects()
        before += ["extern " + line.split(" = ")[0].rstrip(";") + ";" for line in self.lines.text]
        self.lines.text = before
        for number in functions_used(self.program)[1:]:
            self.lines.add(f"void *{self.p}f{number}(void *);")
        for number in set(self.program.unseen) & set(functions_used(self.program)):
            self.function(f"void *{self.p}f{number}(void *unused)", self.program.functions[number], "return unused;")

    def function(self, head, body, end, first=()):
        add = self.lines.add
        add(head + " {")
        used = sorted(locals_used(body))
        if used:
            add("  int " + ", ".join(f"r{n} = 0" for n in used) + ";")
            add("  " + " ".join(f"(void)r{n};" for n in used))
        if any(True for statement in flat(body) if statement.kind in ("create", "join", "detach")):
            add(f"  pthread_t h[{len(self.program.threads)}]; void *result; (void)result;")
        self.clocks(body)
        for line in first:
            add("  " + line)
        self.body(body, 1)
        if end:
            add("  " + end)
        add("}")

    def clocks(self, body):
        """What the deadlines of a function are kept in."""
        for style in sorted({s.arguments[0] for s in flat(body) if s.kind == "deadline"}):
            self.lines.add({"helper": "  long d_helper;", "time": "  time_t d_time;", "elapsed": "  struct timeval d_elapsed;"}[style])

    deadlines = {"helper": "d_helper = seconds() + 5;", "time": "d_time = time(0) + 5;", "elapsed": "gettimeofday(&d_elapsed, 0);"}
    before = {"helper": "seconds() < d_helper", "time": "time(0) < d_time", "elapsed": "elapsed(&d_elapsed) < 5.0"}

    def body(self, statements, depth):
        for statement in statements:
            getattr(self, "write_" + statement.kind, self.simple)(statement, depth)

    def simple(self, statement, depth):
        text = self.text(statement)
        if text:
            self.lines.add("  " * depth + text, statement)

    def load(self, v, order):
        name = f"{self.p}v{v}"
        if order == "plain":
            return name
        if not self.program.variables[v].is_atomic:
            return f"__atomic_load_n(&{name}, __ATOMIC_{order.upper()})"
        if order == "seq_cst":
            return name
        return f"atomic_load_explicit(&{name}, memory_order_{order})"

    def text(self, statement):
        """A statement without others in it, as a line."""
        p, kind, a = self.p, statement.kind, dict(zip(KINDS[statement.kind].split(), statement.arguments))
        r = f"r{a['r']}" if a.get("r") is not None else None
        v = f"{p}v{a.get('v')}"
        order = a.get("order")
        builtin = "v" in a and order != "plain" and not self.program.variables[a["v"]].is_atomic
        e = expression(a["e"]) if "e" in a else None
        m, s, w, c = f"&{p}m{a.get('m')}", f"&{p}s{a.get('s')}", f"&{p}w{a.get('w')}", f"&{p}c{a.get('c')}"
        spin = f"&{p}p{a.get('s')}"
        match kind:
            case "read":
                return f"{r} = {self.load(a['v'], order)};"
            case "write":
                if order == "plain" or (order == "seq_cst" and not builtin):
                    return f"{v} = {e};"
                if builtin:
                    return f"__atomic_store_n(&{v}, {e}, __ATOMIC_{order.upper()});"
                return f"atomic_store_explicit(&{v}, {e}, memory_order_{order});"
            case "increase":
                return f"{v} = ({v} + {a['k']}) & 3;"
            case "exchange":
                if builtin:
                    return f"{r} = __atomic_exchange_n(&{v}, {e}, __ATOMIC_{order.upper()});"
                return f"{r} = atomic_exchange_explicit(&{v}, {e}, memory_order_{order});"
            case "add":
                assigned = f"{r} = " if r else ""
                if builtin:
                    return f"{assigned}__atomic_fetch_add(&{v}, {a['k']}, __ATOMIC_{order.upper()});"
                return f"{assigned}atomic_fetch_add_explicit(&{v}, {a['k']}, memory_order_{order});"
            case "compare":
                failing = {"release": "relaxed", "acq_rel": "acquire"}.get(order, order)
                expected = a["expected"]
                if builtin:
                    return (f"{{ int x = {expected}; {r} = __atomic_compare_exchange_n(&{v}, &x, {e}, 0, "
                            f"__ATOMIC_{order.upper()}, __ATOMIC_{failing.upper()}); }}")
                return (f"{{ int x = {expected}; {r} = atomic_compare_exchange_strong_explicit(&{v}, &x, {e}, "
                        f"memory_order_{order}, memory_order_{failing}); }}")
            case "fence":
                return f"atomic_thread_fence(memory_order_{order});"
            case "lock" | "unlock":
                return f"pthread_mutex_{kind}({m});"
            case "trylock":
                return f"{r} = pthread_mutex_trylock({m}) == 0;"
            case "timedlock":
                return f"{r} = pthread_mutex_timedlock({m}, &later) == 0;"
            case "spin_lock" | "spin_unlock":
                return f"pthread_{kind}({spin});"
            case "spin_trylock":
                return f"{r} = pthread_spin_trylock({spin}) == 0;"
            case "read_lock":
                return f"pthread_rwlock_rdlock({w});"
            case "write_lock":
                return f"pthread_rwlock_wrlock({w});"
            case "rw_unlock":
                return f"pthread_rwlock_unlock({w});"
            case "try_read_lock":
                return f"{r} = pthread_rwlock_tryrdlock({w}) == 0;"
            case "try_write_lock":
                return f"{r} = pthread_rwlock_trywrlock({w}) == 0;"
            case "timed_read_lock":
                return f"{r} = pthread_rwlock_timedrdlock({w}, &later) == 0;"
            case "timed_write_lock":
                return f"{r} = pthread_rwlock_timedwrlock({w}, &later) == 0;"
            case "sem_wait" | "sem_post":
                return f"{kind}({s});"
            case "sem_trywait":
                return f"{r} = sem_trywait({s}) == 0;"
            case "sem_timedwait":
                return f"{r} = sem_timedwait({s}, &later) == 0;"
            case "sem_value":
                return f"sem_getvalue({s}, &{r});"
            case "cond_wait":
                return f"pthread_cond_wait({c}, {m});"
            case "cond_timedwait":
                return f"pthread_cond_timedwait({c}, {m}, &later);"
            case "cond_signal" | "cond_broadcast":
                return f"pthread_{kind}({c});"
            case "barrier":
                return f"pthread_barrier_wait(&{p}b{a['b']});"
            case "once":
                return f"pthread_once(&{p}o{a['o']}, {p}once{a['o']});"
            case "yield":
                return "sched_yield();"
            case "sleep":
                return "usleep(1);"
            case "deadline":
                return self.deadlines[a["style"]]
            case "create":
                return f"pthread_create(&h[{a['t']}], 0, {p}f{self.program.threads[a['t']]}, {self.handle_for(a['t'])});"
            case "join":
                assigned = f" {r} = (int)(long)result;" if r else ""
                return f"pthread_join(h[{a['t']}], {'&result' if r else '0'});{assigned}"
            case "detach":
                return f"pthread_detach(h[{a['t']}]);"
            case "set":
                return f"{r} = {e};"
            case "return":
                return f"return {e};" if self.in_main(statement) else f"return (void *)(long)({e});"
            case "thread_exit":
                return f"pthread_exit((void *)(long)({e}));"
            case "exit":
                return f"exit({a['status']});"
            case "immediate_exit":
                return f"_exit({a['status']});"
            case "assert":
                return f"assert({test(a['test'])});"
            case "input":
                return f"if (scanf(\"%d\", &{r}) != 1) {r} = 0;"
            case "outcome":
                return "assert(!(asked" + "".join(f" && r{r} == target[{n}]" for n, r in enumerate(a["locals"])) + "));"
        return self.strike(statement, a)

    def in_main(self, statement):
        return any(statement is one for one in flat(self.program.functions[0]))

    def test_text(self, t):
        return test(t)

    def write_if(self, statement, depth):
        self.branches(statement, f"if ({test(statement.arguments[0])})", depth)

    def write_if_shared(self, statement, depth):
        self.branches(statement, f"if ({self.condition(statement)})", depth)

    def condition(self, statement):
        v, operator, number, order = statement.arguments[-4:]
        return f"{self.load(v, order)} {operator} {number}"

    def branches(self, statement, head, depth):
        self.lines.add("  " * depth + head + " {", statement)
        self.body(statement.bodies[0], depth + 1)
        if len(statement.bodies) > 1 and statement.bodies[1]:
            self.lines.add("  " * depth + "} else {")
            self.body(statement.bodies[1], depth + 1)
        self.lines.add("  " * depth + "}")

    def write_while_shared(self, statement, depth):
        self.branches(statement, f"while ({self.condition(statement)})", depth)

    def write_for(self, statement, depth):
        r, n = statement.arguments
        self.branches(statement, f"for (r{r} = 0; r{r} < {n}; r{r}++)", depth)

    def write_before_and_shared(self, statement, depth):
        self.branches(statement, f"while ({self.before[statement.arguments[0]]} && {self.condition(statement)})", depth)

    def write_shared_and_before(self, statement, depth):
        self.branches(statement, f"while ({self.condition(statement)} && {self.before[statement.arguments[0]]})", depth)

    def write_repeat_while(self, statement, depth):
        self.repeat(statement, test(statement.arguments[0]), depth)

    def write_repeat_before(self, statement, depth):
        style, condition = statement.arguments
        self.repeat(statement, f"{test(condition)} && {self.before[style]}", depth)

    def repeat(self, statement, condition, depth):
        self.lines.add("  " * depth + "do {", statement)
        self.body(statement.bodies[0], depth + 1)
        self.lines.add("  " * depth + f"}} while ({condition});")


def flat(body):
    for statement in body:
        yield statement
        for inner in statement.bodies:
            yield from flat(inner)


def write(programs, is_volatile=False):
    """Returns the text of the file, and for each program a map from statements to lines."""
    lines = Lines()
    lines.add(HEAD.rstrip("\n"))
    maps = [Writer(program, f"p{n}_", lines, is_volatile).write() for n, program in enumerate(programs)]
    lines.add("int main(int argc, char **argv) {")
    lines.add("  asked = argc > 2;")
    lines.add("  for (int i = 2; i < argc && i < 18; i++) target[i - 2] = atoi(argv[i]);")
    lines.add("  switch (argc > 1 ? atoi(argv[1]) : 0) {")
    for n in range(len(programs)):
        lines.add(f"    case {n}: return p{n}_main();")
    lines.add("  }\n  return 0;\n}")
    return lines.result(), maps


def write_unseen(programs):
    lines = Lines()
    lines.add(HEAD.rstrip("\n"))
    for n, program in enumerate(programs):
        if program.unseen:
            writer = Writer(program, f"p{n}_", lines)
            for number in range(len(program.onces)):
                lines.add(f"void p{n}_once{number}(void);")
            for number in range(len(program.cleanups)):
                lines.add(f"void p{n}_cleanup{number}(void *);")
            lines.add(f"void p{n}_mask(int);")
            writer.write_unseen()
    return lines.result()
