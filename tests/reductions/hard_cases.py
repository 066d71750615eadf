#!/usr/bin/env python3
"""Small programs in which something decides in a roundabout way whether anything goes wrong: what is found by default is what is
found where every single interleaving is executed, for each property alone and for all of them.

    hard_cases.py --bin DIRECTORY --work DIRECTORY [--case NAME] [--sets N] [--reduction NAME]
"""
from wide_differential import SETS, Tally, arguments_for, checker_for, compare
from wide_programs import HEAD

# The bodies of two or three threads; what comes before them; what main does besides.
CASES = {
    "exit_before_failure": ("if (atomic_load(&a) == 0) exit(0); assert(atomic_load(&b) == 0);", "atomic_store(&a, 1); atomic_store(&b, 1);"),
    "exit_of_others": ("if (atomic_load(&a) == 0) exit(0);", "atomic_store(&a, 1); atomic_store(&b, 1); assert(!atomic_load(&b));"),
    "thread_exit_before_failure": ("if (atomic_load(&a) == 0) pthread_exit(0); assert(0);", "atomic_store(&a, 1);"),
    "endless_before_failure": ("if (atomic_load(&a) == 0) for (;;) sched_yield(); assert(0);", "atomic_store(&a, 1);"),
    "waiting_before_failure": ("while (atomic_load(&a) == 0) ; assert(atomic_load(&b) == 0);", "atomic_store(&a, 1); atomic_store(&b, 1);"),
    "helper_that_exits": ("if (atomic_load(&a) == 0) leave(); assert(0);", "atomic_store(&a, 1);", "static void leave(void) { exit(0); }"),
    "jump": ("jmp_buf here; if (!setjmp(here)) { if (atomic_load(&a) == 0) longjmp(here, 1); assert(0); }", "atomic_store(&a, 1);"),
    "cancelled_by_choice": ("if (atomic_load(&a) == 0) pthread_cancel(t[1]); sem_post(&s);", "sem_wait(&s); assert(0);", "atomic_store(&a, 1);"),
    "signal_by_choice": ("if (atomic_load(&a)) pthread_kill(pthread_self(), SIGUSR1);", "atomic_store(&a, 1);",
                         "static void fails(int n) { assert(n == 0); }", "signal(SIGUSR1, fails);"),
    "signal_to_other": ("if (atomic_load(&a)) pthread_kill(t[1], SIGUSR1);", "atomic_store(&a, 1); atomic_store(&b, 1);",
                        "static void fails(int n) { assert(n == 0); }", "signal(SIGUSR1, fails);"),
    "raise_by_choice": ("if (atomic_load(&a)) raise(SIGUSR1);", "atomic_store(&a, 1);",
                        "static void fails(int n) { pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[0]); assert(n == 0); }", "signal(SIGUSR1, fails);"),
    "signal_that_ends_waiting": ("if (atomic_load(&a)) pthread_kill(t[1], SIGUSR1);", "if (sem_wait(&s)) assert(0);", "atomic_store(&a, 1);",
                                 "static void nothing(int n) { (void)n; }", "struct sigaction action = {.sa_handler = nothing}; sigaction(SIGUSR1, &action, 0);"),
    "through_text": ("char text[16]; pthread_mutex_lock(&m[0]); sprintf(text, \"%d\", x[0]); pthread_mutex_unlock(&m[0]); assert(atoi(text) != 1);",
                     "pthread_mutex_lock(&m[0]); x[0]++; pthread_mutex_unlock(&m[0]);"),
    "through_copies": ("int copy[3]; pthread_mutex_lock(&m[0]); memcpy(copy, x, sizeof(x)); pthread_mutex_unlock(&m[0]); assert(copy[1] != 1);",
                       "pthread_mutex_lock(&m[0]); memset(&x[1], 1, 1); pthread_mutex_unlock(&m[0]);"),
    "through_result": ("return (void*)(long)atomic_load(&a);", "atomic_store(&a, 1);", "", "", "void* r; pthread_join(t[0], &r); pthread_join(t[1], 0); assert(!r); joined = 1;"),
    "through_key": ("pthread_setspecific(key, (void*)(long)atomic_load(&a)); assert(!pthread_getspecific(key));", "atomic_store(&a, 1);", "", "pthread_key_create(&key, 0);"),
    "through_destructor": ("if (atomic_load(&a)) pthread_setspecific(key, &a);", "atomic_store(&a, 1);", "static void fails(void* q) { assert(!q); }", "pthread_key_create(&key, fails);"),
    "through_errno": ("errno = atomic_load(&a); sched_yield(); assert(errno == 0);", "atomic_store(&a, 1);"),
    "through_pipe": ("int f[2], v = atomic_load(&a), r = 0; if (!pipe(f) && write(f[1], &v, 4) == 4 && read(f[0], &r, 4) == 4) assert(!r);", "atomic_store(&a, 1);"),
    "through_semaphore": ("if (atomic_load(&a)) sem_post(&s); int v; sem_getvalue(&s, &v); assert(!v);", "atomic_store(&a, 1);"),
    "through_trylock": ("pthread_mutex_lock(&m[0]); atomic_load(&b); pthread_mutex_unlock(&m[0]);", "if (pthread_mutex_trylock(&m[0])) assert(0); else pthread_mutex_unlock(&m[0]);"),
    "through_timed_wait": ("if (sem_timedwait(&s, &soon)) assert(atomic_load(&a) == 0);", "atomic_store(&a, 1); sem_post(&s);"),
    "through_creation": ("if (atomic_load(&a)) { pthread_t u; pthread_create(&u, 0, fails, 0); pthread_join(u, 0); }", "atomic_store(&a, 1);", "static void* fails(void* q) { assert(q); return q; }"),
    "through_once": ("if (atomic_load(&a)) pthread_once(&once, fails);", "atomic_store(&a, 1);", "static void fails(void) { assert(x[2]); }"),
    "through_pointer_to_function": ("if (atomic_load(&a)) f = fails; f();", "atomic_store(&a, 1);", "static void fails(void) { assert(x[2]); } static void (*f)(void) = begin_once;"),
    "at_exit": ("x[0] = atomic_load(&a) ? 3 : 1;", "atomic_store(&a, 1);", "", "atexit(at_exit);"),
    "exit_status": ("if (atomic_load(&a)) _exit(3);", "atomic_store(&a, 1); atomic_store(&b, 1); if (atomic_load(&a) == 2) abort();", "atomic_fetch_add(&a, 1);"),
    "deadlock_by_choice": ("pthread_mutex_lock(&m[0]); if (atomic_load(&a)) { pthread_mutex_lock(&m[1]); pthread_mutex_unlock(&m[1]); } pthread_mutex_unlock(&m[0]);",
                           "pthread_mutex_lock(&m[1]); pthread_mutex_lock(&m[0]); pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]);", "atomic_store(&a, 1);"),
    "lock_by_index": ("pthread_mutex_lock(&m[atomic_load(&a)]); pthread_mutex_lock(&m[1]); pthread_mutex_unlock(&m[1]); pthread_mutex_unlock(&m[0]);", "atomic_store(&a, 1);"),
    "lock_never_released": ("pthread_mutex_lock(&m[0]); if (!atomic_load(&a)) pthread_mutex_unlock(&m[0]);", "atomic_store(&a, 1); pthread_mutex_lock(&m[0]); pthread_mutex_unlock(&m[0]);"),
    "leaf_lock_and_exit": ("pthread_mutex_lock(&m[0]); if (x[0]) return q; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[0] = 1; pthread_mutex_unlock(&m[0]);",
                           "pthread_mutex_lock(&m[0]); x[1]++; pthread_mutex_unlock(&m[0]);"),
    "barrier_by_choice": ("if (atomic_load(&a)) pthread_barrier_wait(&barrier);", "atomic_store(&a, 1); if (atomic_load(&b)) pthread_barrier_wait(&barrier);", "atomic_store(&b, 1);"),
    "signal_lost": ("pthread_mutex_lock(&m[0]); if (!x[0]) pthread_cond_wait(&c, &m[0]); pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[0] = 1; pthread_mutex_unlock(&m[0]); if (atomic_load(&a)) pthread_cond_signal(&c);", "atomic_store(&a, 1);"),
    "division": ("l = 7 / (1 - atomic_load(&a));", "atomic_store(&a, 1);"),
    "depth": ("deep(atomic_load(&a) * 10000000);", "atomic_store(&a, 1);", "static int deep(int n) { volatile char space[64]; space[0] = 1; return n == 0 ? 0 : space[0] + deep(n - 1); }"),
    "trap": ("if (atomic_load(&a)) __builtin_trap();", "atomic_store(&a, 1);"),
    "null_by_other": ("if (atomic_load(&a)) { pthread_mutex_lock(&m[0]); x[2] = *p; pthread_mutex_unlock(&m[0]); }", "atomic_store(&a, 1); pthread_mutex_lock(&m[0]); p = 0; pthread_mutex_unlock(&m[0]);", "", "p = malloc(4);"),
    "freed_by_other": ("pthread_mutex_lock(&m[0]); x[2] = *p; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); free(p); pthread_mutex_unlock(&m[0]);", "", "p = malloc(4);"),
    "freed_and_null": ("pthread_mutex_lock(&m[0]); if (p) x[2] = *p; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); free(p); p = 0; pthread_mutex_unlock(&m[0]);", "", "p = malloc(4);"),
    "lost_by_order": ("pthread_mutex_lock(&m[0]); p = malloc(4); pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); free(p); p = 0; pthread_mutex_unlock(&m[0]);"),
    "lost_by_overwriting": ("p = malloc(4); p = 0;", "if (p) free(p);"),
    "seen_by_copy": ("x[0] = 1; x[0] = 2;", "int copy; memcpy(&copy, &x[0], 4); assert(copy != 1);"),
    "seen_by_other_type": ("x[0] = 1; x[0] = 2;", "assert(*(short*)&x[0] != 1);"),
    "seen_by_handler": ("x[0] = 1; x[0] = 2; atomic_fetch_add(&a, 1);", "pthread_kill(t[0], SIGUSR1);", "static void looks(int n) { (void)n; assert(x[0] != 1); }", "signal(SIGUSR1, looks);"),
    "seen_by_detached": ("x[0] = 1; x[0] = 2;", "pthread_t u; pthread_create(&u, 0, looks, 0); pthread_detach(u);", "static void* looks(void* q) { assert(x[0] != 1); return q; }"),
    "seen_by_write": ("x[0] = 1; x[0] = 2;", "int f[2], r = 0; if (!pipe(f) && write(f[1], &x[0], 4) == 4 && read(f[0], &r, 4) == 4) assert(r != 1);"),
    "not_overwritten_after_all": ("x[0] = 1; if (x[1]) pthread_exit(0); x[0] = 2;", "x[1] = 1;", "", "", "pthread_join(t[0], 0); pthread_join(t[1], 0); assert(x[0] != 1); joined = 1;"),
    "updates_seen_in_part": ("atomic_fetch_add(&a, 1); atomic_fetch_add(&a, 2);", "atomic_fetch_add(&a, 4);", "int copy; memcpy(&copy, (void*)&a, 4); assert(copy != 5);"),
    "updates_that_overflow": ("signed char* q8 = (signed char*)&x[0]; pthread_mutex_lock(&m[0]); *q8 += 100; pthread_mutex_unlock(&m[0]);",
                              "signed char* q8 = (signed char*)&x[0]; pthread_mutex_lock(&m[0]); *q8 = *q8 / 2; pthread_mutex_unlock(&m[0]);",
                              "", "", "pthread_join(t[0], 0); pthread_join(t[1], 0); assert(x[0] != 50); joined = 1;"),
    "same_value_of_other_size": ("pthread_mutex_lock(&m[0]); x[0] = 0x0101; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); *(char*)&x[0] = 2; *(char*)&x[0] = 1; pthread_mutex_unlock(&m[0]);",
                                 "pthread_mutex_lock(&m[0]); assert(x[0] != 1); pthread_mutex_unlock(&m[0]);"),
    "guard_given_up_in_wait": ("pthread_mutex_lock(&m[0]); x[0] = 1; pthread_cond_timedwait(&c, &m[0], &soon); x[0] = 2; pthread_mutex_unlock(&m[0]);",
                               "pthread_mutex_lock(&m[0]); assert(x[0] != 1); pthread_mutex_unlock(&m[0]);"),
    "guard_not_taken": ("int e = pthread_mutex_trylock(&m[0]); x[0]++; x[0]--; if (!e) pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); assert(x[0] != 1); pthread_mutex_unlock(&m[0]);"),
    "guard_of_others": ("pthread_mutex_lock(&m[0]); x[0] = 1; x[0] = 2; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[1]); assert(x[0] != 1); pthread_mutex_unlock(&m[1]);"),
    "guard_in_one_branch": ("pthread_mutex_lock(&m[0]); x[0] = 1; x[0] = 0; pthread_mutex_unlock(&m[0]);", "if (atomic_load(&a)) assert(!x[0]); else { pthread_mutex_lock(&m[0]); assert(!x[0]); pthread_mutex_unlock(&m[0]); }", "atomic_store(&a, 1);"),
    "recursive_guard": ("pthread_mutex_lock(&r); pthread_mutex_lock(&r); x[0]++; pthread_mutex_unlock(&r); x[0]--; pthread_mutex_unlock(&r);", "pthread_mutex_lock(&r); assert(!x[0]); pthread_mutex_unlock(&r);"),
    "guard_unlocked_too_often": ("pthread_mutex_lock(&k); x[0]++; pthread_mutex_unlock(&k); x[1] = pthread_mutex_unlock(&k);", "pthread_mutex_lock(&k); if (x[0]) x[2]++; pthread_mutex_unlock(&k); assert(!x[2]);"),
    "guard_destroyed": ("pthread_mutex_lock(&m[0]); x[0]++; pthread_mutex_unlock(&m[0]); pthread_mutex_destroy(&m[0]);", "pthread_mutex_lock(&m[0]); x[0]++; pthread_mutex_unlock(&m[0]);"),
    "mutex_in_a_block": ("pthread_mutex_lock((pthread_mutex_t*)p); x[0]++; pthread_mutex_unlock((pthread_mutex_t*)p);", "pthread_mutex_lock((pthread_mutex_t*)p); x[0]++; pthread_mutex_unlock((pthread_mutex_t*)p); free(p);", "",
                         "p = calloc(1, sizeof(pthread_mutex_t));"),
    "race_beside_deciding_sections": ("x[2] = 1; pthread_mutex_lock(&m[0]); if (x[0]) x[1] = 1; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[1] = 2; pthread_mutex_unlock(&m[0]); l = x[2];", "pthread_mutex_lock(&m[0]); x[0] = 1; pthread_mutex_unlock(&m[0]);"),
    "race_between_deciding_sections": ("pthread_mutex_lock(&m[0]); if (x[0]) x[1] = 1; pthread_mutex_unlock(&m[0]); x[2] = 1;", "pthread_mutex_lock(&m[0]); if (x[1]) x[0] = 1; pthread_mutex_unlock(&m[0]); l = x[2];", "pthread_mutex_lock(&m[0]); x[0] = 1; pthread_mutex_unlock(&m[0]);"),
    "failure_in_deciding_section": ("pthread_mutex_lock(&m[0]); if (x[0] && x[1]) assert(x[2] != 3); pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[2] += 1; x[0] = 1; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[2] += 2; x[1] = 1; pthread_mutex_unlock(&m[0]);"),
    "failure_behind_deciding_section": ("pthread_mutex_lock(&m[0]); if (x[0]) l = x[1]; pthread_mutex_unlock(&m[0]); assert(l != 1);", "pthread_mutex_lock(&m[0]); x[1] = 1; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); if (!x[1]) x[0] = 1; pthread_mutex_unlock(&m[0]); if (atomic_load(&a)) abort();"),
    "freed_in_deciding_section": ("pthread_mutex_lock(&m[0]); if (x[0]) free(p); pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); if (!x[1]) l = *p; pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[0] = 1; pthread_mutex_unlock(&m[0]);", "", "p = malloc(4);"),
    "deadlock_behind_deciding_section": ("pthread_mutex_lock(&m[0]); if (x[0]) x[1] = 1; l = x[1]; pthread_mutex_unlock(&m[0]); if (l) { pthread_mutex_lock(&m[1]); pthread_mutex_lock(&m[0]); pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]); }",
                                         "pthread_mutex_lock(&m[0]); x[2] = 1; pthread_mutex_unlock(&m[0]); pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[1]); pthread_mutex_unlock(&m[1]); pthread_mutex_unlock(&m[0]);", "pthread_mutex_lock(&m[0]); x[0] = 1; pthread_mutex_unlock(&m[0]);"),
    "alike_by_order": ("@", "int n = atomic_fetch_add(&a, 1); if (n == 1) assert(atomic_load(&b)); if (n == 0) atomic_store(&b, 1);"),
    "alike_in_deadlock": ("@", "pthread_mutex_lock(&m[0]); int n = x[0]++; pthread_mutex_unlock(&m[0]); pthread_mutex_lock(&m[n % 2]); pthread_mutex_lock(&m[1 - n % 2]); pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]);"),
    "alike_and_cancelled": ("@", "sem_wait(&s); assert(atomic_fetch_add(&a, 1) == 0); sem_post(&s);", "", "sem_post(&s);", "pthread_cancel(t[1]);"),
    "alike_and_detached": ("@", "assert(atomic_fetch_add(&a, 1) == 0);", "", "", "pthread_detach(t[1]); pthread_join(t[0], 0); assert(atomic_load(&a) != 1); joined = 1;"),
    "alike_one_not_joined": ("@", "atomic_fetch_add(&a, 1); atomic_fetch_add(&b, 1);", "", "", "pthread_join(t[1], 0); assert(atomic_load(&a) != 1); joined = 1;"),
    "alike_race": ("@", "if (atomic_fetch_add(&a, 1) == 1) x[0] = 1; else l = x[0];"),
    "alike_and_choosing": ("@", "if (selvage_choose(2)) assert(atomic_fetch_add(&a, 1) == 0); else atomic_fetch_add(&b, 1);"),
}


def source_of(name):
    parts = list(CASES[name])
    bodies, alike = parts[:2], parts[0] == "@"
    rest = parts[2:]
    # A third body is a statement of a thread; declarations before the threads begin with static.
    if rest and rest[0] and not rest[0].startswith("static"):
        bodies.append(rest[0])
        rest = rest[1:]
    before, in_main, after = (rest + ["", "", ""])[:3]
    if not before.startswith("static"):
        before, in_main, after = "", *([before, in_main] if before else [in_main, after])
    text = HEAD + "static pthread_t t[3];\nstatic int joined;\n" + before + "\n"
    for i, body in enumerate(bodies):
        text += "" if body == "@" else f"static void* t{i}(void* q) {{ int l = 0; {body}\n  (void)l; return q; }}\n"
    names = ["t1", "t1"] if alike else [f"t{i}" for i in range(len(bodies))]
    text += "int main(void) {\n  sem_init(&s, 0, 0);\n  pthread_barrier_init(&barrier, 0, 2);\n  " + in_main + "\n"
    text += "".join(f"  pthread_create(&t[{i}], 0, {thread}, 0);\n" for i, thread in enumerate(names))
    text += f"  {after}\n" + "  if (joined) return 0;\n"
    return text + "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(len(names))) + "  return 0;\n}\n"


def main():
    arguments = arguments_for(__doc__)
    arguments.add_argument("--case", action="append", default=[])
    arguments.add_argument("--sets", type=int, default=7, help="of properties, for each program")
    options = arguments.parse_args()
    checker = checker_for(options, "hard-cases")
    tally = Tally()
    names = options.case or list(CASES)
    for name in names:
        source = checker.work / f"{name}.c"
        source.write_text(source_of(name))
        binary = checker.build(source, name, "-w")
        for properties in SETS[:options.sets]:
            result = compare(checker, binary, properties)
            if result is None:
                print(f"{name}, {properties}: the search without reductions is not complete")
            else:
                tally.add(result, f"{name}, {properties}")
    tally.end(len(names))


if __name__ == "__main__":
    main()
