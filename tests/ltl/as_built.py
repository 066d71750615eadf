"""Formulas and information flow on executables as a Makefile builds them: several objects, optimised or not, with a shared
library, with and without -g. What is asked about only the first thread uses, which the analyses leave without hooks.

usage: as_built.py BIN_DIRECTORY
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

BIN = pathlib.Path(sys.argv[1]).resolve()

MAKEFILE = """
CC = selvage-cc -Wno-atomic-alignment
all: program
%.o: %.c
\t$(CC) $(CFLAGS) -c -o $@ $<
libwork.so: work.c
\t$(CC) $(CFLAGS) -shared -fPIC -o $@ $<
program: main.o stages.o $(LIBRARY)
\t$(CC) $(CFLAGS) -o $@ main.o stages.o $(LIBRARY) -pthread -latomic -Wl,-rpath,.
"""

WORK = """
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int amount;
int work(int more) {
  pthread_mutex_lock(&lock);
  int sum = amount += more;
  pthread_mutex_unlock(&lock);
  return sum;
}
"""

# Only the first thread has to do with where it is; whether `seen` is 3 depends on the interleaving.
STAGES = """
#include <stdatomic.h>
#include <string.h>
static int stage;
static int seen;
struct record { char name[8]; int number; } record;
int pin;
int shown;
static _Atomic short phase;
static struct wide { long low, high; } _Atomic wide;
void step_on(void) {
  short before = 2;
  atomic_store(&phase, 1);
  atomic_fetch_add(&phase, 1);
  atomic_compare_exchange_strong(&phase, &before, 7);
  struct wide both = {3, 4};
  atomic_store(&wide, both);
  asm("movw $9, %0" : "=m"(*(short*)&phase));
}
static void add_one(int* number) { ++*number; }  // which only private memory is handed to
void next_stage(void) { add_one(&stage); }
void look(int value) { seen = value; }
void keep(const struct record* other) { memcpy(&record, other, sizeof record); }
void show(void) { shown = pin > 4; }
"""

MAIN = """
#include <pthread.h>
#include <string.h>
#ifdef OWN
#include <selvage.h>
#endif
int work(int more);
void next_stage(void);
void look(int value);
struct record { char name[8]; int number; };
void keep(const struct record* other);
void show(void);
void step_on(void);
#ifdef OWN
static int turns;
SELVAGE_ATOM(late, turns > 1);
SELVAGE_LTL("G !late");
#endif
static void* works(void* more) { work(*(int*)more); return 0; }
int main(void) {
  int one = 1, two = 2;
  struct record local = {"a", 7};
  pthread_t a, b;
  pthread_create(&a, 0, works, &one);
  pthread_create(&b, 0, works, &two);
  next_stage();
  pthread_join(a, 0);
  look(work(0));
  next_stage();
  pthread_join(b, 0);
  keep(&local);
  next_stage();
  step_on();
  show();
#ifdef OWN
  turns = 1;
  work(1);
  turns = 2;
#endif
  return 0;
}
"""

# The loop waits, and counts in memory that nobody reads: for the analyses, and for who waits, the counter is not there.
WAITING = """
#include <pthread.h>
#include <stdatomic.h>
static int rounds;
static atomic_int is_set;
static void* sets(void* unused) { atomic_store(&is_set, 1); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sets, 0);
  while (!atomic_load(&is_set)) rounds++;
  pthread_join(thread, 0);
  return 0;
}
"""
WAITING_CASES = [
    (["--ltl", "G !often", "--atom", "often: rounds > 1"], 15),
    (["--ltl", "G !negative", "--atom", "negative: rounds < 0", "--max-depth", "40"], 20),
]

# Options and the exit code.
CASES = [
    (["--ltl", "F done", "--atom", "done: stage == 3"], 0),
    (["--ltl", "G !done", "--atom", "done: stage == 3"], 15),
    (["--ltl", "G (last -> full)", "--atom", "last: stage == 2", "--atom", "full: seen == 3"], 15),
    (["--ltl", "F G named", "--atom", "named: record.number == 7"], 0),
    (["--ltl", "G !named", "--atom", "named: record.number == 7"], 15),
    (["--ltl", "F (stored && F (added && F (exchanged && F written)))", "--atom", "stored: phase == 1", "--atom",
      "added: phase == 2", "--atom", "exchanged: phase == 7", "--atom", "written: phase == 9"], 0),
    (["--ltl", "G !exchanged", "--atom", "exchanged: phase == 7"], 15),
    (["--ltl", "G (written -> wide)", "--atom", "written: phase == 9", "--atom", "wide: wide.high == 4"], 0),
    (["--ltl", "F inside", "--atom", "inside: in(look, main)"], 0),
    (["--ltl", "G !inside", "--atom", "inside: in(look, main)"], 15),
    (["--secret", "pin: 0..9", "--public", "shown"], 16),
    (["--secret", "pin: 0..4", "--public", "shown"], 0),
]

BUILDS = [
    ("as it is", [], False),
    ("with -g", ["-g"], False),
    ("with -O2", ["-O2"], False),
    ("with -O2 -g and a shared library", ["-O2", "-g"], True),
]


def build(folder, flags, has_library):
    folder.mkdir()
    for name, text in (("Makefile", MAKEFILE), ("main.c", MAIN), ("stages.c", STAGES), ("work.c", WORK)):
        (folder / name).write_text(text, encoding="utf-8")
    command = ["make", "-s", f"CFLAGS={' '.join(flags)}", f"LIBRARY={'libwork.so' if has_library else 'work.o'}"]
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "PATH": path}, timeout=300)
    return folder / "program"


def check(program, options):
    summary = program.parent / "summary"
    command = [BIN / "selvage", "check", "-j", "1", "--summary", summary, *options, "./program"]
    done = subprocess.run(command, cwd=program.parent, capture_output=True, text=True, timeout=300, check=False)
    return done, json.loads(summary.read_text(encoding="utf-8")) if summary.exists() else {}


def main():
    failures = []
    compared = 0
    with tempfile.TemporaryDirectory() as name:
        for number, (title, flags, has_library) in enumerate(BUILDS):
            program = build(pathlib.Path(name) / str(number), flags, has_library)
            for options, code in CASES:
                done, _ = check(program, options)
                compared += 1
                if done.returncode != code:
                    failures.append(f"{title}: {options}: {done.returncode}, not {code}:\n{done.stdout}{done.stderr}")
                # A counterexample is replayed by the executable that it was found in.
                if code == 15 and done.returncode == 15:
                    replay = subprocess.run([BIN / "selvage", "replay", "program.selvage"], cwd=program.parent,
                                            capture_output=True, text=True, timeout=300, check=False)
                    if replay.returncode != 15:
                        failures.append(f"{title}: {options} replayed: {replay.returncode}:\n{replay.stdout}{replay.stderr}")
        for analysis in ("on", "off"):
            folder = pathlib.Path(name) / f"waiting-{analysis}"
            folder.mkdir()
            (folder / "waiting.c").write_text(WAITING, encoding="utf-8")
            subprocess.run([BIN / "selvage-cc", "-O2", "-o", "program", "waiting.c", "-pthread"], cwd=folder, check=True,
                           env={**os.environ, "SELVAGE_ANALYSIS": analysis}, timeout=300)
            for options, code in WAITING_CASES:
                done, _ = check(folder / "program", options)
                compared += 1
                if done.returncode != code:
                    failures.append(f"waiting, analysis {analysis}: {options}: {done.returncode}, not {code}:\n"
                                    f"{done.stdout}{done.stderr}")
        # Formulas in the code, and nothing on the command line: no reduction leaves out what they are about.
        program = build(pathlib.Path(name) / "own", ["-DOWN"], False)
        done, summary = check(program, [])
        compared += 1
        if done.returncode != 15 or "critical_sections" in summary["reductions"]:
            failures.append(f"own formula: {done.returncode}, {summary.get('reductions')}:\n{done.stdout}{done.stderr}")
        # Without debug information it is said what is missing, and where it would be taken from.
        subprocess.run(["strip", "-g", program.parent.parent / "0" / "program"], check=True)
        for options in (["--ltl", "F done", "--atom", "done: stage == 3"], ["--secret", "pin: 0..9", "--public", "shown"]):
            done, _ = check(program.parent.parent / "0" / "program", options)
            compared += 1
            if done.returncode != 2 or "has no debug information: build it with -g" not in done.stderr:
                failures.append(f"without debug information: {options}: {done.returncode}:\n{done.stdout}{done.stderr}")
        # Where threads are needs none.
        done, _ = check(program.parent.parent / "0" / "program", ["--ltl", "F inside", "--atom", "inside: in(look)"])
        compared += 1
        if done.returncode != 0:
            failures.append(f"a position without debug information: {done.returncode}:\n{done.stdout}{done.stderr}")
    print("\n".join(failures) if failures else f"{compared} checks as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
