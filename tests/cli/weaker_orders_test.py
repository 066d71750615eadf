"""The verdict says where the program's own code asks for memory orders weaker than sequential consistency.

usage: weaker_orders_test.py BIN_DIRECTORY
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()

STORE_BUFFERING = """
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int one, two;
static void *first(void *unused) {
  atomic_store_explicit(&x, 1, ORDER);  // store
  one = atomic_load_explicit(&y, LOAD_ORDER);  // load
  return unused;
}
static void *second(void *unused) {
  atomic_store(&y, 1);
  two = atomic_load(&x);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return one + two == 0;
}
"""
# Lines that end in a comment ask for that order; the others, and what headers do for themselves, for none that is weaker.
OPERATIONS = """
#include <atomic>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
struct Pair { int a, b; };
inline std::shared_ptr<int> guarded = std::make_shared<int>(7);
static std::atomic<int> x, y;
static int plain;
static std::atomic<Pair> pair;
static std::atomic<int *> pointer;
static std::atomic_flag flag = ATOMIC_FLAG_INIT;
static std::shared_ptr<int> shared = std::make_shared<int>(3);
template <typename T>
static T get(const std::atomic<T> &from, std::memory_order order) {
  return from.load(order);  // relaxed
}
static void weaker() {
  auto copy = shared;
  int expected = 0;
  x.store(1, std::memory_order_relaxed);  // relaxed
  (void)y.load(std::memory_order_acquire);  // acquire
  x.fetch_add(1, std::memory_order_acq_rel);  // acq_rel
  x.exchange(1, std::memory_order_release);  // release
  x.compare_exchange_strong(expected, 1, std::memory_order_acquire);  // acquire
  x.compare_exchange_weak(expected, 1, std::memory_order_seq_cst, std::memory_order_relaxed);  // relaxed
  (void)pair.load(std::memory_order_relaxed);  // relaxed
  (void)std::atomic_load_explicit(&pointer, std::memory_order_consume);  // consume
  (void)flag.test_and_set(std::memory_order_acquire);  // acquire
  flag.clear(std::memory_order_release);  // release
  std::atomic_thread_fence(std::memory_order_release);  // release
  __atomic_store_n(&plain, 1, __ATOMIC_RELEASE);  // release
  (void)get(x, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_acquire);
}
static void strong() {
  static auto copy = shared;
  (void)guarded;
  int expected = 0;
  x = 1;
  x++;
  x.store(1, std::memory_order_seq_cst);
  x.compare_exchange_strong(expected, 1);
  x.compare_exchange_weak(expected, 1);
  pair.store({1, 2});
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::latch latch(1);
  latch.count_down();
  std::once_flag once;
  std::call_once(once, [] {});
  auto future = std::async(std::launch::deferred, [] { return 1; });
  (void)future.get();
}
int main() {
  std::thread thread(WHICH);
  thread.join();
}
"""


def expected_orders(text):
    orders = {"relaxed", "consume", "acquire", "release", "acq_rel"}
    lines = [(number, line.rpartition("// ")[2]) for number, line in enumerate(text.splitlines(), 1) if "// " in line]
    return [(number, word) for number, word in lines if word in orders]


class WeakerOrders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, name, text, *flags):
        (self.folder / name).write_text(text)
        compiler = [BIN / "selvage-c++", "-std=c++20"] if name.endswith("pp") else [BIN / "selvage-cc"]
        subprocess.run([*compiler, *flags, name, "-o", "program"], cwd=self.folder, check=True)
        done = subprocess.run([BIN / "selvage", "check", "--summary", "summary.json", "--width", "1000", "program"],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        summary = json.loads((self.folder / "summary.json").read_text())
        self.assertEqual(summary["memory_model"], "sc")
        self.assertEqual(summary["weaker_order_count"], len(summary["weaker_orders"]))
        self.assertIn(summary["verdict"], ("verified", "bug"), done.stdout + done.stderr)
        return done.stdout, summary

    def test_store_buffering(self):
        relaxed = ["-DORDER=memory_order_relaxed", "-DLOAD_ORDER=memory_order_acquire"]
        output, summary = self.check("sb.c", STORE_BUFFERING, *relaxed)
        lines = STORE_BUFFERING.splitlines()
        store = next(number for number, line in enumerate(lines, 1) if line.endswith("// store"))
        self.assertTrue(output.startswith(
            "Verified: no interleaving of the program's threads goes wrong under sequential consistency; 2 accesses in the "
            f"program's own code use weaker orders (sb.c:{store}, sb.c:{store + 1})."), output)
        self.assertEqual([(one["line"], one["order"]) for one in summary["weaker_orders"]],
                         [(store, "relaxed"), (store + 1, "acquire")])

    def test_sequential_consistency_needs_no_words(self):
        strong = ["-DORDER=memory_order_seq_cst", "-DLOAD_ORDER=memory_order_seq_cst"]
        output, summary = self.check("sb.c", STORE_BUFFERING, *strong)
        self.assertTrue(output.startswith("Verified: no interleaving of the program's threads goes wrong.\n"), output)
        self.assertEqual(summary["weaker_orders"], [])

    def test_operations_of_the_standard_library(self):
        for flags in [[], ["-O2"], ["-g1"]]:
            _, summary = self.check("operations.cpp", OPERATIONS, "-DWHICH=weaker", *flags)
            self.assertEqual(sorted({(one["line"], one["order"]) for one in summary["weaker_orders"]}),
                             expected_orders(OPERATIONS), flags)

    def test_what_headers_choose_does_not_count(self):
        strong = OPERATIONS.replace("WHICH", "strong")
        begin, end = strong.index("static void weaker"), strong.index("static void strong")
        text = strong[:begin] + strong[end:]
        text = text[:text.index("template")] + text[text.index("static void strong"):]
        output, summary = self.check("operations.cpp", text)
        self.assertEqual(summary["weaker_orders"], [], output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
