#!/usr/bin/env python3
"""In a build for a debugger gdb prints every variable of the program's own code, in every frame of every thread, where
`selvage replay --gdb` stops.

    debug_build_test.py BUILD/bin
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BIN = pathlib.Path(sys.argv[1]).resolve()
SKIPPED = 77

C = """
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
struct pair { int first; double second; };
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int* out, int value) { *out = value; }
static struct pair paired(int first) { struct pair made = {first, first / 2.0}; return made; }
static int add(int amount, struct pair shape) {
  int outdated = amount * 11;       // never looked at again
  int before;
  set(&before, 5);
  bool is_large = amount > 100;
  int table[3] = {1, 2, amount};
  for (int i = 0; i < 3; i++) {
    int doubled = 2 * i;
    pthread_mutex_lock(&lock);
    total += doubled;
    int seen = total;
    pthread_mutex_unlock(&lock);
    assert(seen < 7);
  }
  return before + is_large + table[0] + (int)shape.second;
}
static void* work(void* argument) {
  long number = (long)argument;
  unsigned char letter = 'a' + number;
  struct pair shape = paired(3);
  int result = add(7, shape);
  return (void*)(result + number);
}
int main(int count, char** arguments) {
  pthread_t threads[2];
  short unused = 9;
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
"""
# What is seen of it: variable, value.
C_VALUES = {"amount": "7", "outdated": "77", "before": "5", "is_large": "false", "doubled": "[024]", "letter": "9[78] .*",
            "shape": r"\{first = 3, second = 1.5\}", "table": r"\{1, 2, 7\}", "unused": "9", "count": "1"}

CPP = """
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
struct Base { virtual ~Base() = default; virtual int worth(int scale) const = 0; };
struct Account : Base {
  explicit Account(int begin) : balance(begin) {}
  int worth(int scale) const override { int scaled = balance * scale; return scaled; }
  void take(int amount) {
    const int fee = amount / 10;
    bool has_enough;
    { std::lock_guard<std::mutex> guard(mutex); has_enough = balance >= amount + fee; }
    std::lock_guard<std::mutex> guard(mutex);
    if (has_enough) balance -= amount + fee;
    int left = balance;
    assert(left >= 0);
  }
  int balance;
  std::mutex mutex;
};
template <typename T> T largest(const T& one, const T& other) { T found = one < other ? other : one; return found; }
int main() {
  Account account(100);
  std::string title = "two customers";
  auto customer = [&account](int amount) {
    int asked = largest(amount, 3);
    account.take(asked);
  };
  std::thread one(customer, 60), two(customer, 70);
  one.join();
  two.join();
  return account.worth(0);
}
"""
CPP_VALUES = {"fee": "[67]", "has_enough": "true", "asked": "[67]0", "amount": "[67]0", "left": "-.*"}

# Where it crashes there is no call, and nothing says that variables are needed.
CRASH = """
#include <pthread.h>
static int* volatile target;
static int follow(int distance) {
  int* copy = target;
  int scale = distance * 3;
  return *copy + scale;
}
static void* use(void* argument) { int result = follow(4); return result ? argument : 0; }
static void* publish(void* argument) { static int value; target = &value; return argument; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, publish, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""
CRASH_VALUES = {"distance": "4", "scale": "12", "copy": "0x0"}

PROGRAMS = [("values.c", C, C_VALUES), ("account.cpp", CPP, CPP_VALUES), ("crash.c", CRASH, CRASH_VALUES)]
BUILDS = [["-g", "-O0"], ["-g"], ["-ggdb", "-Og"]]


def backtraces(folder, source, flags):
    compiler = "selvage-c++" if source.suffix == ".cpp" else "selvage-cc"
    subprocess.run([BIN / compiler, *flags, "-o", "program", source.name, "-pthread"], cwd=folder, check=True)
    command = [BIN / "selvage", "check", "--check", "standard,-race", "-j", "1", "./program"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 10:
        raise RuntimeError(f"{source.name} is checked with {done.returncode}:\n{done.stdout}{done.stderr}")
    command = [BIN / "selvage", "replay", "program.selvage", "--gdb", "--", "-nx", "-batch", "-ex", "thread apply all bt full"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


def lacks(text, values, source):
    """What is missing in the program's own frames."""
    found = []
    frames = re.split(r"^#\d+ +", text, flags=re.MULTILINE)[1:]
    own = [frame for frame in frames if re.search(rf" at [^ ]*{re.escape(source)}:\d+\n", frame)]
    if not own:
        return ["no frame of its own"]
    found += [f"optimized out in: {frame}" for frame in own if "optimized out" in frame]
    for name, value in values.items():
        if not any(re.search(rf"\b{name}\s*= ?{value}\b|\b{name}\s*= ?{value}", frame) for frame in own):
            found.append(f"{name} is nowhere {value}")
    return found


def main():
    if shutil.which("gdb") is None:
        return SKIPPED
    failures = []
    for name, text, values in PROGRAMS:
        for flags in BUILDS:
            with tempfile.TemporaryDirectory(prefix="selvage-debug-build-") as folder:
                source = pathlib.Path(folder) / name
                source.write_text(text, encoding="utf-8")
                shown = backtraces(folder, source, flags)
                missing = lacks(shown, values, name)
                if missing:
                    failures.append(f"{name} with {' '.join(flags)}:\n" + "\n".join(missing) + f"\n{shown}")
    print("\n".join(failures) if failures else f"{len(PROGRAMS) * len(BUILDS)} builds show all variables")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
