"""Writes programs as C++ with the standard library's threads, locks and atomics: twins of what emit_c.py writes.

What the standard library lacks stays as it is in C: spinlocks, barriers that a search can go through. So do semaphores: in
libstdc++ 12 a release that finds the count above zero wakes nobody, so that a taker whose compare-exchange failed just then sleeps
for ever although there is something to take. A check finds that, and the oracle knows no library.
"""
from emit_c import Lines, Writer, expression
from program import KINDS, functions_used, locals_used, objects_used, walk

HEAD = """#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <shared_mutex>
#include <ctime>
#include <thread>
#include <unistd.h>
extern "C" void __VERIFIER_assume(int), __VERIFIER_atomic_begin(), __VERIFIER_atomic_end();
using Clock = std::chrono::steady_clock;
static double elapsed(Clock::time_point since) { return std::chrono::duration<double>(Clock::now() - since).count(); }
static int asked, target[16];
static const struct timespec later = {4102444800, 0};
static const auto later_time = std::chrono::system_clock::from_time_t(4102444800);
"""


def has_twin(program):
    """What has no counterpart: mutexes that check for errors, misuse that would throw, conditions with other mutexes."""
    if program.unseen or "errorcheck" in program.mutexes or program.uses("sem_value"):
        return False
    if program.uses("cancel", "testcancel", "cancel_state", "cleanup", "kill", "mask", "pause"):
        return False  # of POSIX only
    with_conditions = {s.arguments[1] for s in program.statements() if s.kind in ("cond_wait", "cond_timedwait")}
    timed = {s.arguments[1] for s in program.statements() if s.kind == "timedlock"}
    if any(program.mutexes[m] != "normal" or m in timed for m in with_conditions):
        return False
    leaves_main = any(s.kind == "thread_exit" for s in walk(program.functions[0]))
    return program.family != "misuses" and not leaves_main and not re_reads(program)


def re_reads(program):
    """Whether an unlock of a read-write lock cannot be told to end a read or a write lock from the text alone."""
    for body in program.bodies():
        held = None
        for s in walk(body):
            if s.kind.endswith(("read_lock", "write_lock")):
                if held is not None:
                    return True
                held = s.kind
            elif s.kind == "rw_unlock":
                if held is None:
                    return True
                held = None
    return False


class CppWriter(Writer):
    def __init__(self, program, prefix, lines):
        super().__init__(program, prefix, lines)
        self.timed = {s.arguments[1] for s in program.statements() if s.kind == "timedlock"}
        self.timed_rw = program.uses("timed_read_lock", "timed_write_lock")
        self.reading = {}  # unlocks of read-write locks that end a read lock
        for body in program.bodies():
            is_reading = False
            for s in walk(body):
                if s.kind.endswith(("read_lock", "write_lock")):
                    is_reading = s.kind.endswith("read_lock")
                elif s.kind == "rw_unlock":
                    self.reading[s.identity] = is_reading

    def write(self):
        self.lines.line_of = self.line_of
        self.objects()
        for number, body in self.used('o', self.program.onces):
            self.function(f"static void {self.p}once{number}()", body, "")
        for number in functions_used(self.program)[1:]:
            self.lines.add(f"static void {self.p}f{number}(int me);")
        for number in functions_used(self.program)[1:]:
            self.function(f"static void {self.p}f{number}(int me)", self.program.functions[number], f"{self.p}result[me] = 0;")
        self.function(f"static int {self.p}main()", self.program.functions[0], "return 0;", self.initialise())
        return self.line_of

    def objects(self):
        """Those with a destructor are on the heap: it would run at an exit, while other threads still use them."""
        p, add, program = self.p, self.lines.add, self.program
        for n, variable in self.used('v', program.variables):
            kind = "std::atomic<int>" if variable.is_atomic else "int"
            add(f"static {kind} {p}v{n}{{{variable.initial}}};")

        def on_heap(kind, name):
            add(f"static {kind}& {p}{name} = *new {kind};")
        for n, kind in self.used('m', program.mutexes):
            name = ("recursive_" if kind == "recursive" else "") + ("timed_" if n in self.timed else "") + "mutex"
            on_heap("std::" + name, f"m{n}")
        for n, _ in self.used('p', range(program.spinlocks)):
            add(f"static pthread_spinlock_t {p}p{n};")
        for n, _ in self.used('w', range(program.rwlocks)):
            on_heap("std::shared_timed_mutex" if self.timed_rw else "std::shared_mutex", f"w{n}")
        for n, _ in self.used('s', program.semaphores):
            add(f"static sem_t {p}s{n};")
        for n, _ in self.used('c', range(program.conditions)):
            on_heap("std::condition_variable", f"c{n}")
        for n, _ in self.used('b', program.barriers):
            add(f"static pthread_barrier_t {p}b{n};")
        for n, _ in self.used('o', program.onces):
            on_heap("std::once_flag", f"o{n}")
        add(f"static int {p}result[{len(program.threads)}];")

    def initialise(self):
        p, program = self.p, self.program
        result = [f"pthread_spin_init(&{p}p{n}, 0);" for n, _ in self.used('p', range(program.spinlocks))]
        result += [f"sem_init(&{p}s{n}, 0, {value});" for n, value in self.used('s', program.semaphores)]
        return result + [f"pthread_barrier_init(&{p}b{n}, 0, {count});" for n, count in self.used('b', program.barriers)]

    def function(self, head, body, end, first=()):
        add = self.lines.add
        add(head + " {")
        used = sorted(locals_used(body))
        if used:
            add("  int " + ", ".join(f"r{n} = 0" for n in used) + ";")
            add("  " + " ".join(f"(void)r{n};" for n in used))
        if any(s.kind in ("create", "join", "detach") for s in walk(body)):
            add(f"  std::thread* h[{len(self.program.threads)}];")
        self.clocks(body)
        for line in first:
            add("  " + line)
        self.body(body, 1)
        if end:
            add("  " + end)
        add("}")

    def clocks(self, body):
        for style in sorted({s.arguments[0] for s in walk(body) if s.kind == "deadline"}):
            self.lines.add({"helper": "  Clock::time_point d_helper;", "time": "  std::time_t d_time;",
                            "elapsed": "  Clock::time_point d_elapsed;"}[style])

    deadlines = {"helper": "d_helper = Clock::now() + std::chrono::seconds(5);", "time": "d_time = std::time(nullptr) + 5;",
                 "elapsed": "d_elapsed = Clock::now();"}
    before = {"helper": "Clock::now() < d_helper", "time": "std::time(nullptr) < d_time", "elapsed": "elapsed(d_elapsed) < 5.0"}

    def load(self, v, order):
        if self.program.variables[v].is_atomic:
            return f"{self.p}v{v}.load(std::memory_order_{order})"
        return super().load(v, order)

    def text(self, statement):
        p, kind, a = self.p, statement.kind, dict(zip(KINDS[statement.kind].split(), statement.arguments))
        r = f"r{a['r']}" if a.get("r") is not None else None
        e = expression(a["e"]) if "e" in a else None
        m, w, c = f"{p}m{a.get('m')}", f"{p}w{a.get('w')}", f"{p}c{a.get('c')}"
        if "v" in a and self.program.variables[a["v"]].is_atomic and (text := self.atomic(kind, a, r, e)):
            return text
        match kind:
            case "lock" | "unlock":
                return f"{m}.{kind}();"
            case "trylock":
                return f"{r} = {m}.try_lock();"
            case "timedlock":
                return f"{r} = {m}.try_lock_until(later_time);"
            case "read_lock":
                return f"{w}.lock_shared();"
            case "write_lock":
                return f"{w}.lock();"
            case "rw_unlock":
                return f"{w}.unlock_shared();" if self.reading[statement.identity] else f"{w}.unlock();"
            case "try_read_lock":
                return f"{r} = {w}.try_lock_shared();"
            case "try_write_lock":
                return f"{r} = {w}.try_lock();"
            case "timed_read_lock":
                return f"{r} = {w}.try_lock_shared_until(later_time);"
            case "timed_write_lock":
                return f"{r} = {w}.try_lock_until(later_time);"
            case "cond_wait":
                return f"{{ std::unique_lock<std::mutex> held({m}, std::adopt_lock); {c}.wait(held); held.release(); }}"
            case "cond_timedwait":
                return (f"{{ std::unique_lock<std::mutex> held({m}, std::adopt_lock); {c}.wait_until(held, later_time); "
                        "held.release(); }")
            case "cond_signal":
                return f"{c}.notify_one();"
            case "cond_broadcast":
                return f"{c}.notify_all();"
            case "once":
                return f"std::call_once({p}o{a['o']}, {p}once{a['o']});"
            case "yield":
                return "std::this_thread::yield();"
            case "sleep":
                return "std::this_thread::sleep_for(std::chrono::microseconds(1));"
            case "fence":
                return f"std::atomic_thread_fence(std::memory_order_{a['order']});"
            case "create":
                t = a["t"]
                return f"h[{t}] = new std::thread({p}f{self.program.threads[t]}, {t});"
            case "join":
                return f"h[{a['t']}]->join();" + (f" {r} = {p}result[{a['t']}];" if r else "")
            case "detach":
                return f"h[{a['t']}]->detach();"
            case "return" | "thread_exit":
                return f"return {e};" if self.in_main(statement) else f"{p}result[me] = {e}; return;"
        return super().text(statement)

    def atomic(self, kind, a, r, e):
        v = f"{self.p}v{a['v']}"
        order = f"std::memory_order_{a.get('order')}"
        match kind:
            case "write":
                return f"{v}.store({e}, {order});"
            case "exchange":
                return f"{r} = {v}.exchange({e}, {order});"
            case "add":
                return (f"{r} = " if r else "") + f"{v}.fetch_add({a['k']}, {order});"
            case "compare":
                return f"{{ int x = {a['expected']}; {r} = {v}.compare_exchange_strong(x, {e}, {order}); }}"
        return None


def write(programs):
    lines = Lines()
    lines.add(HEAD.rstrip("\n"))
    maps = [CppWriter(program, f"p{n}_", lines).write() for n, program in enumerate(programs)]
    lines.add("int main(int argc, char **argv) {")
    lines.add("  asked = argc > 2;")
    lines.add("  for (int i = 2; i < argc && i < 18; i++) target[i - 2] = atoi(argv[i]);")
    lines.add("  switch (argc > 1 ? atoi(argv[1]) : 0) {")
    for n in range(len(programs)):
        lines.add(f"    case {n}: return p{n}_main();")
    lines.add("  }\n  return 0;\n}")
    return lines.result(), maps
