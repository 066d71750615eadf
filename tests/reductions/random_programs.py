"""Random C programs with critical sections: nested ones, waits on a condition, branches, atomics, pointers, and accesses that
keep to no lock; with updates that commute and such that look alike, writes of equal values, writes that are overwritten,
compare-exchanges that fail, and atomic blocks that begin with assumptions, like read-write locks made of variables. Some consist of
sections that access one thing or another by what they read; of these the end that they come to where threads run one after the
other fails nothing, because what mutexes guard is learned from executions that fail nothing.
Every end of a program fails an assertion of its own, so that the findings of a check say which ends there are. Of some
programs the end shows only a part of what they computed; the rest decides nothing, or which locks are taken. In some all
threads are alike: the same function, the same argument; and some of those tell them apart when they join them."""
import random

ENDS = 24

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static %(type)s x[%(variables)d];
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
static int writing, reading;
static atomic_int a, b;
static %(type)s* q = &x[0];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int out[%(threads)d];
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.choice([2, 2, 2, 3])
        self.variables = self.random.randint(1, 4)
        self.mutexes = self.random.randint(1, 2)
        self.guards = [self.random.randrange(self.mutexes) for _ in range(self.variables)]
        self.keeps_to_locks = self.random.random() < 0.65
        self.shows_all = self.random.random() < 0.5
        self.alike = seed % 5 >= 3
        self.updates_much = self.random.random() < 0.5
        self.assumes_much = self.random.random() < 0.3
        self.decides_much = seed % 7 in (2, 5)
        if self.decides_much:
            self.alike = seed % 5 == 4
            self.threads, self.variables = self.random.choice([3, 3, 4]), self.random.randint(3, 5)
            self.mutexes = self.random.choice([1, 1, 1, 2])
            self.guards = [self.random.randrange(self.mutexes) for _ in range(self.variables)]
            self.shows_all = self.random.random() < 0.8

    def shown(self, names):
        """Those that the end shows."""
        return names if self.shows_all else [name for name in names if self.random.random() < 0.4]

    def access(self, variables):
        if not variables:
            return ""
        variable = f"x[{self.random.choice(variables)}]"
        return self.random.choice([
            f"{variable}++;", f"{variable} = {self.random.randrange(3)};", f"l += {variable};", f"{variable} += l;",
            f"if ({variable} == {self.random.randrange(3)}) l++;"])

    def update(self):
        """Of an atomic variable: of a kind that commutes, or not; with a result that is used, or not."""
        atomic, operand = self.random.choice("ab"), self.random.randrange(1, 4)
        if self.random.random() < 0.6:
            return f"atomic_fetch_{self.random.choice(['add', 'add', 'sub', 'or', 'and', 'xor'])}(&{atomic}, {operand});"
        return self.random.choice([
            f"l += atomic_fetch_add(&{atomic}, {operand});", f"atomic_store(&{atomic}, {operand % 2});",
            f"l += atomic_load(&{atomic});", f"atomic_fetch_add(&{atomic}, l);",
            f"{{ int e = {operand}; if (atomic_compare_exchange_strong(&{atomic}, &e, 2)) l++; }}",
            f"if (atomic_load(&{atomic}) == {operand}) l += 3;"])

    def change(self, variables):
        """Of a plain variable, in a way that the analyses look for."""
        if not variables:
            return self.update()
        variable, operand = f"x[{self.random.choice(variables)}]", self.random.randrange(1, 4)
        other = f"x[{self.random.choice(variables)}]"
        if self.random.random() < 0.25:  # what comes next depends on what has come before
            then = self.random.choice([f"l += {other};", f"{other} += 1;", f"{other} = {operand};"])
            return f"if ({variable} == {operand % 2}) {then}"
        return self.random.choice([
            f"{variable} += {operand};", f"{variable} -= {operand};", f"{variable} |= {operand};", f"{variable} ^= 1;",
            f"{variable} = {operand}; {variable} = {operand % 2};", f"{variable} = 1;", f"{variable} += l;",
            f"l += {variable}++;", f"{variable} = {operand} - {variable};", f"{variable} += x[0];",
            f"{variable} = 3; l += x[0]; {variable} = 1;"])

    def through_pointer(self):
        return self.random.choice([f"q = &x[{self.random.randrange(self.variables)}];", "*q += 1;", "*q = 1;", "l += *q;",
                                   "*q = 2; *q = 1;"])

    def exchange(self):
        """That may fail, and whose outcome is used or not."""
        atomic, expected, desired = self.random.choice("aab"), self.random.randrange(3), self.random.randrange(3)
        then = self.random.choice(["", "l++;", "l += 2;", f"atomic_fetch_add(&{self.random.choice('ab')}, 1);"])
        call = f"atomic_compare_exchange_strong(&{atomic}, &e, {desired})"
        return self.random.choice([f"{{ int e = {expected}; if ({call}) {{ {then} }} }}",
                                   f"{{ int e = {expected}; if (!{call}) {{ l += e; {then} }} }}",
                                   f"{{ int e = {expected}; {call}; }}", f"l += atomic_load(&{atomic});"])

    def condition(self):
        variable = f"x[{self.random.randrange(self.variables)}]"
        return self.random.choice([
            "writing == 0", "writing == 0 && reading == 0", f"{variable} == {self.random.randrange(3)}", "reading == 0",
            f"{variable} > 0 || reading > 0", f"{variable} < 2 && writing == 0", "atomic_load(&a) < 2",
            f"writing == 0 || {variable} == 1"])

    def assuming_block(self):
        """One of a lock's operations, or something like it; often what it takes is given back."""
        everything = list(range(self.variables))
        kind = self.random.random()
        inside = " ".join(self.random.choice([self.access(everything), "l++;", self.exchange()])
                          for _ in range(self.random.randint(0, 2)))
        begin, end = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"
        if kind < 0.3:
            release = self.random.choice(["writing = 0;", f"{begin} writing = 0; {end}"])
            return f"{begin} __VERIFIER_assume(writing == 0 && reading == 0); writing = 1; {end} {inside} {release}"
        if kind < 0.6:
            release = self.random.choice([f"{begin} reading = reading - 1; {end}", "reading--;"])
            return f"{begin} __VERIFIER_assume(writing == 0); reading = reading + 1; {end} {inside} {release}"
        change = self.random.choice(["writing = 1;", "writing = 0;", "reading++;", "reading--;", self.access(everything),
                                     self.update()])
        more = self.random.choice(["", "", f"l++; __VERIFIER_assume({self.condition()});"])
        return f"{begin} __VERIFIER_assume({self.condition()}); {more} {change} {end} {inside}"

    def special(self):
        kind = self.random.random()
        if kind < 0.2:
            return self.update()
        if kind < 0.35:
            return self.exchange()
        if kind < 0.6:
            mutex = self.random.randrange(self.mutexes)
            own = self.guarded_by(mutex)
            changes = " ".join(self.change(own) for _ in range(self.random.randint(1, 2)))
            return f"pthread_mutex_lock(&m[{mutex}]); {changes} pthread_mutex_unlock(&m[{mutex}]);"
        everything = list(range(self.variables))
        if kind < 0.75:
            inside = self.random.choice([self.update(), self.change(everything), self.change(everything)])
            return f"__VERIFIER_atomic_begin(); {inside} {self.access(everything)} __VERIFIER_atomic_end();"
        return self.change(everything) if kind < 0.9 else self.through_pointer()

    def guarded_by(self, mutex):
        return [v for v in range(self.variables) if self.guards[v] == mutex]

    def section(self):
        mutex = self.random.randrange(self.mutexes)
        own = self.guarded_by(mutex)
        parts = []
        if own and self.random.random() < 0.22:
            keyword = self.random.choice(["if", "while"])
            parts.append(f"{keyword} (x[{self.random.choice(own)}] < 1) pthread_cond_wait(&c, &m[{mutex}]);")
        parts += [self.access(own) for _ in range(self.random.randint(0, 2))]
        if own and self.random.random() < 0.2:
            parts.append(f"if (x[{self.random.choice(own)}] > 1) {{ {self.access(own)} }}")
        if self.mutexes == 2 and self.random.random() < 0.25:
            other = 1 - mutex
            parts.append(f"pthread_mutex_lock(&m[{other}]); {self.access(self.guarded_by(other))} "
                         f"pthread_mutex_unlock(&m[{other}]);")
        if self.random.random() < 0.3:
            parts.append(self.random.choice(["atomic_fetch_add(&a, 1);", "l += atomic_load(&a);"]))
            parts.append(self.access(own))
        if self.random.random() < 0.3:
            parts.append(self.random.choice(["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"]))
        return f"pthread_mutex_lock(&m[{mutex}]); {' '.join(parts)} pthread_mutex_unlock(&m[{mutex}]);"

    def decision(self, own, depth):
        one, other = self.random.choice(own), self.random.choice(own)
        then = self.decision(own, depth - 1) if depth else f"x[{other}] = {self.random.randrange(1, 3)};"
        otherwise = self.random.choice(["", "", f"else l += x[{other}];", f"else x[{one}] = 2;", f"else {{ {self.access(own)} }}"])
        return f"if (x[{one}] {self.random.choice(['==', '!='])} {self.random.randrange(3)}) {{ {then} }} {otherwise}"

    def deciding_section(self):
        mutex = self.random.randrange(self.mutexes)
        own = self.guarded_by(mutex)
        if not own:
            return "l++;"
        if self.random.random() < 0.4:
            inside = f"x[{self.random.choice(own)}] = {self.random.randrange(1, 3)}; {self.access(own)}"
        else:
            inside = self.decision(own, self.random.randrange(2))
        return f"pthread_mutex_lock(&m[{mutex}]); {inside} pthread_mutex_unlock(&m[{mutex}]);"

    def statement(self):
        if self.decides_much:
            return self.deciding_section() if self.random.random() < 0.9 else self.update()
        if self.assumes_much and self.random.random() < 0.6:
            return self.assuming_block() if self.random.random() < 0.7 else self.random.choice(
                ["writing = 0;", "reading = 0;", "writing = 1;", self.access(list(range(self.variables))), self.exchange()])
        if self.updates_much and self.random.random() < 0.7:
            return self.special()
        kind = self.random.random()
        if kind < 0.65:
            return self.section()
        if kind < 0.8:
            return self.random.choice(["atomic_fetch_add(&a, 1);", "l += atomic_load(&a);", "atomic_store(&a, l);"])
        if kind < 0.84:
            mutex = self.random.randrange(self.mutexes)
            return (f"if (!pthread_mutex_trylock(&m[{mutex}])) {{ {self.access(self.guarded_by(mutex))} "
                    f"pthread_mutex_unlock(&m[{mutex}]); }}")
        if kind < 0.87:
            return "pthread_cond_signal(&c);"
        return "l++;" if self.keeps_to_locks else self.access(list(range(self.variables)))

    def main_statement(self):
        return "{ int l = 0; " + self.statement() + " (void)l; }"

    def joins(self):
        plain = f"  for (int i = 0; i < {self.threads}; i++) pthread_join(t[i], 0);\n"
        if not self.alike or self.random.random() < 0.5:
            return plain
        order = list(range(self.threads))
        self.random.shuffle(order)
        text = ""
        for i in order:
            text += f"  pthread_join(t[{i}], {self.random.choice(['0', '0', '&r[%d]' % i])});\n"
            if self.random.random() < 0.25:
                text += f"  {self.main_statement()}\n"
        return text + "".join(f"  out[0] += (int)(long)r[{i}] * {i + 1};\n" for i in range(self.threads))

    def rehearsal(self):
        """What the threads come to one after the other, before there are any."""
        calls = " ".join(f"t{0 if self.alike else i}(0);" for i in range(self.threads))
        cleared = [f"x[{i}]" for i in range(self.variables)] + [f"out[{i}]" for i in range(self.threads)] + ["a", "b"]
        cleared += ["ticket"] if self.alike else []
        return f"  {calls}\n  unsigned usual = end();\n  {' = '.join(cleared)} = 0;\n"

    def text(self):
        text = HEAD % {"type": self.random.choice(["int", "long"]), "variables": self.variables,
                       "threads": self.threads}
        if self.alike:
            text += "static atomic_int ticket;\n"
        for thread in range(1 if self.alike else self.threads):
            most = {2: 3, 3: 2, 4: 1}[self.threads]
            statements = [self.statement() for _ in range(self.random.randint(1, most))]
            body = "\n  ".join(statements)
            slot, result = thread, "p"
            if self.alike:
                slot = self.random.choice(["atomic_fetch_add(&ticket, 1)", "0"])
                result = self.random.choice(["p", "p", "p", "(void*)(long)l"])
            text += f"static void* t{thread}(void* p) {{\n  int l = 0;\n  {body}\n  out[{slot}] = l;\n  return {result};\n}}\n"
        shown = self.shown(["a", "b"] + [f"x[{i}]" for i in range(self.variables)] + [f"out[{i}]" for i in range(self.threads)])
        text += "static unsigned end(void) {\n  unsigned h = 0;\n"
        text += "".join(f"  h = h * 7 + (unsigned){name};\n" for name in shown) + "  return h;\n}\n"
        text += f"int main(void) {{\n  pthread_t t[{self.threads}];\n  void* r[{self.threads}] = {{0}};\n"
        if self.decides_much:
            text += self.rehearsal()
        for i in range(self.threads):
            text += f"  pthread_create(&t[{i}], 0, t{0 if self.alike else i}, 0);\n"
            if self.alike and self.random.random() < 0.15:
                text += f"  {self.main_statement()}\n"
        text += self.joins() + "  unsigned h = end();\n" + ("  if (h == usual) return 0;\n" if self.decides_much else "")
        text += f"  switch (h % {ENDS}) {{\n"
        text += "".join(f'    case {i}: assert(!"end {i}");\n' for i in range(ENDS))
        return text + "  }\n  return 0;\n}\n"


def program(seed):
    return Writer(seed).text()
