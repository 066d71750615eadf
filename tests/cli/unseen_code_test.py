"""Code that the wrappers did not compile is named in the verdict, and nothing is called verified with it.

usage: unseen_code_test.py BIN_DIRECTORY
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()

COUNTER = "int count;\nvoid increment(void) { count++; }\n"
USER = """
#include <pthread.h>
void increment(void);
static void *work(void *unused) { increment(); return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""
LOADER = """
#include <dlfcn.h>
#include <pthread.h>
static void *work(void *function) { ((void (*)(void))function)(); return 0; }
static void *load_and_work(void *unused) {
  void *library = dlopen("./libcounter.so", RTLD_NOW);
  if (!library) return unused;
  work(dlsym(library, "increment"));
  dlclose(library);
  return unused;
}
int main(int arguments, char **unused) {
  (void)unused;
  pthread_t a;
  if (arguments > 1) {
    pthread_create(&a, 0, load_and_work, 0);
    pthread_join(a, 0);
    return 0;
  }
  void *library = dlopen("./libcounter.so", RTLD_NOW);
  if (!library) return 2;
  pthread_create(&a, 0, work, dlsym(library, "increment"));
  pthread_join(a, 0);
  dlclose(library);
}
"""
# What the other compiler's thread writes is nobody's but the poller's, as far as accesses are seen.
WRITER = """
#include <pthread.h>
extern int ready;
extern pthread_mutex_t other;
void *write_it(void *unused) {
  pthread_mutex_lock(&other);
  ready = 1;
  pthread_mutex_unlock(&other);
  return unused;
}
"""
POLLER = """
#include <assert.h>
#include <pthread.h>
int ready;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *write_it(void *unused);
static void *poll(void *unused) {
  int seen;
  do {
    pthread_mutex_lock(&mutex);
    seen = ready;
    pthread_mutex_unlock(&mutex);
  } while (!seen);
  return unused;
}
int main(int arguments, char **unused) {
  (void)unused;
  pthread_t a, b;
  pthread_create(&a, 0, poll, 0);
  pthread_create(&b, 0, write_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(arguments == 1);
}
"""
# A seen thread reads what the other compiler's thread wrote, after the poller found the old value.
READER = POLLER.replace("  pthread_join(a, 0);", "  int seen = __atomic_load_n(&ready, __ATOMIC_ACQUIRE);\n  pthread_join(a, 0);")
# Whether the unseen thread waits depends on memory that it reads unseen: the search calls for orders that the program
# cannot follow, and the races that it looks for afterwards are those of the paths it examined.
WAITER = """
#include <pthread.h>
extern int decided;
extern pthread_mutex_t mutex;
extern pthread_cond_t condition;
void *wait_or_not(void *unused) {
  static const struct timespec later = {4102444800, 0};
  pthread_mutex_lock(&mutex);
  if (decided != 1) pthread_cond_timedwait(&condition, &mutex, &later);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_timedlock(&mutex, &later);
  return unused;
}
"""
DECIDER = """
#include <pthread.h>
int decided, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
void *wait_or_not(void *unused);
static void *decide(void *unused) { decided = (decided + 1) & 3; return unused; }
static void *add(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  count = (count + 1) & 3;
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, decide, 0);
  pthread_create(&b, 0, add, 0);
  pthread_create(&c, 0, wait_or_not, 0);
  return count == 4;
}
"""
# The C library, libstdc++, libm and libgcc: what is linked into nearly every program.
ORDINARY = """
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <thread>
static unsigned __int128 quotient(unsigned __int128 a, unsigned __int128 b) { return a / b; }
static void at_end() {}
int main(int arguments, char **) {
  std::atexit(at_end);
  auto text = std::make_shared<std::string>("x");
  std::map<int, std::string> names;
  std::thread thread([&] { names[1] = *text; });
  thread.join();
  std::cout << std::sin(arguments) << names[1] << static_cast<long>(quotient(arguments, 3)) << std::endl;
  try {
    throw arguments;
  } catch (int) {
  }
}
"""


# The lock of an older kernel: it waits inside one statement.
SPINNER = """
#include <pthread.h>
#ifdef ELSEWHERE
void take(volatile int* lock);
void give(volatile int* lock);
#else
void take(volatile int* lock) {
  __asm__ volatile("1: lock; decl %0; jns 3f; 2: pause; cmpl $0, %0; jle 2b; jmp 1b; 3:" : "+m"(*lock) : : "memory", "cc");
}
void give(volatile int* lock) { __asm__ volatile("lock; addl $1, %0; movl $1, %0" : "+m"(*lock) : : "memory", "cc"); }
#endif
#ifndef LIBRARY
static volatile int lock = 1;
static int counter;
static void* work(void* unused) { take(&lock); counter++; give(&lock); return unused; }
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return counter != 2;
}
#endif
"""

ASKED = "extern int ready;\nint is_ready(void) { return ready; }\n"
ASKING = """
#include <pthread.h>
int ready;
static int endless;
int is_ready(void);
static void* work(void* unused) {
  is_ready();
  if (endless) {
    __atomic_load_n(&ready, __ATOMIC_SEQ_CST);
    for (volatile int round = 0;; round++);
  }
  while (!is_ready());
  return unused;
}
int main(int arguments, char** unused) {
  (void)unused;
  endless = arguments > 1;
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, 0);
}
"""


class UnseenCode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in [("counter.c", COUNTER), ("user.c", USER), ("loader.c", LOADER), ("ordinary.cpp", ORDINARY),
                           ("writer.c", WRITER), ("poller.c", POLLER), ("reader.c", READER), ("waiter.c", WAITER),
                           ("decider.c", DECIDER), ("spinner.c", SPINNER), ("asked.c", ASKED), ("asking.c", ASKING)]:
            (self.folder / name).write_text(text)

    def command(self, *words):
        done = subprocess.run([str(word) for word in words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}{done.stderr}")

    def check(self, program, *arguments, options=()):
        done = subprocess.run([BIN / "selvage", "check", *options, "--summary", "summary.json", "--width", "1000", program,
                               *(["--", *arguments] if arguments else [])],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr, json.loads((self.folder / "summary.json").read_text())

    def expect_unseen(self, result, what):
        code, output, summary = result
        self.assertEqual((code, summary["verdict"], summary["gaps"]), (20, "bounded", ["unseen_code"]), output)
        self.assertIn(f"as far as Selvage sees the code; accesses in {what} are not seen", output.splitlines()[0])
        return summary["coverage"]

    def test_shared_library(self):
        self.command("gcc", "-shared", "-fPIC", "counter.c", "-o", "libcounter.so")
        self.command(BIN / "selvage-cc", "user.c", "-o", "user", "-L.", "-lcounter", "-Wl,-rpath,$ORIGIN")
        coverage = self.expect_unseen(self.check("user"), "libcounter.so")
        self.assertEqual([pathlib.Path(path).name for path in coverage["unseen_libraries"]], ["libcounter.so"])

    def test_shared_library_that_the_wrappers_compiled(self):
        self.command(BIN / "selvage-cc", "-shared", "-fPIC", "counter.c", "-o", "libcounter.so")
        self.command(BIN / "selvage-cc", "user.c", "-o", "user", "-L.", "-lcounter", "-Wl,-rpath,$ORIGIN")
        code, output, summary = self.check("user")
        self.assertEqual((code, summary["coverage"]["unseen_libraries"]), (13, []), output)

    def test_object_and_archive(self):
        self.command("gcc", "-c", "counter.c", "-o", "counter.o")
        self.command("ar", "rcs", "libcounter.a", "counter.o")
        for words in [["counter.o"], ["-L.", "-l:libcounter.a"]]:
            self.command(BIN / "selvage-cc", "user.c", "-o", "user", *words)
            coverage = self.expect_unseen(self.check("user"), "increment (not compiled by selvage-cc)")
            self.assertEqual(coverage["uninstrumented_names"], ["increment"])

    def test_libraries_that_are_loaded(self):
        self.command("gcc", "-shared", "-fPIC", "counter.c", "-o", "libcounter.so")
        self.command(BIN / "selvage-cc", "loader.c", "-o", "loader")
        self.expect_unseen(self.check("loader"), "libcounter.so")
        self.expect_unseen(self.check("loader", "late"), "libcounter.so")

    def test_memory_that_is_polled_and_written_unseen(self):
        self.command("gcc", "-c", "writer.c", "-o", "writer.o")
        self.command(BIN / "selvage-cc", "poller.c", "writer.o", "-o", "poller")
        for options in [], ["--check=standard,-race", "--keep-going"], ["--check=standard,-race", "--strategy", "deepening"]:
            self.expect_unseen(self.check("poller", options=options), "write_it (not compiled by selvage-cc)")
            code, output, _ = self.check("poller", "fails", options=options)
            self.assertEqual(code, 10, output)

    def test_memory_that_is_polled_written_unseen_and_read(self):
        self.command("gcc", "-c", "writer.c", "-o", "writer.o")
        self.command(BIN / "selvage-cc", "reader.c", "writer.o", "-o", "reader")
        for strategy in "optimal", "source", "deepening":
            options = ["--check=standard,-race", "--strategy", strategy, "--max-time", "60s"]
            self.expect_unseen(self.check("reader", options=options), "write_it (not compiled by selvage-cc)")

    def test_orders_that_unseen_reads_make_impossible(self):
        self.command("gcc", "-c", "waiter.c", "-o", "waiter.o")
        self.command(BIN / "selvage-cc", "-g", "decider.c", "waiter.o", "-o", "decider")
        for strategy in "optimal", "source", "classic", "deepening":
            code, output, summary = self.check("decider", options=["--keep-going", "--strategy", strategy])
            races = {(one["line"], one["other_line"]) for one in summary["findings"] if one["kind"] == "data_race"}
            self.assertEqual((code, {tuple(sorted(race)) for race in races}), (12, {(11, 19)}), output)

    def test_threads_that_wait_where_nothing_is_seen_are_no_finding(self):
        self.command(BIN / "selvage-cc", "-g", "spinner.c", "-o", "spinner")
        self.command("gcc", "-shared", "-fPIC", "-DLIBRARY", "spinner.c", "-o", "libspinner.so")
        self.command(BIN / "selvage-cc", "-g", "-DELSEWHERE", "spinner.c", "-o", "user", "-L.", "-lspinner", "-Wl,-rpath,$ORIGIN")
        self.command("gcc", "-c", "-DLIBRARY", "spinner.c", "-o", "spinner.o")
        self.command(BIN / "selvage-cc", "-g", "-DELSEWHERE", "spinner.c", "spinner.o", "-o", "object")
        for program in "spinner", "user", "object":
            code, output, _ = self.check(program, options=["--check=standard,-race", "--watchdog", "1"])
            self.assertEqual(code, 3, output)
            self.assertIn("does not come back from code that Selvage does not see", output)

    def test_threads_that_ask_unseen_code_again_and_again_are_no_finding(self):
        self.command("gcc", "-c", "asked.c", "-o", "asked.o")
        self.command("gcc", "-shared", "-fPIC", "asked.c", "-o", "libasked.so")
        self.command(BIN / "selvage-cc", "-g", "asking.c", "asked.o", "-o", "asking")
        self.command(BIN / "selvage-cc", "-g", "-rdynamic", "asking.c", "-o", "asking2", "-L.", "-lasked", "-Wl,-rpath,$ORIGIN")
        for program in "asking", "asking2":
            code, output, _ = self.check(program, options=["--watchdog", "1"])
            self.assertEqual(code, 3, output)
            self.assertIn("code that Selvage does not see", output)
            # A loop that is wholly seen is a finding, whatever was called before it.
            code, output, _ = self.check(program, "alone", options=["--watchdog", "1"])
            self.assertEqual(code, 12, output)

    def test_language_runtimes_do_not_count(self):
        self.command(BIN / "selvage-c++", "-std=c++20", "ordinary.cpp", "-o", "ordinary", "-lm")
        code, output, summary = self.check("ordinary")
        self.assertEqual((code, summary["gaps"], summary["coverage"]["unseen_libraries"]), (0, [], []), output)

    def test_what_goes_wrong_is_said_with_what_is_not_seen(self):
        (self.folder / "user.c").write_text(USER.replace("increment(); return", "increment(); __builtin_abort(); return"))
        self.command("gcc", "-c", "counter.c", "-o", "counter.o")
        self.command(BIN / "selvage-cc", "user.c", "-o", "user", "counter.o")
        code, output, _ = self.check("user")
        self.assertEqual(code, 10, output)
        self.assertIn("Not seen: accesses in increment (not compiled by selvage-cc).", output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
