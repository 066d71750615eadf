"""Random C programs with data races that show in some interleavings only: branches on what was read, with and without a lock,
nested locks, locks and variables behind pointers that threads change, atomics, conditions, and threads that create threads."""
import random

HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static int x[%(variables)d];
static int* p = &x[0];
static atomic_int a;
static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t n0 = PTHREAD_MUTEX_INITIALIZER, n1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t* q = &n0;
static sem_t s;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.choice([2, 2, 2, 3])
        self.variables = self.random.randint(2, 5)
        self.locks = self.random.choice([["&n0"], ["&n0", "&n1"], ["&n0", "&n1"], ["&m[0]", "&n0"], ["&n0", "&n1", "q"], ["&m[0]", "&m[i]"]])
        self.guards = [self.random.choice(self.locks) for _ in range(self.variables)]
        self.discipline = self.random.choice([0.6, 0.8, 0.9, 0.97, 1.0])
        self.careless = self.random.choice([None, None, 0, 1, 2])  # the only statement of a thread that may break the rules
        self.rules = self.discipline
        self.uses = {name: self.random.random() < share for name, share in
                     (("pointer", 0.3), ("atomic", 0.3), ("helper", 0.4), ("try", 0.1), ("semaphore", 0.15),
                      ("condition", 0.15), ("child", 0.1), ("loop", 0.2), ("index", 0.2))}

    def variable(self, lock=None):
        if lock is None or self.random.random() > self.rules:
            return self.random.randrange(self.variables)
        own = [v for v in range(self.variables) if self.guards[v] == lock]
        return self.random.choice(own) if own else None

    def place(self, lock=None):
        kind = self.random.random()
        if self.uses["pointer"] and kind < 0.2:
            return "*p"
        if self.uses["index"] and kind > 0.8:
            return f"x[l & 1]"
        variable = self.variable(lock)
        return None if variable is None else f"x[{variable}]"

    def access(self, lock=None):
        place = self.place(lock)
        if place is None:
            return "l++;"
        kinds = [f"{place}++;", f"{place} = {self.random.randrange(3)};", f"l = {place};", f"l += {place};", f"{place} += l;"]
        if self.uses["pointer"]:
            kinds.append(f"p = &x[{self.random.randrange(self.variables)}];")
        if "q" in self.locks and self.random.random() < 0.3:
            kinds.append(f"q = {self.random.choice(['&n0', '&n1'])};")
        return self.random.choice(kinds)

    def branch(self, body):
        condition = self.random.choice(["l", "!l", "l == 1", "l > 1"])
        if self.random.random() < 0.25:
            other = self.section("") if self.rules == 1 else self.access()
            return f"if ({condition}) {{ {body} }} else {{ {other} }}"
        return f"if ({condition}) {{ {body} }}"

    def section(self, outer=None):
        lock = self.random.choice([lock for lock in self.locks if lock != outer])
        parts = [self.access(lock) for _ in range(self.random.randint(1, 2))]
        if self.random.random() < 0.4:
            parts.append(f"if (l {self.random.choice(['== 0', '!= 0', '> 1'])}) {{ {self.access(lock)} }}")
        if outer is None and len(self.locks) > 1 and self.random.random() < 0.2:
            parts.append(self.section(lock))
        if self.uses["condition"] and self.random.random() < 0.3:
            parts.append(self.random.choice(["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"]))
        body = " ".join(parts)
        if self.uses["try"] and self.random.random() < 0.4:
            return f"if (!pthread_mutex_trylock({lock})) {{ {body} pthread_mutex_unlock({lock}); }}"
        if lock == "q":
            return f"{{ pthread_mutex_t* h = q; pthread_mutex_lock(h); {body} pthread_mutex_unlock(h); }}"
        return f"pthread_mutex_lock({lock}); {body} pthread_mutex_unlock({lock});"

    def statement(self):
        kind = self.random.random()
        if kind < 0.55:
            return self.section()
        if kind < 0.72:
            body = self.section() if self.random.random() < 0.5 or self.rules == 1 else self.access()
            return self.branch(body)
        if self.uses["atomic"] and kind < 0.84:
            order = self.random.choice(["relaxed", "seq_cst"])
            return self.random.choice([f"atomic_store_explicit(&a, 1, memory_order_{order});",
                                       f"l = atomic_load_explicit(&a, memory_order_{order});", "atomic_fetch_add(&a, 1);"])
        if self.uses["semaphore"] and kind < 0.9:
            return self.random.choice(["sem_post(&s);", "sem_post(&s); sem_wait(&s);"])
        if self.uses["helper"] and kind < 0.95:
            return "l = helper(l, i);"
        if self.random.random() > self.rules:
            return self.access()
        return "l++;"

    def body(self, most):
        statements = []
        for number in range(self.random.randint(max(1, most - 1), most)):
            self.rules = self.discipline if self.careless in (None, number) else 1
            statements.append(self.statement())
        if self.uses["loop"] and self.random.random() < 0.5:
            statements.append(f"for (int k = 0; k < {self.random.choice(['2', 'l && k < 2 ? k + 1 : 0'])}; k++) "
                              f"{{ {self.access() if self.rules < 1 else self.section()} }}")
        return "\n  ".join(statements)

    def text(self):
        text = HEAD % {"variables": self.variables}
        text += f"static int helper(int l, int i) {{\n  (void)i;\n  {self.section()}\n  return l;\n}}\n"
        child = self.uses["child"]
        if child:
            text += f"static void* child(void* v) {{\n  int l = 0, i = 1;\n  (void)i;\n  {self.body(1)}\n  (void)l;\n  return v;\n}}\n"
        for thread in range(self.threads):
            body = self.body(4 if self.threads == 2 and not child else 2)
            if child and thread == 0:
                body = f"pthread_t t;\n  pthread_create(&t, 0, child, 0);\n  {body}\n  pthread_join(t, 0);"
            text += (f"static void* t{thread}(void* v) {{\n  int l = 0, i = {thread} & 1;\n  (void)i;\n  {body}\n  (void)l;\n"
                     "  return v;\n}\n")
        text += f"int main(void) {{\n  pthread_t t[{self.threads}];\n  int l = 0, i = 2;\n  (void)i;\n  sem_init(&s, 0, 0);\n"
        for thread in range(self.threads):
            text += f"  pthread_create(&t[{thread}], 0, t{thread}, 0);\n"
        self.rules = self.discipline
        if self.random.random() < 0.2:
            text += f"  {self.statement()}\n"
        if self.random.random() < 0.2:
            text += f"  pthread_join(t[0], 0);\n  {self.access()}\n"
            text += "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(1, self.threads))
        else:
            text += "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(self.threads))
        return text + f"  l += x[0] + (helper != 0);\n  return l > {self.random.choice([1, 99])};\n}}\n"


def program(seed):
    return Writer(seed).text()
