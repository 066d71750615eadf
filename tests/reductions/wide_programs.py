"""Random C programs over all families of primitives, with ends of every kind: assertions, crashes, deadlocks, races, misuse,
memory errors, leaks, loops without end, exits in the midst. Threads differ, or are all alike."""
import random

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <selvage.h>
static int x[3];
static atomic_int a, b;
static int* p;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, k = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;
static pthread_key_t key;
static _Thread_local int own;
static const struct timespec soon = {1, 0};
static void begin_once(void) { x[2]++; }
static void at_exit(void) { assert(x[0] != 3); }
static void at_thread_end(void* value) { x[1] += (int)(long)value; }
static void* child(void* q) { x[0]++; atomic_fetch_add(&a, 1); return q; }
static void on_signal(int number) { (void)number; atomic_fetch_add(&b, 1); }
static int deeper(int n) {
  pthread_mutex_lock(&r);
  int result = n == 0 ? x[1]++ : deeper(n - 1);
  pthread_mutex_unlock(&r);
  return result;
}
"""

# What each kind of statement may be; V is a variable, L a mutex, A an atomic variable, N a small number.
STATEMENTS = {
    "plain": ["V++;", "V = N;", "l += V;", "V = l;", "if (V == N) l++;", "V = N; V = 1;", "if (V) V = 0; else l += 2;"],
    "section": ["pthread_mutex_lock(&L); V++; pthread_mutex_unlock(&L);", "pthread_mutex_lock(&L); l += V; pthread_mutex_unlock(&L);",
                "pthread_mutex_lock(&L); V = N; pthread_mutex_unlock(&L);", "pthread_mutex_lock(&L); if (V == N) V = 2; pthread_mutex_unlock(&L);",
                "pthread_mutex_lock(&L); if (V == 1) { pthread_mutex_unlock(&L); l++; } else { V++; pthread_mutex_unlock(&L); }",
                "pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[1]); V++; pthread_mutex_unlock(&m[1]); pthread_mutex_unlock(&m[0]);",
                "pthread_mutex_lock(&m[1]); pthread_mutex_lock(&m[0]); V++; pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]);"],
    "try": ["if (!pthread_mutex_trylock(&L)) { V++; pthread_mutex_unlock(&L); } else l++;",
            "if (!pthread_mutex_timedlock(&L, &soon)) { V = N; pthread_mutex_unlock(&L); } else l++;",
            "if (pthread_mutex_trylock(&L) == EBUSY) assert(V != N); else pthread_mutex_unlock(&L);"],
    "condition": ["pthread_mutex_lock(&L); if (V < 1) pthread_cond_wait(&c, &L); V--; pthread_mutex_unlock(&L);",
                  "pthread_mutex_lock(&L); while (V < 1) pthread_cond_wait(&c, &L); pthread_mutex_unlock(&L);",
                  "pthread_mutex_lock(&L); if (pthread_cond_timedwait(&c, &L, &soon) == ETIMEDOUT) V = N; pthread_mutex_unlock(&L);",
                  "pthread_mutex_lock(&L); V = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&L);",
                  "pthread_cond_broadcast(&c);"],
    "semaphore": ["sem_wait(&s); V++;", "sem_post(&s);", "if (!sem_trywait(&s)) l++;", "if (sem_timedwait(&s, &soon)) V = N;",
                  "{ int v; sem_getvalue(&s, &v); l += v; }", "V++; sem_post(&s);"],
    "barrier": ["if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) V++;", "V++; pthread_barrier_wait(&barrier); l += V;"],
    "rwlock": ["pthread_rwlock_rdlock(&w); l += V; pthread_rwlock_unlock(&w);", "pthread_rwlock_wrlock(&w); V++; pthread_rwlock_unlock(&w);",
               "if (!pthread_rwlock_tryrdlock(&w)) { l += V; pthread_rwlock_unlock(&w); }",
               "if (!pthread_rwlock_trywrlock(&w)) { V = N; pthread_rwlock_unlock(&w); }"],
    "others": ["pthread_spin_lock(&spin); V++; pthread_spin_unlock(&spin);", "pthread_once(&once, begin_once);", "l += deeper(1);",
               "own++; l += own;", "sched_yield();", "pthread_setspecific(key, (void*)2);", "usleep(1);",
               'printf("%d\\n", V);', "{ pthread_t t; pthread_create(&t, 0, child, 0); V = N; pthread_join(t, 0); }",
               "{ pthread_t t; pthread_create(&t, 0, child, 0); pthread_detach(t); }"],
    "atomic": ["atomic_fetch_add(&A, N);", "l += atomic_fetch_add(&A, 1);", "atomic_store(&A, N);", "l += atomic_load(&A);", "atomic_fetch_or(&A, N);",
               "{ int e = N; if (atomic_compare_exchange_strong(&A, &e, 2)) l++; }", "atomic_store_explicit(&A, N, memory_order_relaxed);",
               "if (atomic_load_explicit(&A, memory_order_relaxed) == N) V++;", "if (atomic_exchange(&A, 1) == 0) V++;",
               "selvage_atomic_begin(); if (V == N) V++; selvage_atomic_end();", "atomic_store(&A, 1); atomic_store(&A, N);"],
    "heap": ["p = malloc(4);", "free(p);", "if (p) *p = N;", "{ int* o = p; p = 0; free(o); }", "l += p ? *p : 0;", "*p = N;",
             "{ int* o = malloc(4); *o = l; p = o; }", "if (V == N) free(p);", "p = calloc(1, 4); *p = 1; free(p);"],
    "choice": ["if (selvage_choose(2)) V = N;", "l += selvage_choose(2);", "selvage_assume(V != N);"],
    "end": ["assert(V != N);", "if (V == N) exit(0);", "if (V == N) pthread_exit(0);", "if (V == N) return q;", "if (A == N) abort();",
            "if (V == N) *(volatile int*)0 = 1;", "if (V == N) for (;;) sched_yield();", "if (A == N) _exit(3);",
            "while (V == N) sched_yield();", "if (V == N) pthread_mutex_lock(&m[0]);", "x[(unsigned)V % 3]++;", "if (V == N) quick_exit(0);",
            "for (int i = 0; i < V; i++) l++; assert(l != N);"],
    "wait": ["while (atomic_load(&A) == 0) ;", "while (atomic_load(&A) != N) sched_yield();", "while (atomic_exchange(&A, 1)) ;  V++; atomic_store(&A, 0);",
             "for (int i = 0; i < 2 && !atomic_load(&A); i++) ; "],
    "misuse": ["pthread_mutex_unlock(&L);", "if (pthread_mutex_lock(&k) == 0) { V++; pthread_mutex_unlock(&k); }", "if (V == N) pthread_mutex_unlock(&L);",
               "if (V == N) pthread_mutex_destroy(&L);", "l += pthread_mutex_unlock(&k);"],
    "struck": ["pthread_kill(pthread_self(), SIGUSR1);", "pthread_testcancel();"],
}
COMMON = ["plain", "section", "atomic"]


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.choice([2, 2, 2, 3])
        self.alike = self.random.random() < 0.3
        self.families = COMMON + self.random.sample([name for name in STATEMENTS if name not in COMMON], 3)
        if self.random.random() < 0.6:
            self.families.append("end")
        self.keeps_to_locks = self.random.random() < 0.4
        self.length = self.random.choice([2, 3, 3, 4]) if self.threads == 2 else 2
        self.guard = [self.random.randrange(2) for _ in range(3)]

    def statement(self):
        family = self.random.choice(self.families)
        if family == "plain" and self.keeps_to_locks:
            family = "section"
        text = self.random.choice(STATEMENTS[family])
        variable = self.random.randrange(3)
        lock = self.guard[variable] if self.keeps_to_locks or self.random.random() < 0.8 else self.random.randrange(2)
        for name, value in (("V", f"x[{variable}]"), ("L", f"m[{lock}]"), ("A", self.random.choice("ab")),
                            ("N", str(self.random.randrange(3)))):
            text = substitute(text, name, value)
        return text

    def function(self, name):
        statements = [self.statement() for _ in range(self.random.randint(1, self.length))]
        if self.keeps_to_locks and self.random.random() < 0.4:
            statements.append(f"pthread_mutex_lock(&m[0]); assert(l != {self.random.randrange(4)}); pthread_mutex_unlock(&m[0]);")
        body = "\n  ".join(statements)
        return f"static void* {name}(void* q) {{\n  int l = 0;\n  {body}\n  (void)l;\n  return {self.random.choice(['q', 'q', '(void*)(long)l'])};\n}}\n"

    def text(self):
        names = ["t0"] * self.threads if self.alike else [f"t{i}" for i in range(self.threads)]
        text = HEAD
        text += "".join(self.function(name) for name in dict.fromkeys(names))
        text += f"int main(void) {{\n  pthread_t t[{self.threads}];\n  int l = 0;\n  void* q = 0;\n"
        text += f"  sem_init(&s, 0, {self.random.randrange(2)});\n  pthread_barrier_init(&barrier, 0, {self.random.choice([2, self.threads])});\n"
        text += "  pthread_spin_init(&spin, 0);\n"
        # Only where it is used: threads that may be told apart by anything are not taken to be alike.
        if "pthread_setspecific" in text:
            text += "  pthread_key_create(&key, at_thread_end);\n"
        if "pthread_kill" in text:
            text += "  signal(SIGUSR1, on_signal);\n"
        if self.random.random() < 0.3:
            text += "  atexit(at_exit);\n"
        if self.random.random() < 0.3:
            text += "  p = malloc(4);\n"
        for i, name in enumerate(names):
            text += f"  pthread_create(&t[{i}], 0, {name}, 0);\n"
            if self.random.random() < 0.15:
                text += f"  {self.main_statement()}\n"
        if self.random.random() < 0.1:
            text += f"  pthread_cancel(t[{self.random.randrange(self.threads)}]);\n"
        order = list(range(self.threads))
        if self.random.random() < 0.3:
            self.random.shuffle(order)
        for i in order:
            kind = self.random.random()
            if kind < 0.06:
                continue
            if kind < 0.1:
                text += f"  if (pthread_tryjoin_np(t[{i}], &q)) x[0] = 7;\n"
            else:
                text += f"  pthread_join(t[{i}], {self.random.choice(['0', '0', '&q'])});\n"
            if self.random.random() < 0.1:
                text += f"  {self.main_statement()}\n"
        if self.random.random() < 0.1:
            text += "  pthread_exit(0);\n"
        shown = self.random.sample(["x[0]", "x[1]", "x[2]", "a", "b", "l"], self.random.randint(1, 6))
        text += "  unsigned h = 0;\n" + "".join(f"  h = h * 5 + (unsigned){name};\n" for name in shown)
        if "heap" in self.families and self.random.random() < 0.5:
            text += "  free(p);\n  p = 0;\n"
        text += "  switch (h % 13) {\n" + "".join(f'    case {i}: assert(!"end {i}");\n' for i in range(0, 13, self.random.choice([1, 1, 3])))
        return text + "  }\n  (void)l, (void)q;\n  return 0;\n}\n"

    def main_statement(self):
        text = self.statement()
        return text if "return q" not in text else "l++;"


def substitute(text, name, value):
    result = ""
    for i, letter in enumerate(text):
        before, after = text[i - 1] if i else " ", text[i + 1] if i + 1 < len(text) else " "
        is_word = letter == name and not (before.isalnum() or before == "_") and not (after.isalnum() or after == "_")
        result += value if is_word else letter
    return result


def program(seed):
    return Writer(seed).text()
