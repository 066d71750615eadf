"""The verdict says where the program's own code reads the clock for anything but a deadline: not every time is tried there.

usage: clock_reads_test.py BIN_DIRECTORY
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv[1]).resolve()

# Lines that end in a comment read the clock.
POLLER = """
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int done;
static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);  // clock
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
static void *finish(void *unused) {
  done = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, finish, 0);
  long end = milliseconds() + 100;
  while (!done && milliseconds() < end) continue;
  time_t now = time(0);  // clock
  pthread_join(thread, 0);
  return now == 0;
}
"""
WAITER = """
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int done;
static void *finish(void *unused) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, finish, 0);
  pthread_mutex_lock(&mutex);
  while (!done) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_cond_timedwait(&changed, &mutex, &until);
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
"""
LIBRARY = """
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
int main() {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::thread thread([&] {
    std::lock_guard guard(mutex);
    done = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    while (!done) changed.wait_for(lock, std::chrono::seconds(1));
  }
  thread.join();
}
"""


class ClockReadsTest(unittest.TestCase):
    def check(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / name).write_text(text)
            done = subprocess.run([BIN / "selvage", "check", "--summary", "summary.json", name], cwd=folder, text=True,
                                  capture_output=True, stdin=subprocess.DEVNULL, timeout=120, check=False)
            summary = json.loads((pathlib.Path(folder) / "summary.json").read_text())
        return done, " ".join(done.stdout.split()), summary

    def test_places_are_named(self):
        done, said, summary = self.check("poller.c", POLLER)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = [number for number, line in enumerate(POLLER.splitlines(), 1) if line.endswith("// clock")]
        self.assertEqual([one["line"] for one in summary["clock_reads"]], lines)
        self.assertIn("under a virtual clock, which the program reads (" + ", ".join(f"poller.c:{line}" for line in lines), said)

    def test_deadlines_and_what_libraries_read_are_not(self):
        for name, text in (("waiter.c", WAITER), ("library.cpp", LIBRARY)):
            with self.subTest(name=name):
                done, said, summary = self.check(name, text)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual(summary["clock_reads"], [])
                self.assertNotIn("virtual clock", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
